// Payments through Razorpay's own library against a server that speaks its protocol: each is credited exactly once, whatever is forged, repeated or told late.
import { createHmac } from 'node:crypto';
import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect, test } from 'vitest';
import { KEYS, type RazorpayPayment, type SignedNews } from '../../tests/razorpay-server.ts';
import {
  adapter,
  asha,
  balance,
  captured,
  create,
  DAY,
  deliver,
  expectCredited,
  expectNothing,
  MINUTE,
  ordered,
  paid,
  razorpay,
  server,
  statusOf,
  verify,
} from '../../tests/scenes/razorpay.ts';
import { SandboxProvider } from '../adapters/payment-sandbox.ts';
import { Providers } from './providers.ts';

test('order, payment, verification: the sum arrives, once', async () => {
  const payment = await paid(1234.56);
  const reply = await verify(payment);
  expect(reply.body).toMatchObject({ success: true, message: 'Payment successful!', data: { balance: 1234.56 } });
  expect(razorpay.orders.get(payment.order_id)).toMatchObject({ amount: 123_456, currency: 'INR' });
  await expectCredited(payment, 1234.56);
});

test('signatures that the library accepts are those that we accept', async () => {
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
    const before = await server.stateHash();
    const reply = await server.call('POST /sandbox/checkout', input, { token: asha.token });
    expect(reply.status).toBe(404);
    expect(await server.stateHash()).toBe(before);
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
    // Somebody is trying to pay it: it is asked after soon.
    expect(await statusOf(failed)).toBe('attempted');
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
