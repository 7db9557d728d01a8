// Indicators that stand round the price or follow it as a stop: Keltner, Donchian, SuperTrend, parabolic stop, Ichimoku.
import { averageTrueRange } from './bar-indicators.ts';
import type { PriceBar } from './bar-indicators.ts';
import { exponentialMovingAverage } from './price-indicators.ts';
import type { BollingerLines, IndicatorLine } from './price-indicators.ts';

export interface Extremes {
  readonly high: IndicatorLine;
  readonly low: IndicatorLine;
}

/** The highest high and the lowest low of the last `length` bars, this one included. */
export function extremes(bars: readonly PriceBar[], length: number): Extremes {
  const high: IndicatorLine = [];
  const low: IndicatorLine = [];
  for (let index = 0; index < bars.length; index++) {
    let [top, bottom] = [-Infinity, Infinity];
    for (let i = Math.max(0, index - length + 1); i <= index; i++) {
      if (bars[i].high > top) top = bars[i].high;
      if (bars[i].low < bottom) bottom = bars[i].low;
    }
    high.push(index < length - 1 ? null : top);
    low.push(index < length - 1 ? null : bottom);
  }
  return { high, low };
}

/** Half way between two lines. */
function middleOf({ high, low }: Extremes): IndicatorLine {
  return high.map((top, index) => {
    const bottom = low[index];
    return top === null || bottom === null ? null : (top + bottom) / 2;
  });
}

/** Donchian's channel: the extremes of `length` bars, this one included, and half way between them. */
export function donchianChannel(bars: readonly PriceBar[], length = 20): BollingerLines {
  const found = extremes(bars, length);
  return { upper: found.high, lower: found.low, middle: middleOf(found) };
}

/** Keltner's channel: the exponential average of closes, and `width` average true ranges above and below it. */
export function keltnerChannel(bars: readonly PriceBar[], length = 20, width = 2, rangeLength = 10): BollingerLines {
  const middle = exponentialMovingAverage(
    bars.map(({ close }) => close),
    length,
  );
  const range = averageTrueRange(bars, rangeLength);
  const away = (times: number): IndicatorLine =>
    middle.map((mean, index) => {
      const reach = range[index];
      return mean === null || reach === null ? null : mean + times * reach;
    });
  return { middle, upper: away(width), lower: away(-width) };
}

/** SuperTrend: a stop `width` average true ranges away that only follows the price, and changes sides when a close breaks it. */
export function superTrend(bars: readonly PriceBar[], length = 10, width = 3): IndicatorLine {
  const range = averageTrueRange(bars, length);
  let [upper, lower] = [Infinity, -Infinity];
  let isRising = true;
  return bars.map(({ high, low, close }, index) => {
    const reach = range[index];
    if (reach === null) return null;
    const middle = (high + low) / 2;
    const before = bars[index - 1].close;
    if (upper === Infinity) isRising = close >= middle;
    if (middle + width * reach < upper || before > upper) upper = middle + width * reach;
    if (middle - width * reach > lower || before < lower) lower = middle - width * reach;
    isRising = close > (isRising ? lower : upper);
    return isRising ? lower : upper;
  });
}

interface Parabola {
  isRising: boolean;
  stop: number;
  /** The furthest price of this run, which the stop turns to when it is hit. */
  extreme: number;
  speed: number;
}

/** The parabola after one more bar; `before` are the two bars ahead of it, which the stop never enters. */
function parabolaAfter(
  state: Parabola,
  bar: PriceBar,
  before: readonly PriceBar[],
  step: number,
  most: number,
): Parabola {
  const { isRising, stop, extreme, speed } = state;
  const reached = stop + speed * (extreme - stop);
  const edges = before.map(({ high, low }) => (isRising ? low : high));
  const next = isRising ? Math.min(reached, ...edges) : Math.max(reached, ...edges);
  const isHit = isRising ? bar.low < next : bar.high > next;
  if (isHit) return { isRising: !isRising, stop: extreme, extreme: isRising ? bar.low : bar.high, speed: step };
  const isFurther = isRising ? bar.high > extreme : bar.low < extreme;
  if (!isFurther) return { ...state, stop: next };
  return { isRising, stop: next, extreme: isRising ? bar.high : bar.low, speed: Math.min(speed + step, most) };
}

/** Wilder's parabolic stop and reverse. The first run is guessed to rise, so nothing is told before its end. */
export function parabolicStop(bars: readonly PriceBar[], step = 0.02, most = 0.2): IndicatorLine {
  if (bars.length < 2) return bars.map(() => null);
  let state: Parabola = { isRising: true, stop: bars[0].low, extreme: bars[0].high, speed: step };
  let start = bars.length;
  const line = bars.map((bar, index) => {
    if (index === 0) return null;
    const after = parabolaAfter(state, bar, index < 2 ? [] : bars.slice(index - 2, index), step, most);
    if (after.isRising !== state.isRising) start = Math.min(start, index);
    state = after;
    return state.stop;
  });
  return line.map((stop, index) => (index < start ? null : stop));
}

export interface IchimokuLines {
  /** Half way between the extremes of `fast` and of `slow` bars. */
  readonly conversion: IndicatorLine;
  readonly base: IndicatorLine;
  /** The edges of the cloud, drawn `slow` bars later than they are made. */
  readonly leadingA: IndicatorLine;
  readonly leadingB: IndicatorLine;
  /** The close, drawn `slow` bars earlier. */
  readonly lagging: IndicatorLine;
}

/** Ichimoku: each line is half way between the extremes of its number of bars. */
export function ichimoku(bars: readonly PriceBar[], fast = 9, slow = 26, long = 52): IchimokuLines {
  const conversion = middleOf(extremes(bars, fast));
  const base = middleOf(extremes(bars, slow));
  const span = middleOf(extremes(bars, long));
  const later = (line: IndicatorLine): IndicatorLine => bars.map((_, index) => line[index - slow] ?? null);
  return {
    conversion,
    base,
    leadingA: later(middleOf({ high: conversion, low: base })),
    leadingB: later(span),
    lagging: bars.map((_, index) => bars[index + slow]?.close ?? null),
  };
}
