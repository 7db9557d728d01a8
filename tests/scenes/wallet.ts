// A wallet with the built-in provider for one test file. Afterwards the books must add up.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startTrading, type Trading } from '../trading.ts';

export let server: Trading;
beforeAll(async () => {
  server = await startTrading();
});
afterAll(() => server.close());

// No test in this file may leave the books wrong.
afterEach(async () => {
  const admin = await server.admin();
  const proof = (await server.call('GET /ledger/verify', {}, { token: admin.token })).body.data;
  if (!proof.ok) throw new Error(JSON.stringify(proof));
});

export type Trader = Awaited<ReturnType<Trading['trader']>>;
export type Receipt = { order_id: string; payment_id: string; signature: string };

export const UPI = { method: 'upi', vpa: 'success@upi' };
export const CARD = { number: '4111 1111 1111 1111', expiry: '12/99', cvv: '123', name: 'Asha' };

export const order = (trader: Trader, input: unknown) =>
  server.call('POST /create-order', input, { token: trader.token });
export const checkout = (trader: Trader, input: object) =>
  server.call('POST /sandbox/checkout', input, { token: trader.token });
export const verify = (trader: Trader, receipt: unknown) =>
  server.call('POST /verify-payment', receipt, { token: trader.token });
export const balance = async (trader: Trader) =>
  (await server.call('GET /portfolio', {}, { token: trader.token })).body.data.balance as number;

export async function pay(trader: Trader, rupees: number): Promise<Receipt> {
  const made = await order(trader, { amount: rupees });
  expect(made).toMatchObject({ status: 201 });
  const paid = await checkout(trader, { order_id: made.body.data.id, ...UPI });
  expect(paid).toMatchObject({ status: 200 });
  return paid.body.data as Receipt;
}
