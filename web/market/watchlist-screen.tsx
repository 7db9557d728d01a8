// Watchlist: the stocks a trader follows, live, with their last day, the price alerts that wait, and everything one can do with them.
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { WatchedStock } from '../../contract/market.ts';
import { watchSymbols } from '../live.ts';
import { useCall } from '../query.ts';
import { withLiveQuotes } from '../quotes.ts';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Screen } from '../ui/screen.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { AddToWatchlist } from './add-to-watchlist.tsx';
import { AlertList } from './alert-list.tsx';
import { sortWatched, watchlistSearch } from './watchlist-search.ts';
import { WatchlistSkeleton, WatchlistTable } from './watchlist-table.tsx';

const route = getRouteApi('/trader/watchlist');
const LINES_STALE_MS = 5 * 60_000;

/** The shapes of the last day, one call for the whole list. */
function useLines(symbols: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const { data } = useCall(
    'GET /sparklines',
    { symbols: symbols.join(',') },
    { enabled: symbols.length > 0, keepPrevious: true, staleTime: LINES_STALE_MS },
  );
  return useMemo(() => new Map(data?.map(({ symbol, prices }) => [symbol, prices])), [data]);
}

function Listed({ stocks }: { stocks: readonly WatchedStock[] }) {
  const { sort } = watchlistSearch(route.useSearch());
  const navigate = route.useNavigate();
  const names = stocks.map(({ symbol }) => symbol).join();
  const symbols = useMemo(() => names.split(','), [names]);
  const lines = useLines(symbols);
  useEffect(() => watchSymbols(symbols), [symbols]);
  // Sorted once by the prices of that moment: rows keep their place while prices move.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- names stand for the list: new prices must not sort it anew.
  const sorted = useMemo(() => sortWatched(withLiveQuotes(stocks), sort), [names, sort]);
  return (
    <WatchlistTable
      stocks={sorted}
      lines={lines}
      sort={sort}
      onSort={(next) => void navigate({ search: { sort: next }, resetScroll: false })}
    />
  );
}

function WaitingAlerts() {
  const { data } = useCall('GET /priceAlerts', {});
  if (!data || data.length === 0) return null;
  return (
    <Card title="Price alerts">
      <AlertList alerts={data} withSymbol />
    </Card>
  );
}

export function WatchlistScreen() {
  // Another tab or device may have changed the list: looking at it again brings it up to date.
  const { data, error, refetch } = useCall('GET /getWatchlist', {}, { staleTime: 0 });
  const [said, setSaid] = useState('');
  const listed = useMemo(() => new Set(data?.stocks.map(({ symbol }) => symbol)), [data]);
  return (
    <Screen title="Watchlist" actions={<AddToWatchlist listed={listed} onAdded={setSaid} />}>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Card flush>
        {data === undefined && !error && <WatchlistSkeleton />}
        {data === undefined && error && (
          <ErrorState title="The watchlist could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        )}
        {data?.stocks.length === 0 && (
          <EmptyState
            title="Your watchlist is empty"
            text="Add stocks here by symbol or name, or with the star beside any stock of the market."
            action={
              <Link to="/stocks" className={buttonLook({ tone: 'primary' })}>
                Browse stocks
              </Link>
            }
          />
        )}
        {data && data.stocks.length > 0 && <Listed stocks={data.stocks} />}
      </Card>
      {/* Below a list whose length is known, so that it stands where it will stay. */}
      {(data ?? error) && <WaitingAlerts />}
    </Screen>
  );
}
