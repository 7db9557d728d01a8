// Home: the one number that matters, live; the cash beside it; first steps; the portfolio by sector; the day's movers.
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { PortfolioData } from '../../contract/trade/portfolio.ts';
import { lazyPart, useFetchLater } from '../lazy-part.ts';
import { useCall } from '../query.ts';
import { usePortfolioSummary } from '../quotes.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classList } from '../ui/class-list.ts';
import { Coming } from '../ui/coming.tsx';
import { BigMoney, Change, Money } from '../ui/money.tsx';
import { CRORE } from '../ui/number-text.ts';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { owedFor, profitPercent } from '../trade/live-position.ts';
import { useProfitDay } from '../trade/profit-day.ts';
import { SoldToday } from '../trade/sold-today.tsx';
import { AccountLine } from './account-line.tsx';
import { FirstSteps, useFirstSteps } from './first-steps.tsx';
import { Movers } from './movers.tsx';
import { RewardHint } from './reward-hint.tsx';
import { SectorTiles } from './sector-tiles.tsx';

const loadTopUp = () => import('./top-up-panel.tsx');
const TopUpPanel = lazyPart(async () => ({ default: (await loadTopUp()).TopUpPanel }));

function Figure({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={classList('min-w-0 wrap-anywhere', className)}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-h-6 leading-6 font-semibold sm:text-md">{children}</dd>
    </div>
  );
}

function Summary({ portfolio }: { portfolio: PortfolioData | undefined }) {
  const live = usePortfolioSummary() ?? portfolio;
  const count = portfolio?.portfolio.length ?? 0;
  const owed = owedFor(portfolio?.portfolio ?? []);
  const { name: day } = useProfitDay();
  return (
    <section
      aria-labelledby="portfolio-value"
      className="grid gap-x-8 gap-y-4 p-4 sm:p-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <div className="flex min-w-0 flex-col justify-between gap-4">
        <div className="wrap-anywhere *:whitespace-normal">
          <h2 id="portfolio-value" className="text-muted">
            Portfolio value
          </h2>
          {live ? (
            <BigMoney rupees={live.totalPortfolioValue} className="live-number" />
          ) : (
            <Skeleton className="h-8 w-56 sm:h-12 sm:w-72" />
          )}
          {owed > 0 && (
            <p className="text-sm text-muted">
              <Money rupees={owed} /> of it borrowed for intraday
            </p>
          )}
        </div>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[repeat(2,minmax(8rem,auto))_auto] sm:justify-start sm:gap-x-8 md:max-lg:gap-x-4 lg:max-xl:grid-cols-2 lg:max-xl:gap-x-4">
          <Figure label={day ? `Profit on ${day}` : "Today's profit"}>
            {live ? (
              <>
                <Profit rupees={live.todaysProfit} worth={live.totalPortfolioValue} />
                <span className="block text-sm leading-5 font-medium">
                  <SoldToday />
                </span>
              </>
            ) : (
              <Skeleton className="h-11 w-24" />
            )}
          </Figure>
          <Figure label="Overall profit">
            {live ? (
              <Profit rupees={live.overallProfit} worth={live.totalPortfolioValue} />
            ) : (
              <Skeleton className="h-11 w-24" />
            )}
          </Figure>
          <Figure label="Stocks held" className="max-sm:col-span-2 max-sm:flex max-sm:items-center max-sm:gap-2">
            {portfolio ? (
              <Link
                to="/portfolio"
                className="finger inline-block min-w-10 text-accent-text underline-offset-2 hover:underline"
              >
                {count}
              </Link>
            ) : (
              <Skeleton className="h-6 w-8" />
            )}
          </Figure>
        </dl>
      </div>
      <AccountLine />
    </section>
  );
}

/** In rupees, and in percent of what the shares were worth before. */
function Profit({ rupees, worth }: { rupees: number; worth: number }) {
  return (
    <span className="flex flex-col items-start *:whitespace-normal">
      <Change value={rupees} className="live-number" />
      <Change
        value={profitPercent(rupees, worth)}
        kind="percent"
        arrow={false}
        className="live-number text-sm leading-5 font-medium"
      />
    </span>
  );
}

function Wallet({ portfolio, onTopUp }: { portfolio: PortfolioData | undefined; onTopUp: () => void }) {
  return (
    <section
      aria-label="Wallet"
      className="flex min-w-0 flex-wrap items-end justify-between gap-4 border-line p-4 max-md:border-t sm:p-6 md:flex-col md:items-start md:border-l"
    >
      <div className="wrap-anywhere *:whitespace-normal">
        <h2 id="cash" tabIndex={-1} className="text-muted">
          Cash to trade
        </h2>
        {portfolio ? (
          <Money
            rupees={portfolio.balance}
            className={classList(
              // Small enough on a phone that the button has its place beside it, whatever the sum will be.
              'block text-lg leading-8 font-semibold tracking-tight sm:text-xl',
              portfolio.balance >= CRORE && 'md:max-lg:text-lg',
            )}
          />
        ) : (
          <Skeleton className="h-8 w-36 sm:w-40" />
        )}
        <p className="min-h-5 text-sm text-muted">
          {portfolio && portfolio.heldBalance > 0 && (
            // Short: beside the button of a phone, longer words would push it down.
            <>{<Money rupees={portfolio.heldBalance} />} in orders</>
          )}
        </p>
      </div>
      <Button tone="primary" onClick={onTopUp} className="max-md:grow">
        Add money
      </Button>
    </section>
  );
}

/** Placeholder for the lower half. */
function Below() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {[1, 2].map((part) => (
        <div key={part} className="flex h-72 flex-col gap-6 rounded-box border border-line bg-surface p-4">
          <Skeleton className="w-40" />
          {[1, 2, 3, 4].map((line) => (
            <Skeleton key={line} />
          ))}
        </div>
      ))}
    </div>
  );
}

export function HomeScreen() {
  // Once opened it stays mounted, so that it can close properly and give the focus back.
  const [topUp, setTopUp] = useState<'never opened' | 'open' | 'closed'>('never opened');
  useFetchLater(loadTopUp);
  const { data, error, refetch } = useCall('GET /portfolio', {});
  const rewards = useCall('GET /rewards', {});
  const firstSteps = useFirstSteps(rewards);
  // The lower part waits until the upper part is known: nothing on the page may jump.
  const isSettled = firstSteps.progress !== undefined && !rewards.isPending && (data !== undefined || error !== null);
  const openTopUp = (): void => setTopUp('open');
  return (
    <Screen title="Home" hideTitle>
      {error && !data ? (
        <Card>
          <ErrorState
            title="Your portfolio could not be loaded"
            reason={error.message}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <div className="grid rounded-box border border-line bg-surface md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          {!data && <LoadingNote what="your portfolio" />}
          <Summary portfolio={data} />
          <Wallet portfolio={data} onTopUp={openTopUp} />
        </div>
      )}
      {isSettled ? (
        <>
          {data && <FirstSteps state={firstSteps} onTopUp={openTopUp} />}
          {rewards.data && <RewardHint rewards={rewards.data} at={rewards.dataUpdatedAt} />}
          {data && <SectorTiles portfolio={data.portfolio} />}
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Movers />
          </div>
        </>
      ) : (
        <Below />
      )}
      {topUp !== 'never opened' && (
        <Suspense fallback={topUp === 'open' && <Coming />}>
          <TopUpPanel isOpen={topUp === 'open'} onClose={() => setTopUp('closed')} />
        </Suspense>
      )}
    </Screen>
  );
}
