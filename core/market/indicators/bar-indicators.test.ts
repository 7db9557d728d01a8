// Every indicator over 120 made days against a table that a second program made, and against edges worked out by hand.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  averageTrueRange,
  directionalMovement,
  onBalanceVolume,
  stochastic,
  volumeWeightedPrice,
} from './bar-indicators.ts';
import { donchianChannel, ichimoku, keltnerChannel, parabolicStop, superTrend } from './channels.ts';
import {
  bollingerBands,
  convergenceDivergence,
  exponentialMovingAverage,
  relativeStrength,
  simpleMovingAverage,
} from './price-indicators.ts';
import type { IndicatorLine } from './price-indicators.ts';
import {
  adaptiveMovingAverage,
  hullMovingAverage,
  volumeWeightedAverage,
  weightedMovingAverage,
} from './moving-averages.ts';
import {
  accumulation,
  aroon,
  chaikinMoneyFlow,
  commodityChannel,
  moneyFlowIndex,
  rateOfChange,
  stochasticStrength,
  ultimateOscillator,
  williamsRange,
} from './oscillators.ts';

function table(name: string): Record<string, string>[] {
  const file = path.join(import.meta.dirname, '../../../tests/fixtures', name);
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((text, column) => [names[column], text])));
}

const bars = table('ohlcv-120.csv').map(({ high, low, close, volume }) => ({
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
}));
const closes = bars.map(({ close }) => close);
const expected = table('indicators-120.csv');

const macd = convergenceDivergence(closes);
const bands = bollingerBands(closes);
const direction = directionalMovement(bars);
const slow = stochastic(bars);

const strength = stochasticStrength(closes);
const donchian = donchianChannel(bars);
const keltner = keltnerChannel(bars);
const lately = aroon(bars);
const cloud = ichimoku(bars);

const lines: Record<string, IndicatorLine> = {
  sma20: simpleMovingAverage(closes, 20),
  ema20: exponentialMovingAverage(closes, 20),
  wma20: weightedMovingAverage(closes, 20),
  hma20: hullMovingAverage(closes, 20),
  bb20_mid: bands.middle,
  bb20_up: bands.upper,
  bb20_lo: bands.lower,
  rsi14: relativeStrength(closes),
  macd: macd.macd,
  macd_signal: macd.signal,
  macd_hist: macd.histogram,
  atr14: averageTrueRange(bars),
  pdi14: direction.plus,
  mdi14: direction.minus,
  adx14: direction.adx,
  stoch_k_14_3: slow.k,
  stoch_d_3: slow.d,
  stochrsi_k: strength.k,
  stochrsi_d3: strength.d,
  obv: onBalanceVolume(bars),
  mfi14: moneyFlowIndex(bars),
  cci20: commodityChannel(bars),
  willr14: williamsRange(bars),
  roc10: rateOfChange(closes),
  cmf20: chaikinMoneyFlow(bars),
  adl: accumulation(bars),
  donch20_up_incl: donchian.upper,
  donch20_lo_incl: donchian.lower,
  kelt_mid: keltner.middle,
  kelt_up: keltner.upper,
  kelt_lo: keltner.lower,
  aroon25_up: lately.up,
  aroon25_dn: lately.down,
  ich_tenkan: cloud.conversion,
  ich_kijun: cloud.base,
  ich_senkouA: cloud.leadingA,
  ich_senkouB: cloud.leadingB,
  ich_chikou: cloud.lagging,
  supertrend_10_3: superTrend(bars),
  psar_02_2: parabolicStop(bars),
  ultosc: ultimateOscillator(bars),
  vwma10: volumeWeightedAverage(bars, 10),
  kama10: adaptiveMovingAverage(closes),
  vwap_cum: volumeWeightedPrice(bars),
};

test('the table has a column for each indicator and no others', () => {
  expect(Object.keys(expected[0])).toEqual(Object.keys(lines));
  expect(expected).toHaveLength(120);
});

test.each(Object.keys(lines))('%s agrees with the table on each of 120 days, and starts on the same one', (name) => {
  for (const [day, row] of expected.entries()) {
    const value = lines[name][day];
    if (row[name] === '') expect([day, value]).toEqual([day, null]);
    else expect(value, `day ${day}`).toBeCloseTo(Number(row[name]), 6);
  }
});

