// The bars around a replay's instant: loaded page by page into the past, and ahead of the instant, where nobody sees them yet.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Bar } from '../../../../contract/market.ts';
import { joinBars } from '../../../chart/bars.ts';
import { earlierPage, emptyPages, laterPage } from '../../../chart/bar-pages.ts';
import type { Span } from '../../../chart/bar-pages.ts';
import { callQuery } from '../../../query.ts';
import { now } from '../../../ui/now.ts';
import { countOver, firstPageEnd } from './replay-view.ts';
import type { BarClock } from './replay-view.ts';

/** A chart with fewer bars than this requests older ones by itself. */
const ENOUGH_BARS = 100;
/** Later bars are requested before a fast replay has used up the loaded ones. */
const ENOUGH_AHEAD = 60;

export interface ReplayBarsInput {
  symbol: string;
  clock: BarClock;
  /** Where loading begins; pages stay loaded while the replay moves on from there. */
  anchor: number;
  instant: number;
}

export interface ReplayBars {
  /** All loaded bars, including later ones. */
  bars: readonly Bar[];
  /** How many of them have ended at the instant. */
  count: number;
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
  loadOlder: () => void;
  /** There may be later bars than the loaded ones. */
  hasLater: boolean;
}

/** Nothing was traded before 1970. */
const noSpan: Span = { from: 0, to: -1 };

const nowSecond = (): number => Math.floor(now() / 1000);

/** With an empty symbol nothing is fetched. */
export function useReplayBars({ symbol, clock, anchor, instant }: ReplayBarsInput): ReplayBars {
  const { interval } = clock;
  const query = useInfiniteQuery({
    // Not among the other bars: a split that comes into force meanwhile must not restate what practice has traded at.
    queryKey: ['replayed bars', symbol, interval, anchor],
    queryFn: async ({ pageParam: { from, to }, signal }) =>
      to < from ? [] : (await callQuery('GET /bars', { symbol, interval, from, to }).queryFn({ signal })).bars,
    initialPageParam: earlierPage({ interval, empty: 0 }, firstPageEnd(clock, anchor)) ?? noSpan,
    getNextPageParam: (_last, pages, { from }: Span) =>
      earlierPage({ interval, empty: emptyPages(pages.toReversed()) }, from),
    getPreviousPageParam: (_first, pages, after: Span) =>
      laterPage({ interval, after, empty: emptyPages(pages), now: nowSecond() }),
    enabled: symbol !== '',
    staleTime: Infinity,
  });
  const { data, isFetching, isError, hasNextPage, hasPreviousPage, fetchNextPage, fetchPreviousPage, refetch } = query;
  const bars = useMemo(() => (data?.pages ?? []).reduce<Bar[]>((later, page) => joinBars(page, later), []), [data]);
  const count = countOver(bars, clock, instant);

  // Earlier bars come first, because the chart shows them.
  const isThin = data !== undefined && count < ENOUGH_BARS && hasNextPage;
  const isShort = data !== undefined && bars.length - count < ENOUGH_AHEAD && hasPreviousPage;
  useEffect(() => {
    if (isFetching || isError) return;
    if (isThin) void fetchNextPage();
    else if (isShort) void fetchPreviousPage();
  }, [isThin, isShort, isFetching, isError, fetchNextPage, fetchPreviousPage]);

  return {
    bars,
    count,
    isLoading: query.isPending || (count === 0 && hasNextPage && !isError),
    error: isError && count === 0 ? query.error : null,
    retry: () => void refetch(),
    loadOlder: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
    hasLater: hasPreviousPage,
  };
}
