// The rules of the three rewards: what earns them, how much they bring, and who can still get one.
import { DAY_MS } from '../market/day.ts';
import type { Instant, Paise } from '../money.ts';

export interface SignupRules {
  readonly isEnabled: boolean;
  readonly amount: Paise;
  readonly minimumDeposit: Paise;
  /** What is unused after this many days is taken back. */
  readonly expiryDays: number;
}

export interface ReferralRules {
  readonly isEnabled: boolean;
  /** For the referrer, who gave the code. */
  readonly referrerAmount: Paise;
  /** For the referee, who signed up with it. */
  readonly refereeAmount: Paise;
  readonly maxReferrals: number;
  /** What the referee must have paid in. */
  readonly minimumDeposit: Paise;
}

export interface LoyaltyRules {
  readonly isEnabled: boolean;
  /** What must have been bought and sold, added up, within the timeframe. */
  readonly tradingAmount: Paise;
  readonly rewardAmount: Paise;
  readonly timeframeDays: number;
}

export interface RewardRules {
  readonly signup: SignupRules;
  readonly referral: ReferralRules;
  readonly loyalty: LoyaltyRules;
}

// Spec 9: the promotions in force until an administrator saves others.
export const DEFAULT_REWARDS: RewardRules = {
  signup: { isEnabled: true, amount: 50_00, minimumDeposit: 0, expiryDays: 30 },
  referral: { isEnabled: true, referrerAmount: 10_00, refereeAmount: 5_00, maxReferrals: 10, minimumDeposit: 100_00 },
  loyalty: { isEnabled: true, tradingAmount: 10_000_00, rewardAmount: 50_00, timeframeDays: 30 },
};

/** What a person has done towards the sign-up bonus. */
export interface SignupStanding {
  /** The bonus was on offer when the person signed up. */
  readonly wasOnOffer: boolean;
  readonly hasBeenGiven: boolean;
  readonly deposited: Paise;
}

/** Can the sign-up bonus still be earned? */
export function isSignupOpen(rules: SignupRules, { wasOnOffer, hasBeenGiven }: SignupStanding): boolean {
  return rules.isEnabled && rules.amount > 0 && wasOnOffer && !hasBeenGiven;
}

/** Has it been earned, and not been given yet? */
export function isSignupDue(rules: SignupRules, standing: SignupStanding): boolean {
  return isSignupOpen(rules, standing) && standing.deposited >= rules.minimumDeposit;
}

/** When the unused part is taken back. */
export function bonusEnd(rules: SignupRules, earnedAt: Instant): Instant {
  return earnedAt + rules.expiryDays * DAY_MS;
}

/** What is known of a referee. */
export interface RefereeStanding {
  readonly hasBeenRewarded: boolean;
  readonly deposited: Paise;
  /** How many referees of the same referrer have been rewarded. */
  readonly friendsRewarded: number;
}

/** May the referrer be rewarded for one more referee? */
export function hasReferralPlace(rules: ReferralRules, friendsRewarded: number): boolean {
  return rules.isEnabled && friendsRewarded < rules.maxReferrals;
}

/** Can referrer and referee still be rewarded? */
export function isReferralOpen(
  rules: ReferralRules,
  { hasBeenRewarded, friendsRewarded }: Omit<RefereeStanding, 'deposited'>,
): boolean {
  return !hasBeenRewarded && hasReferralPlace(rules, friendsRewarded);
}

/** Both are paid together, or neither. */
export function isReferralDue(rules: ReferralRules, standing: RefereeStanding): boolean {
  return isReferralOpen(rules, standing) && standing.deposited >= rules.minimumDeposit;
}

/** What a person has traded within the timeframe, and when the last loyalty reward was earned. */
export interface LoyaltyStanding {
  readonly traded: Paise;
  readonly lastEarnedAt: Instant | null;
}

/** Trades after this instant count now. */
export function loyaltySince({ timeframeDays }: LoyaltyRules, now: Instant): Instant {
  return now - timeframeDays * DAY_MS;
}

/** From when on a loyalty reward can be earned: now, or when the timeframe of the last one is over. */
export function loyaltyOpensAt({ timeframeDays }: LoyaltyRules, lastEarnedAt: Instant | null): Instant {
  return lastEarnedAt === null ? 0 : lastEarnedAt + timeframeDays * DAY_MS;
}

/** Can a loyalty reward be earned now? */
export function isLoyaltyOpen(rules: LoyaltyRules, lastEarnedAt: Instant | null, now: Instant): boolean {
  return rules.isEnabled && rules.rewardAmount > 0 && loyaltyOpensAt(rules, lastEarnedAt) <= now;
}

/** Has it been earned now? */
export function isLoyaltyDue(rules: LoyaltyRules, { traded, lastEarnedAt }: LoyaltyStanding, now: Instant): boolean {
  return isLoyaltyOpen(rules, lastEarnedAt, now) && traded >= rules.tradingAmount;
}
