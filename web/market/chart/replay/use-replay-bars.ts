// The bars around a replay's instant: loaded page by page into the past, and ahead of the instant, where nobody sees them yet.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Bar } from '../../../../contract/market.ts';
import type { WireInputOf } from '../../../../contract/routes.ts';
import type { CorporateActionData } from '../../../../contract/market/corporate.ts';
import { joinBars } from '../../../chart/bars.ts';
import { earlierPage, emptyPages, laterPage } from '../../../chart/bar-pages.ts';
import type { Span } from '../../../chart/bar-pages.ts';
import { useRest } from '../../../chart/use-bars.ts';
import { newestSplit, splitsSince } from '../../../chart/drawn-lines.ts';
import { callQuery, isNotFound, useCall } from '../../../query.ts';
import { now } from '../../../ui/now.ts';
import { countOver, firstPageEnd, inSharesOfBefore } from './replay-view.ts';
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

type Past = readonly CorporateActionData[];

/** An index has neither shares nor splits. */
function pastUnless(failure: Error): Past {
  if (isNotFound(failure)) return [];
  throw failure;
}

/**
 * The newest split or bonus when this stock was first shown: its shares are those of the whole replay, at every interval. Practice has traded
 * in them, and a split that comes into force meanwhile must not halve what it holds. Null until that is known.
 */
function useSplitAtFirst(symbol: string): [split: string | null, error: Error | null] {
  const { data, error, isFetching } = useCall('GET /stockNews', { symbol }, { enabled: symbol !== '' });
  const [first, setFirst] = useState<{ symbol: string; split: string } | null>(null);
  const past = data?.past ?? (isNotFound(error) ? [] : undefined);
  if (first?.symbol === symbol) return [first.split, null];
  if (past && !isFetching) setFirst({ symbol, split: newestSplit(past) });
  return [null, past ? null : error];
}

/** Bars come in the shares of the moment they are asked for. */
async function barsInSharesOf(split: string, asked: WireInputOf<'GET /bars'>, signal: AbortSignal): Promise<Bar[]> {
  const [{ bars }, past] = await Promise.all([
    callQuery('GET /bars', asked).queryFn({ signal }),
    callQuery('GET /stockNews', { symbol: asked.symbol })
      .queryFn({ signal })
      .then(({ past: found }): Past => found, pastUnless),
  ]);
  return inSharesOfBefore(bars, splitsSince(past, split));
}

/** With an empty symbol nothing is fetched. */
export function useReplayBars({ symbol, clock, anchor, instant }: ReplayBarsInput): ReplayBars {
  const { interval } = clock;
  const [split, unknown] = useSplitAtFirst(symbol);
  const query = useInfiniteQuery({
    // Not among the other bars, which are fetched again after a split.
    queryKey: ['replayed bars', symbol, interval, anchor, split],
    queryFn: async ({ pageParam: { from, to }, signal }) =>
      to < from ? [] : barsInSharesOf(split ?? '', { symbol, interval, from, to }, signal),
    initialPageParam: earlierPage({ interval, empty: 0 }, firstPageEnd(clock, anchor)) ?? noSpan,
    getNextPageParam: (_last, pages, { from }: Span) =>
      earlierPage({ interval, empty: emptyPages(pages.toReversed()) }, from),
    getPreviousPageParam: (_first, pages, after: Span) =>
      laterPage({ interval, after, empty: emptyPages(pages), now: nowSecond() }),
    enabled: split !== null,
    staleTime: Infinity,
  });
  const { data, isFetching, isError, hasNextPage, hasPreviousPage, fetchNextPage, fetchPreviousPage, refetch } = query;
  const bars = useMemo(() => (data?.pages ?? []).reduce<Bar[]>((later, page) => joinBars(page, later), []), [data]);
  const count = countOver(bars, clock, instant);

  // Earlier bars come first, because the chart shows them.
  const isThin = data !== undefined && count < ENOUGH_BARS && hasNextPage;
  const isShort = data !== undefined && bars.length - count < ENOUGH_AHEAD && hasPreviousPage;
  const canAsk = !useRest(query) && !isFetching;
  useEffect(() => {
    if (!canAsk) return;
    if (isThin) void fetchNextPage();
    else if (isShort) void fetchPreviousPage();
  }, [isThin, isShort, canAsk, fetchNextPage, fetchPreviousPage]);

  return {
    bars,
    count,
    isLoading: query.isPending || (count === 0 && hasNextPage && !isError),
    error: count === 0 ? (query.error ?? unknown) : null,
    retry: () => void refetch(),
    loadOlder: () => {
      if (hasNextPage && canAsk) void fetchNextPage();
    },
    hasLater: hasPreviousPage,
  };
}
