// The one line about rewards on Home: the next one to end, then the nearest one to earn.
import { describe, expect, test } from 'vitest';
import type { RewardsData } from '../../contract/rewards.ts';
import { hintOf } from './reward-hint.tsx';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);
const LOYALTY = { amount: 50, traded: 0, tradingAmount: 10_000, timeframeInDays: 30, opensAt: null };
const REFERRER = { amount: 10, friendAmount: 5, minimumDeposit: 100, rewarded: 0, most: 10, waiting: 0 };

function rewards(next: Partial<RewardsData['next']>, bonus?: { unused: number; days: number }): RewardsData {
  const section = { enabled: false, amount: 0, minimumDepositRequired: 0 };
  const earned = {
    _id: '1',
    kind: 'signup',
    amount: 50,
    earnedAt: new Date(NOW).toISOString(),
    isPaid: true,
    unused: bonus?.unused ?? 0,
    returned: 0,
    expiresAt: new Date(NOW + (bonus?.days ?? 30) * DAY_MS).toISOString(),
  } as const;
  return {
    referralCode: 'ABCD1234',
    deposited: 40,
    earned: bonus ? [earned] : [],
    totalEarned: 0,
    next: { signup: null, referee: null, referrer: null, loyalty: null, ...next },
    rules: {
      signupBonus: { ...section, expiryDays: 30 },
      referralBonus: { ...section, referrerAmount: 0, refereeAmount: 0, maxReferralsPerUser: 1 },
      loyaltyRewards: { enabled: false, tradingAmount: 1, rewardAmount: 0, timeframeInDays: 30 },
      savedAt: null,
    },
  };
}

describe('the hint', () => {
  const offer = { amount: 5, minimumDeposit: 100 };
  test.each<[string, RewardsData, string | null]>([
    ['nothing to do', rewards({}), null],
    ['nothing to do yet', rewards({ loyalty: { ...LOYALTY, traded: 4_999.99 } }), null],
    [
      'a bonus that ends soon comes first',
      rewards({ referee: offer, loyalty: { ...LOYALTY, traded: 9_000 } }, { unused: 12.5, days: 6 }),
      '\u20b912.50 of your sign-up bonus goes back on 07 Jan 2026. Buy shares to use it.',
    ],
    [
      'a deposit that earns something',
      rewards({ referee: offer, loyalty: { ...LOYALTY, traded: 9_000 } }, { unused: 12.5, days: 20 }),
      'Add \u20b960.00 more and a reward of \u20b95.00 is yours.',
    ],
    [
      'trading that is half way there',
      rewards({ loyalty: { ...LOYALTY, traded: 5_000 } }, { unused: 12.5, days: 20 }),
      'Buy or sell for \u20b95,000.00 more and a loyalty reward of \u20b950.00 is yours.',
    ],
    [
      'not while it has to wait',
      rewards({ loyalty: { ...LOYALTY, traded: 9_000, opensAt: new Date(NOW + DAY_MS).toISOString() } }),
      null,
    ],
    [
      'a bonus that waits',
      rewards({ referrer: REFERRER }, { unused: 50, days: 30 }),
      '\u20b950.00 of your sign-up bonus is in your wallet. Buy shares with it by 31 Jan 2026.',
    ],
    [
      'a bonus that is used up is not spoken of',
      rewards({ referrer: REFERRER }, { unused: 0, days: 3 }),
      'Invite a friend: \u20b910.00 is yours once they have added \u20b9100.00.',
    ],
    ['inviting has worked', rewards({ referrer: { ...REFERRER, rewarded: 1 } }), null],
  ])('%s', (_, known, text) => {
    expect(hintOf(known, NOW)).toBe(text);
  });
});
