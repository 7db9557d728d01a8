// Refunds that the operator makes in parts at the provider, and parts of them that the bank refuses afterwards.
import { expect, test } from 'vitest';
import type { RazorpayPayment } from '../../tests/razorpay-server.ts';
import {
  asha,
  bought,
  cancel,
  deliver,
  lesson,
  MINUTE,
  purchased,
  razorpay,
  refundOf,
  sentBack,
  server,
} from '../../tests/scenes/razorpay.ts';

type Part = ReturnType<typeof sentBack>[number];

/** The operator sends back a part, in the provider's dashboard. */
async function sendPart(payment: RazorpayPayment, amount: number, name: string): Promise<Part> {
  const made = { payment_id: payment.id, amount, status: 'processed', created_at: razorpay.refunds.size + 1 } as const;
  const part: Part = { id: `rfnd_${name}_${payment.id}`, ...made };
  razorpay.refunds.set(part.id, part);
  payment.amount_refunded += amount;
  if (payment.amount_refunded === payment.amount) payment.status = 'refunded';
  expect(await deliver(razorpay.refundNews('refund.processed', part))).toBe(200);
  return part;
}

/** The bank refuses it, and the provider has the money again. */
function refuse(payment: RazorpayPayment, part: Part) {
  Object.assign(part, { status: 'failed' });
  Object.assign(payment, { status: 'captured', amount_refunded: payment.amount_refunded - part.amount });
  return razorpay.refundNews('refund.failed', part);
}

const amounts = (payment: RazorpayPayment) => sentBack(payment).map(({ amount }) => amount);

async function later(): Promise<void> {
  server.clock.at += 10 * MINUTE;
  await server.refunds.run();
}

/** A lesson that is canceled after the operator has sent back a fifth of what it cost. */
async function canceledAfterPart() {
  const id = await lesson();
  const payment = await bought(id);
  const part = await sendPart(payment, 100_01, 'first');
  await cancel(id);
  const [, rest] = sentBack(payment);
  return { payment, part, rest };
}

test('after the operator has sent back a part, the rest goes back; parts that add up to the whole give up the place', async () => {
  const { payment } = await canceledAfterPart();
  await server.refunds.run();
  expect(await refundOf()).toBe('done');
  // 500.00 - 100.01
  expect(amounts(payment)).toEqual([100_01, 399_99]);
  const other = await lesson();
  const hers = await bought(other);
  const own = async () => (await purchased()).find((one: { id: string }) => one.id === other);
  await sendPart(hers, 250_00, 'half');
  expect(await own()).toMatchObject({ refund: null });
  await sendPart(hers, 250_00, 'other-half');
  expect(await own()).toBe(undefined);
});

test('the bank refuses the rest that was sent after a part: that rest is made again, and its learner hears of both', async () => {
  const { payment, rest } = await canceledAfterPart();
  expect(await deliver(refuse(payment, rest))).toBe(200);
  expect(await refundOf()).toBe('due');
  const told = () => server.told.filter(({ account }) => account === asha.accountNo);
  const last = (count: number) =>
    told()
      .slice(-count)
      .map(({ notification }) => notification.message);
  const sent = '\u20b9500.00 for \u201cRisk Management\u201d has been sent back to where it came from.';
  const refused = 'The bank has not taken a refund for \u201cRisk Management\u201d. It will be sent again.';
  expect(last(2)).toEqual([sent, refused]);
  await later();
  expect([await refundOf(), amounts(payment)]).toEqual(['done', [100_01, 399_99]]);
  expect(last(2)).toEqual([refused, sent]);
});

test('the bank refuses the operator\u2019s part after the rest has gone: it is owed again, and made, once', async () => {
  const { payment, part } = await canceledAfterPart();
  const news = refuse(payment, part);
  razorpay.fail('down');
  expect(await deliver(news)).toBe(503);
  razorpay.mend();
  for (let i = 0; i < 2; i++) expect(await deliver(news)).toBe(200);
  expect(await refundOf()).toBe('due');
  await later();
  expect([await refundOf(), amounts(payment)]).toEqual(['done', [399_99, 100_01]]);
  // Told late, of what has been made good.
  expect(await deliver(news)).toBe(200);
  await later();
  expect([await refundOf(), amounts(payment)]).toEqual(['done', [399_99, 100_01]]);
});

test('the bank refuses one of the parts that gave up a place: its learner gets that part all the same', async () => {
  const payment = await bought(await lesson());
  const half = await sendPart(payment, 200_00, 'half');
  await sendPart(payment, 300_00, 'other');
  expect(await purchased()).toEqual([]);
  expect(await deliver(refuse(payment, half))).toBe(200);
  await later();
  expect(amounts(payment)).toEqual([300_00, 200_00]);
});

test('however often the bank has refused a refund, or in however many parts it was made, all of it counts', async () => {
  const id = await lesson();
  const payment = await bought(id);
  razorpay.isBankRefusing = true;
  await cancel(id);
  for (let refused = 1; refused < 130; refused++) await later();
  razorpay.isBankRefusing = false;
  for (let waited = 0; waited < 40; waited++) await later();
  expect([await refundOf(), amounts(payment)]).toEqual(['done', [500_00]]);
  const other = await lesson();
  const hers = await bought(other);
  for (let part = 0; part < 20; part++) await sendPart(hers, 25_00, `part-${part}`);
  expect((await purchased()).some((one: { id: string }) => one.id === other)).toBe(false);
});
