// A bonus from its payment to its end: its use, the unused part, and that nobody loses their own money with it.
import { beforeEach, describe, expect, test } from 'vitest';
import { orderOf, stillMarket, STILL_START } from '../../tests/still-market.ts';
import type { Still } from '../../tests/still-market.ts';
import { cashOf } from '../trade/portfolio.ts';
import { DEFAULT_FEES } from '../trade/settings.ts';

const [ASHA, RAVI] = [1, 2];
const END = STILL_START + 30 * 86_400_000;
const FREE = { ...DEFAULT_FEES, commissionRate: 0, flatFee: 0 };

let still: Still;

beforeEach(() => {
  still = stillMarket({ TCS: 10_00 }, { [ASHA]: 0, [RAVI]: 0 });
  still.apply({ kind: 'set-fees', fees: FREE });
});

const grant = (amount: number, expiresAt: number | null = END, account = ASHA) =>
  still.apply({ kind: 'grant-reward', account, rewardId: 7, amount, expiresAt });
const deposit = (amount: number) => still.apply({ kind: 'deposit', account: ASHA, amount, paymentId: 1 });
const expire = (at = END) => {
  still.at = at;
  return still.apply({ kind: 'expire-reward', account: ASHA });
};
const buy = (quantity: number, more = {}) =>
  still.apply(orderOf({ account: ASHA, symbol: 'TCS', side: 'buy', quantity, ...more }));
const sell = (quantity: number) => still.apply(orderOf({ account: ASHA, symbol: 'TCS', side: 'sell', quantity }));
const unused = () => still.engine.venue.traders.get(ASHA)!.bonus?.left ?? 0;
const cash = () => cashOf(still.engine.venue, ASHA);
const rewardsAccount = () => {
  const { ledger } = still.engine.venue;
  return ledger.balance(ledger.open('rewards', 0));
};

test('an unused bonus goes back whole, not a moment before its end, and once', () => {
  grant(50_00);
  expect([cash().available, unused(), rewardsAccount()]).toEqual([50_00, 50_00, -50_00]);
  expire(END - 1);
  expect(cash().available).toBe(50_00);
  expire();
  expire();
  expect([cash().available, unused(), rewardsAccount()]).toEqual([0, 0, 0]);
  expect(still.transfers.filter(({ kind }) => kind === 'reward-expiry')).toMatchObject([
    { amount: 50_00, reference: 7 },
  ]);
});

test('a reward without an end stays', () => {
  grant(10_00, null);
  expire(END * 2);
  expect([cash().available, unused()]).toEqual([10_00, 0]);
});

test('what is bought uses the bonus first, with its charges, and only the rest goes back', () => {
  still.apply({ kind: 'set-fees', fees: { ...FREE, commissionRate: 10_000, flatFee: 5_00 } });
  grant(50_00);
  deposit(1_000_00);
  still.quote('TCS', 'sell', 10_00, 100);
  buy(2); // 20 rupees, 20 paise of commission, the flat fee of 5
  expect(unused()).toBe(50_00 - 25_20);
  expire();
  expect(cash().available).toBe(1_000_00);
  expect(rewardsAccount()).toBe(-25_20);
});

test('a bonus that is used up is the past: what shares bring when they are sold is not taken', () => {
  grant(50_00);
  still.quote('TCS', 'sell', 10_00, 5);
  buy(5);
  expect(unused()).toBe(0);
  still.quote('TCS', 'buy', 10_00, 5);
  sell(5);
  expire();
  expect(cash().available).toBe(50_00);
});

test('nobody is left with less than they have paid in since, however badly they trade', () => {
  grant(50_00);
  deposit(1_000_00);
  still.quote('TCS', 'sell', 10_00, 4);
  buy(4);
  still.clear('TCS');
  still.quote('TCS', 'buy', 9_50, 4);
  sell(4); // 40 rupees spent of the bonus; 38 came back, and are the trader’s own
  expect([unused(), cash().available]).toEqual([10_00, 1_048_00]);
  expire();
  expect(cash().available).toBe(1_038_00);
});

test('the part that an open order holds goes back when it is free again, unless the order spends it', () => {
  grant(50_00);
  buy(4, { limitPrice: 9_00, timeInForce: 'gtc' });
  expect(cash()).toEqual({ available: 14_00, held: 36_00 });
  expire();
  expect([cash(), unused()]).toEqual([{ available: 0, held: 36_00 }, 36_00]);
  still.quote('TCS', 'sell', 9_00, 1);
  expect([cash().held, unused()]).toEqual([27_00, 27_00]);
  const [order] = still.engine.venue.orders.values();
  still.apply({ kind: 'cancel-order', account: ASHA, orderId: order.id });
  expire(END + 1);
  expect([cash(), unused()]).toEqual([{ available: 0, held: 0 }, 0]);
});

test('of an intraday buy only the own part is spent, and a sale only where it loses more than the margin', () => {
  grant(50_00);
  deposit(100_00);
  still.quote('TCS', 'sell', 10_00, 10);
  buy(10, { product: 'intraday' }); // a fifth of 100 rupees is the trader's own
  expect(unused()).toBe(30_00);
  still.clear('TCS');
  still.quote('TCS', 'buy', 9_50, 10);
  sell(10); // brings 95, of which 80 repay the loan
  expect([unused(), cash().available]).toEqual([30_00, 145_00]);
});

test('a sale that brings no more than it owes pays its fee out of the bonus', () => {
  deposit(100_00);
  grant(50_00);
  still.quote('TCS', 'sell', 10_00, 10);
  buy(10, { product: 'intraday' });
  still.clear('TCS');
  still.apply({ kind: 'set-fees', fees: { ...FREE, flatFee: 5_00 } });
  still.quote('TCS', 'buy', 8_00, 10);
  // Brings 80, all of which repays the loan.
  still.apply(orderOf({ account: ASHA, symbol: 'TCS', side: 'sell', quantity: 10, limitPrice: 8_00 }));
  expect([unused(), cash().available]).toEqual([25_00, 125_00]);
});

describe('refused, and nothing changes', () => {
  test.each([
    ['nobody', () => grant(1, null, 99), 'unknown-account'],
    ['nothing', () => grant(0), 'invalid-amount'],
    ['less than nothing', () => grant(-5), 'invalid-amount'],
    ['half a paisa', () => grant(0.5), 'invalid-amount'],
    ['more than there can be', () => grant(1e13 + 1), 'invalid-amount'],
    ['the end of nobody', () => still.apply({ kind: 'expire-reward', account: 99 }), 'unknown-account'],
  ])('%s', (_, act, reason) => {
    expect(act()).toEqual({ isAccepted: false, refusal: { reason } });
    expect(still.transfers.filter(({ kind }) => kind === 'reward')).toEqual([]);
  });

  test('as much as there can be is taken', () => {
    expect(grant(1e13, null)).toMatchObject({ isAccepted: true });
    expect(grant(1, null)).toMatchObject({ refusal: { reason: 'invalid-amount' } });
  });

  test('a second bonus while the first is unused; but rewards for good are taken', () => {
    grant(50_00);
    expect(grant(1_00)).toMatchObject({ refusal: { reason: 'bonus-unused' } });
    expect(grant(1_00, null)).toMatchObject({ isAccepted: true });
    expect([cash().available, unused()]).toEqual([51_00, 50_00]);
  });
});
