// The chart's part of an address: interval, indicators, comparison, scale, and whether the bars are listed as a table below.
import { addressText } from '../../address-text.ts';
import { chartScales } from '../../chart/chart-scale.ts';
import type { ChartScale } from '../../chart/chart-scale.ts';
import { intervals } from '../../../contract/market/intervals.ts';
import type { Interval } from '../../../contract/market.ts';
import { indicatorsText, readIndicators } from '../../chart/indicators/chosen.ts';

export interface ChartSearch {
  /** Left out for the last one used, and at first for daily, as in the spec. */
  interval?: Interval;
  /** `sma-20_rsi-14`; left out for the last ones used. */
  lines?: string;
  /** The symbol of the index, or of another stock. */
  compare?: string;
  /** Left out for the last one used, and at first for rupees. */
  scale?: ChartScale;
  table?: true;
  /** The instant, in seconds, at which a replay begins. */
  replay?: number;
}

/** From 1970 to the year 5138. */
function secondOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 1e11 ? Number(value) : undefined;
}

export function chartSearch(search: Record<string, unknown>): ChartSearch {
  const lines = typeof search.lines === 'string' ? indicatorsText(readIndicators(search.lines)) : '';
  const compare = addressText(search.compare).trim().toUpperCase();
  return {
    interval: intervals.find((known) => known === search.interval),
    lines: lines || undefined,
    compare: /^[A-Z0-9&-]{1,20}$/.test(compare) ? compare : undefined,
    scale: chartScales.find((known) => known === search.scale),
    table: search.table === true || search.table === 'true' ? true : undefined,
    replay: secondOf(search.replay),
  };
}
