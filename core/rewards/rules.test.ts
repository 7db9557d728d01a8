// Who earns which reward: the spec's defaults at their edges, and rules that are switched off or come to nothing.
import { describe, expect, test } from 'vitest';
import {
  bonusEnd,
  DEFAULT_REWARDS,
  hasReferralPlace,
  isLoyaltyDue,
  isReferralDue,
  isSignupDue,
  isSignupOpen,
  loyaltyOpensAt,
  loyaltySince,
} from './rules.ts';

const { signup, referral, loyalty } = DEFAULT_REWARDS;
const DAY = 86_400_000;
const NOW = 1_000 * DAY;

describe('sign-up', () => {
  const fresh = { wasOnOffer: true, hasBeenGiven: false, deposited: 0 };

  test('by default at once', () => {
    expect(isSignupDue(signup, fresh)).toBe(true);
    expect(bonusEnd(signup, NOW)).toBe(1_030 * DAY);
  });

  test.each([
    [99_99, false],
    [100_00, true],
  ])('with a minimum of 100 rupees, after %i paise: %s', (deposited, isDue) => {
    expect(isSignupDue({ ...signup, minimumDeposit: 100_00 }, { ...fresh, deposited })).toBe(isDue);
  });

  test.each([
    ['once', signup, { ...fresh, hasBeenGiven: true }],
    ['not when it was not on offer at sign-up', signup, { ...fresh, wasOnOffer: false }],
    ['not when it is off now', { ...signup, isEnabled: false }, fresh],
    ['not when it is nothing', { ...signup, amount: 0 }, fresh],
  ])('%s', (_, rules, standing) => {
    expect([isSignupOpen(rules, standing), isSignupDue(rules, standing)]).toEqual([false, false]);
  });
});

describe('referral', () => {
  const friend = { hasBeenRewarded: false, deposited: 100_00, friendsRewarded: 0 };

  test('when the friend has paid in 100 rupees', () => {
    expect(isReferralDue(referral, friend)).toBe(true);
    expect(isReferralDue(referral, { ...friend, deposited: 99_99 })).toBe(false);
  });

  test('for ten friends, each once', () => {
    expect(isReferralDue(referral, { ...friend, friendsRewarded: 9 })).toBe(true);
    expect(isReferralDue(referral, { ...friend, friendsRewarded: 10 })).toBe(false);
    expect(isReferralDue(referral, { ...friend, hasBeenRewarded: true })).toBe(false);
  });

  test('not while it is off', () => {
    expect(isReferralDue({ ...referral, isEnabled: false }, friend)).toBe(false);
    expect(hasReferralPlace({ ...referral, isEnabled: false }, 0)).toBe(false);
  });
});

describe('loyalty', () => {
  test('for 10,000 rupees traded in 30 days', () => {
    expect(loyaltySince(loyalty, NOW)).toBe(970 * DAY);
    expect(isLoyaltyDue(loyalty, { traded: 10_000_00, lastEarnedAt: null }, NOW)).toBe(true);
    expect(isLoyaltyDue(loyalty, { traded: 9_999_99, lastEarnedAt: null }, NOW)).toBe(false);
  });

  test('once in 30 days', () => {
    const lastEarnedAt = 970 * DAY + 1;
    expect(isLoyaltyDue(loyalty, { traded: 90_000_00, lastEarnedAt }, NOW)).toBe(false);
    expect(loyaltyOpensAt(loyalty, lastEarnedAt)).toBe(NOW + 1);
    expect(isLoyaltyDue(loyalty, { traded: 90_000_00, lastEarnedAt }, NOW + 1)).toBe(true);
  });

  test('not while it is off, or nothing', () => {
    const standing = { traded: 90_000_00, lastEarnedAt: null };
    expect(isLoyaltyDue({ ...loyalty, isEnabled: false }, standing, NOW)).toBe(false);
    expect(isLoyaltyDue({ ...loyalty, rewardAmount: 0 }, standing, NOW)).toBe(false);
  });
});
