// Top-ups as people, retries and attackers do them: credited exactly once whatever races or breaks.
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTrading, TOPUP_MAX } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { SandboxProvider } from '../adapters/payment-sandbox.ts';
import { ProviderAway } from '../adapters/payment.ts';
import type { CapturedPayment } from '../adapters/payment.ts';
import { createLog } from '../log.ts';
import { Crediting } from './crediting.ts';
import { findPayment } from './payments.ts';
import { Providers } from './providers.ts';
import { createWallet } from './routes.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading();
});
afterAll(() => server.close());

// Nothing in this file may ever leave the books untrue.
afterEach(async () => {
  const admin = await server.admin();
  const proof = (await server.call('GET /ledger/verify', {}, { token: admin.token })).body.data;
  if (!proof.ok) throw new Error(JSON.stringify(proof));
});

type Trader = Awaited<ReturnType<Trading['trader']>>;
type Receipt = { order_id: string; payment_id: string; signature: string };

const UPI = { method: 'upi', vpa: 'success@upi' };
const CARD = { number: '4111 1111 1111 1111', expiry: '12/99', cvv: '123', name: 'Asha' };

const order = (trader: Trader, input: unknown) => server.call('POST /create-order', input, { token: trader.token });
const checkout = (trader: Trader, input: object) =>
  server.call('POST /sandbox/checkout', input, { token: trader.token });
const verify = (trader: Trader, receipt: unknown) =>
  server.call('POST /verify-payment', receipt, { token: trader.token });
const balance = async (trader: Trader) =>
  (await server.call('GET /portfolio', {}, { token: trader.token })).body.data.balance as number;

async function pay(trader: Trader, rupees: number): Promise<Receipt> {
  const made = await order(trader, { amount: rupees });
  expect(made).toMatchObject({ status: 201 });
  const paid = await checkout(trader, { order_id: made.body.data.id, ...UPI });
  expect(paid).toMatchObject({ status: 200 });
  return paid.body.data as Receipt;
}

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
    [1e15, 'Please enter a valid amount'],
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
    const reply = await verify(asha, { ...receipt, isCourse: true, course_id: 'options-101' });
    expect(reply.body).toMatchObject(failed);
    expect(await balance(asha)).toBe(1);
    await verify(asha, receipt);
    expect(await balance(asha)).toBe(1);
  });
});

