// A lesson has as many places as its call has seats: none is sold twice, each is given back with the money, and the books stay true whatever happens at once.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KEYS, RazorpayServer } from '../../tests/razorpay-server.ts';
import type { RazorpayPayment, SignedNews } from '../../tests/razorpay-server.ts';
import { SEATS, startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { RazorpayProvider } from '../adapters/payment-razorpay.ts';
import { createLog } from '../log.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const log = createLog({ logLevel: 'silent' });

type Person = Awaited<ReturnType<Trading['trader']>>;

let razorpay: RazorpayServer;
let server: Trading;
let desk: Person;
beforeAll(async () => {
  razorpay = await RazorpayServer.start();
  const { keyId, keySecret, webhookSecret } = KEYS;
  const webhookSecrets = [webhookSecret];
  const outside = new RazorpayProvider({
    keyId,
    keySecret,
    webhookSecrets,
    apiUrl: razorpay.url,
    log,
    patienceMs: 4000,
  });
  server = await startTrading(undefined, outside);
  desk = await server.admin();
});
afterAll(async () => {
  await server.close();
  await razorpay.close();
});
afterEach(async () => {
  const proof = (await server.call('GET /ledger/verify', {}, { token: desk.token })).body.data;
  if (!proof.ok) throw new Error(JSON.stringify(proof));
});

let id: string;
beforeEach(async () => {
  id = await lesson(500);
});

/** Tokens by address. */
const teachers = new Map<string, string>();

async function lesson(hourly_rate: number): Promise<string> {
  const at = server.clock.at + 2 * DAY;
  const meera = await server.instructor();
  teachers.set(meera.email, meera.token);
  const form = {
    instructor_name: 'Meera Iyer',
    instructor_email: meera.email,
    specialization: 'risk',
    hourly_rate,
    start_time: new Date(at).toISOString(),
    end_time: new Date(at + HOUR).toISOString(),
  };
  return (await server.call('POST /createSession', form, { token: desk.token })).body.data.id;
}

const traders = (count: number) => Promise.all(Array.from({ length: count }, () => server.trader()));

/** This many seats are taken. */
async function fill(course: string, count: number): Promise<Person[]> {
  const learners = await traders(count);
  await server.database.query(
    `insert into enrolments (lesson, account, user_id, enrolled_at)
     select l.id, u.account_no, u.id, 0 from lessons l, users u where l.public_id = $1::uuid and u.id = any ($2::uuid[])`,
    [course, learners.map((learner) => learner.id)],
  );
  return learners;
}

const order = (who: Person, course_id = id) => server.call('POST /create-order', { course_id }, { token: who.token });

async function paid(who: Person): Promise<RazorpayPayment> {
  const made = await order(who);
  expect(made.status).toBe(201);
  return razorpay.pay(made.body.data.id);
}

function verify(who: Person, payment: RazorpayPayment) {
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = razorpay.receipt(payment);
  const receipt = { order_id: razorpay_order_id, payment_id: razorpay_payment_id, signature: razorpay_signature };
  return server.call('POST /verify-payment', { ...receipt, course_id: id, isCourse: true }, { token: who.token });
}

const deliver = ({ body, signature }: SignedNews) =>
  server.app.inject({
    method: 'POST',
    url: '/webhooks/payment',
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature },
    payload: body,
  });

const told = (who: Person) =>
  server.told.filter(({ account }) => account === who.accountNo).map(({ notification }) => notification.message);

const owns = async (who: Person) =>
  (await server.call('GET /getPurchased', {}, { token: who.token })).body.data.some(
    (own: { id: string }) => own.id === id,
  );

const card = async (who: Person, course = id) =>
  (await server.call('GET /getLesson/{id}', { id: course }, { token: who.token })).body.data;

const SOLD_OUT = 'This lesson is sold out.';
const GONE =
  'The last seat in “Risk Management” was taken before your payment arrived: ₹500.00 goes back to where it came from.';
const SENT = '₹500.00 for “Risk Management” has been sent back to where it came from.';

describe('the last seat', () => {
  test('twenty have paid, told by the page and by the provider at once: one sale, nineteen refunds', async () => {
    await fill(id, SEATS - 1);
    const buyers = await traders(20);
    const payments = await Promise.all(buyers.map(paid));
    await Promise.all(
      buyers.flatMap((buyer, index) => {
        const payment = payments[index];
        const byPage = () => verify(buyer, payment);
        const byNews = () => deliver(razorpay.news('payment.captured', payment));
        return index % 3 === 0 ? [byPage()] : index % 3 === 1 ? [byNews()] : [byNews(), byPage()];
      }),
    );
    // On a machine that is far too busy one may have given up waiting for the lesson: that is finished later.
    await server.wallet.recover();
    const owners = await Promise.all(buyers.map(owns));
    expect(owners.filter(Boolean)).toHaveLength(1);
    for (const [index, buyer] of buyers.entries()) {
      const back = [...razorpay.refunds.values()].filter(({ payment_id }) => payment_id === payments[index].id);
      expect(back.map(({ amount }) => amount)).toEqual(owners[index] ? [] : [500_00]);
      if (owners[index]) expect(told(buyer)).toEqual([expect.stringMatching(/^You have bought “Risk Management”\./)]);
      else expect(told(buyer)).toEqual([GONE, SENT]);
    }
    const row = await server.call('GET /getSessionById/{id}', { id }, { token: desk.token });
    expect(row.body.data).toMatchObject({ enrolled: SEATS, seats: SEATS, earned: 500, refundsDue: 0 });
    // Repeated, the page gets the same answer.
    const loser = owners.indexOf(false);
    expect((await verify(buyers[loser], payments[loser])).body).toMatchObject({ success: false, message: GONE });
  });

  test('a free lesson: twenty at once for two seats', async () => {
    const free = await lesson(0);
    await fill(free, SEATS - 2);
    const enrol = ({ token }: Person) => server.call('POST /enrol/{id}', { id: free }, { token });
    const replies = await Promise.all(
      (await traders(20)).map(async (who) => {
        let reply = await enrol(who);
        // On a machine that is far too busy one may have given up waiting for the lesson, and asks again as the reply says.
        for (let again = 0; reply.status === 503 && again < 20; again++) reply = await enrol(who);
        return reply;
      }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200))
      expect([status, body.message, body.error?.code]).toEqual([409, SOLD_OUT, 'sold-out']);
  });
});

