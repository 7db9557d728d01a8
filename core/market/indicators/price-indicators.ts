// Indicators over a list of prices, the oldest first. Figures for the eye: they are not money and are not rounded.

/** One value for each price; null where there are not yet enough of them. */
export type IndicatorLine = (number | null)[];

/** What sums and averages may leave over where figures are equal: less than a tick shared out among the bars of any length. */
export const NOTHING = 1e-6;

/** An indicator of a line whose first values are not known yet: computed from the first known one on. */
export function overKnown(line: IndicatorLine, compute: (known: readonly number[]) => IndicatorLine): IndicatorLine {
  const start = line.findIndex((value) => value !== null);
  if (start < 0) return line;
  return [...line.slice(0, start), ...compute(line.slice(start).map((value) => value ?? 0))];
}

/** Simple moving average: the mean of the last `length` prices, from bar `length - 1` on. */
export function simpleMovingAverage(prices: readonly number[], length: number): IndicatorLine {
  let sum = 0;
  return prices.map((price, index) => {
    sum += price;
    if (index >= length) sum -= prices[index - length];
    return index < length - 1 ? null : sum / length;
  });
}

/** Exponential moving average with weight 2 / (length + 1), seeded with the simple average of the first `length` prices. */
export function exponentialMovingAverage(prices: readonly number[], length: number): IndicatorLine {
  const weight = 2 / (length + 1);
  const seed = simpleMovingAverage(prices.slice(0, length), length).at(-1) ?? null;
  let average: number | null = null;
  return prices.map((price, index) => {
    if (index < length - 1) return null;
    average = average === null ? seed : average + weight * (price - average);
    return average;
  });
}

/**
 * Relative strength index after Wilder: how much of the last moves was upward, 0 to 100, from bar `length` on. Without a
 * single fall it is 100, and so it is for a price that stood still.
 */
export function relativeStrength(prices: readonly number[], length = 14): IndicatorLine {
  let gain = 0;
  let loss = 0;
  return prices.map((price, index) => {
    if (index === 0) return null;
    const move = price - prices[index - 1];
    const [up, down] = [Math.max(move, 0), Math.max(-move, 0)];
    if (index <= length) {
      gain += up / length;
      loss += down / length;
      if (index < length) return null;
    } else {
      gain = (gain * (length - 1) + up) / length;
      loss = (loss * (length - 1) + down) / length;
    }
    return loss === 0 ? 100 : 100 - 100 / (1 + gain / loss);
  });
}

export interface MacdLines {
  /** The fast average less the slow one. */
  readonly macd: IndicatorLine;
  /** The average of `macd`. */
  readonly signal: IndicatorLine;
  /** `macd` less `signal`. */
  readonly histogram: IndicatorLine;
}

/** Moving average convergence divergence: each average has its own seed, the signal is seeded from the first MACD values. */
export function convergenceDivergence(prices: readonly number[], fast = 12, slow = 26, smooth = 9): MacdLines {
  const quick = exponentialMovingAverage(prices, fast);
  const steady = exponentialMovingAverage(prices, slow);
  const macd = minus(quick, steady);
  const signal = overKnown(macd, (known) => exponentialMovingAverage(known, smooth));
  return { macd, signal, histogram: minus(macd, signal) };
}

function minus(one: IndicatorLine, other: IndicatorLine): IndicatorLine {
  return one.map((value, index) => {
    const less = other[index];
    return value === null || less === null ? null : value - less;
  });
}

export interface BollingerLines {
  readonly middle: IndicatorLine;
  readonly upper: IndicatorLine;
  readonly lower: IndicatorLine;
}

/** Bollinger bands: the simple average, and `width` standard deviations (of the population) above and below it. */
export function bollingerBands(prices: readonly number[], length = 20, width = 2): BollingerLines {
  const middle = simpleMovingAverage(prices, length);
  const reach = middle.map((mean, index) => {
    if (mean === null) return null;
    let squares = 0;
    for (let i = index - length + 1; i <= index; i++) squares += (prices[i] - mean) ** 2;
    return width * Math.sqrt(squares / length);
  });
  return {
    middle,
    upper: middle.map((mean, index) => (mean === null ? null : mean + (reach[index] ?? 0))),
    lower: minus(middle, reach),
  };
}
