// Your Rewards: what was earned and until when it can be used, what is next and how near it is, and the rules in plain words.
import { useEffect } from 'react';
import { rewardRules } from '../../contract/messages/rewards.ts';
import type { EarnedReward, Promotions, RewardsData } from '../../contract/rewards.ts';
import { useCall } from '../query.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Money } from '../ui/money.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { NextRewards } from './rewards-next.tsx';
import { rewardWords, ruleTexts } from './reward-words.ts';

/** While a reward is being paid, which takes a moment, the list is fetched again. */
const UNPAID_MS = 2000;

function Fate({ reward: { isPaid, expiresAt, unused, returned, amount } }: { reward: EarnedReward }) {
  if (!isPaid) return <Badge tone="warn">On its way</Badge>;
  if (expiresAt === null) return null;
  if (unused > 0)
    return (
      <>
        <Money rupees={unused} className="text-ink" /> unused, goes back on <DateTime at={expiresAt} shape="date" />
      </>
    );
  if (returned === amount) return <>Not used in time: it has gone back</>;
  if (returned > 0)
    return (
      <>
        <Money rupees={returned} /> was not used in time and has gone back
      </>
    );
  return <>Used in full</>;
}

function EarnedRow({ reward }: { reward: EarnedReward }) {
  const { name, icon: Icon } = rewardWords[reward.kind];
  return (
    <li className="flex gap-3 py-3">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-up-soft text-up">
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{name}</span>
          <Money rupees={reward.amount} className="font-semibold" />
        </p>
        <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
          <span>
            <Fate reward={reward} />
          </span>
          <DateTime at={reward.earnedAt} shape="date" className="text-faint" />
        </p>
      </div>
    </li>
  );
}

function Rules({ rules }: { rules: Promotions }) {
  const texts = [
    { name: 'Sign-up bonus', text: ruleTexts.signupBonus(rules.signupBonus) },
    { name: 'Inviting friends', text: ruleTexts.referralBonus(rules.referralBonus) },
    { name: 'Loyalty reward', text: ruleTexts.loyaltyRewards(rules.loyaltyRewards) },
  ];
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-medium text-accent-text">How rewards work</summary>
      <dl className="mt-2 flex flex-col gap-2">
        {texts.map(({ name, text }) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-faint">{rewardRules.practice}</p>
    </details>
  );
}

function Loaded({ rewards }: { rewards: RewardsData }) {
  const { earned, totalEarned, rules } = rewards;
  return (
    <div className="flex flex-col gap-4">
      <p>
        <Money rupees={totalEarned} className="text-lg font-semibold tracking-tight" />{' '}
        <span className="text-muted">earned so far</span>
      </p>
      <section aria-label="Next rewards">
        <h3 className="text-sm font-medium text-muted">Next</h3>
        <NextRewards rewards={rewards} />
      </section>
      <section aria-label="Earned rewards">
        <h3 className="text-sm font-medium text-muted">Earned</h3>
        {earned.length === 0 ? (
          <p className="py-3 text-muted">Nothing yet. What you earn is listed here.</p>
        ) : (
          <ul className="divide-y divide-line">
            {earned.map((reward) => (
              <EarnedRow key={reward._id} reward={reward} />
            ))}
          </ul>
        )}
      </section>
      <Rules rules={rules} />
    </div>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-4">
      <LoadingNote what="your rewards" />
      <Skeleton className="h-7 w-40" />
      {[1, 2, 3].map((line) => (
        <div key={line} className="flex gap-3">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-14 flex-1" />
        </div>
      ))}
    </div>
  );
}

export function RewardsSection() {
  const { data, error, refetch } = useCall('GET /rewards', {});
  const isSomeUnpaid = data?.earned.some(({ isPaid }) => !isPaid) ?? false;

  useEffect(() => {
    if (!isSomeUnpaid) return;
    const timer = setInterval(() => void refetch(), UNPAID_MS);
    return () => clearInterval(timer);
  }, [isSomeUnpaid, refetch]);

  return (
    <Card title="Your Rewards">
      {data ? (
        <Loaded rewards={data} />
      ) : error ? (
        <ErrorState title="Your rewards could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Card>
  );
}
