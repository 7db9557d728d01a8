// The watchlist over HTTP: a set of listed stocks, the caller's own, 200 at most, however it is asked for.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

const MANY = Object.fromEntries(Array.from({ length: 205 }, (_, n) => [`S${n}`, 100_00 + n]));

let server: Trading;
beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, ZENITH: 100_00, ...MANY });
});
afterAll(() => server.close());

type Trader = Awaited<ReturnType<Trading['trader']>>;

const add = (trader: Trader, ...symbols: string[]) =>
  server.call(
    'POST /ensureAndAddStock',
    {
      user: 'somebody-else',
      name: 'My Watchlist',
      createdAt: '1999-01-01T00:00:00.000Z',
      stocks: symbols.map((stockId) => ({ stockId, addedAt: '1999-01-01T00:00:00.000Z' })),
    },
    { token: trader.token },
  );
const list = async (trader: Trader) => (await server.call('GET /getWatchlist', {}, { token: trader.token })).body.data;
const symbolsOf = async (trader: Trader) =>
  ((await list(trader)).stocks as { symbol: string }[]).map(({ symbol }) => symbol);

test('a stock is added with the sentence of the specification, and removed', async () => {
  const asha = await server.trader();
  server.mark('MERIT', 404_00);
  const added = await add(asha, 'MERIT');
  expect([added.status, added.body.message]).toEqual([200, 'MERIT has been added to your Istock list.']);
  await add(asha, 'zenith');
  const { name, stocks } = await list(asha);
  expect(name).toBe('My Watchlist');
  // 404 against the previous close of 400: 4 rupees, 1 %.
  expect(stocks[0]).toMatchObject({ symbol: 'MERIT', price: 404, change: 4, changePercent: 1, name: 'MERIT Limited' });
  expect(stocks[0].addedAt).toBe(new Date(server.clock.at).toISOString());
  const gone = await server.call('POST /removeStockFromWatchlist', { symbol: 'MERIT' }, { token: asha.token });
  expect([gone.status, gone.body.message]).toEqual([200, 'MERIT has been removed from your Istock list.']);
  expect(await symbolsOf(asha)).toEqual(['ZENITH']);
});

test('an unknown stock is not found, makes no stock, and adds nothing beside it', async () => {
  const asha = await server.trader();
  const before = await server.stateHash();
  for (const symbols of [['NOBODY'], ['MERIT', 'NOBODY']]) {
    const refused = await add(asha, ...symbols);
    expect([refused.status, refused.body.message]).toEqual([404, 'There is no such stock.']);
  }
  expect(await server.stateHash()).toBe(before);
});

test.each([
  [{}],
  [{ stocks: [] }],
  [{ stocks: 'MERIT' }],
  [{ stocks: [{ stockId: 7 }] }],
  [{ stocks: [{}] }],
  [{ stocks: [{ stockId: '../../etc' }] }],
  [{ stocks: Array.from({ length: 201 }, () => ({ stockId: 'MERIT' })) }],
])('what is no list of stocks is refused: %j', async (input) => {
  const asha = await server.trader();
  const refused = await server.call('POST /ensureAndAddStock', input, { token: asha.token });
  expect(refused.status).toBe(400);
  expect(await symbolsOf(asha)).toEqual([]);
});

test('fifty at once make a set', async () => {
  const asha = await server.trader();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => add(asha, n % 2 ? 'MERIT' : 'ZENITH')));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  expect((await symbolsOf(asha)).toSorted()).toEqual(['MERIT', 'ZENITH']);
});

