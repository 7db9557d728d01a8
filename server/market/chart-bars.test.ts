// Bars that are kept: always those that the tables would give, whatever span is asked for, and new ones after a split.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aggregateBars } from '../../core/market/bars.ts';
import { DAY_MS, dayStartAt, dayText, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { Random } from '../../tests/simulation/random.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import type { Queryable } from '../db/open.ts';
import { dueActions } from '../exchange/corporate-actions.ts';
import { closeDays, readDays, readMinutes, saveDays, saveMinutes, savePages } from './bars-store.ts';
import { ChartBars } from './chart-bars.ts';
import { PastBars } from './past-bars.ts';
import { presentBar } from './present.ts';

const DAYS = 5;
const INTERVALS = ['1m', '5m', '15m', '1h'] as const;

let server: Trading;
let merit: number;
let today: number;
/** Statements about bars of past days, made through the last `watched` database. */
let asked: string[];
let charts: ChartBars;

beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00 });
  today = marketDay(server.clock.at);
  merit = await server.exchange.read((engine) => engine.market('MERIT')!.instrument.id);
  const random = new Random(7);
  for (let day = today - DAYS; day < today; day++) {
    const minutes = Array.from({ length: 1440 }, (_, minute) => minute).filter(() => random.next() < 0.3);
    const price = () => minutes.map(() => 400_00 + Math.floor(random.next() * 500));
    const bars = { open: price(), high: price(), low: price(), close: price(), volume: minutes };
    await savePages(server.database, VENUE, [{ instrument: merit, day, minutes, bars }]);
    await saveDays(server.database, VENUE, [
      { instrument: merit, day, open: day, high: day + 5, low: day - 5, close: day + 1, volume: 10 },
    ]);
  }
  const now = Math.floor(server.clock.at / MINUTE_MS);
  await saveMinutes(
    server.database,
    VENUE,
    Array.from({ length: 200 }, (_, n) => {
      const minute = now - 201 + n;
      return { instrument: merit, minute, open: 401_00 + n, high: 402_00 + n, low: 400_00, close: 401_50, volume: 3 };
    }),
  );
  charts = openCharts();
});
afterAll(() => server.close());

/** The database, which from now on notes in `asked` what it is asked about past days. */
function watched(): Queryable {
  asked = [];
  return {
    query: (query, values) => {
      const text = String(query);
      if (/from (minute_pages|daily_bars)/.test(text)) asked.push(text);
      return server.database.query(query, values);
    },
  };
}

function openCharts(now: () => number = server.now): ChartBars {
  const { exchange, board } = server;
  return new ChartBars({ db: watched(), venue: VENUE, exchange, board, now });
}

const secondOf = (at: number): number => Math.floor(at / 1000);

async function fromTables(interval: (typeof INTERVALS)[number], from: number, to: number) {
  const minutes = await readMinutes(server.database, VENUE, merit, from * 1000, to * 1000);
  return aggregateBars(minutes, interval).map(presentBar);
}

test('of any span exactly the bars that its minutes make', async () => {
  const random = new Random(11);
  const begin = dayStartAt(today - DAYS - 1);
  const someSecond = () => secondOf(begin + random.next() * (server.clock.at - begin));
  for (let n = 0; n < 120; n++) {
    const interval = INTERVALS[n % INTERVALS.length];
    const [from, to] = [someSecond(), someSecond()].sort((one, other) => one - other);
    // Every other one begins and ends where bars do, as charts ask.
    const span = n % 8 < 4 ? { from, to } : { from: from - (from % 3600) + 1800, to: to - (to % 3600) + 1799 };
    const bars: unknown = JSON.parse(await charts.json({ symbol: 'MERIT', interval, ...span }));
    expect(bars, JSON.stringify({ interval, ...span })).toEqual(await fromTables(interval, span.from, span.to));
  }
});

