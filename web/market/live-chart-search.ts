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
  };
}
