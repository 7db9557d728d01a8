// Averages beyond the simple and the exponential one: weighted, Hull's, by volume, and Kaufman's, which adapts to the noise.
import { overKnown, simpleMovingAverage } from './price-indicators.ts';
import type { IndicatorLine } from './price-indicators.ts';
import type { VolumeBar } from './bar-indicators.ts';

/** Weighted moving average: the newest of `length` prices counts `length` times, the oldest once; from bar `length - 1` on. */
export function weightedMovingAverage(prices: readonly number[], length: number): IndicatorLine {
  const weights = (length * (length + 1)) / 2;
  return prices.map((_, index) => {
    if (index < length - 1) return null;
    let sum = 0;
    for (let i = 1; i <= length; i++) sum += i * prices[index - length + i];
    return sum / weights;
  });
}

/** Hull's average: twice the weighted average of half the length less that of the whole, smoothed over its square root. */
export function hullMovingAverage(prices: readonly number[], length: number): IndicatorLine {
  const half = weightedMovingAverage(prices, Math.max(1, Math.floor(length / 2)));
  const ahead = weightedMovingAverage(prices, length).map((whole, index) =>
    whole === null ? null : 2 * (half[index] ?? 0) - whole,
  );
  return overKnown(ahead, (known) => weightedMovingAverage(known, Math.floor(Math.sqrt(length))));
}

/** Volume-weighted moving average of closes; null where `length` bars together have no volume. */
export function volumeWeightedAverage(bars: readonly VolumeBar[], length: number): IndicatorLine {
  const values = simpleMovingAverage(
    bars.map(({ close, volume }) => close * volume),
    length,
  );
  const volumes = simpleMovingAverage(
    bars.map(({ volume }) => volume),
    length,
  );
  return values.map((value, index) => (value === null || !volumes[index] ? null : value / volumes[index]));
}

/**
 * Kaufman's adaptive average, seeded with the price of bar `length - 1`: as quick as an exponential average over `fast` bars
 * while the price runs one way, as slow as one over `slow` bars while it only trembles.
 */
export function adaptiveMovingAverage(prices: readonly number[], length = 10, fast = 2, slow = 30): IndicatorLine {
  const [quick, steady] = [2 / (fast + 1), 2 / (slow + 1)];
  let average = 0;
  return prices.map((price, index) => {
    if (index < length - 1) return null;
    if (index === length - 1) return (average = price);
    let way = 0;
    for (let i = index - length + 1; i <= index; i++) way += Math.abs(prices[i] - prices[i - 1]);
    const efficiency = way === 0 ? 0 : Math.abs(price - prices[index - length]) / way;
    average += (efficiency * (quick - steady) + steady) ** 2 * (price - average);
    return average;
  });
}
