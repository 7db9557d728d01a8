// Which intraday positions are closed for their owners, and how often it is tried where nobody buys.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { dayStartAt, HOUR_MS, marketDay, MINUTE_MS } from '../../core/market/trading-hours.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { SquareOffs } from './square-off.ts';

const SECOND_MS = 1000;
const calendar = new TradingCalendar('always');
const squareOffAt = dayStartAt(marketDay(Date.now()) + 1) + 15 * HOUR_MS + 20 * MINUTE_MS;
const squareOffs = new SquareOffs();
let server: Trading;
let asha: Awaited<ReturnType<Trading['trader']>>;

beforeAll(async () => {
  server = await startTrading({ ZENITH: 100_00 }, null, calendar);
  asha = await server.trader(100_000_00);
});

afterAll(() => server.close());

async function place(asked: object): Promise<void> {
  const order = { stock: 'ZENITH', ...asked };
  const { body } = await server.call('POST /orders', order, { token: asha.token });
  expect(body.success, body.message).toBe(true);
}

/** What the market's loop does once a second, `seconds` after 15:20. */
async function look(seconds: number): Promise<void> {
  server.clock.at = squareOffAt + seconds * SECOND_MS;
  for (const command of await squareOffs.due(server.exchange, server.clock.at, calendar))
    await server.exchange.submit(command);
}

async function told(): Promise<string[]> {
  const reply = await server.call('GET /notifications', {}, { token: asha.token });
  const all = reply.body.data as { type: string; message: string }[];
  return all.filter(({ type }) => type === 'Square-off').map(({ message }) => message);
}

test('where nobody buys within reach it is told once, then sold minute by minute as buyers come', async () => {
  server.clock.at = squareOffAt - HOUR_MS;
  server.quote('ZENITH', 'sell', 100_00, 3);
  await place({ type: 'BUY', orderType: 'MARKET', quantity: 3, isIntraday: true });
  server.quote('ZENITH', 'buy', 94_95, 3);
  for (let second = 0; second < 100; second++) await look(second);
  expect(await told()).toEqual([expect.stringContaining('Nobody buys within 5% of the last price')]);
  server.quote('ZENITH', 'buy', 95_00, 1);
  await look(100);
  await look(101);
  expect(await told()).toHaveLength(2);
  server.quote('ZENITH', 'buy', 94_00, 9);
  await look(102);
  await look(159);
  expect(await told(), 'the minute is not over').toHaveLength(2);
  await look(160);
  expect((await told())[0]).toContain('Sold 2 ZENITH at ₹94.95.');
});

test('a loss in the evening is one cause more, and one sale', async () => {
  await look(161);
  server.clear('ZENITH');
  server.mark('ZENITH', 100_00);
  server.clock.at = squareOffAt + HOUR_MS;
  server.quote('ZENITH', 'sell', 100_00, 2);
  await place({ type: 'BUY', orderType: 'MARKET', quantity: 2, isIntraday: true });
  server.mark('ZENITH', 83_00);
  server.clock.at = squareOffAt + 25 * HOUR_MS;
  const due = await squareOffs.due(server.exchange, server.clock.at, calendar);
  expect(due).toEqual([{ kind: 'square-off', account: asha.accountNo, symbol: 'ZENITH', cause: 'loss' }]);
});
