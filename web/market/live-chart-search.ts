// What the address of the live chart holds: the stock, what is chosen for its chart, and a closed trade that is shown on it.
import { addressText } from '../address-text.ts';
import { chartSearch } from './chart/chart-search.ts';
import type { ChartSearch } from './chart/chart-search.ts';

export interface LiveChartSearch extends ChartSearch {
  symbol?: string;
  /** A closed trade shown on the chart: seconds of entry and exit, their prices in rupees, and the shares. */
  from?: number;
  to?: number;
  entry?: number;
  exit?: number;
  quantity?: number;
}

export type ShownTrade = Required<Pick<LiveChartSearch, 'from' | 'to' | 'entry' | 'exit' | 'quantity'>>;

/** A trade that is incomplete in a damaged address is not shown at all. */
export function shownTrade({ from, to, entry, exit, quantity }: LiveChartSearch): ShownTrade | null {
  if (from === undefined || to === undefined || from > to) return null;
  if (entry === undefined || exit === undefined || quantity === undefined) return null;
  return { from, to, entry, exit, quantity };
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 && value < 1e11 ? value : undefined;
}

export function liveChartSearch(search: Record<string, unknown>): LiveChartSearch {
  const symbol = addressText(search.symbol).trim().toUpperCase();
  return {
    symbol: symbol || undefined,
    ...chartSearch(search),
    from: positive(search.from),
    to: positive(search.to),
    entry: positive(search.entry),
    exit: positive(search.exit),
    quantity: positive(search.quantity),
  };
}
