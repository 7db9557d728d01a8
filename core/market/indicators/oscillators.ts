// Indicators that swing in a band or round zero, over price and over volume. Conventions are Wilder's and StockCharts'.
import { extremes } from './channels.ts';
import { NOTHING, overKnown, relativeStrength, simpleMovingAverage } from './price-indicators.ts';
import type { IndicatorLine } from './price-indicators.ts';
import type { PriceBar, StochasticLines, VolumeBar } from './bar-indicators.ts';

/** High, low and close of a bar in one price. Their sum is rounded, so that bars with the same sum have the same one. */
function typicalPrice({ high, low, close }: PriceBar): number {
  return Math.round((high + low + close) * 1e4) / 3e4;
}

/** Where a bar closed between its low (-1) and its high (1), times its volume. */
function moneyFlow({ high, low, close, volume }: VolumeBar): number {
  return high === low ? 0 : ((2 * close - high - low) / (high - low)) * volume;
}

/** Stochastic of the RSI: where it stands, in percent, between its own extremes of `length` bars; and the average of that. */
export function stochasticStrength(
  prices: readonly number[],
  strengthLength = 14,
  length = 14,
  signal = 3,
): StochasticLines {
  const k = overKnown(relativeStrength(prices, strengthLength), (strength) => {
    const found = extremes(
      strength.map((value) => ({ high: value, low: value, close: value })),
      length,
    );
    return strength.map((value, index) => {
      const [high, low] = [found.high[index], found.low[index]];
      if (high === null || low === null) return null;
      return high - low < NOTHING ? 0 : (100 * (value - low)) / (high - low);
    });
  });
  return { k, d: overKnown(k, (known) => simpleMovingAverage(known, signal)) };
}

/** Commodity channel index: how far the typical price is from its average, in 0.015 mean deviations. */
export function commodityChannel(bars: readonly PriceBar[], length = 20): IndicatorLine {
  const prices = bars.map(typicalPrice);
  return simpleMovingAverage(prices, length).map((mean, index) => {
    if (mean === null) return null;
    let deviation = 0;
    for (let i = index - length + 1; i <= index; i++) deviation += Math.abs(prices[i] - mean) / length;
    return deviation < NOTHING ? 0 : (prices[index] - mean) / (0.015 * deviation);
  });
}

/** Williams %R: how far below the high of `length` bars the close is, 0 at the high and -100 at the low. */
export function williamsRange(bars: readonly PriceBar[], length = 14): IndicatorLine {
  const { high, low } = extremes(bars, length);
  return bars.map(({ close }, index) => {
    const [top, bottom] = [high[index], low[index]];
    if (top === null || bottom === null) return null;
    return top === bottom ? 0 : (-100 * (top - close)) / (top - bottom);
  });
}

/** Rate of change: percent since `length` bars ago. */
export function rateOfChange(prices: readonly number[], length = 10): IndicatorLine {
  return prices.map((price, index) => (index < length ? null : 100 * (price / prices[index - length] - 1)));
}

export interface AroonLines {
  readonly up: IndicatorLine;
  readonly down: IndicatorLine;
}

/** Aroon: how lately the high and the low of `length` bars were, 100 for this bar and 0 for `length` bars ago. */
export function aroon(bars: readonly PriceBar[], length = 25): AroonLines {
  const lately = (isFurther: (one: PriceBar, other: PriceBar) => boolean): IndicatorLine =>
    bars.map((_, index) => {
      if (index < length) return null;
      let found = index - length;
      for (let i = found + 1; i <= index; i++) if (isFurther(bars[i], bars[found])) found = i;
      return (100 * (found - index + length)) / length;
    });
  return { up: lately((one, other) => one.high >= other.high), down: lately((one, other) => one.low <= other.low) };
}

/** Ultimate oscillator: buying pressure over three lengths, the shortest counted four times and the next twice. */
export function ultimateOscillator(bars: readonly PriceBar[], short = 7, middle = 14, long = 28): IndicatorLine {
  const pressures = bars.slice(1).map(({ close, low }, index) => close - Math.min(low, bars[index].close));
  const ranges = bars
    .slice(1)
    .map(({ high, low }, index) => Math.max(high, bars[index].close) - Math.min(low, bars[index].close));
  const share = (length: number): IndicatorLine => {
    const range = simpleMovingAverage(ranges, length);
    return simpleMovingAverage(pressures, length).map((value, index) =>
      value === null ? null : (range[index] ?? 0) < NOTHING ? 0 : value / range[index]!,
    );
  };
  const [four, two, one] = [share(short), share(middle), share(long)];
  const line = one.map((last, index) => {
    const [first, second] = [four[index], two[index]];
    return first === null || second === null || last === null ? null : (100 * (4 * first + 2 * second + last)) / 7;
  });
  return bars.length === 0 ? [] : [null, ...line];
}

/** Money flow index: the RSI's idea with typical price times volume, 0 to 100; 100 while nothing flowed out. */
export function moneyFlowIndex(bars: readonly VolumeBar[], length = 14): IndicatorLine {
  const prices = bars.map(typicalPrice);
  return bars.map((_, index) => {
    if (index < length) return null;
    let [flowIn, flowOut] = [0, 0];
    for (let i = index - length + 1; i <= index; i++) {
      if (prices[i] > prices[i - 1]) flowIn += prices[i] * bars[i].volume;
      if (prices[i] < prices[i - 1]) flowOut += prices[i] * bars[i].volume;
    }
    return flowOut === 0 ? 100 : 100 - 100 / (1 + flowIn / flowOut);
  });
}

/** Chaikin's money flow: the share of `length` bars' volume that closed high, from -1 to 1. */
export function chaikinMoneyFlow(bars: readonly VolumeBar[], length = 20): IndicatorLine {
  return bars.map((_, index) => {
    if (index < length - 1) return null;
    let [flow, volume] = [0, 0];
    for (let i = index - length + 1; i <= index; i++) {
      flow += moneyFlow(bars[i]);
      volume += bars[i].volume;
    }
    return volume === 0 ? 0 : flow / volume;
  });
}

/** Accumulation and distribution: money flow added up from the first bar on. */
export function accumulation(bars: readonly VolumeBar[]): number[] {
  let total = 0;
  return bars.map((bar) => (total += moneyFlow(bar)));
}
