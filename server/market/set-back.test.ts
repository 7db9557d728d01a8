// After a restart by a clock that is behind what is stored: charts show what is traded now, and nothing of it is lost later.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayStartAt, HOUR_MS, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { openVenue, VENUE } from '../../tests/trading-venue.ts';
import type { TradingVenue } from '../../tests/trading-venue.ts';
import { Exchange } from '../exchange/exchange.ts';
import type { Log } from '../log.ts';
import { closeDays, readMinutes, saveMinutes } from './bars-store.ts';
import { ChartBars } from './chart-bars.ts';

let server: TradingVenue;
let merit: number;
let today: number;
beforeEach(async () => {
  server = await openVenue({ MERIT: 400_00 });
  merit = await server.exchange.read((engine) => engine.market('MERIT')!.instrument.id);
  today = marketDay(server.clock.at);
});
afterEach(async () => {
  await server.exchange.close();
  await server.database.close();
});

/** A trade of so many shares in the minute that begins then. */
const trade = (at: number, price: number, volume: number): Promise<void> =>
  saveMinutes(server.database, VENUE, [
    { instrument: merit, minute: at / MINUTE_MS, open: price, high: price, low: price, close: price, volume },
  ]);

function openCharts(): ChartBars {
  const { database: db, exchange, board, now } = server;
  return new ChartBars({ db, venue: VENUE, exchange, board, now });
}

const timesOf = async (charts: ChartBars): Promise<number[]> => {
  const text = await charts.json({ symbol: 'MERIT', interval: '1m', from: dayStartAt(today) / 1000 });
  return (JSON.parse(text) as { timestamp: number }[]).map(({ timestamp }) => timestamp * 1000);
};

test('by some hours: each new minute is shown at once', async () => {
  // Not in the first minutes of an hour: the one before it counts as over.
  server.clock.at += 10 * MINUTE_MS;
  const { at } = server.clock;
  for (let hour = 0; hour < 3; hour++) await trade(at + hour * HOUR_MS, 400_00, 1);
  const charts = openCharts();
  expect(await timesOf(charts)).toEqual([at]);
  await trade(at - MINUTE_MS, 401_00, 1);
  expect(await timesOf(charts)).toEqual([at - MINUTE_MS, at]);
});

test('by a day: each new minute is shown at once, and stays when its day is closed once more', async () => {
  const { at } = server.clock;
  await trade(at - 5 * MINUTE_MS, 390_00, 2);
  await trade(at - 4 * MINUTE_MS, 391_00, 3);
  // The clock leaps into the next day, and is set right before a restart.
  await closeDays(server.database, VENUE, today + 1);
  await server.exchange.submit({ kind: 'start-day', day: today + 1 });
  await trade(at + 24 * HOUR_MS, 400_00, 1);
  const charts = openCharts();
  const before = [at - 5 * MINUTE_MS, at - 4 * MINUTE_MS];
  expect(await timesOf(charts)).toEqual(before);
  await trade(at - 2 * MINUTE_MS, 401_00, 4);
  expect(await timesOf(charts)).toEqual([...before, at - 2 * MINUTE_MS]);
  // The rest of the minute in which the clock leapt.
  await trade(at - 4 * MINUTE_MS, 389_00, 5);
  await closeDays(server.database, VENUE, today + 2);
  const kept = await readMinutes(server.database, VENUE, merit, dayStartAt(today), at);
  expect(kept.map(({ startAt }) => startAt)).toEqual([...before, at - 2 * MINUTE_MS]);
  expect(kept[1]).toMatchObject({ open: 391_00, high: 391_00, low: 389_00, close: 389_00, volume: 8 });
});

test('a start says so once, where it is more than a correction of the clock', async () => {
  const { database: db, clock } = server;
  const startAt = async (at: number): Promise<number[]> => {
    const told: number[] = [];
    const log = { warn: ({ aheadSeconds }: { aheadSeconds: number }) => void told.push(aheadSeconds) };
    const nothing = (): void => {};
    const parts = { db, venue: VENUE, log: log as unknown as Log, onTrade: nothing, onLost: nothing };
    const exchange = await Exchange.open({ ...parts, now: () => at });
    await exchange.submit({ kind: 'open-account', account: 1 });
    await exchange.close();
    return told;
  };
  await server.exchange.close();
  expect(await startAt(clock.at - 30_000)).toEqual([]);
  expect(await startAt(clock.at - 3 * HOUR_MS)).toEqual([10_800]);
});
