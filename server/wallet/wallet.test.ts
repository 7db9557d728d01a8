// Top-ups as people and attackers do them: amounts, instruments, and receipts that are not genuine.
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { balance, CARD, checkout, order, pay, server, type Trader, UPI, verify } from '../../tests/scenes/wallet.ts';
import { TOPUP_MAX } from '../../tests/trading.ts';

test('order, checkout, verification: the sum arrives, once, and is told', async () => {
  const asha = await server.trader();
  const made = await order(asha, { amount: 1234.56 });
  // As the provider does, the amount goes out in paise.
  expect([made.status, made.body]).toMatchObject([
    201,
    { amount: 123_456, currency: 'INR', id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/) },
  ]);
  const paid = await checkout(asha, { order_id: made.body.data.id, ...UPI });
  expect(paid.body).toMatchObject({
    order_id: made.body.data.id,
    payment_id: expect.stringMatching(/^pay_[A-Za-z0-9]{14}$/),
  });
  expect(await balance(asha)).toBe(0);
  const verified = await verify(asha, paid.body.data);
  expect(verified.status).toBe(200);
  expect(verified.body).toMatchObject({ success: true, message: 'Payment successful!', data: { balance: 1234.56 } });
  expect(await balance(asha)).toBe(1234.56);
  const told = server.told.filter(({ account }) => account === asha.accountNo);
  expect(told).toMatchObject([
    { notification: { type: 'Deposit', message: '₹1,234.56 has been added to your wallet.' } },
  ]);
});

test('the older spellings are taken, and a card pays too', async () => {
  const asha = await server.trader();
  const made = await order(asha, { amount: 10 });
  const paid = await checkout(asha, { order_id: made.body.data.id, method: 'card', card: CARD });
  const { order_id: orderId, payment_id: paymentId, signature } = paid.body.data;
  expect((await verify(asha, { orderId, paymentId, signature })).body).toMatchObject({
    success: true,
    data: { balance: 10 },
  });
});

test('a client that has one form for both may say with null that no course is meant', async () => {
  const asha = await server.trader();
  const none = { course_id: null };
  const made = await order(asha, { amount: 10, ...none });
  const paid = await checkout(asha, { order_id: made.body.data.id, ...UPI });
  const verified = await verify(asha, { ...paid.body.data, ...none, isCourse: null });
  expect(verified.body).toMatchObject({ success: true, message: 'Payment successful!', data: { balance: 10 } });
  // Blank text may be a course that was forgotten: no top-up is made of it.
  const forgotten = await order(asha, { amount: 10, course_id: '' });
  expect([forgotten.status, forgotten.body.message]).toEqual([400, 'Choose a course.']);
});

describe('amounts', () => {
  test.each<[unknown, string]>([
    [0, 'Amount should be greater than zero.'],
    [-5, 'Amount should be greater than zero.'],
    [0.001, 'Please enter a valid amount'],
    [10.005, 'Please enter a valid amount'],
    ['100', 'Please enter a valid amount'],
    [[100], 'Please enter a valid amount'],
    [null, 'Please enter a valid amount'],
    [undefined, 'Please enter a valid amount'],
    [{ $gt: 0 }, 'Please enter a valid amount'],
    [1e15, 'The amount is too large.'],
    [1_000_000.01, 'You can add at most ₹10,00,000.00 at a time.'],
  ])('%j is refused', async (amount, message) => {
    const asha = await server.trader();
    const before = await server.stateHash();
    const refused = await order(asha, { amount });
    expect([refused.status, refused.body.message]).toEqual([400, message]);
    expect(await server.stateHash()).toBe(before);
  });

  test('the most that is allowed is allowed', async () => {
    const asha = await server.trader();
    const receipt = await pay(asha, TOPUP_MAX / 100);
    expect((await verify(asha, receipt)).body.data).toEqual({ balance: 1_000_000 });
  });

  test('a course that is not there cannot be paid', async () => {
    const asha = await server.trader();
    const before = await server.stateHash();
    const refused = await order(asha, { amount: 1, course_id: 'options-101' });
    expect([refused.status, refused.body.error?.code, refused.body.message]).toEqual([
      404,
      'unknown-course',
      'This course is not on offer.',
    ]);
    expect(await server.stateHash()).toBe(before);
  });
});

