// Rewards in the ledger: paid from the rewards account, and the unused part of a bonus taken back when its time is over.
import { RUPEES } from '../ledger/ledger.ts';
import type { Instant, Paise } from '../money.ts';
import { bonusAfter } from '../trade/bonus.ts';
import type { Refusal } from '../trade/refusal.ts';
import { canReceive } from '../trade/trader.ts';
import type { Venue } from '../trade/venue.ts';

export interface Grant {
  readonly account: number;
  readonly rewardId: number;
  readonly amount: Paise;
  /** Null: it is the person's own for good. */
  readonly expiresAt: Instant | null;
}

/** Null when it has been paid. */
export function grantReward({ traders, ledger, listener }: Venue, grant: Grant): Refusal | null {
  const { account, rewardId, amount, expiresAt } = grant;
  const trader = traders.get(account);
  if (trader === undefined) return { reason: 'unknown-account' };
  if (!canReceive(trader, amount, ledger)) return { reason: 'invalid-amount' };
  // Which of two unused bonuses is spent first would be anybody's guess.
  if (expiresAt !== null && trader.bonus !== null) return { reason: 'bonus-unused' };
  ledger.transfer(ledger.open('rewards', RUPEES), trader.cash, amount, 'reward', rewardId);
  if (expiresAt === null) return null;
  trader.bonus = { rewardId, left: amount, expiresAt };
  listener.traderChanged(trader);
  return null;
}

/** Takes back what is unused of a bonus whose time is over. What open orders hold is taken when it is free, unless they spend it. */
export function expireReward({ traders, ledger, listener, at }: Venue, account: number): Refusal | null {
  const trader = traders.get(account);
  if (trader === undefined) return { reason: 'unknown-account' };
  const { bonus, cash } = trader;
  if (bonus === null || at < bonus.expiresAt) return null;
  const taken = Math.min(bonus.left, ledger.available(cash));
  if (taken === 0) return null;
  ledger.transfer(cash, ledger.open('rewards', RUPEES), taken, 'reward-expiry', bonus.rewardId);
  trader.bonus = bonusAfter(bonus, taken);
  listener.traderChanged(trader);
  return null;
}
