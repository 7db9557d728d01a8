// A payment is credited exactly once, whatever races, repeats or breaks.
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { balance, order, pay, type Receipt, server, type Trader, verify } from '../../tests/scenes/wallet.ts';
import { MAX_PAISE } from '../../core/money.ts';
import { TOPUP_MAX } from '../../tests/trading.ts';
import { SandboxProvider } from '../adapters/payment-sandbox.ts';
import { type CapturedPayment, ProviderAway } from '../adapters/payment.ts';
import { createLog } from '../log.ts';
import { Crediting } from './crediting.ts';
import { findPayment } from './payments.ts';
import { Providers } from './providers.ts';
import { createWallet } from './routes.ts';

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
    // The state left by a process that died: the row says paid, the exchange has the deposit.
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

  test('a wallet that was full gets the payment once there is room', async () => {
    const asha = await server.trader(MAX_PAISE - 10_00);
    server.quote('MERIT', 'sell', 400_00, 5);
    const receipt = await pay(asha, 61);
    expect(await verify(asha, receipt)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('no room for \u20b961.00 more. The payment is kept') },
    });
    await server.wallet.recover();
    expect(await paymentOf(receipt)).toMatchObject({ status: 'paid' });
    const bought = { stock: 'MERIT', type: 'BUY', quantity: 1 };
    expect(await server.call('POST /orders', bought, { token: asha.token })).toMatchObject({ status: 200 });
    const before = await balance(asha);
    await walletWith(server.provider).recover();
    expect(await paymentOf(receipt)).toMatchObject({ status: 'credited' });
    expect(await balance(asha)).toBeCloseTo(before + 61, 2);
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
    // For three days it may still be paid.
    for (const later of [0, 2.9 * 24 * 3_600_000]) {
      server.clock.at += later;
      await server.wallet.recover();
      expect((await paymentOf({ order_id: unpaid })).status).toBe('created');
    }
    server.clock.at += 12 * 3_600_000;
    await server.wallet.recover();
    expect((await paymentOf({ order_id: unpaid })).status).toBe('failed');
  });

  test('a payment that was not captured, or with another sum, is not credited; while the provider is away, try again', async () => {
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
    // Written down for administrators, once; and nothing else has changed.
    const { rows } = await server.database.query<object>(
      'delete from stray_payments where provider_payment = $1 returning amount, currency',
      [receipt.payment_id],
    );
    expect(rows).toEqual([{ amount: 91_00, currency: 'INR' }]);
    expect(await server.stateHash()).toBe(before);
    expect((await verify(asha, receipt)).body.success).toBe(true);
  });

  test('a payment for a person who has left, or of another sum than ordered, is logged once, however often it is found', async () => {
    const [asha, ravi] = [await server.trader(), await server.trader()];
    const said: string[] = [];
    const log = pino({ base: undefined }, { write: (line: string) => void said.push(JSON.parse(line).msg) });
    const [gone, other] = [await pay(asha, 90), await pay(ravi, 90)];
    await server.database.query('update users set deleted_at = 1 where id = $1', [asha.id]);
    const captured = ({ payment_id: paymentId, order_id: orderId }: Receipt, amount: number) =>
      Promise.resolve({ paymentId, orderId, amount, currency: 'INR' });
    for (let times = 0; times < 3; times++) {
      expect(await settleWith(asha, gone, () => captured(gone, 90_00), log)).toBe(false);
      expect(await settleWith(ravi, other, () => captured(other, 91_00), log)).toBe(false);
    }
    expect(said).toEqual([
      'a payment was captured for an account that is deleted',
      'a captured payment is not the one that was ordered',
    ]);
  });

  test('while the account may be deleted nobody is told that a payment has failed, which is credited once the account stays', async () => {
    const asha = await server.trader();
    const receipt = await pay(asha, 90);
    await server.database.query('insert into account_deletions (user_id, asked_by, asked_at) values ($1, $1, 0)', [
      asha.id,
    ]);
    expect(await verify(asha, receipt)).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('If it stays, nothing is lost'), error: { code: 'payer-leaving' } },
    });
    expect(await balance(asha)).toBe(0);
    const { rowCount } = await server.database.query('select 1 from stray_payments where provider_payment = $1', [
      receipt.payment_id,
    ]);
    expect(rowCount).toBe(0);
    await server.database.query('delete from account_deletions where user_id = $1', [asha.id]);
    expect((await verify(asha, receipt)).body).toMatchObject({ success: true, data: { balance: 90 } });
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

  /** Settles at a provider that answers differently from the built-in one. */
  async function settleWith(
    trader: Trader,
    receipt: Receipt,
    captured: () => Promise<CapturedPayment | null>,
    log = createLog({ logLevel: 'silent' }),
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
      log,
      now,
      notices,
      courses: server.learn.sales,
      refunds: server.refunds,
    });
    const payment = await findPayment(db, receipt.order_id, trader.accountNo);
    return crediting.settle(payment!, receipt.payment_id);
  }
});
