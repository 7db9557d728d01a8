// The school on a real exchange for one test file: a desk, an instructor, a learner, and functions that plan, pay and cancel lessons.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { startTrading, type Trading } from '../trading.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type Caller = Awaited<ReturnType<Trading['trader']>>;

export let server: Trading;
export let desk: Caller;
export let meera: Caller;
export let asha: Caller;
beforeAll(async () => {
  server = await startTrading();
  desk = await server.admin();
});
afterAll(() => server.close());
beforeEach(async () => {
  meera = await server.instructor();
  asha = await server.trader();
});

export const iso = (fromNow: number): string => new Date(server.clock.at + fromNow).toISOString();

export const form = (given: object = {}) => ({
  instructor_name: 'Meera Iyer',
  instructor_email: meera.email,
  specialization: 'technical',
  hourly_rate: 500,
  start_time: iso(2 * DAY),
  end_time: iso(2 * DAY + HOUR),
  ...given,
});

export const create = (given: object = {}, who = desk) =>
  server.call('POST /createSession', form(given), { token: who.token });

export async function lesson(given: object = {}): Promise<string> {
  const reply = await create(given);
  expect([reply.status, reply.body.message]).toEqual([200, 'created successfully']);
  return reply.body.data.id;
}

export const order = (course_id: string, who = asha, given: object = {}) =>
  server.call('POST /create-order', { amount: 1, course_id, ...given }, { token: who.token });

interface Receipt {
  order_id: string;
  payment_id: string;
  signature: string;
}

/** Paid at the provider, and not yet verified. */
export async function pay(course_id: string, who = asha): Promise<Receipt> {
  const made = await order(course_id, who);
  expect(made.status).toBe(201);
  const paid = await server.call(
    'POST /sandbox/checkout',
    { order_id: made.body.data.id, method: 'upi', vpa: 'success@upi' },
    { token: who.token },
  );
  return paid.body.data;
}

export const verify = (receipt: Receipt, course_id: string, who = asha, given: object = {}) =>
  server.call('POST /verify-payment', { ...receipt, course_id, isCourse: true, ...given }, { token: who.token });

export async function buy(course_id: string, who = asha): Promise<void> {
  const reply = await verify(await pay(course_id, who), course_id, who);
  expect(reply.body).toMatchObject({ success: true, message: 'Payment successful for course: Technical Analysis' });
}

export const cancel = (id: string) =>
  server.call('POST /cancelSession/{id}', { id, status: 'CANCELED' }, { token: desk.token });
export const purchased = async (who = asha) =>
  (await server.call('GET /getPurchased', {}, { token: who.token })).body.data;
export const balance = async (who = asha) =>
  (await server.call('GET /portfolio', {}, { token: who.token })).body.data.balance;
export const told = (who: Caller) =>
  server.told.filter(({ account }) => account === who.accountNo).map(({ notification }) => notification.message);

/** The refund of the payment behind a receipt, as it is stored. */
export async function refundOf({ order_id }: Receipt) {
  const { rows } = await server.database.query<{ reason: string; provider_refund: string | null; tries: number }>(
    `select r.reason, r.provider_refund, r.tries from refunds r join payments p on p.id = r.payment
     where p.provider_order = $1`,
    [order_id],
  );
  return rows.at(0) ?? null;
}
