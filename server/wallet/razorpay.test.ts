// Payments through Razorpay's own library against a server that speaks its protocol: whatever fails, repeats or comes in another order, each payment is credited exactly once.
import { createHmac } from 'node:crypto';
import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KEYS, RazorpayServer } from '../../tests/razorpay-server.ts';
import type { Fault, RazorpayPayment, SignedNews } from '../../tests/razorpay-server.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { RazorpayProvider } from '../adapters/payment-razorpay.ts';
import { SandboxProvider } from '../adapters/payment-sandbox.ts';
import { createLog } from '../log.ts';
import { Providers } from './providers.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const log = createLog({ logLevel: 'silent' });

let razorpay: RazorpayServer;
let server: Trading;
beforeAll(async () => {
  razorpay = await RazorpayServer.start();
  server = await startTrading(undefined, adapter());
});
afterAll(async () => {
  await server.close();
  await razorpay.close();
});

type Trader = Awaited<ReturnType<Trading['trader']>>;
let asha: Trader;
beforeEach(async () => {
  asha = await server.trader();
});
// Nothing in this file may ever leave the books untrue.
afterEach(async () => {
  razorpay.mend();
  razorpay.isBankRefusing = false;
  const admin = await server.admin();
  const proof = (await server.call('GET /ledger/verify', {}, { token: admin.token })).body.data;
  if (!proof.ok) throw new Error(JSON.stringify(proof));
});

function adapter(given: { keyId?: string; keySecret?: string; apiUrl?: string } = {}): RazorpayProvider {
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

const create = (input: object, who = asha) => server.call('POST /create-order', input, { token: who.token });
const balance = async (who = asha) =>
  (await server.call('GET /portfolio', {}, { token: who.token })).body.data.balance as number;

async function ordered(rupees = 500, who = asha): Promise<string> {
  const made = await create({ amount: rupees }, who);
  expect([made.status, made.body.data]).toMatchObject([201, { provider: 'razorpay', key: KEYS.keyId }]);
  return made.body.data.id;
}

/** Ordered here and paid there; nobody has told us yet. */
const paid = async (rupees = 500, given: Partial<RazorpayPayment> = {}): Promise<RazorpayPayment> =>
  razorpay.pay(await ordered(rupees), given);

function verify(
  payment: RazorpayPayment,
  given: object = {},
  { who = asha, key }: { who?: Trader; key?: string } = {},
) {
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = razorpay.receipt(payment);
  const receipt = { order_id: razorpay_order_id, payment_id: razorpay_payment_id, signature: razorpay_signature };
  return server.call('POST /verify-payment', { ...receipt, ...given }, { token: who.token, headers: key === undefined ? {} : { 'idempotency-key': key } });
}

async function deliver({ body, signature }: SignedNews, headers: Record<string, string> = {}): Promise<number> {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/webhooks/payment',
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature, ...headers },
    payload: body,
  });
  expect(reply.body).not.toMatch(/node_modules|\.ts:\d|secret/);
  return reply.statusCode;
}

const captured = (payment: RazorpayPayment) => razorpay.news('payment.captured', payment);

async function row({ order_id }: { order_id: string }) {
  const { rows } = await server.database.query<{ id: number; status: string; deposits: number }>(
    `select p.id, p.status, (select count(*) from transfers t where t.kind = 'deposit' and t.reference = p.id) as deposits
     from payments p where p.provider_order = $1`,
    [order_id],
  );
  return rows[0];
}

const statusOf = async (payment: { order_id: string }) => (await row(payment)).status;

/** Credited once, whatever has been done. */
async function expectCredited(payment: RazorpayPayment, rupees = 500): Promise<void> {
  expect(await row(payment)).toMatchObject({ status: 'credited', deposits: 1 });
  expect(await balance()).toBe(rupees);
  expect(server.told.filter(({ account }) => account === asha.accountNo)).toHaveLength(1);
}

async function expectNothing(payment: { order_id: string }): Promise<void> {
  expect((await row(payment)).deposits).toBe(0);
  expect(await balance()).toBe(0);
}

