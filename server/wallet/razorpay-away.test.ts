// Razorpay away at every step, and courses bought and paid back through it: nothing is lost, nothing is sent twice.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Fault, RazorpayPayment, SignedNews } from '../../tests/razorpay-server.ts';
import {
  asha,
  balance,
  bought,
  cancel,
  captured,
  create,
  DAY,
  deliver,
  expectCredited,
  expectNothing,
  lesson,
  MINUTE,
  ordered,
  paid,
  purchased,
  RATE,
  razorpay,
  refundOf,
  sentBack,
  server,
  verify,
} from '../../tests/scenes/razorpay.ts';

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

  test('an order about which it never answers does not keep it from being asked about the others', async () => {
    const stuck = await ordered();
    server.clock.at += MINUTE;
    const payment = await paid();
    server.clock.at += 20 * MINUTE;
    razorpay.fail(500, new RegExp(stuck));
    await server.wallet.recover();
    await expectNothing(payment);
    server.clock.at += MINUTE;
    await server.wallet.recover();
    await expectCredited(payment);
  });

  test('an order made before the clock was set back is asked after all the same', async () => {
    server.clock.at += DAY;
    const payment = await paid();
    server.clock.at -= DAY;
    await server.wallet.recover();
    await expectCredited(payment);
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
  test('a refund put off before the clock was set back is made all the same', async () => {
    const id = await lesson();
    const payment = await bought(id);
    razorpay.fail('down', /refund/);
    await cancel(id);
    await server.database.query('update refunds set next_try_at = next_try_at + $1 where refunded_at is null', [DAY]);
    razorpay.mend();
    await server.refunds.run();
    expect(sentBack(payment)).toHaveLength(1);
  });

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
    const payment = await paid(RATE);
    expect((await verify(payment, { course_id: id, isCourse: true })).body.success).toBe(false);
    expect(await purchased()).toEqual([]);
    expect(await balance()).toBe(RATE);
  });

  test('canceled: the money goes back, once, to where it came from', async () => {
    const id = await lesson();
    const payment = await bought(id);
    await cancel(id);
    await server.refunds.run();
    expect(await refundOf()).toBe('done');
    expect(sentBack(payment)).toMatchObject([{ amount: RATE * 100 }]);
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
    // News about the first one does not affect the second.
    expect(await deliver(razorpay.refundNews('refund.failed', first))).toBe(200);
    expect(await refundOf()).toBe('done');
  });

  /** The bank has refused a refund that it had taken: the news of it. */
  function refuse(payment: RazorpayPayment): SignedNews {
    const [refund] = sentBack(payment);
    Object.assign(refund, { status: 'failed' });
    Object.assign(payment, { status: 'captured', amount_refunded: 0 });
    return razorpay.refundNews('refund.failed', refund);
  }

  async function expectMadeAgain(payment: RazorpayPayment): Promise<void> {
    await expect.poll(refundOf).toBe('due');
    server.clock.at += 10 * MINUTE;
    await server.refunds.run();
    expect([await refundOf(), sentBack(payment).length]).toEqual(['done', 1]);
  }

  test('refused by the bank while its answer is written down: made again', async () => {
    const id = await lesson();
    const payment = await bought(id);
    razorpay.fail('down', /refund/);
    await cancel(id);
    razorpay.mend();
    server.clock.at += 2 * MINUTE;
    let refunding: Promise<void> = Promise.resolve();
    let told: Promise<number> = Promise.resolve(0);
    await server.database.transaction(async (transaction) => {
      await transaction.query('select 1 from refunds for update');
      refunding = server.refunds.run();
      await expect.poll(() => sentBack(payment).length).toBe(1);
      told = deliver(refuse(payment));
      await setTimeout(200);
    });
    await refunding;
    expect(await told).toBe(200);
    await expectMadeAgain(payment);
  });

  test('refused by the bank before its answer arrives: the answer is too late, and it is made again', async () => {
    const id = await lesson();
    const payment = await bought(id);
    let told = 0;
    razorpay.beforeAnswer = async (line) => {
      if (told !== 0 || !/^POST .*\/refund$/.test(line)) return;
      told = await deliver(refuse(payment));
    };
    await cancel(id);
    razorpay.beforeAnswer = async () => {};
    expect(told).toBe(200);
    // Nobody had been told that it was on its way.
    const messages = server.told.filter(({ account }) => account === asha.accountNo);
    expect(messages.map(({ notification }) => notification.message)).not.toContainEqual(
      expect.stringContaining('has not taken'),
    );
    await expectMadeAgain(payment);
  });

  test('old news of a refund that the bank has refused since, and news of a part: the money is still owed', async () => {
    const id = await lesson();
    const payment = await bought(id);
    await cancel(id);
    const [first] = sentBack(payment);
    const part = { id: 'rfnd_of_a_part', payment_id: payment.id, amount: 100, status: 'processed' } as const;
    const processed = razorpay.refundNews('refund.processed', first);
    first.status = 'failed';
    payment.status = 'captured';
    payment.amount_refunded = 0;
    expect(await deliver(razorpay.refundNews('refund.failed', first))).toBe(200);
    // Delivered after its own consequences, since a provider may deliver everything several times and in any order.
    expect(await deliver(processed)).toBe(200);
    expect(await deliver(razorpay.refundNews('refund.processed', part))).toBe(200);
    expect(await refundOf()).toBe('due');
    razorpay.fail('down');
    expect(await deliver(processed)).toBe(503);
    razorpay.mend();
    server.clock.at += 10 * MINUTE;
    await server.refunds.run();
    expect([await refundOf(), sentBack(payment).length]).toEqual(['done', 1]);
    // Also for a place that nobody here had wanted to give up.
    const other = await lesson();
    const hers = await bought(other);
    const tried = { ...part, id: 'rfnd_tried', payment_id: hers.id, amount: hers.amount };
    razorpay.refunds.set(tried.id, { ...tried, status: 'failed' });
    expect(await deliver(razorpay.refundNews('refund.processed', tried))).toBe(200);
    expect((await purchased()).find((own: { id: string }) => own.id === other)).toMatchObject({ refund: null });
  });

  test('away: a round stops at its first question, and goes on with the other refund later', async () => {
    const payments = [];
    for (const id of [await lesson(), await lesson()]) {
      payments.push(await bought(id));
      razorpay.fail('down', /refund/);
      await cancel(id);
    }
    server.clock.at += 10 * MINUTE;
    razorpay.asked.length = 0;
    await server.refunds.run();
    const askedAbout = payments.filter(({ id }) => razorpay.asked.some((line) => line.includes(id)));
    expect(askedAbout).toHaveLength(1);
    razorpay.mend();
    server.clock.at += DAY;
    await server.refunds.run();
    expect(payments.map((payment) => sentBack(payment).length)).toEqual([1, 1]);
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
