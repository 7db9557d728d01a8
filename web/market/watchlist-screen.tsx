// Watchlist: the stocks a trader follows, list by list and live, with their last day, active price alerts, and the actions for each.
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Stock } from '../../contract/market.ts';
import { FIRST_LIST } from '../../contract/market/watchlist-rules.ts';
import type { Watchlist } from '../../contract/watchlists.ts';
import { isolated } from '../../contract/wire/isolated.ts';
import { watchSymbols } from '../live.ts';
import { readOwn, writeOwn } from '../own-storage.ts';
import { useCall } from '../query.ts';
import { withLiveQuotes } from '../quotes.ts';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { withMoved } from '../ui/move-place.ts';
import { Screen } from '../ui/screen.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { AddToWatchlist } from './add-to-watchlist.tsx';
import { AlertList } from './alert-list.tsx';
import { ListTabs } from './list-tabs.tsx';
import { orderStocks } from './own-lists.ts';
import { useListed } from './stock-list.ts';
import { chosenList, sortWatched, watchlistSearch } from './watchlist-search.ts';
import { WatchlistSkeleton, WatchlistTable } from './watchlist-table.tsx';

const route = getRouteApi('/trader/watchlist');
const LINES_STALE_MS = 5 * 60_000;
const MARKET_STALE_MS = 60_000;
const LAST_SHOWN = 'last-watchlist';

/** The last day's price shapes, one call for the whole list, in whatever order it is shown. */
function useLines(symbols: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const { data } = useCall(
    'GET /sparklines',
    { symbols: symbols.toSorted().join(',') },
    { enabled: symbols.length > 0, keepPrevious: true, staleTime: LINES_STALE_MS, refetchInterval: LINES_STALE_MS },
  );
  return useMemo(() => new Map(data?.map(({ symbol, prices }) => [symbol, prices])), [data]);
}

interface ListedProps {
  list: Watchlist;
  stocks: readonly Stock[];
  onSaid: (sentence: string) => void;
}

function Listed({ list, stocks, onSaid }: ListedProps) {
  const search = watchlistSearch(route.useSearch());
  const { sort } = search;
  const navigate = route.useNavigate();
  const listed = useListed(stocks);
  const names = listed.map(({ symbol }) => symbol).join();
  const symbols = useMemo(() => (names === '' ? [] : names.split(',')), [names]);
  const lines = useLines(symbols);
  useEffect(() => watchSymbols(symbols), [symbols]);
  // Sorted once by the prices at that moment, so that rows stay in place while prices move.
  const sorted = useMemo(() => sortWatched(withLiveQuotes(listed), sort), [listed, sort]);
  const onMove = useCallback(
    (from: number, to: number): void => {
      onSaid(`${symbols[from]} is now ${to + 1} of ${symbols.length}.`);
      void orderStocks(list._id, withMoved(symbols, from, to));
    },
    [symbols, list._id, onSaid],
  );
  return (
    <WatchlistTable
      list={list}
      stocks={sorted}
      lines={lines}
      sort={sort}
      onSort={(next) => void navigate({ search: { ...search, sort: next }, resetScroll: false })}
      onMove={sort === undefined ? onMove : undefined}
      onRemoved={onSaid}
      empty={<EmptyList name={list.name} />}
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

function EmptyList({ name }: { name: string }) {
  return (
    <EmptyState
      title={name === FIRST_LIST.name ? 'Your watchlist is empty' : `${isolated(name)} is empty`}
      text="Add stocks here by symbol or name, or with the star beside any stock of the market."
      action={
        <Link to="/stocks" className={buttonLook({ tone: 'primary' })}>
          Browse stocks
        </Link>
      }
    />
  );
}

/** The list shown, remembered on this device, and how to show another. */
function useShownList(lists: readonly Watchlist[] | undefined): [Watchlist | undefined, (id: string) => void] {
  const search = watchlistSearch(route.useSearch());
  const navigate = route.useNavigate();
  const shown = chosenList(lists ?? [], search.list, readOwn(LAST_SHOWN));
  const id = shown?._id;
  useEffect(() => {
    if (id !== undefined) writeOwn(LAST_SHOWN, id);
  }, [id]);
  return [shown, (list) => void navigate({ search: { ...search, list }, replace: true, resetScroll: false })];
}

export function WatchlistScreen() {
  // Another tab or device may have changed the lists: looking at them again updates them.
  const lists = useCall('GET /watchlists', {}, { staleTime: 0 });
  const market = useCall('GET /stocks', {}, { staleTime: MARKET_STALE_MS });
  const [said, setSaid] = useState('');
  const [shown, show] = useShownList(lists.data);
  const listed = useMemo(() => new Set(shown?.symbols), [shown]);
  const bySymbol = useMemo(() => new Map(market.data?.map((stock) => [stock.symbol, stock])), [market.data]);
  const stocks = useMemo(() => shown?.symbols.flatMap((symbol) => bySymbol.get(symbol) ?? []), [shown, bySymbol]);
  const isKnown = lists.data !== undefined && market.data !== undefined;
  const failed = isKnown ? undefined : [lists, market].find(({ data, error }) => data === undefined && error);
  // As large as what will replace it: on phones it takes a line of its own.
  const actions = shown ? (
    <AddToWatchlist name={shown.name} listed={listed} onAdded={setSaid} />
  ) : (
    !lists.isError && <Skeleton className="h-11 w-[calc(100vw-2rem)] max-w-full sm:h-9 sm:w-72" />
  );
  return (
    <Screen title="Watchlist" actions={actions}>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Card flush>
        {!isKnown && !failed && <WatchlistSkeleton />}
        {failed && (
          <ErrorState
            title="The watchlist could not be loaded"
            reason={failed.error?.message}
            onRetry={() => void failed.refetch()}
          />
        )}
        {isKnown && shown && stocks && (
          <ListTabs lists={lists.data} shown={shown} onChoose={show}>
            <Listed list={shown} stocks={stocks} onSaid={setSaid} />
          </ListTabs>
        )}
      </Card>
      {/* Below a list of known length, so that it does not move later. */}
      {(isKnown || failed) && <WaitingAlerts />}
    </Screen>
  );
}
