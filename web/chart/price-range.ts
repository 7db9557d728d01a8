// How far back the small chart of a stock reaches.
import type { Bar, Interval } from '../../contract/market.ts';
import { dateTimeText } from '../ui/date-time.tsx';

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

/** Beside the change from the first to the last of them. */
const spanWords: Record<PriceRange, string> = {
  '1D': 'in 24 hours',
  '1M': 'in 30 days',
  '6M': 'in half a year',
  '1Y': 'in a year',
};

/** From so long after the last bar on, its 24 hours are not those of now: trading is closed, or halted. */
const PAST_SECONDS = 3600;

function wordsOf(range: PriceRange, last: Bar, now: number): string {
  if (range !== '1D' || now - last.timestamp < PAST_SECONDS) return spanWords[range];
  return `in the 24 hours to ${dateTimeText(last.timestamp * 1000, 'date')}`;
}

/** The fewest bars worth drawing; a stock that has hardly traded lately shows its last ones, whenever they were. */
const FEWEST_BARS = 2;
const LAST_BARS = 120;

/** Which part of the time may be missing at its beginning, for a weekend or a quiet hour. */
const MOST_MISSING = 0.25;

/** What can be done where a line has no two bars to begin with: of days there may be more than of minutes, but nothing is longer than days. */
export function tooFewText(range: PriceRange): string {
  if (rangeSpans[range].interval === '1D') return 'The line begins with the second day of trading.';
  return 'Choose a longer time, or come back when the stock has traded more.';
}

function startOf(bars: readonly Bar[], range: PriceRange): number {
  return (bars.at(-1)?.timestamp ?? 0) - rangeSpans[range].seconds;
}

export function barsOfRange(bars: readonly Bar[], range: PriceRange): readonly Bar[] {
  const start = startOf(bars, range);
  const within = bars.filter((bar) => bar.timestamp > start);
  return within.length >= FEWEST_BARS ? within : bars.slice(-LAST_BARS);
}

/**
 * The change over the bars that are shown, in percent, and over which time; null where they do not reach over all of it. `now`: the current
 * second.
 */
export function changeOfRange(
  shown: readonly Bar[],
  range: PriceRange,
  now: number,
): { percent: number; words: string } | null {
  if (shown.length < FEWEST_BARS) return null;
  const [first, last] = [shown[0], shown[shown.length - 1]];
  const missing = Math.abs(first.timestamp - startOf(shown, range));
  if (missing > rangeSpans[range].seconds * MOST_MISSING) return null;
  return { percent: ((last.close - first.open) / first.open) * 100, words: wordsOf(range, last, now) };
}
