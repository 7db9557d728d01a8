// The sentences of rewards, and of the fields of the promotions behind them.
import type { Paise } from '../../core/money.ts';
import { rupeeText } from './sums.ts';

const dayCount = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** `days` is how long a bonus can still be used. */
export const rewardMessages = {
  paid: {
    signup: (amount: Paise, days: number) =>
      `Welcome to Istock: ${rupeeText(amount)} of practice money is yours. What you have not used in ${dayCount(days)} goes back.`,
    referrer: (amount: Paise) => `A friend has joined with your code: ${rupeeText(amount)} is yours.`,
    referee: (amount: Paise) => `You joined with a friend's code: ${rupeeText(amount)} is yours.`,
    loyalty: (amount: Paise) => `Thank you for trading: a loyalty reward of ${rupeeText(amount)} is yours.`,
  },
  endsSoon: (left: Paise, days: number) =>
    `${rupeeText(left)} of your sign-up bonus is still unused. It goes back in ${dayCount(days)} unless you buy shares with it.`,
  expired: (amount: Paise) => `${rupeeText(amount)} of your sign-up bonus was not used in time and has gone back.`,
  bonusUnused: 'The bonus before this one has not been used yet.',
} as const;

/** How each reward is earned, in plain words. Sums in paise. */
export const rewardRules = {
  off: 'Not on offer at the moment.',
  signup: (amount: Paise, minimumDeposit: Paise, days: number) =>
    minimumDeposit === 0
      ? `Anyone who signs up gets ${rupeeText(amount)}, once. What is not used within ${dayCount(days)} goes back.`
      : `Anyone who signs up and adds ${rupeeText(minimumDeposit)} in all gets ${rupeeText(amount)}, once. What is not used within ${dayCount(days)} goes back.`,
  use: 'Buying shares uses the bonus first, before your own money.',
  referral: ({ referrer, referee, minimumDeposit, most }: ReferralWords) =>
    `When a friend who joined with your code ${minimumDeposit === 0 ? 'has signed up' : `has added ${rupeeText(minimumDeposit)} in all`}, you get ${rupeeText(referrer)} and your friend gets ${rupeeText(referee)}. It works for ${most === 1 ? 'one friend' : `up to ${most} friends`}.`,
  loyalty: (amount: Paise, tradingAmount: Paise, days: number) =>
    `Anyone who buys and sells shares worth ${rupeeText(tradingAmount)} in all within ${dayCount(days)} gets ${rupeeText(amount)}. After ${dayCount(days)} it can be earned again.`,
  practice: 'Rewards are practice money: they can be traded with, and never be paid out.',
} as const;

interface ReferralWords {
  readonly referrer: Paise;
  readonly referee: Paise;
  readonly minimumDeposit: Paise;
  readonly most: number;
}

/** What one promotion may give or ask for, in paise: ten lakh rupees. */
export const PROMOTION_MOST = 10_00_000_00;
/** The most days and friends a promotion may name. */
export const PROMOTION_DAYS_MOST = 365;
export const PROMOTION_FRIENDS_MOST = 1000;

export const promotionMessages = {
  sectionInvalid: 'Send all three: signupBonus, referralBonus and loyaltyRewards.',
  enabledInvalid: 'Enabled must be true or false.',
  sumInvalid: `Enter a sum from ₹0 to ${rupeeText(PROMOTION_MOST)}, with at most two decimals.`,
  tradingInvalid: `Enter a sum above zero, up to ${rupeeText(PROMOTION_MOST)}, with at most two decimals.`,
  daysInvalid: `Enter a whole number of days from 1 to ${PROMOTION_DAYS_MOST}.`,
  friendsInvalid: `Enter a whole number of friends from 1 to ${PROMOTION_FRIENDS_MOST}.`,
} as const;