test('sold out: nobody can begin to pay, the page says why, and people with a seat keep it', async () => {
  const [first] = await fill(id, SEATS);
  const [late] = await traders(1);
  const before = await server.stateHash();
  const reply = await order(late);
  expect([reply.status, reply.body.message, reply.body.error?.code]).toEqual([409, SOLD_OUT, 'sold-out']);
  expect(await server.stateHash()).toBe(before);
  expect(await card(late)).toMatchObject({ enrolled: SEATS, seats: SEATS, notForSale: SOLD_OUT, part: 'visitor' });
  expect(await card(first)).toMatchObject({ part: 'learner', notForSale: 'You have this lesson already.' });
  expect(await server.learn.admission(id, first.accountNo)).toMatchObject({ part: 'learner' });
});

test('places sold before there was a limit stay sold', async () => {
  const learners = await fill(id, SEATS + 3);
  expect(await card(learners.at(-1)!)).toMatchObject({ enrolled: SEATS + 3, seats: SEATS, part: 'learner' });
  const [late] = await traders(1);
  expect((await order(late)).status).toBe(409);
});

test('a person who leaves frees a seat; a second payment by a person with a seat takes no other seat', async () => {
  const [twice] = await traders(1);
  const [first, second] = [await paid(twice), await paid(twice)];
  const [gone] = await fill(id, SEATS - 1);
  expect((await verify(twice, first)).body.success).toBe(true);
  expect((await verify(twice, second)).body.message).toMatch(/^You had a place in .* already/);
  const [late] = await traders(1);
  expect((await order(late)).body.message).toBe(SOLD_OUT);
  await server.database.query('update users set deleted_at = $2 where id = $1', [gone.id, server.clock.at]);
  expect((await verify(late, await paid(late))).body.success).toBe(true);
  expect(await card(late)).toMatchObject({ enrolled: SEATS });
  const { rows } = await server.database.query<{ email: string }>(
    'select instructor_email as email from lessons where public_id = $1::uuid',
    [id],
  );
  const token = teachers.get(rows[0].email)!;
  const taught = (await server.call('GET /getAssigned', {}, { token })).body;
  expect([taught.data[0].learners.length, taught.summary.learners]).toEqual([SEATS, SEATS]);
});

describe('sent back by the operator at the provider', () => {
  const refund = (payment: RazorpayPayment, amount = payment.amount) => {
    const made = { id: `rfnd_${payment.id}_${amount}`, payment_id: payment.id, amount, status: 'processed' as const };
    razorpay.refunds.set(made.id, made);
    return deliver(razorpay.refundNews('refund.processed', made));
  };

  test('the seat is given up, once, and can be sold again', async () => {
    await fill(id, SEATS - 1);
    const [ravi, late] = await traders(2);
    const [payment, hers] = [await paid(ravi), await paid(late)];
    await verify(ravi, payment);
    expect((await refund(payment, 100)).statusCode).toBe(200);
    expect(await owns(ravi)).toBe(true);
    await Promise.all([refund(payment), refund(payment), refund(payment)]);
    expect(await owns(ravi)).toBe(false);
    expect(await server.learn.admission(id, ravi.accountNo)).toBe(null);
    expect(told(ravi).slice(1)).toEqual([
      'Your purchase of “Risk Management” has been canceled: ₹500.00 has been sent back to where it came from.',
    ]);
    // A repeated webhook about the payment does not bring it back.
    await deliver(razorpay.news('payment.captured', payment));
    expect([await owns(ravi), (await verify(ravi, payment)).body.success]).toEqual([false, false]);
    expect((await verify(late, hers)).body.success).toBe(true);
    const row = await server.call('GET /getSessionById/{id}', { id }, { token: desk.token });
    expect(row.body.data).toMatchObject({ enrolled: SEATS, earned: 500 });
  });

  test('at the moment the lesson is canceled: one refund, one sentence of it', async () => {
    const [ravi] = await traders(1);
    const payment = await paid(ravi);
    await verify(ravi, payment);
    const cancel = server.call('POST /cancelSession/{id}', { id, status: 'CANCELED' }, { token: desk.token });
    const [canceled] = await Promise.all([cancel, refund(payment)]);
    expect(canceled.status).toBe(200);
    await server.refunds.run();
    const { rows } = await server.database.query<{ refunds: number }>(
      `select count(*) as refunds from refunds r join payments p on p.id = r.payment
       where p.provider_payment = $1 and r.refunded_at is not null`,
      [payment.id],
    );
    expect(rows).toEqual([{ refunds: 1 }]);
  });

  test('of a lesson that is over: the money is noted, the place stays what it was', async () => {
    const [ravi] = await traders(1);
    const payment = await paid(ravi);
    await verify(ravi, payment);
    server.clock.at += 3 * DAY;
    await refund(payment);
    expect([await owns(ravi), told(ravi).at(-1)]).toEqual([true, SENT]);
  });
});
