// What each reward is called, its picture, and the rules in force as sentences.
import { Gift, Handshake, TrendingUp, UserPlus } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { rewardRules } from '../../contract/messages/rewards.ts';
import type { Promotions, RewardKind } from '../../contract/rewards.ts';
import { toPaise } from '../../contract/wire/sums.ts';

export const rewardWords: Readonly<Record<RewardKind, { name: string; icon: LucideIcon }>> = {
  signup: { name: 'Sign-up bonus', icon: Gift },
  referee: { name: 'Joined with a code', icon: Handshake },
  referrer: { name: 'A friend joined', icon: UserPlus },
  loyalty: { name: 'Loyalty reward', icon: TrendingUp },
};

export const ruleTexts = {
  signupBonus({ enabled, amount, minimumDepositRequired, expiryDays }: Promotions['signupBonus']): string {
    if (!enabled) return rewardRules.off;
    return `${rewardRules.signup(toPaise(amount), toPaise(minimumDepositRequired), expiryDays)} ${rewardRules.use}`;
  },
  referralBonus({
    enabled,
    referrerAmount,
    refereeAmount,
    minimumDepositRequired,
    maxReferralsPerUser: most,
  }: Promotions['referralBonus']): string {
    if (!enabled) return rewardRules.off;
    const [referrer, referee] = [toPaise(referrerAmount), toPaise(refereeAmount)];
    return rewardRules.referral({ referrer, referee, minimumDeposit: toPaise(minimumDepositRequired), most });
  },
  loyaltyRewards({ enabled, tradingAmount, rewardAmount, timeframeInDays }: Promotions['loyaltyRewards']): string {
    if (!enabled) return rewardRules.off;
    return rewardRules.loyalty(toPaise(rewardAmount), toPaise(tradingAmount), timeframeInDays);
  },
} as const;
