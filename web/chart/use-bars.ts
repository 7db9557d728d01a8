// The bars of one stock at one interval: loaded page by page into the past, and extended by what the server pushes.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Bar, Interval } from '../../contract/market.ts';
import { useConnection, watchBars } from '../live.ts';
import { useMarketState } from '../market-phase.ts';
import { callQuery, useCall } from '../query.ts';
import { onQuote, quoteOf } from '../quotes.ts';
import { now } from '../ui/now.ts';
import { earlierPage, emptyPages } from './bar-pages.ts';
import { barStartSecond, finerInterval, joinBars, QuoteDay, RunningBar, withMadeBars, withNewest } from './bars.ts';

/** A chart with fewer bars than this requests older ones by itself. */
const ENOUGH_BARS = 100;
const REST_MS = 10_000;

/** The page that ends now has no end, as bars may be added to it. */
interface OpenSpan {
  from: number;
  to?: number;
}

export interface Bars {
  bars: readonly Bar[];
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
  loadOlder: () => void;
}

function nowSecond(): number {
  return Math.floor(now() / 1000);
}

const none: readonly Bar[] = [];

/** The current bars of this interval, built from the finer ones that are pushed: the running one, and those that have ended since. */
function useMadeBars(symbol: string, interval: Interval): readonly Bar[] {
  const isMadeOfMinutes = finerInterval(interval) === '1m';
  const needsFiner = symbol !== '' && interval !== '1m' && interval !== '1D';
  const [from] = useState(nowSecond);
  const start = barStartSecond(interval, from);
  const finer = useCall(
    'GET /bars',
    { symbol, interval: finerInterval(interval), from: start },
    { enabled: needsFiner },
  );
  const finerBars = finer.data?.bars;
  // What was missed is also missing from the running bar.
  const { refetch } = finer;
  useAfterReconnect(() => needsFiner && void refetch());
  // A quote is about the last trading day, which is not today while the market is closed: that day's bar is among the loaded ones.
  const market = useMarketState();
  const isDayRunning = market !== undefined && market.phase !== 'closed';
  const [made, setMade] = useState<{ key: string; bars: readonly Bar[] } | null>(null);
  const key = `${symbol} ${interval}`;

  useEffect(() => {
    if (symbol === '' || !(isMadeOfMinutes || isDayRunning)) return;
    const follower = new RunningBar(interval, finerBars);
    let frame = 0;
    let waiting = none;
    // Many trades may arrive between two renders, and whole bars while nobody is looking: each is drawn in its final state.
    const take = (bar: Bar): void => {
      const newest = follower.take(bar);
      if (newest) waiting = withNewest(waiting, newest);
      frame ||= requestAnimationFrame(() => {
        const bars = waiting;
        [frame, waiting] = [0, none];
        setMade((before) => ({ key, bars: bars.reduce(withNewest, before?.key === key ? before.bars : none) }));
      });
    };
    const day = new QuoteDay();
    const takeDay = (): void => {
      const quote = quoteOf(symbol);
      if (!quote) return;
      const { open, high, low, price, volume } = quote;
      const timestamp = day.of(volume, nowSecond());
      if (volume > 0) take({ timestamp, open, high, low, close: price, volume });
    };
    if (!isMadeOfMinutes) takeDay();
    const stop = isMadeOfMinutes ? watchBars(symbol, take) : onQuote(symbol, takeDay);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [symbol, interval, key, isMadeOfMinutes, isDayRunning, finerBars]);

  return made?.key === key ? made.bars : none;
}

/** After a lost connection, fetches the bars that were missed. */
function useAfterReconnect(act: () => void): void {
  const connection = useConnection();
  const before = useRef(connection);
  useEffect(() => {
    if (connection === 'live' && (before.current === 'delayed' || before.current === 'offline')) act();
    before.current = connection;
  }, [connection, act]);
}

/** After a refused page the server is left alone for a while: a chart that asks again at once asks a hundred times a second. */
export function useRest({ isError, errorUpdatedAt }: { isError: boolean; errorUpdatedAt: number }): boolean {
  const [restedFrom, setRestedFrom] = useState(0);
  useEffect(() => {
    if (!isError) return;
    const timer = setTimeout(() => setRestedFrom(errorUpdatedAt), REST_MS);
    return () => clearTimeout(timer);
  }, [isError, errorUpdatedAt]);
  return isError && restedFrom !== errorUpdatedAt;
}

/** Up to `until`, a second in the past, or up to now and live. With an empty symbol nothing is fetched. */
export function useBars(symbol: string, interval: Interval, until?: number): Bars {
  const [opened] = useState(nowSecond);
  const from = earlierPage({ interval, empty: 0 }, until ?? opened)?.from ?? 0;
  const first: OpenSpan = { from, to: until };
  const query = useInfiniteQuery({
    queryKey: ['GET /bars', symbol, interval, until],
    queryFn: async ({ pageParam, signal }) =>
      (await callQuery('GET /bars', { symbol, interval, ...pageParam }).queryFn({ signal })).bars,
    initialPageParam: first,
    getNextPageParam: (_last, pages, span: OpenSpan): OpenSpan | undefined =>
      earlierPage({ interval, empty: emptyPages(pages.toReversed()) }, span.from),
    enabled: symbol !== '',
    // A chart off the screen hears of nothing, and fetches what it missed when it is shown again. What ended in the past stays.
    staleTime: until === undefined ? 0 : Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, refetch, fetchNextPage, hasNextPage, isFetching } = query;
  const canGoBack = !useRest(query) && hasNextPage && !isFetching;
  const made = useMadeBars(symbol, interval);
  useAfterReconnect(() => symbol !== '' && void refetch());

  const loaded = useMemo(() => (data?.pages ?? []).reduce<Bar[]>((later, page) => joinBars(page, later), []), [data]);
  const bars = useMemo(
    () => (data && until === undefined ? withMadeBars(loaded, made) : loaded),
    [loaded, made, data, until],
  );
  const loadOlder = (): void => {
    if (canGoBack) void fetchNextPage();
  };

  // A quiet night, or imported history that ended long ago, may leave the first pages thin: continue to where there were trades.
  const isThin = data !== undefined && loaded.length < ENOUGH_BARS;
  useEffect(() => {
    if (isThin && canGoBack) void fetchNextPage();
  }, [isThin, canGoBack, fetchNextPage]);

  return {
    bars,
    isLoading: query.isPending || (loaded.length === 0 && hasNextPage && !query.isError),
    error: query.isError && loaded.length === 0 ? query.error : null,
    retry: () => void refetch(),
    loadOlder,
  };
}
