// One line about rewards: a bonus that is about to expire, otherwise the nearest reward. Nothing if there is nothing to do.
import { Link } from '@tanstack/react-router';
import { ChevronRight, Gift } from 'lucide-react';
import type { RewardsData } from '../../contract/rewards.ts';
import { DAY_MS } from '../../core/market/day.ts';
import { dateTimeText } from '../ui/date-time.tsx';
import { moneyText } from '../ui/number-text.ts';

/** A bonus is mentioned when it expires within this many days. */
const SOON_DAYS = 7;
/** A loyalty reward is mentioned when this much of the way is done. */
const NEAR = 0.5;

/** Null if nothing needs doing now. */
export function hintOf(rewards: RewardsData, now: number): string | null {
  const { earned, next, deposited } = rewards;
  const bonus = earned.find(({ unused }) => unused > 0);
  const endsAt = bonus?.expiresAt ? Date.parse(bonus.expiresAt) : Infinity;
  if (bonus && endsAt - now < SOON_DAYS * DAY_MS)
    return `${moneyText(bonus.unused)} of your sign-up bonus goes back on ${dateTimeText(endsAt, 'date')}. Buy shares to use it.`;
  for (const offer of [next.signup, next.referee]) {
    if (offer && deposited < offer.minimumDeposit)
      return `Add ${moneyText(offer.minimumDeposit - deposited)} more and a reward of ${moneyText(offer.amount)} is yours.`;
  }
  return nearLoyalty(next) ?? (bonus ? waitingBonus(bonus.unused, endsAt) : invitation(next));
}

function waitingBonus(unused: number, endsAt: number): string {
  return `${moneyText(unused)} of your sign-up bonus is in your wallet. Buy shares with it by ${dateTimeText(endsAt, 'date')}.`;
}

function nearLoyalty({ loyalty }: RewardsData['next']): string | null {
  if (!loyalty || loyalty.opensAt !== null) return null;
  const { traded, tradingAmount, amount } = loyalty;
  if (traded < tradingAmount * NEAR || traded >= tradingAmount) return null;
  return `Buy or sell for ${moneyText(tradingAmount - traded)} more and a loyalty reward of ${moneyText(amount)} is yours.`;
}

/** Repeated until it has worked once. */
function invitation({ referrer }: RewardsData['next']): string | null {
  if (!referrer || referrer.amount === 0 || referrer.rewarded > 0) return null;
  const { amount, minimumDeposit } = referrer;
  const when = minimumDeposit > 0 ? `have added ${moneyText(minimumDeposit)}` : 'have signed up';
  return `Invite a friend: ${moneyText(amount)} is yours once they ${when}.`;
}

/** `at` is when the rewards were read. */
export function RewardHint({ rewards, at }: { rewards: RewardsData; at: number }) {
  const text = hintOf(rewards, at);
  if (text === null) return null;
  return (
    <Link
      to="/userProfile"
      hash="rewards"
      className="group flex items-center gap-3 rounded-box border border-line bg-surface px-4 py-3 hover:border-edge"
    >
      <Gift size={18} aria-hidden="true" className="shrink-0 text-accent-text" />
      <span className="min-w-0 flex-1">{text}</span>
      <span className="flex shrink-0 items-center text-sm font-medium text-accent-text">
        <span className="max-sm:sr-only">See rewards</span>
        <ChevronRight size={16} aria-hidden="true" />
      </span>
    </Link>
  );
}