describe('checkout', () => {
  const { clock } = { clock: () => server.clock };

  test.each<[string, object, number, string]>([
    [
      'the failing address',
      { method: 'upi', vpa: 'failure@upi' },
      402,
      'The payment was declined. Nothing was charged.',
    ],
    [
      'the failing address in capitals',
      { method: 'upi', vpa: 'FAILURE@UPI' },
      402,
      'The payment was declined. Nothing was charged.',
    ],
    [
      'the failing card',
      { method: 'card', card: { ...CARD, number: '4000 0000 0000 0002' } },
      402,
      'The payment was declined. Nothing was charged.',
    ],
    [
      'a card that may be real',
      { method: 'card', card: { ...CARD, number: '4539 1488 0343 6467' } },
      402,
      'Only the test cards are taken here, for example 4111 1111 1111 1111. Nothing was charged.',
    ],
    [
      'an expired card',
      { method: 'card', card: { ...CARD, expiry: '01/20' } },
      402,
      'The card has expired. Nothing was charged.',
    ],
    ['a month that is none', { method: 'card', card: { ...CARD, expiry: '13/30' } }, 400, 'Enter the expiry as MM/YY.'],
    ['letters for a number', { method: 'card', card: { ...CARD, number: 'four' } }, 400, 'Enter a card number.'],
    ['a cvv of two', { method: 'card', card: { ...CARD, cvv: '12' } }, 400, 'Enter the CVV.'],
    ['an address without a bank', { method: 'upi', vpa: 'asha' }, 400, 'Enter a UPI address like name@bank.'],
    ['cash', { method: 'cash' }, 400, 'Method must be upi or card.'],
  ])('%s is refused, and nothing is charged', async (_, instrument, status, message) => {
    const asha = await server.trader();
    const made = await order(asha, { amount: 100 });
    const before = await server.stateHash();
    const refused = await checkout(asha, { order_id: made.body.data.id, ...instrument });
    expect([refused.status, refused.body.message]).toEqual([status, message]);
    expect(await server.stateHash()).toBe(before);
    // After a decline another try may succeed.
    expect((await checkout(asha, { order_id: made.body.data.id, ...UPI })).status).toBe(200);
  });

  test('what was paid, but not answered, is not called declined when it is tried with something else', async () => {
    const asha = await server.trader();
    const order_id = (await order(asha, { amount: 100 })).body.data.id;
    const paid = await checkout(asha, { order_id, ...UPI });
    const again = await checkout(asha, { order_id, method: 'upi', vpa: 'failure@upi' });
    expect([again.status, again.body.data]).toEqual([200, paid.body.data]);
  });

  test('a card is good to the end of its month', async () => {
    const asha = await server.trader();
    const { at } = clock();
    const india = new Date(at + 5.5 * 3_600_000);
    const month = (ahead: number) => {
      const day = new Date(Date.UTC(india.getUTCFullYear(), india.getUTCMonth() + ahead, 1));
      return `${String(day.getUTCMonth() + 1).padStart(2, '0')}/${day.getUTCFullYear()}`;
    };
    const made = await order(asha, { amount: 100 });
    const withExpiry = (expiry: string) =>
      checkout(asha, { order_id: made.body.data.id, method: 'card', card: { ...CARD, expiry } });
    expect((await withExpiry(month(-1))).status).toBe(402);
    expect((await withExpiry(month(0))).status).toBe(200);
  });

  test("another's order and no order are not found", async () => {
    const [asha, ravi] = [await server.trader(), await server.trader()];
    const made = await order(asha, { amount: 100 });
    const before = await server.stateHash();
    expect((await checkout(ravi, { order_id: made.body.data.id, ...UPI })).status).toBe(404);
    expect((await checkout(ravi, { order_id: 'order_00000000000000', ...UPI })).status).toBe(404);
    expect(await server.stateHash()).toBe(before);
  });

  test('an order is paid once: at once, again, and after it was credited', async () => {
    const asha = await server.trader();
    const made = await order(asha, { amount: 100 });
    const paying = { order_id: made.body.data.id, ...UPI };
    const replies = await Promise.all(Array.from({ length: 10 }, () => checkout(asha, paying)));
    expect(new Set(replies.map(({ body }) => body.data.payment_id)).size).toBe(1);
    await verify(asha, replies[0].body.data);
    const again = await checkout(asha, paying);
    expect([again.status, again.body.error?.code]).toEqual([409, 'already-paid']);
    expect(await balance(asha)).toBe(100);
  });

  test('an order older than a day is not paid any more', async () => {
    const asha = await server.trader();
    const made = await order(asha, { amount: 100 });
    server.clock.at += 25 * 3_600_000;
    const late = await checkout(asha, { order_id: made.body.data.id, ...UPI });
    expect([late.status, late.body.message]).toEqual([409, 'This payment order has expired. Please start again.']);
  });
});

