// Traders with a diary on a real exchange for one test file, and a clock that moves from day to day.
import { afterAll, beforeAll, expect } from 'vitest';
import { dayStartAt, dayText, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { startTrading, type Trading } from '../trading.ts';

export let server: Trading;
beforeAll(async () => {
  server = await startTrading({ ABC: 250_00, MERIT: 400_00 });
});
afterAll(() => server.close());

export type Trader = Awaited<ReturnType<Trading['trader']>>;

export const get = async (
  trader: Trader,
  name: 'GET /tradeDiary' | 'GET /diaryAnalytics' | 'GET /contractNote' | 'GET /profitReport',
  input: object = {},
) => {
  const { status, body } = await server.call(name, input, { token: trader.token });
  expect(status).toBe(200);
  return body.data;
};

export async function trade(
  trader: Trader,
  symbol: string,
  type: 'BUY' | 'SELL',
  quantity: number,
  price: number,
  more = {},
) {
  server.clear(symbol);
  server.mark(symbol, price);
  server.quote(symbol, type === 'BUY' ? 'sell' : 'buy', price, quantity);
  const { body } = await server.call(
    'POST /orders',
    { stock: symbol, type, quantity, ...more },
    { token: trader.token },
  );
  expect(body.data).toMatchObject({ status: 'COMPLETED', filledQuantity: quantity });
  return body.data.orderId as string;
}

/** Noon in India, or another hour, so many days later. */
export async function goToDay(days: number, hour = 12): Promise<void> {
  server.clock.at = dayStartAt(marketDay(server.clock.at) + days) + hour * 3_600_000;
  await server.exchange.submit({ kind: 'start-day', day: marketDay(server.clock.at) });
}

export const today = () => dayText(marketDay(server.clock.at));

/** Two round trips of ABC on four days: 150 bought in two lots, 120 sold, 70 bought, 100 sold. Returns the day of each. */
export async function tradeOnKnownDays(trader: Trader): Promise<string[]> {
  const steps = [
    ['BUY', 100, 250_00, 1],
    ['BUY', 50, 262_00, 0],
    ['SELL', 120, 270_00, 1],
    ['BUY', 70, 240_00, 1],
    ['SELL', 100, 255_00, 1],
  ] as const;
  const dates: string[] = [];
  for (const [type, quantity, price, days] of steps) {
    if (days > 0) await goToDay(days);
    server.clock.at += MINUTE_MS;
    dates.push(today());
    await trade(trader, 'ABC', type, quantity, price);
  }
  return dates;
}
