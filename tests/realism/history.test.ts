// Are the generated days like real ones? Windows of 1,000 days of every company against real stocks, and the market as a whole.
import { expect, test, vi } from 'vitest';
import { COMPANIES } from '../../core/market/history/companies.ts';
import { makeHistory } from '../../core/market/history/history.ts';
import { DAILY_BANDS, PANEL_BANDS } from './bands.ts';
import type { PanelMeasure } from './bands.ts';
import {
  autocorrelation,
  correlation,
  deviation,
  firstEigenvalueShare,
  logReturns,
  mean,
  measureDaily,
  median,
  quantile,
} from './measures.ts';
import type { DailyBars, DailyMeasure } from './measures.ts';

// Hours of trading are simulated; a slow machine needs its time.
vi.setConfig({ testTimeout: 120_000 });

const LONG = process.env.REALISM === 'long';
const SEEDS = LONG ? ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] : ['a', 'b'];
const DAYS = 2_520;
const WINDOW = 1_000;
const MEASURES = Object.keys(DAILY_BANDS) as DailyMeasure[];
const PANEL = Object.keys(PANEL_BANDS) as PanelMeasure[];

type Columns = Record<keyof DailyBars, Float64Array>;

/** Ten years of every company in a market that closes at night. */
function makeDays(seed: string): Columns[] {
  const column = (): Float64Array => new Float64Array(DAYS);
  const all = COMPANIES.map((): Columns => ({
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  }));
  const untilAt = Date.parse('2026-11-20T08:00:00+05:30');
  let day = 0;
  for (const { daily } of makeHistory({ seed, hours: 'nse', untilAt, days: DAYS, minuteDays: 0 })) {
    for (let i = 0; i < all.length; i++) {
      for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) all[i][name][day] = daily[name][i];
    }
    day++;
  }
  return all;
}

function cut(bars: Columns, from: number): DailyBars {
  const part = (values: Float64Array): Float64Array => values.subarray(from, from + WINDOW + 1);
  return {
    open: part(bars.open),
    high: part(bars.high),
    low: part(bars.low),
    close: part(bars.close),
    volume: part(bars.volume),
  };
}

function windows(): number[] {
  const starts: number[] = [];
  for (let from = 0; from + WINDOW < DAYS; from += WINDOW / 2) starts.push(from);
  return starts;
}

function measurePanel(all: Columns[], from: number): Record<PanelMeasure, number> {
  const returns = all.map(({ close }) => logReturns(close.subarray(from, from + WINDOW + 1)));
  const index = Float64Array.from({ length: WINDOW }, (_, day) => mean(returns.map((each) => each[day])));
  const size = index.map(Math.abs);
  const matrix = returns.map((a) => returns.map((b) => correlation(a, b)));
  const limit = quantile(size, 0.8);
  const stormy = [...size.keys()].filter((day) => size[day] > limit);
  const calm = [...size.keys()].filter((day) => size[day] <= limit);
  const on = (days: number[]): number[][] => returns.map((each) => days.map((day) => each[day]));
  const isSector = (i: number, j: number): boolean => COMPANIES[i].sector === COMPANIES[j].sector;
  let leverage = 0;
  for (let lag = 1; lag <= 10; lag++) leverage += correlation(index.subarray(0, -lag), size.subarray(lag)) / 10;
  return {
    pairCorrelation: meanPair(matrix, () => true),
    withinLessAcross: meanPair(matrix, isSector) - meanPair(matrix, (i, j) => !isSector(i, j)),
    firstEigenvalue: firstEigenvalueShare(matrix),
    stormyLessCalm: meanCorrelation(on(stormy)) - meanCorrelation(on(calm)),
    indexVolatility: 100 * deviation(index) * Math.sqrt(252),
    indexLeverage: leverage,
  };
}

function meanPair(matrix: number[][], isCounted: (i: number, j: number) => boolean): number {
  const values: number[] = [];
  matrix.forEach((row, i) => row.forEach((value, j) => i < j && isCounted(i, j) && values.push(value)));
  return mean(values);
}

/** Mean correlation of all pairs, from the variance of the sum of standardised returns. */
function meanCorrelation(returns: number[][]): number {
  const count = returns.length;
  const days = returns[0].length;
  const standard = returns.map((each) => {
    const centre = mean(each);
    const scale = deviation(each);
    return each.map((value) => (value - centre) / scale);
  });
  let sum = 0;
  for (let day = 0; day < days; day++) {
    const total = standard.reduce((all, each) => all + each[day], 0);
    sum += (total * total) / days;
  }
  return (sum - count) / (count * (count - 1));
}

const worlds = SEEDS.map(makeDays);
const rows = worlds.flatMap((all) => windows().flatMap((from) => all.map((bars) => measureDaily(cut(bars, from)))));
const panels = worlds.flatMap((all) => windows().map((from) => measurePanel(all, from)));

test.each(MEASURES)('daily %s: the middle stock is ordinary, and four in five are possible', (measure) => {
  const [p5, p25, p75, p95] = DAILY_BANDS[measure];
  const values = rows.map((row) => row[measure]).filter(Number.isFinite);
  const inside = values.filter((value) => value >= p5 && value <= p95).length / values.length;
  expect(values.length).toBeGreaterThanOrEqual(0.99 * rows.length);
  expect(median(values)).toBeGreaterThanOrEqual(p25);
  expect(median(values)).toBeLessThanOrEqual(p75);
  expect(inside).toBeGreaterThanOrEqual(0.8);
});

test.each(PANEL)('the market as a whole: %s', (measure) => {
  const [low, high] = PANEL_BANDS[measure];
  const value = mean(panels.map((panel) => panel[measure]));
  expect(value).toBeGreaterThanOrEqual(low);
  expect(value).toBeLessThanOrEqual(high);
});

test('the measures see what they should in data made by hand', () => {
  const close = Float64Array.from({ length: 1_001 }, (_, i) => 100 * Math.exp(i % 2 === 0 ? 0.02 : 0));
  const ones = close.map(() => 1_000);
  const flat = measureDaily({ open: close, high: close, low: close, close, volume: ones });
  // Prices that jump up and back by 2 %: perfect reversal, moves all alike, no range, no volume changes.
  expect(flat.acf1).toBeCloseTo(-1, 2);
  expect(flat.kurtosis1).toBeCloseTo(-2, 2);
  expect(flat.annualVolatility).toBeCloseTo(2 * Math.sqrt(252), 6);
  expect(flat.meanRange).toBe(0);
  expect(flat.varianceRatio5).toBeLessThan(0.25);
  expect(autocorrelation([1, 2, 3, 4], 1)).toBeCloseTo(0.25, 12);
});
