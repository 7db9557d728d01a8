// Traders and their orders on a real exchange for one test file.
import { afterAll, beforeAll, expect } from 'vitest';
import { startTrading, type Trading } from '../trading.ts';

export let server: Trading;
beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, ZENITH: 100_00, QUIET: 50_00, HALTED: 10_00 });
  await server.exchange.submit({ kind: 'set-halted', symbol: 'HALTED', isHalted: true });
});
afterAll(() => server.close());

export type Trader = Awaited<ReturnType<Trading['trader']>>;

export const place = (trader: Trader, order: unknown, key?: string) =>
  server.call('POST /orders', order, {
    token: trader.token,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
export const cancel = (trader: Trader, id: string, key?: string) =>
  server.call(
    'POST /cancelOrder/{id}',
    { id },
    { token: trader.token, headers: key === undefined ? {} : { 'idempotency-key': key } },
  );
export const get = (
  trader: Trader,
  name: 'GET /portfolio' | 'GET /getOrders' | 'GET /transactions' | 'GET /charges',
  input = {},
) => server.call(name, input, { token: trader.token });
export const story = async (trader: Trader, id: string) =>
  (await server.call('GET /orders/{id}/events', { id }, { token: trader.token })).body.data as {
    kind: string;
    text: string;
  }[];

export const buy = (quantity: number, more = {}) => ({
  stock: 'MERIT',
  type: 'BUY',
  orderType: 'MARKET',
  quantity,
  ...more,
});
export const sell = (quantity: number, more = {}) => ({ ...buy(quantity, more), type: 'SELL' });

/** A trader who holds `quantity` of MERIT and has the rest of `cash` left. */
export async function holder(quantity: number, cash = 1_000_000_00): Promise<Trader> {
  const trader = await server.trader(cash);
  server.quote('MERIT', 'sell', 400_00, quantity);
  const bought = await place(trader, buy(quantity));
  expect(bought.body.data).toMatchObject({ status: 'COMPLETED', filledQuantity: quantity });
  return trader;
}