test('order, payment, verification: the sum arrives, once', async () => {
  const payment = await paid(1234.56);
  const reply = await verify(payment);
  expect(reply.body).toMatchObject({ success: true, message: 'Payment successful!', data: { balance: 1234.56 } });
  expect(razorpay.orders.get(payment.order_id)).toMatchObject({ amount: 123_456, currency: 'INR' });
  await expectCredited(payment, 1234.56);
});

test('what the library takes for genuine is what we take for genuine', async () => {
  const payment = await paid();
  const {
    razorpay_order_id: order_id,
    razorpay_payment_id: payment_id,
    razorpay_signature,
  } = razorpay.receipt(payment);
  expect(validatePaymentVerification({ order_id, payment_id }, razorpay_signature, KEYS.keySecret)).toBe(true);
  const receipt = { orderId: order_id, paymentId: payment_id, signature: razorpay_signature };
  expect(adapter().isSignatureValid(receipt)).toBe(true);
  expect(adapter({ keySecret: 'another' }).isSignatureValid(receipt)).toBe(false);
  const { body, signature } = captured(payment);
  expect(validateWebhookSignature(body, signature, KEYS.webhookSecret)).toBe(true);
  expect(adapter().readNews(Buffer.from(body), signature)).toEqual({
    kind: 'captured',
    orderId: order_id,
    paymentId: payment_id,
  });
});

test('an account that captures by hand: what is authorised is captured at the verification', async () => {
  const payment = await paid(500, { status: 'authorized' });
  expect((await verify(payment)).body.success).toBe(true);
  expect(razorpay.payments.get(payment.id)?.status).toBe('captured');
  await expectCredited(payment);
});

test('sums that Razorpay does not take', async () => {
  const small = await create({ amount: 0.99 });
  expect([small.status, small.body.message]).toEqual([400, 'The smallest payment is ₹1.00.']);
  const large = await create({ amount: 900_000 });
  expect([large.status, large.body.message]).toEqual([
    422,
    'The payment provider does not take this payment. Nothing was charged.',
  ]);
});

describe('receipts that are not genuine', () => {
  test('forged, cut, of another payment, with the secret of the webhook, of another person', async () => {
    const ravi = await server.trader();
    const payment = await paid();
    const other = await paid(1);
    const { razorpay_signature: right } = razorpay.receipt(payment);
    const withSecret = (secret: string) =>
      createHmac('sha256', secret).update(`${payment.order_id}|${payment.id}`).digest('hex');
    const before = await server.stateHash();
    for (const claim of [
      { signature: withSecret(KEYS.webhookSecret) },
      { signature: withSecret('') },
      { signature: right.slice(0, -1) },
      { signature: right.toUpperCase() },
      { signature: `${right}0` },
      { payment_id: other.id },
      { order_id: other.order_id },
    ]) {
      const reply = await verify(payment, claim);
      expect([reply.status, reply.body.success, reply.body.message]).toEqual([
        200,
        false,
        'Payment verification failed!',
      ]);
    }
    const foreign = await verify(payment, {}, { who: ravi });
    expect([foreign.status, foreign.body.success]).toEqual([200, false]);
    expect(await server.stateHash()).toBe(before);
    await verify(payment);
    await expectCredited(payment);
    expect(await balance(ravi)).toBe(0);
  });

  test.each<[string, Partial<RazorpayPayment>]>([
    ['of a smaller sum', { amount: 100 }],
    ['of a larger sum', { amount: 60_000 }],
    ['in dollars', { currency: 'USD' }],
    ['that failed', { status: 'failed' }],
    ['that was sent back', { status: 'refunded', amount_refunded: 50_000 }],
    ['that was sent back in part', { amount_refunded: 1 }],
  ])('genuine, and of a payment %s: not credited, by no way', async (_, given) => {
    const payment = await paid(500, given);
    expect((await verify(payment)).body).toMatchObject({ success: false, message: 'Payment verification failed!' });
    expect(await deliver(captured(payment))).toBe(200);
    server.clock.at += 20 * MINUTE;
    await server.wallet.recover();
    await expectNothing(payment);
  });

  test('of an order of the built-in provider', async () => {
    const sandbox = await server.provider.createOrder(500_00, 'INR');
    const reply = await verify({ ...(await paid()), order_id: sandbox.id });
    expect(reply.body.success).toBe(false);
  });

  test('the built-in checkout pays no order of Razorpay', async () => {
    const input = { order_id: await ordered(), method: 'upi', vpa: 'success@upi' };
    const reply = await server.call('POST /sandbox/checkout', input, { token: asha.token });
    expect(reply.status).toBe(404);
  });
});

