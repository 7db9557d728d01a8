// How far back the small chart of a stock reaches.
import type { Bar, Interval } from '../../contract/market.ts';

export const priceRanges = ['1D', '1M', '6M', '1Y'] as const;
export type PriceRange = (typeof priceRanges)[number];

const DAY = 86_400;

export const rangeSpans: Record<PriceRange, { interval: Interval; seconds: number }> = {
  '1D': { interval: '5m', seconds: DAY },
  '1M': { interval: '1h', seconds: 30 * DAY },
  '6M': { interval: '1D', seconds: 182 * DAY },
  '1Y': { interval: '1D', seconds: 365 * DAY },
};

interface LabelWords {
  symbol: string;
  from: string;
  to: string;
}

/** A description of the chart for people who cannot see it. */
export const rangeLabels: Record<PriceRange, (words: LabelWords) => string> = {
  '1D': ({ symbol, from, to }) => `${symbol} over the last day: from ${from} to ${to}`,
  '1M': ({ symbol, from, to }) => `${symbol} over the last month: from ${from} to ${to}`,
  '6M': ({ symbol, from, to }) => `${symbol} over the last six months: from ${from} to ${to}`,
  '1Y': ({ symbol, from, to }) => `${symbol} over the last year: from ${from} to ${to}`,
};

/** The fewest bars worth drawing; a stock that has hardly traded lately shows its last ones, whenever they were. */
const FEWEST_BARS = 2;
const LAST_BARS = 120;

export function barsOfRange(bars: readonly Bar[], range: PriceRange): readonly Bar[] {
  const end = bars.at(-1)?.timestamp ?? 0;
  const within = bars.filter((bar) => bar.timestamp > end - rangeSpans[range].seconds);
  return within.length >= FEWEST_BARS ? within : bars.slice(-LAST_BARS);
}
