// Indicators that need whole bars: true range, directional movement, stochastic, volume. Conventions are Wilder's and StockCharts'.
import { NOTHING, overKnown, simpleMovingAverage } from './price-indicators.ts';
import type { IndicatorLine } from './price-indicators.ts';

/** The part of a bar that an indicator looks at; prices in whatever unit, the same in all. */
export interface PriceBar {
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface VolumeBar extends PriceBar {
  readonly volume: number;
}

/** How far a bar reached, counted from the close before it. The first bar has no close before it. */
function trueRange(bars: readonly PriceBar[], index: number): number {
  const { high, low } = bars[index];
  const before = bars[index - 1].close;
  return Math.max(high, before) - Math.min(low, before);
}

/** Average true range after Wilder: the mean of the first `length` ranges at bar `length`, smoothed from there. */
export function averageTrueRange(bars: readonly PriceBar[], length = 14): IndicatorLine {
  let average = 0;
  return bars.map((_, index) => {
    if (index === 0) return null;
    const range = trueRange(bars, index);
    if (index <= length) average += range / length;
    else average = (average * (length - 1) + range) / length;
    return index < length ? null : average;
  });
}

export interface DirectionLines {
  /** +DI and -DI: how much of the range was movement up, and down, in percent. */
  readonly plus: IndicatorLine;
  readonly minus: IndicatorLine;
  /** The average directional index: strength of the trend whatever its direction, from bar 2 x length - 1 on. */
  readonly adx: IndicatorLine;
}

interface Movement {
  range: number;
  up: number;
  down: number;
}

function movementOf(bars: readonly PriceBar[], index: number): Movement {
  const up = bars[index].high - bars[index - 1].high;
  const down = bars[index - 1].low - bars[index].low;
  const isUp = up - down > NOTHING;
  const isDown = down - up > NOTHING;
  return { range: trueRange(bars, index), up: isUp && up > 0 ? up : 0, down: isDown && down > 0 ? down : 0 };
}

/** Wilder's directional movement, with sums that forget one part in `length` at each bar. */
export function directionalMovement(bars: readonly PriceBar[], length = 14): DirectionLines {
  const plus: IndicatorLine = [];
  const minus: IndicatorLine = [];
  const adx: IndicatorLine = [];
  const sums: Movement = { range: 0, up: 0, down: 0 };
  let spread = 0;
  for (let index = 0; index < bars.length; index++) {
    if (index > 0) {
      const keep = index > length ? 1 - 1 / length : 1;
      const move = movementOf(bars, index);
      for (const key of ['range', 'up', 'down'] as const) sums[key] = sums[key] * keep + move[key];
    }
    const isKnown = index >= length;
    const up = sums.range === 0 ? 0 : (100 * sums.up) / sums.range;
    const down = sums.range === 0 ? 0 : (100 * sums.down) / sums.range;
    plus.push(isKnown ? up : null);
    minus.push(isKnown ? down : null);
    const apart = up + down === 0 ? 0 : (100 * Math.abs(up - down)) / (up + down);
    if (isKnown) spread = index < 2 * length ? spread + apart / length : (spread * (length - 1) + apart) / length;
    adx.push(index < 2 * length - 1 ? null : spread);
  }
  return { plus, minus, adx };
}

export interface StochasticLines {
  readonly k: IndicatorLine;
  readonly d: IndicatorLine;
}

/** Slow stochastic: where the close stands between the low and the high of `length` bars, smoothed, and smoothed again. */
export function stochastic(bars: readonly PriceBar[], length = 14, smooth = 3, signal = 3): StochasticLines {
  const raw = bars.map(({ close }, index) => {
    const recent = bars.slice(Math.max(0, index - length + 1), index + 1);
    const high = Math.max(...recent.map((bar) => bar.high));
    const low = Math.min(...recent.map((bar) => bar.low));
    return high === low ? 0 : (100 * (close - low)) / (high - low);
  });
  const full = raw.map((value, index) => (index < length - 1 ? null : value));
  const k = overKnown(full, (known) => simpleMovingAverage(known, smooth));
  return { k, d: overKnown(k, (known) => simpleMovingAverage(known, signal)) };
}

/** On-balance volume: the volume of rising bars added, of falling bars taken away, from 0 at the first bar. */
export function onBalanceVolume(bars: readonly VolumeBar[]): number[] {
  let total = 0;
  return bars.map(({ close, volume }, index) => {
    if (index > 0) total += Math.sign(close - bars[index - 1].close) * volume;
    return total;
  });
}

/** Volume-weighted average price over the bars of one session; it keeps its value while nothing trades. */
export function volumeWeightedPrice(bars: readonly VolumeBar[]): IndicatorLine {
  let value = 0;
  let volume = 0;
  return bars.map((bar) => {
    value += ((bar.high + bar.low + bar.close) / 3) * bar.volume;
    volume += bar.volume;
    return volume === 0 ? null : value / volume;
  });
}
