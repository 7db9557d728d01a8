// A person's rewards as the wire shows them.
import type { EarnedReward, RewardsData } from '../../contract/rewards.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import { hasReferralPlace, isReferralOpen, isSignupOpen, loyaltyOpensAt } from '../../core/rewards/rules.ts';
import type { RewardRules } from '../../core/rewards/rules.ts';
import type { PromotionBook } from './promotions.ts';
import type { KnownRewards, RewardRow } from './queries.ts';

export function presentRewards(known: KnownRewards, { rules, inForce }: PromotionBook, at: number): RewardsData {
  return {
    referralCode: known.referralCode,
    deposited: toRupees(known.standing.deposited),
    earned: known.rows.map((row) => presentRow(row, known.bonus)),
    totalEarned: toRupees(known.rows.reduce((sum, { amount, returned }) => sum + amount - returned, 0)),
    next: {
      signup: nextSignup(known, rules),
      referee: nextReferee(known, rules),
      referrer: nextReferrer(known, rules),
      loyalty: nextLoyalty(known, rules, at),
    },
    rules: inForce,
  };
}

function presentRow(row: RewardRow, bonus: KnownRewards['bonus']): EarnedReward {
  return {
    _id: String(row.id),
    kind: row.kind,
    amount: toRupees(row.amount),
    earnedAt: new Date(row.earnedAt).toISOString(),
    isPaid: row.isPaid,
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt).toISOString(),
    unused: toRupees(bonus?.rewardId === row.id ? bonus.left : 0),
    returned: toRupees(row.returned),
  };
}

type Next = RewardsData['next'];

function nextSignup({ standing, wasSignupOnOffer }: KnownRewards, { signup }: RewardRules): Next['signup'] {
  const { hasSignup: hasBeenGiven, deposited } = standing;
  if (!isSignupOpen(signup, { wasOnOffer: wasSignupOnOffer, hasBeenGiven, deposited })) return null;
  const { amount, minimumDeposit, expiryDays } = signup;
  return { amount: toRupees(amount), minimumDeposit: toRupees(minimumDeposit), expiryDays };
}

function nextReferee({ standing, rewardedByReferrer }: KnownRewards, { referral }: RewardRules): Next['referee'] {
  if (rewardedByReferrer === null || referral.refereeAmount === 0) return null;
  const known = { hasBeenRewarded: standing.hasReferee, friendsRewarded: rewardedByReferrer };
  if (!isReferralOpen(referral, known)) return null;
  return { amount: toRupees(referral.refereeAmount), minimumDeposit: toRupees(referral.minimumDeposit) };
}

function nextReferrer({ friendsRewarded, friendsWaiting }: KnownRewards, { referral }: RewardRules): Next['referrer'] {
  if (!hasReferralPlace(referral, friendsRewarded) || referral.referrerAmount + referral.refereeAmount === 0)
    return null;
  return {
    amount: toRupees(referral.referrerAmount),
    friendAmount: toRupees(referral.refereeAmount),
    minimumDeposit: toRupees(referral.minimumDeposit),
    rewarded: friendsRewarded,
    most: referral.maxReferrals,
    waiting: friendsWaiting,
  };
}

function nextLoyalty({ standing, traded }: KnownRewards, { loyalty }: RewardRules, at: number): Next['loyalty'] {
  if (!loyalty.isEnabled || loyalty.rewardAmount === 0) return null;
  const opensAt = loyaltyOpensAt(loyalty, standing.lastLoyaltyAt);
  return {
    amount: toRupees(loyalty.rewardAmount),
    traded: toRupees(traded),
    tradingAmount: toRupees(loyalty.tradingAmount),
    timeframeInDays: loyalty.timeframeDays,
    opensAt: opensAt > at ? new Date(opensAt).toISOString() : null,
  };
}