describe('edges', () => {
  const flat = Array.from({ length: 40 }, () => ({ high: 5, low: 5, close: 5, volume: 0 }));
  const rising = Array.from({ length: 40 }, (_, day) => ({ high: day + 2, low: day, close: day + 1, volume: 10 }));

  test('a price that stands still: RSI 100 by its formula, everything else 0, and no average price without volume', () => {
    expect(relativeStrength(flat.map(({ close }) => close)).at(-1)).toBe(100);
    expect(averageTrueRange(flat).at(-1)).toBe(0);
    expect(directionalMovement(flat).adx.at(-1)).toBe(0);
    expect(stochastic(flat).d.at(-1)).toBe(0);
    expect(onBalanceVolume(flat).at(-1)).toBe(0);
    expect(volumeWeightedPrice(flat).at(-1)).toBeNull();
    expect(bollingerBands(flat.map(({ close }) => close)).upper.at(-1)).toBe(5);
  });

  test('a price that only rises by 1 a day', () => {
    // range max(d+2, d) - min(d, d) = 2; up 1 of 2 = 50 %; down 0; ADX 100
    expect(relativeStrength(rising.map(({ close }) => close)).at(-1)).toBe(100);
    expect(averageTrueRange(rising).at(-1)).toBeCloseTo(2, 10);
    const { plus, minus, adx } = directionalMovement(rising);
    expect([plus.at(-1), minus.at(-1), adx.at(-1)]).toEqual([
      expect.closeTo(50, 8),
      expect.closeTo(0, 8),
      expect.closeTo(100, 8),
    ]);
    // 39 rising days of 10 shares
    expect(onBalanceVolume(rising).at(-1)).toBe(390);
    // high of 14 days = close + 1, low = close - 14: 100 * 14 / 15
    expect(stochastic(rising).k.at(-1)).toBeCloseTo(1400 / 15, 8);
  });

  test('a price that stands still swings nowhere, and one without volume has no average by volume', () => {
    const still = flat.map(({ close }) => close);
    expect(stochasticStrength(still).d.at(-1)).toBe(0);
    expect(commodityChannel(flat).at(-1)).toBe(0);
    expect(williamsRange(flat).at(-1)).toBe(0);
    expect(moneyFlowIndex(flat).at(-1)).toBe(100);
    expect(chaikinMoneyFlow(flat).at(-1)).toBe(0);
    expect(ultimateOscillator(flat).at(-1)).toBe(0);
    expect(adaptiveMovingAverage(still).at(-1)).toBe(5);
    expect(volumeWeightedAverage(flat, 10).at(-1)).toBeNull();
  });

  test('a price that moved and then stands still, as at the edge of its band: what sums leave over is no swing', () => {
    const moving = bars.slice(0, 60);
    const locked = { high: 201.35, low: 201.35, close: 201.35, volume: 700 };
    const both = [...moving, ...Array.from({ length: 60 }, () => locked)];
    // From the bar on at which all of the last 20, and of the last 28, stand still.
    expect(new Set(commodityChannel(both).slice(79))).toEqual(new Set([0]));
    expect(new Set(ultimateOscillator(both).slice(88))).toEqual(new Set([0]));
    const still = stochasticStrength(both.map(({ close }) => close)).k.slice(75);
    expect(new Set(still)).toEqual(new Set([0]));
  });

  test('equal in paise is equal, whatever binary fractions make of it', () => {
    // 100.15 + 99.95 and 100.25 + 99.85 are both 200.10, though not by machine: the typical price stood still.
    const one = { high: 100.15, low: 99.95, close: 100.05, volume: 10 };
    const other = { high: 100.25, low: 99.85, close: 100.05, volume: 10 };
    const swinging = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? one : other));
    expect(moneyFlowIndex(swinging).at(-1)).toBe(100);
    // As far up as down, a bar reaches in no direction.
    const { plus, minus } = directionalMovement(swinging);
    expect([plus.at(-1), minus.at(-1)]).toEqual([0, 0]);
  });

  test('the ultimate oscillator waits for the longest of its spans, whichever that is', () => {
    expect(ultimateOscillator(bars, 14, 7, 10).findIndex((value) => value !== null)).toBe(14);
  });

  test('a price that only rises: the newest bar is the high, the parabola has not turned, the weights favour the end', () => {
    const closing = rising.map(({ close }) => close);
    expect([aroon(rising).up.at(-1), aroon(rising).down.at(-1)]).toEqual([100, 0]);
    expect(parabolicStop(rising).at(-1)).toBeNull();
    expect(rateOfChange(closing).at(-1)).toBeCloseTo((100 * 10) / 30, 10);
    // (1 x 38 + 2 x 39 + 3 x 40) / 6
    expect(weightedMovingAverage(closing, 3).at(-1)).toBeCloseTo(236 / 6, 10);
    expect(weightedMovingAverage([1, 2], 3)).toEqual([null, null]);
    // A weighted average of n is (n - 1) / 3 behind: twice 7 bars less 14 is 1/3 ahead, and the root of 14 is taken as 3, which is 2/3.
    expect(hullMovingAverage(closing, 14).at(-1)).toBeCloseTo(closing.at(-1)! - 1 / 3, 10);
  });

  test('of two equal highs or lows Aroon counts the later one', () => {
    const of = (prices: number[]) => prices.map((price) => ({ high: price + 1, low: price, close: price, volume: 1 }));
    expect(aroon(of([10, 12, 12, 11, 11]), 4).up.at(-1)).toBe(50);
    expect(aroon(of([12, 10, 10, 11, 11]), 4).down.at(-1)).toBe(50);
  });

  test.each([0, 1, 5])('%i bars are too few for any of the others', (count) => {
    const few = rising.slice(0, count);
    const fewCloses = few.map(({ close }) => close);
    const made = [
      hullMovingAverage(fewCloses, 20),
      stochasticStrength(fewCloses).k,
      aroon(few).up,
      ultimateOscillator(few),
      superTrend(few),
      keltnerChannel(few).upper,
      donchianChannel(few).middle,
      ichimoku(few).leadingB,
    ];
    for (const line of made) expect(line).toEqual(few.map(() => null));
  });

  test.each([0, 1, 5, 14])('%i bars are too few for an answer, and no mistake', (count) => {
    const few = rising.slice(0, count);
    expect(averageTrueRange(few).filter((value) => value !== null)).toEqual([]);
    expect(relativeStrength(few.map(({ close }) => close)).filter((value) => value !== null)).toEqual([]);
    expect(directionalMovement(few).adx).toHaveLength(count);
    expect(convergenceDivergence(few.map(({ close }) => close)).histogram).toEqual(few.map(() => null));
  });
});