describe('exactly once', () => {
  test('a thousand replays, twenty at once', async () => {
    const asha = await server.trader();
    const receipt = await pay(asha, 250.5);
    for (let round = 0; round < 50; round++) {
      const replies = await Promise.all(Array.from({ length: 20 }, () => verify(asha, receipt)));
      for (const { status, body } of replies)
        expect([status, body.success, body.data]).toEqual([200, true, { balance: 250.5 }]);
    }
    const { rows } = await server.database.query<{ count: number }>(
      `select count(*) as count from transfers t join payments p on p.id = t.reference where t.kind = 'deposit' and p.provider_order = $1`,
      [receipt.order_id],
    );
    expect(rows[0].count).toBe(1);
    expect(server.told.filter(({ account }) => account === asha.accountNo)).toHaveLength(1);
  });

  test('verification and recovery at the same time', async () => {
    const asha = await server.trader();
    const receipt = await pay(asha, 75);
    server.clock.at += 16 * 60_000;
    await Promise.all([server.wallet.recover(), verify(asha, receipt), server.wallet.recover(), verify(asha, receipt)]);
    expect(await balance(asha)).toBe(75);
  });

  test('a crash between the deposit and its mark is healed, also by a server that starts anew', async () => {
    const asha = await server.trader();
    const receipt = await pay(asha, 60);
    const { id } = await paymentOf(receipt);
    // What a process that died left: the row says paid, the exchange has the deposit.
    await server.database.query(
      `update payments set status = 'paid', provider_payment = $2, paid_at = 1 where id = $1`,
      [id, receipt.payment_id],
    );
    await server.exchange.submit(
      { kind: 'deposit', account: asha.accountNo, amount: 60_00, paymentId: id },
      { account: asha.accountNo, key: `payment:${id}` },
    );
    const restarted = walletWith(server.provider);
    await restarted.recover();
    expect(await paymentOf(receipt)).toMatchObject({ status: 'credited' });
    expect((await verify(asha, receipt)).body).toMatchObject({ success: true, data: { balance: 60 } });
  });

  test('a crash before the deposit is healed', async () => {
    const asha = await server.trader();
    const receipt = await pay(asha, 61);
    const { id } = await paymentOf(receipt);
    await server.database.query(
      `update payments set status = 'paid', provider_payment = $2, paid_at = 1 where id = $1`,
      [id, receipt.payment_id],
    );
    await walletWith(server.provider).recover();
    expect([await balance(asha), (await paymentOf(receipt)).status]).toEqual([61, 'credited']);
  });

  test('a callback that never came is found after a while, and an order nobody paid is closed', async () => {
    const asha = await server.trader();
    const receipt = await pay(asha, 62);
    const unpaid = (await order(asha, { amount: 5 })).body.data.id as string;
    await server.wallet.recover();
    expect(await balance(asha)).toBe(0);
    server.clock.at += 16 * 60_000;
    await server.wallet.recover();
    expect([await balance(asha), (await paymentOf(receipt)).status]).toEqual([62, 'credited']);
    expect((await paymentOf({ order_id: unpaid })).status).toBe('created');
    server.clock.at += 4 * 24 * 3_600_000;
    await server.wallet.recover();
    expect((await paymentOf({ order_id: unpaid })).status).toBe('failed');
  });

  test('what the provider did not capture, or captured otherwise, is not credited; while it is away, try again', async () => {
    const asha = await server.trader();
    const receipt = await pay(asha, 90);
    const before = await server.stateHash();
    const captured = { paymentId: receipt.payment_id, orderId: receipt.order_id, amount: 90_00, currency: 'INR' };
    const answers: (CapturedPayment | null)[] = [
      null,
      { ...captured, amount: 91_00 },
      { ...captured, currency: 'USD' },
      { ...captured, orderId: 'order_00000000000000' },
    ];
    for (const answer of answers) {
      expect(await settleWith(asha, receipt, async () => answer)).toBe(false);
    }
    await expect(
      settleWith(asha, receipt, async () => {
        throw new ProviderAway();
      }),
    ).rejects.toThrow(ProviderAway);
    expect(await server.stateHash()).toBe(before);
    expect((await verify(asha, receipt)).body.success).toBe(true);
  });

  test('the status of a payment never goes back, and its sum never changes', async () => {
    const asha = await server.trader();
    const receipt = await pay(asha, 33);
    await verify(asha, receipt);
    const { id } = await paymentOf(receipt);
    for (const change of [
      `status = 'paid'`,
      `status = 'created', provider_payment = null`,
      'amount = 1',
      `provider_payment = 'pay_other'`,
    ]) {
      await expect(server.database.query(`update payments set ${change} where id = $1`, [id])).rejects.toThrow(
        /cannot go/,
      );
    }
  });

  interface Row {
    id: number;
    status: string;
  }

  async function paymentOf({ order_id }: { order_id: string }): Promise<Row> {
    const { rows } = await server.database.query<Row>('select id, status from payments where provider_order = $1', [
      order_id,
    ]);
    return rows[0];
  }

  function walletWith(provider: SandboxProvider) {
    const { database: db, exchange, clock, notices } = server;
    const log = createLog({ logLevel: 'silent' });
    return createWallet({
      db,
      exchange,
      providers: new Providers(provider, null),
      topupMax: TOPUP_MAX,
      log,
      now: () => clock.at,
      notices,
      courses: server.learn.sales,
      refunds: server.refunds,
    });
  }

  /** Settles at a provider that answers otherwise than the built-in one would. */
  async function settleWith(
    trader: Trader,
    receipt: Receipt,
    captured: () => Promise<CapturedPayment | null>,
  ): Promise<boolean> {
    class Other extends SandboxProvider {
      override captured(): Promise<CapturedPayment | null> {
        return captured();
      }
    }
    const { database: db, exchange, notices } = server;
    const now = () => server.clock.at;
    const provider = new Other({ db, secret: 'of-another-provider-0123456789', now });
    const crediting = new Crediting({
      db,
      exchange,
      providers: new Providers(provider, null),
      log: createLog({ logLevel: 'silent' }),
      now,
      notices,
      courses: server.learn.sales,
      refunds: server.refunds,
    });
    const payment = await findPayment(db, receipt.order_id, trader.accountNo);
    return crediting.settle(payment!, receipt.payment_id);
  }
});
