// How a price has moved over time: returns, volatility, drawdown, and correlation with another. Statistics, not money.

/** The trading days in a year, by convention, for annualising daily figures. */
export const DAYS_OF_YEAR = 252;

/** The relative change of a price: 0.1 is ten percent up; null without a price to compare with. */
export function returnBetween(before: number | undefined, after: number): number | null {
  return before === undefined || before === 0 ? null : after / before - 1;
}

/** The return of each day, the oldest first: one value less than there are closes. */
export function dailyReturns(closes: readonly number[]): number[] {
  return closes.slice(1).map((close, index) => close / closes[index] - 1);
}

/** Standard deviation of a sample; null below two values. */
export function deviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const average = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (values.length - 1));
}

export interface Drawdown {
  /** The relative loss from the peak to the lowest close after it: 0.2 is twenty percent. */
  readonly depth: number;
  /** The indexes of these two closes. */
  readonly peak: number;
  readonly low: number;
}

/** The greatest fall from a peak; its depth is 0 if the price never fell. */
export function maxDrawdown(closes: readonly number[]): Drawdown {
  let deepest: Drawdown = { depth: 0, peak: 0, low: 0 };
  let peak = 0;
  for (const [low, close] of closes.entries()) {
    if (close > closes[peak]) peak = low;
    const depth = 1 - close / closes[peak];
    if (depth > deepest.depth) deepest = { depth, peak, low };
  }
  return deepest;
}

export interface Correlation {
  /** From -1 (always opposite) through 0 (unrelated) to 1 (always alike). */
  readonly correlation: number;
  /** By how much the one moves on average when the other moves by 1. */
  readonly beta: number;
}

/** How the daily returns of `one` follow those of `other`; null if there are too few, or one of them never moves. */
export function correlate(one: readonly number[], other: readonly number[]): Correlation | null {
  const count = Math.min(one.length, other.length);
  if (count < 20) return null;
  const [a, b] = [one.slice(-count), other.slice(-count)];
  const [meanA, meanB] = [mean(a), mean(b)];
  let together = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let day = 0; day < count; day++) {
    together += (a[day] - meanA) * (b[day] - meanB);
    squaresA += (a[day] - meanA) ** 2;
    squaresB += (b[day] - meanB) ** 2;
  }
  if (squaresA === 0 || squaresB === 0) return null;
  return { correlation: together / Math.sqrt(squaresA * squaresB), beta: together / squaresB };
}

/** The sum of the squared shares of a whole (Herfindahl): 1 when all is in one, 1/n when spread evenly over n. */
export function concentration(parts: readonly number[]): number {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return whole === 0 ? 0 : parts.reduce((sum, part) => sum + (part / whole) ** 2, 0);
}

/** The plain average; not a number when there are none. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