describe('the webhook', () => {
  test('before the verification, after it, twenty at once and between: credited once', async () => {
    const payment = await paid();
    const news = [
      captured(payment),
      razorpay.news('order.paid', payment),
      razorpay.news('payment.authorized', payment),
    ];
    const verified = Array.from({ length: 10 }, () => verify(payment));
    const told = Array.from({ length: 20 }, (_, index) => deliver(news[index % news.length]));
    server.clock.at += 2 * MINUTE;
    const swept = [server.wallet.recover(), server.wallet.recover()];
    expect(await Promise.all(told)).toEqual(told.map(() => 200));
    for (const { body } of await Promise.all(verified)) expect(body).toMatchObject({ success: true });
    await Promise.all(swept);
    for (const each of news) expect(await deliver(each)).toBe(200);
    await expectCredited(payment);
  });

  test('alone, when the browser was closed after paying', async () => {
    const payment = await paid();
    expect(await deliver(razorpay.news('order.paid', payment))).toBe(200);
    await expectCredited(payment);
    // What comes twice, asks nobody any more.
    const before = razorpay.asked.length;
    expect(await deliver(razorpay.news('order.paid', payment))).toBe(200);
    expect(razorpay.asked).toHaveLength(before);
  });

  test('a try that failed, told before and after the one that did not', async () => {
    const orderId = await ordered();
    const failed = razorpay.pay(orderId, { status: 'failed' });
    expect(await deliver(razorpay.news('payment.failed', failed))).toBe(200);
    await expectNothing(failed);
    const good = razorpay.pay(orderId);
    expect(await deliver(captured(good))).toBe(200);
    expect(await deliver(razorpay.news('payment.failed', failed))).toBe(200);
    await expectCredited(good);
  });

  test('a second payment of the same order is not credited', async () => {
    const first = await paid();
    const second = razorpay.pay(first.order_id);
    await verify(first);
    expect(await deliver(captured(second))).toBe(200);
    expect((await verify(second)).body.success).toBe(false);
    await expectCredited(first);
  });

  test('weeks late, when the order was given up', async () => {
    const orderId = await ordered();
    server.clock.at += 4 * DAY;
    await server.wallet.recover();
    const payment = razorpay.pay(orderId);
    expect(await statusOf(payment)).toBe('failed');
    expect(await deliver(captured(payment))).toBe(200);
    await expectCredited(payment);
  });

  test('told of a payment that the provider itself does not show yet: looked at again soon', async () => {
    const orderId = await ordered();
    const early = razorpay.pay(orderId, { status: 'failed' });
    expect(await deliver(razorpay.news('payment.captured', { ...early, status: 'captured' }))).toBe(200);
    await expectNothing(early);
    early.status = 'captured';
    server.clock.at += 2 * MINUTE;
    await server.wallet.recover();
    await expectCredited(early);
  });

  test('forged, changed, unsigned, signed with the wrong secret: refused, and nothing changes', async () => {
    const payment = await paid();
    const right = captured(payment);
    const before = await server.stateHash();
    const forgeries: SignedNews[] = [
      { ...right, signature: '' },
      { ...right, signature: 'x'.repeat(64) },
      { ...right, signature: right.signature.toUpperCase() },
      razorpay.news('payment.captured', payment, KEYS.keySecret),
      { ...right, body: right.body.replace('50000', '99999') },
      // The same to a program, and not the same bytes.
      { ...right, body: JSON.stringify(JSON.parse(right.body)) },
      { ...right, body: `${right.body} ` },
    ];
    for (const each of forgeries) expect(await deliver(each)).toBe(400);
    expect(await deliver(right, { 'content-encoding': 'gzip' })).toBe(415);
    expect(await deliver({ body: 'x'.repeat(200_000), signature: 'x' })).toBe(413);
    expect(await server.stateHash()).toBe(before);
    expect(await deliver(right, { 'content-type': 'text/plain' })).toBe(200);
    await expectCredited(payment);
  });

  test('signed with the secret before, while it is replaced', async () => {
    const payment = await paid();
    expect(await deliver(razorpay.news('payment.captured', payment, 'the-secret-before'))).toBe(200);
    await expectCredited(payment);
  });

  test('of orders that are not ours, of other events, of no form at all: taken, and nothing changes', async () => {
    const payment = await paid();
    const before = await server.stateHash();
    const sign = (body: string): SignedNews => ({
      body,
      signature: createHmac('sha256', KEYS.webhookSecret).update(body).digest('hex'),
    });
    const strange = [
      captured({ ...payment, order_id: 'order_of_another_shop' }),
      razorpay.news('payment.captured', { ...payment, id: "pay_1' or 1=1 --" }),
      razorpay.news('payment.captured', { ...payment, id: '../orders' }),
      razorpay.news('payment.captured', null),
      razorpay.news('subscription.charged', payment),
      ...['', '{', 'null', '[]', '7', '{"event":{}}', '{"event":"order.paid","payload":[[]]}'].map(sign),
    ];
    for (const each of strange) expect(await deliver(each)).toBe(200);
    expect(await server.stateHash()).toBe(before);
  });
});