describe('receipts that are not genuine', () => {
  const failed = { success: false, message: 'Payment verification failed!', data: null };

  test('well formed but wrong is not so, and changes nothing', async () => {
    const [asha, ravi] = [await server.trader(), await server.trader()];
    const receipt = await pay(asha, 500);
    const other = await pay(asha, 1);
    const { order_id, payment_id, signature } = receipt;
    const foreign = createHmac('sha256', 'another secret').update(`${order_id}|${payment_id}`).digest('hex');
    const before = await server.stateHash();
    const wrong: [Trader, object][] = [
      [asha, { ...receipt, signature: foreign }],
      [asha, { ...receipt, signature: signature.slice(0, -1) }],
      [asha, { ...receipt, signature: signature.toUpperCase() }],
      [asha, { ...receipt, signature: `${signature}00` }],
      [asha, { ...receipt, signature: 'x' }],
      [asha, { ...receipt, payment_id: other.payment_id }],
      [asha, { ...receipt, order_id: other.order_id }],
      [asha, { ...receipt, order_id: 'order_00000000000000' }],
      [ravi, receipt],
    ];
    for (const [trader, claim] of wrong) {
      const reply = await verify(trader, claim);
      expect([reply.status, reply.body.success, reply.body.message, reply.body.data]).toEqual([
        200,
        ...Object.values(failed),
      ]);
    }
    expect(await server.stateHash()).toBe(before);
    expect((await verify(asha, receipt)).body.success).toBe(true);
    expect([await balance(asha), await balance(ravi)]).toEqual([500, 0]);
  });

  test.each([
    {},
    { order_id: 'order_1', payment_id: 'pay_1' },
    { order_id: 'order_1', payment_id: 'pay_1', signature: '' },
    { order_id: ['order_1'], payment_id: 'pay_1', signature: 'x' },
    { order_id: "order_1' or '1'='1", payment_id: 'pay_1', signature: 'x' },
    { order_id: 'order_1', payment_id: 'p'.repeat(65), signature: 'x' },
    { order_id: 'order_1', payment_id: 'pay_1', signature: 'x'.repeat(257) },
  ])('malformed: %j', async (claim) => {
    const asha = await server.trader();
    const reply = await verify(asha, claim);
    expect([reply.status, reply.body.message]).toEqual([400, 'Payment verification error!']);
  });

  test('money paid into the wallet buys no course, and is not lost', async () => {
    const asha = await server.trader();
    const receipt = await pay(asha, 1);
    for (const meant of [
      { isCourse: true, course_id: 'options-101' },
      { course_id: 'options-101' },
      { isCourse: true },
    ])
      expect((await verify(asha, { ...receipt, ...meant })).body).toMatchObject(failed);
    expect(await balance(asha)).toBe(1);
    await verify(asha, receipt);
    expect(await balance(asha)).toBe(1);
  });
});
