// A second price beside the candles, both in percent since the first visible bar: the index, or another stock.
import type { Bar } from '../../contract/market.ts';

export interface Comparison {
  /** Its name: 'ISTOCK 60'. */
  name: string;
  /** One close for each bar of the chart; null before the first price of the other. */
  closes: readonly (number | null)[];
}

/** For each bar, the other's last close by then: the two do not trade in the same minutes. */
export function closesBeside(bars: readonly Bar[], others: readonly Bar[]): (number | null)[] {
  let next = 0;
  return bars.map(({ timestamp }) => {
    while (next < others.length && others[next].timestamp <= timestamp) next += 1;
    return next === 0 ? null : others[next - 1].close;
  });
}

/** Percent from the first value at or after `from` to the value at `at`; null if either is missing. */
export function percentSince(values: readonly (number | null)[], from: number, at: number): number | null {
  let start = Math.max(0, from);
  while (start < values.length && values[start] === null) start += 1;
  const base = values[start];
  const value = values[at];
  if (at < start || !base || value === null || value === undefined) return null;
  return 100 * (value / base - 1);
}
