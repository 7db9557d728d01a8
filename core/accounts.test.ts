// Deleting an account: what is given up and where it goes, what prevents it, and that a second time finds nothing to do.
import { beforeEach, expect, test } from 'vitest';
import { orderOf, stillMarket, STILL_START } from '../tests/still-market.ts';
import type { Still } from '../tests/still-market.ts';
import { DEFAULT_FEES } from './trade/settings.ts';

const [ASHA, RAVI] = [1, 2];
let still: Still;

beforeEach(() => {
  still = stillMarket({ TCS: 10_00, INFY: 20_00 }, { [ASHA]: 1_000_00, [RAVI]: 500_00 });
  still.apply({
    kind: 'set-fees',
    fees: { ...DEFAULT_FEES, commissionRate: 0, flatFee: 0 },
  });
});

const close = (account = ASHA) => still.apply({ kind: 'close-account', account });
const buy = (more: object) => still.apply(orderOf({ account: ASHA, symbol: 'TCS', side: 'buy', quantity: 3, ...more }));
const trader = () => still.engine.venue.traders.get(ASHA)!;
const balanceOf = (owner: number | 'closed-accounts') => {
  const { ledger } = still.engine.venue;
  return ledger.balance(ledger.open(owner, 0));
};
const closures = () => still.transfers.filter(({ kind }) => kind === 'account-closure');

test('open orders end, all the cash goes to its account, and nothing can be ordered any more', () => {
  buy({ limitPrice: 9_00 });
  expect(close().isAccepted).toBe(true);
  expect([trader().openOrders.length, trader().isBlocked]).toEqual([0, true]);
  expect([balanceOf(ASHA), balanceOf('closed-accounts'), balanceOf(RAVI)]).toEqual([0, 1_000_00, 500_00]);
  expect(closures()).toMatchObject([{ amount: 1_000_00, reference: ASHA }]);
  expect(buy({ limitPrice: 9_00 })).toEqual({ isAccepted: false, refusal: { reason: 'account-blocked' } });
});

test('a second time moves nothing, and what has come in between goes the same way', () => {
  close();
  expect(close().isAccepted).toBe(true);
  expect(closures()).toHaveLength(1);
  still.apply({ kind: 'deposit', account: ASHA, amount: 7_00, paymentId: 9 });
  close();
  expect([balanceOf(ASHA), balanceOf('closed-accounts')]).toEqual([0, 1_007_00]);
});

test('shares stand in the way, by company as it was listed, and then nothing changes', () => {
  still.quote('INFY', 'sell', 20_00, 5);
  still.quote('TCS', 'sell', 10_00, 5);
  buy({ symbol: 'INFY', quantity: 2 });
  buy({ quantity: 5 });
  buy({ limitPrice: 9_00 });
  const before = still.transfers.length;
  const held = [
    { symbol: 'TCS', quantity: 5 },
    { symbol: 'INFY', quantity: 2 },
  ];
  expect(close()).toEqual({ isAccepted: false, refusal: { reason: 'holds-shares', held } });
  expect([trader().openOrders.length, trader().isBlocked, still.transfers.length]).toEqual([1, false, before]);
});

test('an unused bonus goes with the rest, and is not taken back once more', () => {
  const expiresAt = STILL_START + 1;
  still.apply({ kind: 'grant-reward', account: ASHA, rewardId: 7, amount: 50_00, expiresAt });
  close();
  still.at = expiresAt;
  still.apply({ kind: 'expire-reward', account: ASHA });
  expect([balanceOf(ASHA), balanceOf('closed-accounts')]).toEqual([0, 1_050_00]);
  expect(trader().bonus).toBeNull();
});

test('nobody is unknown', () => {
  expect(close(99)).toEqual({ isAccepted: false, refusal: { reason: 'unknown-account' } });
});
