// What can still be earned: how much, how near it is, and what to do for it; with the link that brings friends.
import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RewardsData } from '../../contract/rewards.ts';
import { buttonLook } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { dateTimeText } from '../ui/date-time.tsx';
import { Money } from '../ui/money.tsx';
import { countOf, moneyText } from '../ui/number-text.ts';
import { Progress } from '../ui/progress.tsx';
import { rewardWords } from './reward-words.ts';

type Next = RewardsData['next'];

interface StepProps {
  icon: LucideIcon;
  name: string;
  amount: number;
  /** After the sum, such as "each". */
  unit?: string;
  progress?: { value: number; most: number };
  text: ReactNode;
  action?: ReactNode;
}

function Step({ icon: Icon, name, amount, unit, progress, text, action }: StepProps) {
  return (
    <li className="flex gap-3 py-3">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-text">
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{name}</span>
          <span className="font-semibold">
            <Money rupees={amount} /> {unit && <span className="text-sm font-normal text-muted">{unit}</span>}
          </span>
        </p>
        {progress && <Progress label={name} value={progress.value} most={progress.most} />}
        <p className="text-sm text-muted">{text}</p>
        {action}
      </div>
    </li>
  );
}

function toAdd(deposited: number, minimum: number): string {
  const left = minimum - deposited;
  if (left <= 0) return 'It is on its way.';
  return `${moneyText(deposited)} of ${moneyText(minimum)} added. Add ${moneyText(left)} more and it is yours.`;
}

function DepositStep(props: Pick<StepProps, 'icon' | 'name' | 'amount'> & { deposited: number; minimum: number }) {
  const { deposited, minimum, ...rest } = props;
  const isMissing = deposited < minimum;
  return (
    <Step
      {...rest}
      progress={minimum > 0 ? { value: deposited, most: minimum } : undefined}
      text={toAdd(deposited, minimum)}
      action={
        isMissing && (
          <Link to="/addmoney" className={`${buttonLook({ size: 'small' })} self-start`}>
            Add money
          </Link>
        )
      }
    />
  );
}

export function friendsText({ rewarded, most, waiting, minimumDeposit }: NonNullable<Next['referrer']>): string {
  const brought = `Rewarded so far: ${rewarded} of ${countOf(most, 'friend')}.`;
  if (waiting === 0) return brought;
  const who = waiting === 1 ? '1 more has joined and has' : `${waiting} more have joined and have`;
  return `${brought} ${who} yet to add ${moneyText(minimumDeposit)}.`;
}

function InviteLink({ code }: { code: string }) {
  const link = `${window.location.origin}/signup?ref=${encodeURIComponent(code)}`;
  const share = { title: 'Istock', text: 'Learn to trade with practice money on Istock.', url: link };
  return <CopyField label="Your invitation link" value={link} what="Invitation link" share={share} />;
}

function loyaltyText({ traded, tradingAmount, timeframeInDays, opensAt }: NonNullable<Next['loyalty']>): string {
  if (opensAt !== null) return `Earned. The next one can be earned from ${dateTimeText(opensAt, 'date')}.`;
  const left = tradingAmount - traded;
  if (left <= 0) return 'It is on its way.';
  const days = timeframeInDays === 1 ? 'the last day' : `the last ${timeframeInDays} days`;
  return `${moneyText(traded)} of ${moneyText(tradingAmount)} bought and sold in ${days}.`;
}

export function NextRewards({ rewards }: { rewards: RewardsData }) {
  const { next, deposited, referralCode } = rewards;
  const { signup, referee, referrer, loyalty } = next;
  if (!signup && !referee && !referrer && !loyalty)
    return <p className="py-3 text-muted">There is nothing more to earn at the moment.</p>;
  return (
    <ul className="divide-y divide-line">
      {signup && (
        <DepositStep
          {...rewardWords.signup}
          amount={signup.amount}
          deposited={deposited}
          minimum={signup.minimumDeposit}
        />
      )}
      {referee && (
        <DepositStep
          {...rewardWords.referee}
          amount={referee.amount}
          deposited={deposited}
          minimum={referee.minimumDeposit}
        />
      )}
      {loyalty && (
        <Step
          {...rewardWords.loyalty}
          amount={loyalty.amount}
          progress={loyalty.opensAt === null ? { value: loyalty.traded, most: loyalty.tradingAmount } : undefined}
          text={loyaltyText(loyalty)}
        />
      )}
      {referrer && (
        <Step
          icon={UserPlus}
          name="Invite friends"
          amount={referrer.amount}
          unit="each"
          text={friendsText(referrer)}
          action={<InviteLink code={referralCode} />}
        />
      )}
    </ul>
  );
}
