// A wallet with Razorpay for one test file, and the requests of a browser and of a webhook. Afterwards the books must add up.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { RazorpayProvider } from '../../server/adapters/payment-razorpay.ts';
import { createLog } from '../../server/log.ts';
import { KEYS, type RazorpayPayment, RazorpayServer, type SignedNews } from '../razorpay-server.ts';
import { startTrading, type Trading } from '../trading.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
const log = createLog({ logLevel: 'silent' });

export let razorpay: RazorpayServer;
export let server: Trading;
beforeAll(async () => {
  razorpay = await RazorpayServer.start();
  server = await startTrading(undefined, adapter());
});
afterAll(async () => {
  await server.close();
  await razorpay.close();
});

type Trader = Awaited<ReturnType<Trading['trader']>>;
export let asha: Trader;
beforeEach(async () => {
  asha = await server.trader();
});
// No test in this file may leave the books wrong.
afterEach(async () => {
  razorpay.mend();
  razorpay.isBankRefusing = false;
  const admin = await server.admin();
  const proof = (await server.call('GET /ledger/verify', {}, { token: admin.token })).body.data;
  if (!proof.ok) throw new Error(JSON.stringify(proof));
});

export function adapter(given: { keyId?: string; keySecret?: string; apiUrl?: string } = {}): RazorpayProvider {
  const { keyId, keySecret, webhookSecret } = KEYS;
  const webhookSecrets = [webhookSecret, 'the-secret-before'];
  return new RazorpayProvider({
    keyId,
    keySecret,
    webhookSecrets,
    apiUrl: razorpay.url,
    log,
    patienceMs: 1_500,
    ...given,
  });
}

export const create = (input: object, who = asha) => server.call('POST /create-order', input, { token: who.token });
export const balance = async (who = asha) =>
  (await server.call('GET /portfolio', {}, { token: who.token })).body.data.balance as number;

export async function ordered(rupees = 500, who = asha): Promise<string> {
  const made = await create({ amount: rupees }, who);
  expect([made.status, made.body.data]).toMatchObject([201, { provider: 'razorpay', key: KEYS.keyId }]);
  return made.body.data.id;
}

/** An order that was made here and paid there, without any news of it yet. */
export const paid = async (rupees = 500, given: Partial<RazorpayPayment> = {}): Promise<RazorpayPayment> =>
  razorpay.pay(await ordered(rupees), given);

export function verify(
  payment: RazorpayPayment,
  given: object = {},
  { who = asha, key }: { who?: Trader; key?: string } = {},
) {
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = razorpay.receipt(payment);
  const receipt = { order_id: razorpay_order_id, payment_id: razorpay_payment_id, signature: razorpay_signature };
  return server.call(
    'POST /verify-payment',
    { ...receipt, ...given },
    { token: who.token, headers: key === undefined ? {} : { 'idempotency-key': key } },
  );
}

export async function deliver({ body, signature }: SignedNews, headers: Record<string, string> = {}): Promise<number> {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/webhooks/payment',
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature, ...headers },
    payload: body,
  });
  expect(reply.body).not.toMatch(/node_modules|\.ts:\d|secret/);
  return reply.statusCode;
}

export const captured = (payment: RazorpayPayment) => razorpay.news('payment.captured', payment);

async function row({ order_id }: { order_id: string }) {
  const { rows } = await server.database.query<{ id: number; status: string; deposits: number }>(
    `select p.id, p.status, (select count(*) from transfers t where t.kind = 'deposit' and t.reference = p.id) as deposits
     from payments p where p.provider_order = $1`,
    [order_id],
  );
  return rows[0];
}

export const statusOf = async (payment: { order_id: string }) => (await row(payment)).status;

/** Expects that it was credited once. */
export async function expectCredited(payment: RazorpayPayment, rupees = 500): Promise<void> {
  expect(await row(payment)).toMatchObject({ status: 'credited', deposits: 1 });
  expect(await balance()).toBe(rupees);
  expect(server.told.filter(({ account }) => account === asha.accountNo)).toHaveLength(1);
}

export async function expectNothing(payment: { order_id: string }): Promise<void> {
  expect((await row(payment)).deposits).toBe(0);
  expect(await balance()).toBe(0);
}

const HOUR = 60 * MINUTE;
/** What a lesson costs, in rupees. */
export const RATE = 500;

export async function lesson(): Promise<string> {
  const [desk, meera] = [await server.admin(), await server.instructor()];
  const at = server.clock.at + 2 * DAY;
  const made = await server.call(
    'POST /createSession',
    {
      instructor_name: 'Meera Iyer',
      instructor_email: meera.email,
      specialization: 'risk',
      hourly_rate: RATE,
      start_time: new Date(at).toISOString(),
      end_time: new Date(at + HOUR).toISOString(),
    },
    { token: desk.token },
  );
  return made.body.data.id;
}

export const purchased = async () => (await server.call('GET /getPurchased', {}, { token: asha.token })).body.data;

export async function bought(id: string): Promise<RazorpayPayment> {
  // The sum is the server's, whatever the client says.
  const made = await create({ course_id: id, amount: 1 });
  const payment = razorpay.pay(made.body.data.id);
  expect(payment.amount).toBe(RATE * 100);
  const reply = await verify(payment, { course_id: id, isCourse: true });
  expect(reply.body).toMatchObject({ success: true, message: 'Payment successful for course: Risk Management' });
  return payment;
}

export async function cancel(id: string): Promise<void> {
  const desk = await server.admin();
  const reply = await server.call('POST /cancelSession/{id}', { id, status: 'CANCELED' }, { token: desk.token });
  expect(reply.body.message).toBe('Session canceled successfully');
  await server.refunds.run();
}

export const refundOf = async () => (await purchased())[0].refund;
/** What has gone back of a payment, without what failed. */
export const sentBack = ({ id }: RazorpayPayment) =>
  [...razorpay.refunds.values()].filter(({ payment_id, status }) => payment_id === id && status === 'processed');
