// Bars from months of minutes: their cost is borne by the person who requests them.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, marketDay } from '../../core/market/day.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import type { Queryable } from '../db/open.ts';
import { FROM_INSIDE } from '../handler.ts';
import { readMinutes, saveMinutes } from './bars-store.ts';
import { marketHandlers } from './routes.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading();
});
afterAll(() => server.close());

/** Notes how many look for the last minute at one time, as each call does once. */
function counting(db: Queryable): { db: Queryable; most: number } {
  const counted = { db, most: 0 };
  let under = 0;
  counted.db = {
    async query(text: string, values?: readonly unknown[]) {
      if (!text.includes('max(minute)')) return db.query<never>(text, values);
      counted.most = Math.max(counted.most, ++under);
      await sleep(5);
      return db.query<never>(text, values).finally(() => under--);
    },
  };
  return counted;
}

test('one person has two made at once, another waits for none of them, and too many are turned away', async () => {
  const [asha, ravi] = [await server.trader(), await server.trader()];
  const { exchange, board, now } = server;
  const counted = counting(server.database);
  const { 'GET /bars': bars } = marketHandlers({ db: counted.db, venue: VENUE, exchange, board, now });
  const input = { symbol: 'MERIT', interval: '1m', from: (now() - 90 * DAY_MS) / 1000 } as const;
  const ask = async (user: typeof asha) => (await bars({ ...FROM_INSIDE, input, user })).data.bars;
  const all = Array.from({ length: 110 }, () => ask(asha).catch((error: { status: number }) => error.status));
  const other = await Promise.race([ask(ravi).then(() => 'answered'), all[60].then(() => 'waited')]);
  expect(other).toBe('answered');
  const answers = await Promise.all(all);
  expect(answers.filter((answer) => answer === 429)).toHaveLength(8);
  // Two of hers, and his.
  expect(counted.most).toBe(3);
  expect(await ask(asha)).toEqual([]);
});

test('pages of minutes come whole and in order, bar by bar', async () => {
  const asha = await server.trader();
  const today = marketDay(server.clock.at);
  const { rows } = await server.database.query<{ id: number }>(`select id from instruments where symbol = 'MERIT'`);
  for (const ago of [2, 1])
    await server.database.query(
      `insert into minute_pages (venue, instrument, day, minutes, open, high, low, close, volume)
       values ($1, $2, $3, '{0,600,1439}', '{100,200,300}', '{110,210,310}', '{90,190,290}', '{105,205,305}', '{1,20000000000,3}')`,
      [VENUE, rows[0].id, today - ago],
    );
  const from = Math.floor((server.clock.at - 3 * DAY_MS) / 1000);
  const { body } = await server.call('GET /bars', { symbol: 'MERIT', interval: '1m', from }, { token: asha.token });
  const startOf = (day: number, minute: number) => day * 86_400 - 19_800 + minute * 60;
  expect(body.data.bars).toEqual(
    [2, 1].flatMap((ago) => [
      { timestamp: startOf(today - ago, 0), open: 1, high: 1.1, low: 0.9, close: 1.05, volume: 1 },
      { timestamp: startOf(today - ago, 600), open: 2, high: 2.1, low: 1.9, close: 2.05, volume: 20_000_000_000 },
      { timestamp: startOf(today - ago, 1439), open: 3, high: 3.1, low: 2.9, close: 3.05, volume: 3 },
    ]),
  );
});

test('without a start come the last bars before the end, also on a morning before its first trade', async () => {
  const asha = await server.trader();
  const [early, late] = [marketDay(server.clock.at) - 20, marketDay(server.clock.at) - 10];
  const ten = 600;
  await server.database.query(
    `insert into minute_pages (venue, instrument, day, minutes, open, high, low, close, volume)
     select $1, i.id, day, array[$2::smallint], '{1}', '{1}', '{1}', '{1}', '{1}' from instruments i, unnest($3::integer[]) day where symbol = 'MERIT'`,
    [VENUE, ten, [early, late]],
  );
  const startOf = (day: number, minute: number) => day * 86_400 - 19_800 + minute * 60;
  const lastAt = async (to: number) => {
    const asked = { symbol: 'MERIT', interval: '1m', to } as const;
    const { body } = await server.call('GET /bars', asked, { token: asha.token });
    return body.data.bars.map(({ timestamp }: { timestamp: number }) => timestamp);
  };
  expect(await lastAt(startOf(late, ten))).toEqual([startOf(late, ten)]);
  expect(await lastAt(startOf(late, ten) - 1)).toEqual([startOf(early, ten)]);
  expect(await lastAt(startOf(early, ten) - 1)).toEqual([]);
});

test('of a long history the oldest day, too, is compared with the close before it', async () => {
  const asha = await server.trader();
  const today = marketDay(server.clock.at);
  await server.database.query(
    `insert into daily_bars (venue, instrument, day, open, high, low, close, volume)
     select $1, i.id, $2::integer - ago, 5000, 100000, 5000, 10000 - ago, 1 from instruments i, generate_series(1, 260) ago where symbol = 'MERIT'`,
    [VENUE, today],
  );
  const { body } = await server.call('GET /gethistorical', { symbol: 'MERIT' }, { token: asha.token });
  const oldest = body.data.at(-1)!;
  expect([body.data.length, oldest.close, oldest.change]).toEqual([250, 97.5, 0.01]);
});

test('a minute that comes in two parts, around a restart, is one bar of both', async () => {
  const minute = Math.floor(server.clock.at / 60_000) - 5;
  const { rows } = await server.database.query<{ id: number }>(`select id from instruments where symbol = 'MERIT'`);
  const instrument = rows[0].id;
  const part = { instrument, minute, open: 400_00, high: 420_00, low: 395_00, close: 410_00, volume: 5 };
  await saveMinutes(server.database, VENUE, [part]);
  await saveMinutes(server.database, VENUE, [
    { ...part, open: 410_00, high: 412_00, low: 390_00, close: 391_00, volume: 3 },
  ]);
  const at = minute * 60_000;
  expect(await readMinutes(server.database, VENUE, instrument, at, at)).toEqual([
    { startAt: at, open: 400_00, high: 420_00, low: 390_00, close: 391_00, volume: 8 },
  ]);
});
