// A bonus that expires: how much of it is still unused. A person's spending comes out of the bonus first.
import type { Instant, Paise } from '../money.ts';

/**
 * The part of a bonus that is still unused lies among a person's cash. Each execution that leaves the person with less cash
 * than before uses it, before any of their own money. So what is left of it at its end was never paid in by them, and taking
 * it back leaves them at least everything that they have paid in since.
 */
export interface Bonus {
  readonly rewardId: number;
  /** Above zero: a bonus that is used up does not exist. */
  readonly left: Paise;
  readonly expiresAt: Instant;
}

/** The bonus after `spent` has gone from it. */
export function bonusAfter(bonus: Bonus, spent: Paise): Bonus | null {
  return spent >= bonus.left ? null : { ...bonus, left: bonus.left - spent };
}
