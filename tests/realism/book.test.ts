// Is the live market like a real one? Sessions of a stock against what exchanges show, and the price of a large order.
import { expect, test, vi } from 'vitest';
import { SESSION_BANDS } from './bands.ts';
import type { SessionMeasure } from './bands.ts';
import { TestMarket, USUAL } from './market.ts';
import { mean } from './measures.ts';
import { measureSessions, middleKurtosis, watch } from './session.ts';

// Hours of trading are simulated; a slow machine needs its time.
vi.setConfig({ testTimeout: 120_000 });

const LONG = process.env.REALISM === 'long';
const STOCKS = LONG ? 16 : 5;
const DAYS = LONG ? 6 : 3;
const PROBES = LONG ? 40 : 8;

const sessions = Array.from({ length: STOCKS }, (_, i) => watch(`session ${i}`, DAYS)).flat();
const measured = measureSessions(sessions, USUAL.averageDailyVolume);

test.each(Object.keys(SESSION_BANDS) as SessionMeasure[])('a session: %s', (measure) => {
  const [low, high] = SESSION_BANDS[measure];
  expect(measured[measure]).toBeGreaterThanOrEqual(low);
  expect(measured[measure]).toBeLessThanOrEqual(high);
});

test('moves become more normal the longer one looks', () => {
  const kurtosis = [1, 60, 300].map((seconds) => middleKurtosis(sessions, seconds));
  expect(kurtosis[0]).toBeGreaterThan(kurtosis[1]);
  expect(kurtosis[1]).toBeGreaterThan(kurtosis[2]);
});

/** Buys a share of a usual day's volume in 120 slices over an hour; log prices at its end and half an hour later. */
function probe(seed: string, part: number): { peak: number; later: number } {
  const market = new TestMarket(seed, 'nse');
  const slices = 120;
  const prices: number[] = [];
  market.run(300);
  for (let slice = 0; slice < slices; slice++) {
    const quantity = Math.floor((part * USUAL.averageDailyVolume) / slices);
    if (quantity > 0) expect(market.desk.takeAsPerson('buy', quantity)).toBe(quantity);
    market.run(30, () => prices.push(Math.log(market.desk.middle)));
    market.desk.tape.length = 0;
  }
  const peak = mean(prices.slice(-120));
  market.run(1_800, () => prices.push(Math.log(market.desk.middle)));
  return { peak, later: mean(prices.slice(-120)) };
}

test('the price of a large order grows with the square root of its size, and most of it stays', () => {
  const seeds = Array.from({ length: PROBES }, (_, i) => `probe ${i}`);
  const calm = seeds.map((seed) => probe(seed, 0));
  const impact = (part: number): { peak: number; later: number } => {
    const moved = seeds.map((seed) => probe(seed, part));
    return {
      peak: mean(moved.map(({ peak }, i) => peak - calm[i].peak)) / USUAL.dailyVolatility,
      later: mean(moved.map(({ later }, i) => later - calm[i].later)) / USUAL.dailyVolatility,
    };
  };
  const parts = [0.005, 0.02, 0.08];
  const impacts = parts.map(impact);
  impacts.forEach(({ peak, later }, i) => {
    // I(Q) / sigma = Y * sqrt(Q / V) with Y between 0.5 and 1.5.
    const strength = peak / Math.sqrt(parts[i]);
    expect(strength).toBeGreaterThan(0.5);
    expect(strength).toBeLessThan(1.5);
    expect(later).toBeGreaterThan(0.5 * peak);
  });
  const exponent = Math.log(impacts[2].peak / impacts[0].peak) / Math.log(parts[2] / parts[0]);
  expect(exponent).toBeGreaterThan(0.4);
  expect(exponent).toBeLessThan(0.7);
});
