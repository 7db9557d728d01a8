// Promotions as an administrator sets them, and what a person has earned through them and can still earn.
import * as z from 'zod/mini';
import { PROMOTION_DAYS_MOST, PROMOTION_FRIENDS_MOST, PROMOTION_MOST, promotionMessages } from './messages/rewards.ts';
import { count, id, instant, rupees, wholeNumber } from './wire.ts';
import { isRupees, toPaise } from './wire/sums.ts';

/** A sum in rupees from `least` paise up, parsed to paise. */
function sum(least: number, error: string) {
  return z.pipe(
    z.number({ error }).check(
      z.refine(isRupees, { error, abort: true }),
      z.refine((value) => toPaise(value) >= least && toPaise(value) <= PROMOTION_MOST, { error }),
    ),
    z.transform(toPaise),
  );
}

const enabled = z.boolean({ error: promotionMessages.enabledInvalid });
const amount = sum(0, promotionMessages.sumInvalid);
const days = wholeNumber(1, PROMOTION_DAYS_MOST, promotionMessages.daysInvalid);

const section = { error: promotionMessages.sectionInvalid };

const signupBonusInput = z.object({ enabled, amount, minimumDepositRequired: amount, expiryDays: days }, section);

const referralBonusInput = z.object(
  {
    enabled,
    referrerAmount: amount,
    refereeAmount: amount,
    maxReferralsPerUser: wholeNumber(1, PROMOTION_FRIENDS_MOST, promotionMessages.friendsInvalid),
    minimumDepositRequired: amount,
  },
  section,
);

const loyaltyRewardsInput = z.object(
  {
    enabled,
    // Trading nothing earns nothing.
    tradingAmount: sum(1, promotionMessages.tradingInvalid),
    rewardAmount: amount,
    timeframeInDays: days,
  },
  section,
);

/** All three at once: what is saved is what is in force. */
const sections = {
  signupBonus: signupBonusInput,
  referralBonus: referralBonusInput,
  loyaltyRewards: loyaltyRewardsInput,
};

export const promotionsInput = z.object(sections);

/** `seen`: the promotions that were on screen while typing; refused if others are in force by now. */
export const savePromotionsInput = z.object({ ...sections, seen: z.optional(promotionsInput) });

export const promotionsData = z.object({
  signupBonus: z.object({
    enabled: z.boolean(),
    amount: rupees,
    minimumDepositRequired: rupees,
    expiryDays: count,
  }),
  referralBonus: z.object({
    enabled: z.boolean(),
    referrerAmount: rupees,
    refereeAmount: rupees,
    maxReferralsPerUser: count,
    minimumDepositRequired: rupees,
  }),
  loyaltyRewards: z.object({
    enabled: z.boolean(),
    tradingAmount: rupees,
    rewardAmount: rupees,
    timeframeInDays: count,
  }),
  /** Null while the defaults are in force. */
  savedAt: z.nullable(instant),
});

const rewardKinds = ['signup', 'referrer', 'referee', 'loyalty'] as const;
export type RewardKind = (typeof rewardKinds)[number];

const earnedReward = z.object({
  _id: id,
  kind: z.enum(rewardKinds),
  amount: rupees,
  earnedAt: instant,
  /** False for the moment between earning and paying. */
  isPaid: z.boolean(),
  /** Null if it never expires. */
  expiresAt: z.nullable(instant),
  /** The unused part, which goes back when it expires. */
  unused: rupees,
  /** What has gone back. */
  returned: rupees,
});

/** What can still be earned. Each part is null if it can earn nothing. */
const nextRewards = z.object({
  signup: z.nullable(z.object({ amount: rupees, minimumDeposit: rupees, expiryDays: count })),
  /** For having joined with somebody's code. */
  referee: z.nullable(z.object({ amount: rupees, minimumDeposit: rupees })),
  /** For friends who join with this person's code. */
  referrer: z.nullable(
    z.object({
      amount: rupees,
      friendAmount: rupees,
      minimumDeposit: rupees,
      /** Friends who have brought a reward, and the most who may. */
      rewarded: count,
      most: count,
      /** Friends who have joined and not yet added enough money. */
      waiting: count,
    }),
  ),
  loyalty: z.nullable(
    z.object({
      amount: rupees,
      /** Bought and sold within the timeframe, added up. */
      traded: rupees,
      tradingAmount: rupees,
      timeframeInDays: count,
      /** After a reward, when the next one can be earned; null if it can be now. */
      opensAt: z.nullable(instant),
    }),
  ),
});

export const rewardsData = z.object({
  referralCode: z.string(),
  /** Everything paid in so far. */
  deposited: rupees,
  /** Newest first. */
  earned: z.array(earnedReward),
  /** The sum of everything earned, less what has gone back. */
  totalEarned: rupees,
  next: nextRewards,
  rules: promotionsData,
});

export type Promotions = z.output<typeof promotionsData>;
export type PromotionsInput = z.output<typeof promotionsInput>;
export type EarnedReward = z.output<typeof earnedReward>;
export type RewardsData = z.output<typeof rewardsData>;