test('days that are over are read once, and shared by those who ask meanwhile', async () => {
  const from = secondOf(dayStartAt(today - DAYS));
  const to = secondOf(dayStartAt(today)) - 1;
  const ask = (interval: (typeof INTERVALS)[number] | '1D') => charts.json({ symbol: 'MERIT', interval, from, to });
  charts = openCharts();
  const first = await Promise.all([ask('1m'), ask('1m'), ask('1D'), ask('1D')]);
  expect(asked).toHaveLength(2);
  expect(await Promise.all([ask('1m'), ask('1m'), ask('1D'), ask('1D')])).toEqual(first);
  expect(asked).toHaveLength(2);
  expect(JSON.parse(first[2])).toHaveLength(DAYS);
});

test('hours of the running day that are over are read once, and the running one every time', async () => {
  const from = secondOf(dayStartAt(today));
  const ask = async (interval: (typeof INTERVALS)[number]) => {
    const bars: unknown = JSON.parse(await charts.json({ symbol: 'MERIT', interval, from }));
    expect(bars).toEqual(await fromTables(interval, from, secondOf(server.clock.at)));
    return bars as unknown[];
  };
  charts = openCharts();
  const minutes = await ask('1m');
  // The hours that are over, and the running one.
  expect(asked).toHaveLength(2);
  const now = Math.floor(server.clock.at / MINUTE_MS);
  const next = { instrument: merit, minute: now - 1, open: 1, high: 1, low: 1, close: 1, volume: 1 };
  await saveMinutes(server.database, VENUE, [next]);
  expect(await ask('1m')).toHaveLength(minutes.length + 1);
  expect(asked).toHaveLength(3);
  await ask('15m');
});

test('a clock that was set back hides no bars that the market has made since', async () => {
  const early = openCharts(() => server.clock.at - 2 * 60 * MINUTE_MS);
  const from = secondOf(server.clock.at - 3 * 60 * MINUTE_MS);
  for (const interval of INTERVALS) {
    const bars: unknown = JSON.parse(await early.json({ symbol: 'MERIT', interval, from }));
    expect(bars).toEqual(await fromTables(interval, from, secondOf(server.clock.at)));
  }
});

test('one that cannot be read is read again', async () => {
  let isAway = true;
  const { database, exchange, board, now } = server;
  const db: Queryable = {
    query: (query, values) => (isAway ? Promise.reject(new Error('away')) : database.query(query, values)),
  };
  const broken = new ChartBars({ db, venue: VENUE, exchange, board, now });
  await expect(broken.json({ symbol: 'MERIT', interval: '1D' })).rejects.toThrow('away');
  isAway = false;
  expect(JSON.parse(await broken.json({ symbol: 'MERIT', interval: '1D' }))).toHaveLength(DAYS);
});

test('no more is kept than allowed, the least recently used not at all', async () => {
  // A day of minutes has some 430 bars of 90 letters.
  const past = new PastBars(watched(), VENUE, 100_000);
  const standpoint = { instrument: merit, day: today, generation: 1 };
  const ask = (day: number) =>
    past.minutes(standpoint, '1m', { fromAt: dayStartAt(day), endAt: dayStartAt(day + 1), each: DAY_MS }, presentBar);
  for (const day of [today - 3, today - 2, today - 2, today - 3]) await ask(day);
  expect(asked).toHaveLength(2);
  await ask(today - 1);
  await ask(today - 3);
  expect(asked).toHaveLength(3);
  await ask(today - 2);
  expect(asked).toHaveLength(4);
});

test('days without bars take room, too', async () => {
  const past = new PastBars(watched(), VENUE, 100_000);
  const standpoint = { instrument: merit, day: today, generation: 1 };
  const ask = (day: number) =>
    past.minutes(standpoint, '1h', { fromAt: dayStartAt(day), endAt: dayStartAt(day + 90), each: DAY_MS }, presentBar);
  // 285 days fit: three requests, and not the fourth.
  for (const day of [1_000, 1_090, 1_180, 1_000]) await ask(day);
  expect(asked).toHaveLength(3);
  await ask(1_270);
  await ask(1_090);
  expect(asked).toHaveLength(5);
});

