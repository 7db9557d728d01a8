// A night in which the server was away: an intraday position is overdue, and its company has acted meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { dayStartAt, dayText, HOUR_MS, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { createLog } from '../log.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { MarketLoop } from './loop.ts';

let server: Trading;

beforeAll(async () => {
  server = await startTrading({ ZENITH: 100_00 });
});

afterAll(() => server.close());

/** Simulated traders who bid at the last price where nobody does, as those of a stock do that begin anew. */
const bidders = {
  step(engine: Engine, _generation: number, at: number) {
    const { book, quote } = engine.market('ZENITH')!;
    if (book.best('buy') === 0) engine.desk('ZENITH', at).place(-1, 'buy', quote.last, 100);
  },
  acted: () => {},
};

test('it is sold once somebody quotes the new shares, and nothing is tried before', async () => {
  const [asha, admin] = [await server.trader(100_000_00), await server.admin()];
  const { exchange, board, database: db, notices, clock } = server;
  const today = marketDay(clock.at) + 1;
  // Before 15:20: what is bought later is kept until the next day's.
  clock.at = dayStartAt(today) + 10 * HOUR_MS;
  server.quote('ZENITH', 'sell', 100_00, 6);
  const bought = await server.call(
    'POST /orders',
    { stock: 'ZENITH', type: 'BUY', quantity: 6, isIntraday: true },
    { token: asha.token },
  );
  expect(bought.body.data.status).toBe('COMPLETED');
  const tomorrow = today + 1;
  const split = { symbol: 'ZENITH', kind: 'split', from: 1, to: 2, effectiveDate: dayText(tomorrow) };
  expect((await server.call('POST /corporateActions', split, { token: admin.token })).status).toBe(201);

  clock.at = dayStartAt(tomorrow) + MINUTE_MS;
  const calendar = new TradingCalendar('always');
  const log = createLog({ logLevel: 'error' });
  const parts = { exchange, board, crowd: bidders, calendar, db, venue: VENUE, log, notices };
  const loop = new MarketLoop({ ...parts, onBeat: () => () => {}, onPhase: () => {} });
  await loop.start();
  const sales = async () => {
    const { orders } = (await server.call('GET /getOrders', {}, { token: asha.token })).body.data;
    return (orders as { type: string; status: string; quantity: number; averagePrice: number | null }[])
      .filter(({ type }) => type === 'SELL')
      .map(({ status, quantity, averagePrice }) => `${status} ${quantity} @ ${averagePrice}`);
  };
  try {
    await expect.poll(sales).not.toEqual([]);
  } finally {
    await loop.stop();
  }
  expect(await sales()).toEqual(['COMPLETED 12 @ 50']);
});
