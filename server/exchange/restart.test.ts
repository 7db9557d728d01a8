// The state after a restart: orders in their place, halts, limits, rewards and keys, whatever the clocks say.
import { expect, test } from 'vitest';
import {
  ASHA,
  batches,
  cashOf,
  db,
  earnReward,
  exchange,
  expectMemoryEqualsDatabase,
  offer,
  order,
  RAVI,
  reopen,
  VENUE,
} from '../../tests/scenes/exchange.ts';
import { takeSnapshot } from '../../core/snapshot.ts';
import { DEFAULT_FEES } from '../../core/trade/settings.ts';
import { verifyBooks } from './proof/verify.ts';

test('a restart finds the same state, with orders in their old place in the queue', async () => {
  const first = await exchange.submit(order(ASHA, 'buy', 3, 3400_00));
  const second = await exchange.submit(order(RAVI, 'buy', 5, 3400_00));
  const before = await exchange.read(takeSnapshot);
  await reopen();
  expect((await exchange.read(takeSnapshot)).orders).toEqual(before.orders);
  exchange.turn((engine, at) => void engine.desk('TCS', at).take(-2, 'sell', 3, 3400_00));
  const open = await exchange.read(({ venue }) => venue.orders.values().map(({ id }) => id));
  expect(open).toContain(second.sequence);
  expect(open).not.toContain(first.sequence);
  await exchange.submit({ kind: 'cancel-order', account: RAVI, orderId: second.sequence });
  await expectMemoryEqualsDatabase();
});

test('balances that are older than the last trades are added up by a start, and written by the first batch after it', async () => {
  const behind = async (): Promise<number> => {
    const { rows } = await db.query<{ count: number }>('select count(*) from ledger_balances where behind <> 0');
    return rows[0].count;
  };
  for (let n = 0; n < 2; n++) {
    offer(1);
    await exchange.submit(order(ASHA, 'buy', 1));
  }
  expect(await behind()).toBeGreaterThan(0);
  const before = await cashOf(ASHA);
  for (let n = 0; n < 2; n++) {
    await reopen();
    expect(await cashOf(ASHA)).toBe(before);
    await expectMemoryEqualsDatabase();
    expect(await verifyBooks(db, VENUE)).toMatchObject({ ok: true });
  }
  const { sequence: orderId } = await exchange.submit(order(RAVI, 'buy', 1, 3400_00));
  expect(await behind()).toBe(0);
  await exchange.submit({ kind: 'cancel-order', account: RAVI, orderId });
  await expectMemoryEqualsDatabase();
  expect(await verifyBooks(db, VENUE)).toMatchObject({ ok: true });
});

test('an order keeps the rates it came with, through a restart and another table', async () => {
  const { fees } = await exchange.read(({ venue }) => venue);
  const statutory = { ...fees.statutory, isOn: true };
  const account = 62;
  await exchange.submit({ kind: 'open-account', account });
  await exchange.submit({ kind: 'deposit', account, amount: 1_00_000_00, paymentId: account });
  await exchange.submit({ kind: 'set-fees', fees: { ...fees, commissionRate: 0, flatFee: 0, statutory } });
  const buy = { ...order(account, 'buy', 5, 3400_00), timeInForce: 'gtc' } as const;
  const { sequence } = await exchange.submit(buy);
  exchange.turn((engine, at) => void engine.desk('TCS', at).take(-2, 'sell', 2, 3400_00));
  const before = await exchange.read(takeSnapshot);
  await reopen();
  expect((await exchange.read(takeSnapshot)).orders).toEqual(before.orders);
  await exchange.submit({ kind: 'set-fees', fees });
  await reopen();
  exchange.turn((engine, at) => void engine.desk('TCS', at).take(-2, 'sell', 3, 3400_00));
  await exchange.read(() => null);
  const { rows } = await db.query<{ statutory: number }>('select statutory from orders where id = $1', [sequence]);
  // 17,000 rupees: 17.00 + 0.50 + 0.02 + 2.55 + 18 % of 0.52 = 0.09, as if it had been filled at once.
  expect(rows).toEqual([{ statutory: 20_16 }]);
  await expectMemoryEqualsDatabase();
});

test('fees that were stored before there was a statutory table have the first one, which is off', async () => {
  await db.query(`update venues set fees = fees - 'statutory' where id = $1`, [VENUE]);
  await reopen();
  expect(await exchange.read(({ venue }) => venue.fees.statutory)).toEqual(DEFAULT_FEES.statutory);
  await expectMemoryEqualsDatabase();
});

test('a restart finds the market still halted', async () => {
  await exchange.submit({ kind: 'halt-market', isHalted: true });
  await reopen();
  expect(await exchange.submit(order(ASHA, 'buy', 1))).toMatchObject({ refusal: { reason: 'market-halted' } });
  await exchange.submit({ kind: 'halt-market', isHalted: false });
  await reopen();
  expect(await exchange.read(({ venue }) => venue.isHalted)).toBe(false);
});