test('200 have room, and no more, also when they come together', async () => {
  const asha = await server.trader();
  expect((await add(asha, ...Object.keys(MANY).slice(0, 199))).status).toBe(200);
  const answers = await Promise.all(['MERIT', 'ZENITH', 'S200', 'S201'].map((symbol) => add(asha, symbol)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
  const refused = answers.find(({ status }) => status === 422)!;
  expect(refused.body.error?.code).toBe('watchlist-full');
  expect(refused.body.message).toBe('A watchlist has room for 200 stocks. Remove one first.');
  expect(await symbolsOf(asha)).toHaveLength(200);
  // What is there already takes no room.
  expect((await add(asha, 'S0')).status).toBe(200);
});

test('each has a list of their own', async () => {
  const [asha, ravi] = [await server.trader(), await server.trader()];
  await add(asha, 'MERIT');
  expect(await symbolsOf(ravi)).toEqual([]);
  await server.call('POST /removeStockFromWatchlist', { symbol: 'MERIT' }, { token: ravi.token });
  expect(await symbolsOf(asha)).toEqual(['MERIT']);
});

test('a repeat with the same key is the first answer again', async () => {
  const asha = await server.trader();
  const options = { token: asha.token, headers: { 'idempotency-key': 'one-click' } };
  const input = { stocks: [{ stockId: 'MERIT' }] };
  const first = await server.call('POST /ensureAndAddStock', input, options);
  await server.call('POST /removeStockFromWatchlist', { symbol: 'MERIT' }, { token: asha.token });
  const again = await server.call('POST /ensureAndAddStock', input, options);
  expect(again.body).toEqual(first.body);
  expect(await symbolsOf(asha)).toEqual([]);
});

test('sparklines: the last day of many stocks in one answer, each with its own prices', async () => {
  const asha = await server.trader();
  const { rows } = await server.database.query<{ id: number; symbol: string }>(
    `select id, symbol from instruments where symbol in ('MERIT', 'ZENITH')`,
  );
  const idOf = (symbol: string) => rows.find((row) => row.symbol === symbol)!.id;
  server.mark('MERIT', 401_00);
  const minute = Math.floor(server.clock.at / 60_000);
  const quarter = minute - (minute % 15);
  // Of the day before: 100 quarters ago is more than 24 hours.
  for (const [ago, close] of [
    [100, 390_00],
    [80, 395_00],
    [1, 399_00],
  ])
    await server.database.query(
      `insert into minute_bars (venue, instrument, minute, open, high, low, close, volume) values (1, $1, $2, $3, $3, $3, $3, 1)`,
      [idOf('MERIT'), quarter - ago * 15, close],
    );
  const { data } = (await server.call('GET /sparklines', { symbols: 'ZENITH,MERIT' }, { token: asha.token })).body;
  expect(data).toEqual([
    // Nobody has traded it yet: it stands where it was listed.
    { symbol: 'ZENITH', prices: [100, 100] },
    { symbol: 'MERIT', prices: [395, 399] },
  ]);
  // Halted since yesterday, while others went on: its price stood still, alone on the list or not.
  server.mark('ZENITH', 250_00);
  server.clock.at += 120_000;
  await server.database.query(
    `insert into minute_bars (venue, instrument, minute, open, high, low, close, volume) values (1, $1, $2, $3, $3, $3, $3, 1)`,
    [idOf('ZENITH'), quarter - 80 * 15, 250_00],
  );
  server.mark('MERIT', 402_00);
  const halted = await server.call('GET /sparklines', { symbols: 'ZENITH' }, { token: asha.token });
  expect(halted.body.data).toEqual([{ symbol: 'ZENITH', prices: [250, 250] }]);
  // It traded once more two days ago and again just now: what it had cost stands for the time between, and the line is as long as the others.
  server.clock.at += 120_000;
  await server.database.query(
    `update minute_bars set minute = case minute when $2 then $2 - 2880 else minute end where instrument = $1`,
    [idOf('ZENITH'), quarter - 80 * 15],
  );
  await server.database.query(
    `insert into minute_bars (venue, instrument, minute, open, high, low, close, volume) values (1, $1, $2, $3, $3, $3, $3, 1)`,
    [idOf('ZENITH'), quarter - 15, 260_00],
  );
  const resumed = await server.call('GET /sparklines', { symbols: 'ZENITH,MERIT' }, { token: asha.token });
  expect(resumed.body.data).toEqual([
    { symbol: 'ZENITH', prices: [250, 260] },
    { symbol: 'MERIT', prices: [395, 399] },
  ]);
  // The clock is set back: what was made is not shown until it has come so far again.
  server.clock.at -= 1_800_000;
  await server.database.query('delete from minute_bars where instrument <> $1 or minute <> $2', [
    idOf('MERIT'),
    quarter - 80 * 15,
  ]);
  const setBack = await server.call('GET /sparklines', { symbols: 'MERIT' }, { token: asha.token });
  expect(setBack.body.data).toEqual([{ symbol: 'MERIT', prices: [395] }]);
  const unknown = await server.call('GET /sparklines', { symbols: 'MERIT,NOBODY' }, { token: asha.token });
  expect(unknown.status).toBe(404);
});
