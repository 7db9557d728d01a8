// The indicators that are drawn over the candles.
import {
  bollingerBands,
  exponentialMovingAverage,
  simpleMovingAverage,
} from '../../../core/market/indicators/price-indicators.ts';
import type { BollingerLines } from '../../../core/market/indicators/price-indicators.ts';
import {
  donchianChannel,
  ichimoku,
  keltnerChannel,
  parabolicStop,
  superTrend,
} from '../../../core/market/indicators/channels.ts';
import {
  adaptiveMovingAverage,
  hullMovingAverage,
  volumeWeightedAverage,
  weightedMovingAverage,
} from '../../../core/market/indicators/moving-averages.ts';
import { anchoredVwap } from './anchored-vwap.ts';
import { closesOf, length } from './kind.ts';
import type { IndicatorKind, KindLine } from './kind.ts';

const onPrice = { place: 'price', figures: 'price' } as const;
const oneLine: readonly KindLine[] = [{ label: '' }];
const band: readonly KindLine[] = [{ label: 'middle', look: 'thin' }, { label: 'upper' }, { label: 'lower' }];
const bandLines = ({ middle, upper, lower }: BollingerLines) => [middle, upper, lower];

export const priceKinds = {
  sma: {
    ...onPrice,
    name: 'Simple moving average',
    short: 'SMA',
    about: 'The mean of the last closes.',
    settings: [length(20)],
    lines: oneLine,
    compute: (bars, [span]) => [simpleMovingAverage(closesOf(bars), span)],
  },
  ema: {
    ...onPrice,
    name: 'Exponential moving average',
    short: 'EMA',
    about: 'A mean in which the newest closes weigh most.',
    settings: [length(20)],
    lines: oneLine,
    compute: (bars, [span]) => [exponentialMovingAverage(closesOf(bars), span)],
  },
  wma: {
    ...onPrice,
    name: 'Weighted moving average',
    short: 'WMA',
    about: 'A mean whose weights fall evenly into the past.',
    settings: [length(20)],
    lines: oneLine,
    compute: (bars, [span]) => [weightedMovingAverage(closesOf(bars), span)],
  },
  hma: {
    ...onPrice,
    name: 'Hull moving average',
    short: 'HMA',
    about: 'Smooth, and closer behind the price than other averages.',
    settings: [length(20, 'Length', 4)],
    lines: oneLine,
    compute: (bars, [span]) => [hullMovingAverage(closesOf(bars), span)],
  },
  vwma: {
    ...onPrice,
    name: 'Volume-weighted moving average',
    short: 'VWMA',
    about: 'A mean in which busy bars count for more.',
    settings: [length(20)],
    lines: oneLine,
    compute: (bars, [span]) => [volumeWeightedAverage(bars, span)],
  },
  kama: {
    ...onPrice,
    name: 'Kaufman adaptive average',
    short: 'KAMA',
    about: 'Quick while the price runs one way, slow while it trembles.',
    settings: [length(10, 'Length', 2), length(2, 'Fast'), length(30, 'Slow')],
    lines: oneLine,
    compute: (bars, [span, fast, slow]) => [adaptiveMovingAverage(closesOf(bars), span, fast, slow)],
  },
  vwap: {
    ...onPrice,
    name: 'Volume-weighted average price',
    short: 'VWAP',
    about:
      'What a share cost on average since the day began; on daily bars since the month, on weekly ones since the year.',
    settings: [],
    lines: oneLine,
    compute: (bars, _, interval) => [anchoredVwap(bars, interval)],
  },
  bb: {
    ...onPrice,
    name: 'Bollinger bands',
    short: 'BB',
    about: 'A mean, and standard deviations above and below it.',
    settings: [length(20, 'Length', 2), { label: 'Deviations', usual: 2, least: 0.1, most: 10, step: 0.1 }],
    lines: band,
    compute: (bars, [span, width]) => bandLines(bollingerBands(closesOf(bars), span, width)),
  },
  kc: {
    ...onPrice,
    name: 'Keltner channel',
    short: 'KC',
    about: 'An exponential mean, and average true ranges above and below it.',
    settings: [length(20), { label: 'Ranges', usual: 2, least: 0.1, most: 10, step: 0.1 }, length(10, 'Range length')],
    lines: band,
    compute: (bars, [span, width, range]) => bandLines(keltnerChannel(bars, span, width, range)),
  },
  dc: {
    ...onPrice,
    name: 'Donchian channel',
    short: 'DC',
    about: 'The highest high and the lowest low of the last bars.',
    settings: [length(20)],
    lines: band,
    compute: (bars, [span]) => bandLines(donchianChannel(bars, span)),
  },
  st: {
    ...onPrice,
    name: 'SuperTrend',
    short: 'SuperTrend',
    about: 'A stop that follows the price and changes sides when it is broken.',
    settings: [length(10), { label: 'Ranges', usual: 3, least: 0.1, most: 10, step: 0.1 }],
    lines: [{ label: '', look: 'stop' }],
    compute: (bars, [span, width]) => [superTrend(bars, span, width)],
  },
  sar: {
    ...onPrice,
    name: 'Parabolic stop and reverse',
    short: 'SAR',
    about: "Wilder's dots: a stop that runs after the price, ever faster.",
    settings: [
      { label: 'Step', usual: 0.02, least: 0.001, most: 0.5, step: 0.001 },
      { label: 'Most', usual: 0.2, least: 0.01, most: 1, step: 0.01 },
    ],
    lines: [{ label: '', look: 'dots' }],
    compute: (bars, [step, most]) => [parabolicStop(bars, step, most)],
  },
  ichi: {
    ...onPrice,
    name: 'Ichimoku',
    short: 'Ichimoku',
    about: 'Middles of three spans; two are drawn later as a cloud, the close earlier.',
    settings: [length(9, 'Conversion'), length(26, 'Base'), length(52, 'Cloud')],
    lines: [
      { label: 'conversion' },
      { label: 'base', shade: 1 },
      { label: 'cloud A', color: '--up', look: 'thin' },
      { label: 'cloud B', color: '--down', look: 'thin' },
      { label: 'lagging', shade: 2, look: 'thin' },
    ],
    repaints: true,
    compute: (bars, [fast, slow, long]) => {
      const { conversion, base, leadingA, leadingB, lagging } = ichimoku(bars, fast, slow, long);
      return [conversion, base, leadingA, leadingB, lagging];
    },
  },
} as const satisfies Record<string, IndicatorKind>;
