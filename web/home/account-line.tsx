// Recent results of trading as a line, beside the portfolio's value, which says nothing about what was sold.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayText, marketDay } from '../../core/market/day.ts';
import { useCall } from '../query.ts';
import { Button } from '../ui/button.tsx';
import { Change } from '../ui/money.tsx';
import { now } from '../ui/now.ts';
import { signedMoneyText } from '../ui/number-text.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { linePath } from './line-path.ts';
import { hadWholeSpan } from './whole-span.ts';

const DAYS = 90;
/**
 * The server computes it from all trades of the account, so switching back and forth should not ask again. What is held changes it without
 * a trade, so a page that stays open asks now and then.
 */
const FRESH_MS = 60_000;
const AGAIN_MS = 5 * 60_000;

export function AccountLine() {
  const [from] = useState(() => dayText(marketDay(now()) - DAYS));
  const { data, error, isPending, refetch } = useCall(
    'GET /diaryAnalytics',
    { from },
    { staleTime: FRESH_MS, refetchInterval: AGAIN_MS },
  );
  const made = data?.equity.map(({ profit }) => profit) ?? [];
  const hasTraded = made.some((profit) => profit !== 0);
  // Without an answer it is not known whether there are any.
  if (error && !data)
    return (
      <div role="alert" className="flex min-h-23 min-w-0 flex-wrap content-center items-center gap-3 text-muted lg:min-h-31">
        Your results could not be loaded.
        <Button size="small" onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    );
  const isWhole = data !== undefined && hadWholeSpan(data, from);
  return (
    <div className="flex min-w-0 flex-col justify-end gap-2">
      {isPending ? (
        <Skeleton className="h-16 w-full lg:h-24" />
      ) : hasTraded ? (
        <Line made={made} isWhole={isWhole} />
      ) : (
        <Empty />
      )}
      <p className="flex min-h-5 flex-wrap justify-between gap-x-4 text-sm text-muted">
        {data && !hasTraded && 'Your first trade draws a line here.'}
        {hasTraded && (
          <>
            <span>
              {isWhole ? `Made in ${DAYS} days` : 'Made so far'} <Change value={made.at(-1)!} className="font-medium" />
            </span>
            <Link
              to="/tradediary"
              search={{ view: 'custom', from, to: data!.equity.at(-1)!.date, show: 'analysis' }}
              className="finger inline-block text-accent-text underline-offset-2 hover:underline"
            >
              Analysis
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

/** The line when nothing was earned, as tall as any other, so that nothing below moves when it turns out to be empty. */
function Empty() {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" className="h-16 w-full lg:h-24">
      <path
        d="M0 50H100"
        className="stroke-faint"
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
        strokeDasharray="4 4"
      />
    </svg>
  );
}

function Line({ made, isWhole }: { made: readonly number[]; isWhole: boolean }) {
  const last = made.at(-1)!;
  const time = isWhole ? `for ${DAYS} days` : 'so far';
  const { line, area, zero } = linePath(made);
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={`Made by trading, day by day ${time}: from ${signedMoneyText(made[0])} to ${signedMoneyText(last)}, at most ${signedMoneyText(Math.max(...made))}, at least ${signedMoneyText(Math.min(...made))}.`}
      className={`h-16 w-full lg:h-24 ${last > 0 ? 'text-up' : last < 0 ? 'text-down' : 'text-muted'}`}
    >
      <path d={area} fill="currentColor" opacity="0.1" />
      <path
        d={`M0 ${zero}H100`}
        className="stroke-faint"
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
        strokeDasharray="4 4"
      />
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
