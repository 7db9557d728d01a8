// Volatility that a misprint cannot rule, and the last close of days and minutes together.
import { describe, expect, it } from 'vitest';
import type { ImportedBar, ImportedSeries, ImportInterval } from './series.ts';
import { robustSpread, temperamentOf, volatility } from './statistics.ts';

const DAY = 86_400_000;
const START = Date.UTC(2020, 0, 1);

function series(interval: ImportInterval, closes: readonly number[], startAt = START): ImportedSeries {
  const step = interval === '1D' ? DAY : 60_000;
  const bars: ImportedBar[] = closes.map((close, i) => ({
    at: startAt + i * step,
    open: close,
    high: close,
    low: close,
    close,
    volume: 1000 + i,
    line: i + 2,
  }));
  return { symbol: 'ACME', name: '', interval, timeZoneNote: '', bars, flags: [] };
}

/** Up and down by `part`, so that every return is about `part`. */
const swinging = (count: number, part: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.round(1_000_000 * (i % 2 === 0 ? 1 : 1 + part)));

describe('volatility', () => {
  it('is the spread of ordinary returns', () => {
    const returns = Array.from({ length: 400 }, (_, i) => Math.sin(i) * 0.02);
    // The root mean square of a sine is its height over the root of two: 0.02 / 1.4142 = 0.01414.
    expect(volatility(returns)).toBeCloseTo(0.01414, 4);
  });

  it('counts a misprint as five spreads and no more', () => {
    const returns = Array.from({ length: 400 }, (_, i) => Math.sin(i) * 0.02);
    returns[7] = 3;
    // Plain, one return of 3 in 400 would make it 0.15.
    expect(volatility(returns)).toBeLessThan(0.0165);
  });

  it('stays inside what the price model can play', () => {
    expect(volatility(Array.from({ length: 50 }, () => 0))).toBe(0.002);
    expect(volatility(Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? 0.3 : -0.3)))).toBe(0.08);
  });

  it('robustSpread equals the standard deviation of a bell curve', () => {
    // Quartiles of a standard bell curve lie at ±0.6745, and 0.6745 * 1.4826 = 1.
    expect(robustSpread([-2, -0.6745, -0.6745, 0.6745, 0.6745, 2, 0])).toBeCloseTo(1, 3);
    expect(robustSpread([])).toBe(0);
  });
});

describe('temperamentOf', () => {
  it('takes the last close, the one before, and the average volume', () => {
    const temperament = temperamentOf(series('1D', swinging(60, 0.02)), undefined);
    expect(temperament).toMatchObject({ lastClose: 1_020_000, previousClose: 1_000_000, isVolatilityOwn: true });
    expect(temperament.dailyVolatility).toBeCloseTo(Math.log(1.02), 4);
    // Volumes 1000 to 1059.
    expect(temperament.averageDailyVolume).toBe(1030);
  });

  it('does not take a split for a move', () => {
    const closes = swinging(60, 0.02).map((close, i) => (i < 30 ? close : close / 2));
    expect(temperamentOf(series('1D', closes), undefined).dailyVolatility).toBeCloseTo(Math.log(1.02), 4);
  });

  it('takes a usual volatility when the history is too short, and says so', () => {
    expect(temperamentOf(series('1D', [100, 150]), undefined)).toMatchObject({
      dailyVolatility: 0.018,
      isVolatilityOwn: false,
    });
    expect(temperamentOf(undefined, series('1m', [100, 150]))).toMatchObject({ lastClose: 150, previousClose: 150 });
  });

  it('goes on from the later of days and minutes, with the volatility of the days', () => {
    const days = series('1D', swinging(60, 0.02));
    const later = series('1m', [2_000_000, 2_100_000], START + 400 * DAY);
    expect(temperamentOf(days, later)).toMatchObject({ lastClose: 2_100_000, isVolatilityOwn: true });
    const earlier = series('1m', [2_000_000], START - 400 * DAY);
    expect(temperamentOf(days, earlier).lastClose).toBe(1_020_000);
  });
});
