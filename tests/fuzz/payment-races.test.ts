// A page that verifies its payment at the same moment as the provider's webhook, and orders of one wallet: fifty with their last bytes at one moment.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RazorpayProvider } from '../../server/adapters/payment-razorpay.ts';
import { createLog } from '../../server/log.ts';
import { KEYS, RazorpayServer } from '../razorpay-server.ts';
import { startTrading } from '../trading.ts';
import type { Trading } from '../trading.ts';
import { allAtOnce } from './last-byte.ts';
import type { RawRequest } from './last-byte.ts';

const ROUNDS = Math.min(200, Math.max(3, Math.floor(Number(process.env.FUZZ_RUNS ?? 0) / 10)));
const MANY = 50;
const rounds = Array.from({ length: ROUNDS }, (_, round) => round + 1);

let razorpay: RazorpayServer;
let server: Trading;
let port: number;

beforeAll(async () => {
  razorpay = await RazorpayServer.start();
  const { keyId, keySecret, webhookSecret } = KEYS;
  const log = createLog({ logLevel: 'silent' });
  const keys = { keyId, keySecret, webhookSecrets: [webhookSecret] };
  server = await startTrading(
    undefined,
    new RazorpayProvider({ ...keys, apiUrl: razorpay.url, log, patienceMs: 5_000 }),
  );
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});

afterAll(async () => {
  await server.close();
  await razorpay.close();
});

test.each(rounds)('round %d: verification against the webhook of the same payment: one credit', async () => {
  const asha = await server.trader();
  const made = await server.call('POST /create-order', { amount: 500 }, { token: asha.token });
  const payment = razorpay.pay(made.body.data.id);
  const receipt = razorpay.receipt(payment);
  const verification: RawRequest = {
    path: '/verify-payment',
    headers: { authorization: `Bearer ${asha.token}` },
    body: JSON.stringify({
      order_id: receipt.razorpay_order_id,
      payment_id: receipt.razorpay_payment_id,
      signature: receipt.razorpay_signature,
    }),
  };
  const news = (event: string): RawRequest => {
    const { body, signature } = razorpay.news(event, payment);
    return { path: '/webhooks/payment', headers: { 'x-razorpay-signature': signature }, body };
  };
  const each = [verification, news('payment.captured'), verification, news('order.paid')];
  const replies = await allAtOnce(
    port,
    Array.from({ length: MANY }, (_, number) => each[number % each.length]),
  );
  // While one of them credits, the provider may be told to come again; a page always gets the final answer.
  for (const [index, { status, body }] of replies.entries())
    expect([status, body]).toEqual(
      each[index % each.length] === verification
        ? [200, expect.stringContaining('"success":true')]
        : [expect.toSatisfy((code: number) => code === 200 || code === 503), body],
    );
  const { rows } = await server.database.query<{ status: string; deposits: number }>(
    `select p.status, (select count(*) from transfers t where t.kind = 'deposit' and t.reference = p.id) as deposits
     from payments p where p.provider_order = $1`,
    [payment.order_id],
  );
  expect(rows).toEqual([{ status: 'credited', deposits: 1 }]);
  expect((await server.call('GET /portfolio', {}, { token: asha.token })).body.data.balance).toBe(500);
  expect(server.told.filter(({ account }) => account === asha.accountNo)).toHaveLength(1);
});

test.each(rounds)(
  'round %d: buys of one wallet, whose last bytes come together: what it pays for, and no more',
  async () => {
    const asha = await server.trader(10_000_00);
    const body = JSON.stringify({ stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 4, price: 390 });
    const order: RawRequest = { path: '/orders', headers: { authorization: `Bearer ${asha.token}` }, body };
    const replies = await allAtOnce(
      port,
      Array.from({ length: MANY }, () => order),
    );
    // 4 shares at 390.00 and 1 % with 5.00: 1,580.60 each, and 10,000.00 pays for six.
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(MANY - 6);
  },
);

test.each(rounds)('round %d: one order under one key, fifty times at one moment: one order', async (round) => {
  const asha = await server.trader(10_000_00);
  const body = JSON.stringify({ stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 390 });
  const headers = { authorization: `Bearer ${asha.token}`, 'idempotency-key': `one-${round}` };
  const replies = await allAtOnce(
    port,
    Array.from({ length: MANY }, () => ({ path: '/orders', headers, body })),
  );
  const definite = replies.filter(({ status }) => status === 200);
  expect(definite.length).toBeGreaterThan(0);
  expect(new Set(definite.map((reply) => reply.body)).size).toBe(1);
  for (const { status } of replies) expect([200, 409]).toContain(status);
  const { rows } = await server.database.query('select 1 from orders where account = $1', [asha.accountNo]);
  expect(rows).toHaveLength(1);
});

test('after all of it the books add up', async () => {
  const { body } = await server.call('GET /ledger/verify', {}, { token: (await server.admin()).token });
  expect(body.data).toMatchObject({ ok: true });
});