describe('the provider is away', () => {
  const ways: Fault[] = ['down', 'hangs', 'garbage', 'lost', 500, 502, 429, 401];

  test.each(ways)('at the order (%s): a sentence, and nothing is charged', async (how) => {
    razorpay.fail(how);
    const reply = await create({ amount: 500 });
    expect([reply.status, reply.body.error?.code, reply.body.message]).toEqual([
      503,
      'provider-away',
      'The payment provider does not answer. Nothing was charged. Please try again in a minute.',
    ]);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    const { rows } = await server.database.query('select 1 from payments where account = $1', [asha.accountNo]);
    expect(rows).toEqual([]);
    razorpay.mend();
    await ordered();
  });

  test.each(ways)('at the verification (%s): not lost, and credited when it is back', async (how) => {
    const payment = await paid();
    razorpay.fail(how);
    const reply = await verify(payment);
    expect([reply.status, reply.body.error?.code]).toEqual([503, 'provider-away']);
    expect(reply.body.message).toContain('nothing is lost');
    await expectNothing(payment);
    server.clock.at += 2 * MINUTE;
    await server.wallet.recover();
    await expectNothing(payment);
    razorpay.mend();
    await server.wallet.recover();
    await expectCredited(payment);
  });

  test('the same verification again, with the same key: the failure was not kept', async () => {
    const payment = await paid();
    razorpay.fail('down');
    expect((await verify(payment, {}, { key: `verify-${payment.id}` })).status).toBe(503);
    razorpay.mend();
    expect((await verify(payment, {}, { key: `verify-${payment.id}` })).body.success).toBe(true);
    await expectCredited(payment);
  });

  test('at the webhook: it is to be told again', async () => {
    const payment = await paid();
    razorpay.fail('down');
    expect(await deliver(captured(payment))).toBe(503);
    await expectNothing(payment);
    razorpay.mend();
    expect(await deliver(captured(payment))).toBe(200);
    await expectCredited(payment);
  });

  test('between the authorisation and the capture, with the answer lost', async () => {
    const payment = await paid(500, { status: 'authorized' });
    razorpay.fail('lost', /capture$/);
    expect((await verify(payment)).status).toBe(503);
    razorpay.mend();
    expect((await verify(payment)).body.success).toBe(true);
    await expectCredited(payment);
  });

  test('a round that finds it away asks once, not once for each payment', async () => {
    for (let i = 0; i < 3; i++) await ordered();
    server.clock.at += 20 * MINUTE;
    razorpay.fail('down');
    const before = razorpay.asked.length;
    await server.wallet.recover();
    expect(razorpay.asked.length - before).toBe(1);
  });

  test('an open order is asked after more and more seldom', async () => {
    const orderId = await ordered();
    const asks = () => razorpay.asked.filter((line) => line.includes(orderId)).length;
    for (let minute = 0; minute < 24 * 60; minute++) {
      server.clock.at += MINUTE;
      // One round a minute, as the server makes them.
      await server.wallet.recover();
    }
    expect(asks()).toBeGreaterThan(5);
    expect(asks()).toBeLessThan(25);
  });
});