test('minutes on their way into the page of their day are not missed, and then not kept as they were', async () => {
  const minute = (at: number) => Math.floor(at / MINUTE_MS);
  const yesterday = today;
  server.clock.at = dayStartAt(yesterday + 1) + 500;
  await server.exchange.submit({ kind: 'start-day', day: yesterday + 1 });
  today = yesterday + 1;
  const ask = async () => {
    const [from, to] = [secondOf(dayStartAt(yesterday)), secondOf(dayStartAt(today)) - 1];
    const bars: unknown = JSON.parse(await charts.json({ symbol: 'MERIT', interval: '1m', from, to }));
    expect(bars).toEqual(await fromTables('1m', from, to));
    return (bars as unknown[]).length;
  };
  const before = await ask();
  const late = {
    instrument: merit,
    minute: minute(dayStartAt(today)) - 1,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: 1,
  };
  await saveMinutes(server.database, VENUE, [late]);
  expect(await ask()).toBe(before + 1);
  await closeDays(server.database, VENUE, today);
  expect(await ask()).toBe(before + 1);
  const days = JSON.parse(await charts.json({ symbol: 'MERIT', interval: '1D' })) as unknown[];
  expect(days).toHaveLength(DAYS + 1);
});

test('a day is closed stock by stock: what was done before the database failed stays done', async () => {
  const bar = {
    minute: Math.floor(dayStartAt(today + 1) / MINUTE_MS) - 1,
    open: 7,
    high: 7,
    low: 7,
    close: 7,
    volume: 7,
  };
  const stocks = [merit, merit + 1, merit + 2];
  await saveMinutes(
    server.database,
    VENUE,
    stocks.map((instrument) => ({ instrument, ...bar })),
  );
  const waiting = async () => {
    const sql = 'select count(*) as count from minute_bars where venue = $1 and minute = $2';
    return (await server.database.query<{ count: number }>(sql, [VENUE, bar.minute])).rows[0].count;
  };
  let statements = 0;
  const failing = {
    query: (...asked: Parameters<typeof server.database.query>) =>
      ++statements > 2 ? Promise.reject(new Error('the database is away')) : server.database.query(...asked),
  };
  await expect(closeDays(failing as typeof server.database, VENUE, today + 1)).rejects.toThrow('away');
  expect(await waiting()).toBe(stocks.length - 1);
  await closeDays(server.database, VENUE, today + 1);
  expect(await waiting()).toBe(0);
});

test('a split restates what was kept', async () => {
  const admin = await server.admin();
  const [from, to] = [secondOf(dayStartAt(today - 3)), secondOf(dayStartAt(today - 2)) - 1];
  const ask = async (interval: '15m' | '1D'): Promise<{ open: number; volume: number }[]> =>
    JSON.parse(await charts.json({ symbol: 'MERIT', interval, from, to })) as { open: number; volume: number }[];
  const before = [await ask('15m'), await ask('1D')];
  const split = { symbol: 'MERIT', kind: 'split', from: 1, to: 2, effectiveDate: dayText(today + 1) };
  expect((await server.call('POST /corporateActions', split, { token: admin.token })).status).toBe(201);
  server.clock.at += DAY_MS;
  const actions = await dueActions(server.database, VENUE, today + 1);
  await server.exchange.submit({ kind: 'start-day', day: today + 1, actions });
  const after = [await ask('15m'), await ask('1D')];
  expect(after.map(({ length }) => length)).toEqual(before.map(({ length }) => length));
  for (const [n, bars] of before.entries())
    for (const [place, { open, volume }] of bars.entries()) {
      expect(after[n][place].volume).toBe(2 * volume);
      expect(Math.abs(2 * after[n][place].open - open)).toBeLessThanOrEqual(0.02);
    }
  const stored = await readDays(server.database, VENUE, merit, { fromDay: today - 3, toDay: today - 3, limit: 1 });
  expect(after[1]).toEqual(stored.map(presentBar));
});
