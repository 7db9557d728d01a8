// What the address of the live chart holds: stock, interval, averages, and whether the bars stand below as a table.
import type { Interval } from '../../contract/market.ts';
import { readOverlays } from '../chart/overlay-ids.ts';

export interface LiveChartSearch {
  symbol?: string;
  /** Left out for a day: the spec's chart is daily. */
  interval?: Interval;
  /** Names of averages, joined by commas. */
  lines?: string;
  table?: true;
  /** A closed trade that is shown: seconds of entry and exit, their prices in rupees, and the shares. */
  from?: number;
  to?: number;
  entry?: number;
  exit?: number;
  quantity?: number;
}

export type ShownTrade = Required<Pick<LiveChartSearch, 'from' | 'to' | 'entry' | 'exit' | 'quantity'>>;

/** What a mangled address says of a trade is not shown by halves. */
export function shownTrade({ from, to, entry, exit, quantity }: LiveChartSearch): ShownTrade | null {
  if (from === undefined || to === undefined || from > to) return null;
  if (entry === undefined || exit === undefined || quantity === undefined) return null;
  return { from, to, entry, exit, quantity };
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 && value < 1e11 ? value : undefined;
}

const intervals: readonly Interval[] = ['1m', '5m', '15m', '1h', '1W'];

export function liveChartSearch(search: Record<string, unknown>): LiveChartSearch {
  const symbol =
    typeof search.symbol === 'string' || typeof search.symbol === 'number'
      ? String(search.symbol).trim().toUpperCase()
      : '';
  const lines = typeof search.lines === 'string' ? readOverlays(search.lines).join(',') : '';
  return {
    symbol: symbol || undefined,
    interval: intervals.find((known) => known === search.interval),
    lines: lines || undefined,
    table: search.table === true || search.table === 'true' ? true : undefined,
    from: positive(search.from),
    to: positive(search.to),
    entry: positive(search.entry),
    exit: positive(search.exit),
    quantity: positive(search.quantity),
  };
}
