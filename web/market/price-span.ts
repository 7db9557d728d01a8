// The highest and lowest price over several days.
import type { Bar } from '../../contract/market.ts';

export type PriceSpan = Pick<Bar, 'high' | 'low'>;

/** Undefined if there is nothing to look at. `running` is the day that is not over. */
export function spanOf(days: readonly PriceSpan[], running: PriceSpan | undefined): PriceSpan | undefined {
  const all = running === undefined ? days : [...days, running];
  if (all.length === 0) return undefined;
  return { high: Math.max(...all.map(({ high }) => high)), low: Math.min(...all.map(({ low }) => low)) };
}