test('after a restart a longer timeframe counts what a shorter one did not', async () => {
  const limits = { maxBuyLimit: 1000, maxSellLimit: 1000, timeframeInHours: 1 };
  const account = 61;
  await exchange.submit({ kind: 'open-account', account });
  await exchange.submit({ kind: 'deposit', account, amount: 1_00_000_00, paymentId: account });
  await exchange.submit({ kind: 'set-limits', limits });
  offer(4);
  await exchange.submit(order(account, 'buy', 4));
  await reopen(() => Date.now() + 2 * 3_600_000);
  await exchange.submit({ kind: 'set-limits', limits: { ...limits, maxBuyLimit: 5, timeframeInHours: 24 } });
  expect(await exchange.submit(order(account, 'buy', 2))).toMatchObject({
    refusal: { reason: 'over-buy-limit-in-timeframe', already: 4 },
  });
  await exchange.submit({ kind: 'set-limits', limits: { maxBuyLimit: 1000, maxSellLimit: 500, timeframeInHours: 24 } });
  await reopen();
});

test('a reward is paid once with its key, its bonus survives a restart, and what is unused goes back once', async () => {
  const account = 4;
  const rewardId = await earnReward(account, 50_000_00, 1000);
  await exchange.submit({ kind: 'open-account', account });
  const grant = { kind: 'grant-reward', account, rewardId, amount: 50_000_00, expiresAt: 1000 } as const;
  const key = { account, key: 'reward:signup:4' };
  batches.length = 0;
  const first = await exchange.submit(grant, key);
  expect(await exchange.submit(grant, key)).toEqual(first);
  offer(10);
  await exchange.submit(order(account, 'buy', 2)); // 7,000 rupees, 70 of commission, the flat fee of 5
  await expectMemoryEqualsDatabase();
  await reopen();
  expect(await exchange.submit(grant, key)).toEqual(first);
  await expectMemoryEqualsDatabase();
  for (let time = 0; time < 2; time++) await exchange.submit({ kind: 'expire-reward', account });
  expect(await cashOf(account)).toBe(0);
  const flow = { account, reference: rewardId };
  expect(batches.flatMap(({ cashFlows }) => cashFlows)).toMatchObject([
    { ...flow, kind: 'reward', amount: 50_000_00 },
    { ...flow, kind: 'reward-expiry', amount: -(50_000_00 - 7_075_00) },
  ]);
  await expectMemoryEqualsDatabase();
  expect(await verifyBooks(db, VENUE)).toMatchObject({ ok: true });
});

test('keys of payments and rewards outlive all others', async () => {
  await db.query('update command_keys set at = 0');
  await exchange.prune();
  const { rows } = await db.query<{ key: string }>('select key from command_keys order by key');
  expect(rows.map(({ key }) => key)).toEqual(['payment:1', 'payment:2', 'reward:signup:4']);
});

test('a clock that leaps by days and back makes nobody’s order twice', async () => {
  let leapMs = 0;
  await reopen(() => Date.now() + leapMs);
  const [command, key] = [order(ASHA, 'buy', 1, 3000_00), { account: ASHA, key: 'asked-around-a-leap' }];
  const first = await exchange.submit(command, key);
  leapMs = 4 * 86_400_000;
  await exchange.prune();
  leapMs = 0;
  await exchange.prune();
  expect(await exchange.submit(command, key)).toEqual(first);
  await reopen();
});

test('time does not go back where another clock takes over, and a clock that was hours ahead is not followed', async () => {
  const timeOf = async () =>
    ((await exchange.submit(order(ASHA, 'buy', 1, 3000_00))) as { order: { createdAt: number } }).order.createdAt;
  const before = await timeOf();
  await reopen(() => Date.now() - 30_000);
  expect(await timeOf()).toBeGreaterThanOrEqual(before);
  await reopen(() => Date.now() + 7_200_000);
  expect(await timeOf()).toBeGreaterThan(before + 7_000_000);
  await reopen(Date.now);
  expect(await timeOf()).toBeLessThan(before + 600_000);
});

test('time goes on, half as fast, while a clock that was set back by two hours is behind it', async () => {
  let leapMs = 7_200_000;
  await reopen(() => Date.now() + leapMs);
  const times: number[] = [];
  const look = () => exchange.turn((_, at) => void times.push(at));
  look();
  leapMs = 0;
  look();
  const { sequence: orderId } = await exchange.submit(order(ASHA, 'buy', 1, 3000_00));
  const passed = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 300));
  look();
  const most = (performance.now() - passed) / 2 + 60;
  const [ahead, back, later] = times;
  expect(back).toBeGreaterThanOrEqual(ahead);
  // 300 ms by the wall are 150 ms of the market.
  expect(later - back).toBeGreaterThanOrEqual(140);
  expect(later - back).toBeLessThan(most);
  await exchange.submit({ kind: 'cancel-order', account: ASHA, orderId });
  // The clock has caught up, and leads again.
  leapMs = 7_201_000;
  look();
  expect(Math.abs(times[3] - Date.now() - leapMs)).toBeLessThan(200);
  await reopen();
});
