// Finds out what a person has earned, and claims it: a claim is a row, and each source can have only one.
import type { RewardKind } from '../../contract/rewards.ts';
import {
  bonusEnd,
  isLoyaltyDue,
  isReferralDue,
  isSignupDue,
  loyaltyOpensAt,
  loyaltySince,
} from '../../core/rewards/rules.ts';
import type { RewardRules } from '../../core/rewards/rules.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { PromotionBook } from './promotions.ts';
import { friendsRewarded, lockPerson, readStanding, tradedSince } from './standing.ts';
import type { Standing } from './standing.ts';

export interface EarningOptions {
  readonly db: Database;
  readonly venue: number;
  readonly promotions: PromotionBook;
  readonly now: () => number;
}

interface Claim {
  readonly account: number;
  readonly kind: RewardKind;
  readonly source: string;
  readonly amount: number;
  readonly expiresAt: number | null;
}

/** How far a person is from the next loyalty reward: nothing can be due before this much more is traded, or before this instant. */
export interface LoyaltyDistance {
  readonly toTrade: number;
  readonly opensAt: number;
}

export interface Earned {
  /** The accounts with something to be paid now: the person, and a friend who gave the code. */
  readonly accounts: readonly number[];
  /** Null if the person cannot earn, or there is no such reward. */
  readonly distance: LoyaltyDistance | null;
}

/** Claims everything that an account has earned by now. Repeated or concurrent calls claim nothing twice. */
export function claimEarned(options: EarningOptions, account: number): Promise<Earned> {
  const { db, venue, promotions, now } = options;
  const { rules } = promotions;
  return db.transaction(async (transaction) => {
    await lockPerson(transaction, account);
    const standing = await readStanding(transaction, { venue, account });
    if (standing === null) return { accounts: [], distance: null };
    const at = now();
    const claimer = { transaction, venue, account, rules, standing, at };
    const wasOnOffer = promotions.wasSignupOnOffer(standing.createdAt);
    const loyalty = await loyaltyClaim(claimer);
    const claims = [
      ...signupClaims(claimer, wasOnOffer),
      ...(await referralClaims(claimer)),
      ...(loyalty?.claims ?? []),
    ];
    for (const claim of claims) await addClaim(transaction, { venue, at }, claim);
    return { accounts: claims.map((claim) => claim.account), distance: loyalty?.distance ?? null };
  });
}

interface Claimer {
  readonly transaction: Queryable;
  readonly venue: number;
  readonly account: number;
  readonly rules: RewardRules;
  readonly standing: Standing;
  readonly at: number;
}

function signupClaims({ account, rules, standing, at }: Claimer, wasOnOffer: boolean): Claim[] {
  const { hasSignup: hasBeenGiven, deposited } = standing;
  if (!isSignupDue(rules.signup, { wasOnOffer, hasBeenGiven, deposited })) return [];
  const { amount } = rules.signup;
  return [{ account, kind: 'signup', source: `signup:${account}`, amount, expiresAt: bonusEnd(rules.signup, at) }];
}

/** The friend's row is locked before counting, so that fifty people arriving at once cannot exceed the limit. */
async function referralClaims({ transaction, venue, account, rules, standing }: Claimer): Promise<Claim[]> {
  const { referrer, hasReferee: hasBeenRewarded, deposited } = standing;
  if (referrer === null) return [];
  const known = { hasBeenRewarded, deposited };
  if (!isReferralDue(rules.referral, { ...known, friendsRewarded: 0 })) return [];
  await lockPerson(transaction, referrer);
  const rewarded = await friendsRewarded(transaction, { venue, account: referrer });
  if (!isReferralDue(rules.referral, { ...known, friendsRewarded: rewarded })) return [];
  const source = `referral:${account}`;
  const { referrerAmount, refereeAmount } = rules.referral;
  return [
    { account: referrer, kind: 'referrer', source, amount: referrerAmount, expiresAt: null },
    { account, kind: 'referee', source, amount: refereeAmount, expiresAt: null },
  ];
}

async function loyaltyClaim(claimer: Claimer): Promise<{ claims: Claim[]; distance: LoyaltyDistance } | null> {
  const { transaction, venue, account, standing, at } = claimer;
  const { loyalty } = claimer.rules;
  if (!loyalty.isEnabled || loyalty.rewardAmount === 0) return null;
  const { lastLoyaltyAt: lastEarnedAt, loyaltyCount } = standing;
  const opensAt = loyaltyOpensAt(loyalty, lastEarnedAt);
  if (opensAt > at) return { claims: [], distance: { toTrade: 0, opensAt } };
  const traded = await tradedSince(transaction, { venue, account }, loyaltySince(loyalty, at));
  if (!isLoyaltyDue(loyalty, { traded, lastEarnedAt }, at))
    return { claims: [], distance: { toTrade: loyalty.tradingAmount - traded, opensAt } };
  const source = `loyalty:${account}:${loyaltyCount + 1}`;
  const claim: Claim = { account, kind: 'loyalty', source, amount: loyalty.rewardAmount, expiresAt: null };
  return { claims: [claim], distance: { toTrade: 0, opensAt: loyaltyOpensAt(loyalty, at) } };
}

/** A reward of zero is claimed too, and void at once: it counts like any other. */
async function addClaim(
  transaction: Queryable,
  { venue, at }: { venue: number; at: number },
  { account, kind, source, amount, expiresAt }: Claim,
): Promise<void> {
  await transaction.query(
    `insert into rewards (venue, account, kind, source, amount, earned_at, expires_at, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [venue, account, kind, source, amount, at, expiresAt, amount > 0 ? 'due' : 'void'],
  );
}
