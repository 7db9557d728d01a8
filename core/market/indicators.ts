// Indicators over a list of prices, the oldest first. Figures for the eye: they are not money and are not rounded.

/** One value for each price; null where there are not yet enough of them. */
export type IndicatorLine = (number | null)[];

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