describe('courses', () => {
  const [hour, rate] = [60 * MINUTE, 500];

  async function lesson(): Promise<string> {
    const [desk, meera] = [await server.admin(), await server.instructor()];
    const at = server.clock.at + 2 * DAY;
    const made = await server.call(
      'POST /createSession',
      {
        instructor_name: 'Meera Iyer',
        instructor_email: meera.email,
        specialization: 'risk',
        hourly_rate: rate,
        start_time: new Date(at).toISOString(),
        end_time: new Date(at + hour).toISOString(),
      },
      { token: desk.token },
    );
    return made.body.data.id;
  }

  const purchased = async () => (await server.call('GET /getPurchased', {}, { token: asha.token })).body.data;

  async function bought(id: string): Promise<RazorpayPayment> {
    // The sum is the server's, whatever the client says.
    const made = await create({ course_id: id, amount: 1 });
    const payment = razorpay.pay(made.body.data.id);
    expect(payment.amount).toBe(rate * 100);
    const reply = await verify(payment, { course_id: id, isCourse: true });
    expect(reply.body).toMatchObject({ success: true, message: 'Payment successful for course: Risk Management' });
    return payment;
  }

  async function cancel(id: string): Promise<void> {
    const desk = await server.admin();
    const reply = await server.call('POST /cancelSession/{id}', { id, status: 'CANCELED' }, { token: desk.token });
    expect(reply.body.message).toBe('Session canceled successfully');
    await server.refunds.run();
  }

  const refundOf = async () => (await purchased())[0].refund;
  const sentBack = ({ id }: RazorpayPayment) =>
    [...razorpay.refunds.values()].filter(({ payment_id, status }) => payment_id === id && status === 'processed');

  test('bought by the webhook alone, and never twice', async () => {
    const id = await lesson();
    const made = await create({ course_id: id });
    const payment = razorpay.pay(made.body.data.id);
    expect(await deliver(captured(payment))).toBe(200);
    expect(await deliver(captured(payment))).toBe(200);
    expect(await purchased()).toMatchObject([{ id }]);
    expect(await balance()).toBe(0);
    expect((await verify(payment, { course_id: id, isCourse: true })).body.success).toBe(true);
  });

  test('a payment into the wallet buys no course', async () => {
    const id = await lesson();
    const payment = await paid(rate);
    expect((await verify(payment, { course_id: id, isCourse: true })).body.success).toBe(false);
    expect(await purchased()).toEqual([]);
    expect(await balance()).toBe(rate);
  });

  test('canceled: the money goes back, once, to where it came from', async () => {
    const id = await lesson();
    const payment = await bought(id);
    await cancel(id);
    await server.refunds.run();
    expect(await refundOf()).toBe('done');
    expect(sentBack(payment)).toMatchObject([{ amount: rate * 100 }]);
    expect(await deliver(razorpay.refundNews('refund.processed', sentBack(payment)[0]))).toBe(200);
    expect(sentBack(payment)).toHaveLength(1);
    expect(await balance()).toBe(0);
  });

  test.each<Fault>(['down', 'hangs', 'garbage', 'lost', 502, 409])(
    'canceled while Razorpay is away (%s): sent back when it is there again, once',
    async (how) => {
      const id = await lesson();
      const payment = await bought(id);
      razorpay.fail(how, /refund/);
      await cancel(id);
      expect(await refundOf()).toBe('due');
      razorpay.mend();
      server.clock.at += 2 * MINUTE;
      await server.refunds.run();
      expect(await refundOf()).toBe('done');
      expect(sentBack(payment)).toHaveLength(1);
    },
  );

  test('done, and the answer lost: the news of it is enough', async () => {
    const id = await lesson();
    const payment = await bought(id);
    razorpay.fail('lost', /refund$/);
    await cancel(id);
    expect(await refundOf()).toBe('due');
    const [refund] = sentBack(payment);
    for (let i = 0; i < 3; i++) expect(await deliver(razorpay.refundNews('refund.processed', refund))).toBe(200);
    expect(await refundOf()).toBe('done');
    const told = server.told
      .filter(({ account }) => account === asha.accountNo)
      .map(({ notification }) => notification);
    expect(told.filter(({ message }) => message.includes('back'))).toHaveLength(2);
  });

  test('refused by the bank afterwards: made again, under another key', async () => {
    const id = await lesson();
    const payment = await bought(id);
    await cancel(id);
    const [first] = sentBack(payment);
    // The bank sends it back to Razorpay.
    first.status = 'failed';
    payment.status = 'captured';
    payment.amount_refunded = 0;
    expect(await deliver(razorpay.refundNews('refund.failed', first))).toBe(200);
    expect(await deliver(razorpay.refundNews('refund.failed', first))).toBe(200);
    expect(await refundOf()).toBe('due');
    server.clock.at += 10 * MINUTE;
    await server.refunds.run();
    expect(await refundOf()).toBe('done');
    expect(sentBack(payment)).toHaveLength(1);
    expect(sentBack(payment)[0].id).not.toBe(first.id);
    // What was said of the first one does not touch the second.
    expect(await deliver(razorpay.refundNews('refund.failed', first))).toBe(200);
    expect(await refundOf()).toBe('done');
  });

  test('refused at once: tried again later', async () => {
    const id = await lesson();
    const payment = await bought(id);
    razorpay.isBankRefusing = true;
    await cancel(id);
    expect(await refundOf()).toBe('due');
    razorpay.isBankRefusing = false;
    server.clock.at += 2 * MINUTE;
    await server.refunds.run();
    expect([await refundOf(), sentBack(payment).length]).toEqual(['done', 1]);
  });

  test('sent back by hand in the dashboard before: not sent twice', async () => {
    const id = await lesson();
    const payment = await bought(id);
    razorpay.refunds.set('rfnd_by_hand', {
      id: 'rfnd_by_hand',
      payment_id: payment.id,
      amount: payment.amount,
      status: 'processed',
    });
    payment.status = 'refunded';
    await cancel(id);
    expect([await refundOf(), sentBack(payment).length]).toEqual(['done', 1]);
  });
});

