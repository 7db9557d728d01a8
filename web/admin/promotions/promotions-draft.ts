// The promotions being typed: the fields of each tab, their mistakes, and the resulting rules once everything is valid.
import { promotionsInput } from '../../../contract/rewards.ts';
import type { Promotions } from '../../../contract/rewards.ts';
import type { WireInputOf } from '../../../contract/routes.ts';
import { numberOf } from '../../ui/number-text.ts';
import type { PromotionTab } from './promotions-search.ts';

interface PromotionField {
  /** The field's name in the schema's errors: `signupBonus.amount`. */
  readonly key: string;
  readonly label: string;
  readonly unit: 'rupees' | 'days' | 'friends';
}

type Section = 'signupBonus' | 'referralBonus' | 'loyaltyRewards';

export interface PromotionForm {
  readonly tab: PromotionTab;
  readonly section: Section;
  readonly title: string;
  readonly fields: readonly PromotionField[];
}

export const promotionForms: readonly PromotionForm[] = [
  {
    tab: 'signup',
    section: 'signupBonus',
    title: 'Sign-up Bonus',
    fields: [
      { key: 'signupBonus.amount', label: 'Bonus Amount', unit: 'rupees' },
      { key: 'signupBonus.minimumDepositRequired', label: 'Minimum Deposit Required', unit: 'rupees' },
      { key: 'signupBonus.expiryDays', label: 'Expires After', unit: 'days' },
    ],
  },
  {
    tab: 'referral',
    section: 'referralBonus',
    title: 'Referral Program',
    fields: [
      { key: 'referralBonus.referrerAmount', label: 'Referrer Amount', unit: 'rupees' },
      { key: 'referralBonus.refereeAmount', label: 'Referee Amount', unit: 'rupees' },
      { key: 'referralBonus.maxReferralsPerUser', label: 'Max Referrals Per User', unit: 'friends' },
      { key: 'referralBonus.minimumDepositRequired', label: 'Minimum Deposit Required', unit: 'rupees' },
    ],
  },
  {
    tab: 'loyalty',
    section: 'loyaltyRewards',
    title: 'Loyalty Rewards',
    fields: [
      { key: 'loyaltyRewards.tradingAmount', label: 'Trading Amount', unit: 'rupees' },
      { key: 'loyaltyRewards.rewardAmount', label: 'Reward Amount', unit: 'rupees' },
      { key: 'loyaltyRewards.timeframeInDays', label: 'Timeframe', unit: 'days' },
    ],
  },
];

export interface Draft {
  readonly enabled: Readonly<Record<Section, boolean>>;
  /** By the key of the field, as typed. */
  readonly texts: Readonly<Record<string, string>>;
}

export function draftOf(promotions: Promotions): Draft {
  const { signupBonus, referralBonus, loyaltyRewards } = promotions;
  const texts: Record<string, string> = {};
  for (const { section, fields } of promotionForms) {
    const values = new Map<string, unknown>(Object.entries(promotions[section]));
    for (const { key } of fields) texts[key] = String(values.get(key.slice(section.length + 1)));
  }
  const enabled = {
    signupBonus: signupBonus.enabled,
    referralBonus: referralBonus.enabled,
    loyaltyRewards: loyaltyRewards.enabled,
  };
  return { enabled, texts };
}

export function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type PromotionsWire = Omit<WireInputOf<'POST /createPromotions'>, 'seen'>;

/** The typed values as they would be sent, and the mistakes by field key; without mistakes they can be sent. */
export function readDraft({ enabled, texts }: Draft): { wire: PromotionsWire; mistakes: ReadonlyMap<string, string> } {
  const number = (key: string): number => numberOf(texts[key]);
  const wire: PromotionsWire = {
    signupBonus: {
      enabled: enabled.signupBonus,
      amount: number('signupBonus.amount'),
      minimumDepositRequired: number('signupBonus.minimumDepositRequired'),
      expiryDays: number('signupBonus.expiryDays'),
    },
    referralBonus: {
      enabled: enabled.referralBonus,
      referrerAmount: number('referralBonus.referrerAmount'),
      refereeAmount: number('referralBonus.refereeAmount'),
      maxReferralsPerUser: number('referralBonus.maxReferralsPerUser'),
      minimumDepositRequired: number('referralBonus.minimumDepositRequired'),
    },
    loyaltyRewards: {
      enabled: enabled.loyaltyRewards,
      tradingAmount: number('loyaltyRewards.tradingAmount'),
      rewardAmount: number('loyaltyRewards.rewardAmount'),
      timeframeInDays: number('loyaltyRewards.timeframeInDays'),
    },
  };
  const parsed = promotionsInput.safeParse(wire);
  const mistakes = new Map<string, string>();
  for (const { path, message } of parsed.error?.issues ?? []) {
    const key = path.join('.');
    if (!mistakes.has(key)) mistakes.set(key, message);
  }
  return { wire, mistakes };
}
