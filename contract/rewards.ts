// Promotions as an administrator sets them, and what a person has earned by them and can still earn.
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
    // Nothing traded earns nothing.
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

/** `seen`: the promotions over which these were typed; refused when others are in force by now. */
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
  /** Null: it is the person's own for good. */
  expiresAt: z.nullable(instant),
  /** What is unused of it now, and goes back at its end. */
  unused: rupees,
  /** What has gone back. */
  returned: rupees,
});

/** What is still to be earned. Each part is null where nothing can be earned by it. */
const nextRewards = z.object({
  signup: z.nullable(z.object({ amount: rupees, minimumDeposit: rupees, expiryDays: count })),
  /** For having come with somebody's code. */
  referee: z.nullable(z.object({ amount: rupees, minimumDeposit: rupees })),
  /** For friends who come with the own code. */
  referrer: z.nullable(
    z.object({
      amount: rupees,
      friendAmount: rupees,
      minimumDeposit: rupees,
      /** Friends who have brought a reward, and how many may. */
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
      /** After a reward: when the next one can be earned; null: now. */
      opensAt: z.nullable(instant),
    }),
  ),
});

export const rewardsData = z.object({
  referralCode: z.string(),
  /** All that has been paid in. */
  deposited: rupees,
  /** Newest first. */
  earned: z.array(earnedReward),
  /** The sum of all that was earned, less what has gone back. */
  totalEarned: rupees,
  next: nextRewards,
  rules: promotionsData,
});

export type Promotions = z.output<typeof promotionsData>;
export type PromotionsInput = z.output<typeof promotionsInput>;
export type EarnedReward = z.output<typeof earnedReward>;
export type RewardsData = z.output<typeof rewardsData>;
