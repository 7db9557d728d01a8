// The first five minutes as a list: top up, buy, sell, read the diary. It ticks itself off, and can be put away.
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { RewardsData } from '../../contract/rewards.ts';
import { readOwn, writeOwn } from '../own-storage.ts';
import { useCall } from '../query.ts';
import { DIARY_READ } from '../trade/diary/diary-read.ts';
import { Button, buttonLook, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classList } from '../ui/class-list.ts';

/** A person who has closed this many trades knows the way, as does one who has taken every step. */
const PAST_FIRST_STEPS = 3;
/** And so does one with this many transactions, whose whole diary may be tens of megabytes. */
const MANY_FILLS = 100;

const KEPT = { name: 'first-steps', away: 'away' };
const isPutAway = (): boolean => readOwn(KEPT.name) === KEPT.away;
const putAway = (): void => writeOwn(KEPT.name, KEPT.away);

interface Step {
  title: string;
  text: string;
  isDone: boolean;
  action: ReactNode;
}

function StepLine({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  return (
    <li className="flex gap-3 border-line max-lg:not-first:border-t max-lg:not-first:pt-3 lg:flex-1 lg:not-first:border-l lg:not-first:pl-4">
      <span
        className={classList(
          'flex size-6 shrink-0 items-center justify-center rounded-full text-sm font-semibold',
          step.isDone ? 'bg-up-soft text-up' : isNext ? 'bg-accent text-on-accent' : 'bg-sunken text-muted',
        )}
      >
        {step.isDone ? <Check size={14} role="img" aria-label="Done" /> : number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <span className={classList('leading-6 font-medium', step.isDone && 'text-muted')}>{step.title}</span>
        {!step.isDone && <span className="text-sm text-muted">{step.text}</span>}
        {isNext && <div className="mt-2">{step.action}</div>}
      </div>
    </li>
  );
}

interface StepsDone {
  hasDeposited: boolean;
  hasTraded: boolean;
  hasSold: boolean;
  hasRead: boolean;
}

/** The steps to show: undefined while unknown, null when the list has been put away. */
export interface FirstStepsState {
  progress: StepsDone | null | undefined;
  putAway: () => void;
}

export function useFirstSteps(rewards: UseQueryResult<RewardsData>): FirstStepsState {
  const [isAway, setIsAway] = useState(isPutAway);
  const fills = useCall('GET /transactions', { page: 1, limit: 1 }, { enabled: !isAway });
  const filled = fills.data?.totalTransactions ?? MANY_FILLS;
  const diary = useCall('GET /tradeDiary', {}, { enabled: !isAway && filled < MANY_FILLS });
  const progress =
    fills.data && diary.data && rewards.data
      ? {
          // Not the balance: a bonus is not the person's own money, and a balance can be spent.
          hasDeposited: rewards.data.deposited > 0,
          hasTraded: fills.data.totalTransactions > 0,
          hasSold: diary.data.totalTrades > 0,
          hasRead: readOwn(DIARY_READ) !== null,
        }
      : undefined;
  const isAllDone = progress !== undefined && Object.values(progress).every(Boolean);
  const knowsWay = (fills.data && filled >= MANY_FILLS) || (diary.data?.totalTrades ?? 0) >= PAST_FIRST_STEPS;
  const isPast = isAllDone || knowsWay;
  // Once a person knows the way, that is not asked again.
  useEffect(() => {
    if (isPast) putAway();
  }, [isPast]);
  // A list that cannot be ticked off correctly is not shown.
  const isUnknown = isAway || isPast || fills.isError || diary.isError || rewards.isError;
  return {
    progress: isUnknown ? null : progress,
    putAway: () => {
      putAway();
      setIsAway(true);
    },
  };
}

function stepsOf({ hasDeposited, hasTraded, hasSold, hasRead }: StepsDone, onTopUp: () => void): Step[] {
  const look = buttonLook({ tone: 'primary', size: 'small' });
  return [
    {
      title: 'Add practice money',
      text: 'A few taps, and no real money moves.',
      isDone: hasDeposited,
      action: (
        <Button tone="primary" size="small" onClick={onTopUp}>
          Add money
        </Button>
      ),
    },
    {
      title: 'Buy your first shares',
      text: 'Pick a company and see what the order will cost before you place it.',
      isDone: hasTraded,
      action: (
        <Link to="/stocks" className={look}>
          Browse stocks
        </Link>
      ),
    },
    {
      title: 'Watch them move, then sell',
      text: 'Your portfolio follows every price. Sell when you want to know how it ends.',
      isDone: hasSold,
      action: (
        <Link to="/portfolio" className={look}>
          Open portfolio
        </Link>
      ),
    },
    {
      title: 'Read the trade in your diary',
      text: 'Entry, exit, charges and result are written down by themselves.',
      isDone: hasRead,
      action: (
        <Link to="/tradediary" className={look}>
          Open diary
        </Link>
      ),
    },
  ];
}

export function FirstSteps({ state, onTopUp }: { state: FirstStepsState; onTopUp: () => void }) {
  if (!state.progress) return null;
  const steps = stepsOf(state.progress, onTopUp);
  const next = steps.findIndex((step) => !step.isDone);
  return (
    <Card
      title="First steps"
      actions={
        <IconButton label="Dismiss the first steps" size="small" onClick={state.putAway}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      }
    >
      <ol className="flex gap-3 max-lg:flex-col lg:gap-4">
        {steps.map((step, index) => (
          <StepLine key={step.title} step={step} number={index + 1} isNext={index === next} />
        ))}
      </ol>
    </Card>
  );
}