describe('which provider takes what', () => {
  const sandbox = () =>
    new SandboxProvider({ db: server.database, secret: 'secret-of-this-test-0123456789', now: () => server.clock.at });

  test('practice cash is never bought with real money; courses are', () => {
    const live = new Providers(sandbox(), adapter({ keyId: 'rzp_live_1' }));
    expect([live.for('wallet').name, live.for('course').name]).toEqual(['sandbox', 'razorpay']);
    const practice = new Providers(sandbox(), adapter());
    expect([practice.for('wallet').name, practice.for('course').name]).toEqual(['razorpay', 'razorpay']);
    const none = new Providers(sandbox(), null);
    expect([none.for('wallet').name, none.for('course').name, none.named('razorpay')]).toEqual([
      'sandbox',
      'sandbox',
      null,
    ]);
  });

  test('what was begun with the built-in provider ends there, unless it would give a course away', async () => {
    const { id } = await server.provider.createOrder(500_00, 'INR');
    await server.database.query(
      `insert into payments (account, user_id, purpose, amount, currency, provider, provider_order, created_at)
       values ($1, $2::uuid, 'wallet', 50000, 'INR', 'sandbox', $3, $4)`,
      [asha.accountNo, asha.id, id, server.clock.at],
    );
    const pay = () =>
      server.call('POST /sandbox/checkout', { order_id: id, method: 'upi', vpa: 'success@upi' }, { token: asha.token });
    expect((await pay()).status).toBe(409);
    const paidBefore = await server.provider.pay(id, { method: 'upi', vpa: 'success@upi' });
    expect(paidBefore.isPaid).toBe(true);
    await server.wallet.recover();
    expect(await balance()).toBe(500);
  });
});
