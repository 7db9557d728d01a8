// The indicators that have a pane of their own below the candles.
import {
  averageTrueRange,
  directionalMovement,
  onBalanceVolume,
  stochastic,
} from '../../../core/market/indicators/bar-indicators.ts';
import {
  convergenceDivergence,
  relativeStrength,
  simpleMovingAverage,
} from '../../../core/market/indicators/price-indicators.ts';
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
} from '../../../core/market/indicators/oscillators.ts';
import { closesOf, length } from './kind.ts';
import type { IndicatorKind, KindLine } from './kind.ts';

const inPane = { place: 'pane', figures: 'plain' } as const;
const oneLine: readonly KindLine[] = [{ label: '' }];
const twoLines: readonly KindLine[] = [{ label: '%K' }, { label: '%D', shade: 1 }];

export const paneKinds = {
  vol: {
    ...inPane,
    figures: 'count',
    name: 'Volume',
    short: 'Volume',
    about: 'Shares traded in each bar, and their mean.',
    settings: [length(20)],
    lines: [
      { label: '', look: 'volumes' },
      { label: 'mean', shade: 0 },
    ],
    compute: (bars, [span]) => {
      const volumes = bars.map(({ volume }) => volume);
      return [volumes, simpleMovingAverage(volumes, span)];
    },
  },
  rsi: {
    ...inPane,
    name: 'Relative strength index',
    short: 'RSI',
    about: 'How much of the last moves was upward: above 70 is called overbought, below 30 oversold.',
    settings: [length(14)],
    lines: oneLine,
    guides: [30, 70],
    compute: (bars, [span]) => [relativeStrength(closesOf(bars), span)],
  },
  macd: {
    ...inPane,
    name: 'Moving average convergence divergence',
    short: 'MACD',
    about: 'A fast mean less a slow one, its own mean, and the difference of the two.',
    settings: [length(12, 'Fast'), length(26, 'Slow'), length(9, 'Signal')],
    lines: [{ label: 'difference', look: 'columns' }, { label: 'MACD' }, { label: 'signal', shade: 1 }],
    guides: [0],
    compute: (bars, [fast, slow, smooth]) => {
      const { macd, signal, histogram } = convergenceDivergence(closesOf(bars), fast, slow, smooth);
      return [histogram, macd, signal];
    },
  },
  atr: {
    ...inPane,
    name: 'Average true range',
    short: 'ATR',
    about: 'How far a bar usually reaches, in rupees.',
    settings: [length(14)],
    lines: oneLine,
    compute: (bars, [span]) => [averageTrueRange(bars, span)],
  },
  stoch: {
    ...inPane,
    name: 'Stochastic',
    short: 'Stoch',
    about: 'Where the close stands between the low and the high of the last bars.',
    settings: [length(14), length(3, 'Smoothing'), length(3, 'Signal')],
    lines: twoLines,
    guides: [20, 80],
    compute: (bars, [span, smooth, signal]) => {
      const { k, d } = stochastic(bars, span, smooth, signal);
      return [k, d];
    },
  },
  srsi: {
    ...inPane,
    name: 'Stochastic RSI',
    short: 'StochRSI',
    about: 'Where the RSI stands between its own extremes.',
    settings: [length(14, 'RSI length'), length(14), length(3, 'Signal')],
    lines: twoLines,
    guides: [20, 80],
    compute: (bars, [strength, span, signal]) => {
      const { k, d } = stochasticStrength(closesOf(bars), strength, span, signal);
      return [k, d];
    },
  },
  adx: {
    ...inPane,
    name: 'Average directional index',
    short: 'ADX',
    about: 'How strong a trend is whatever its direction; above 25 it is called a trend.',
    settings: [length(14)],
    lines: [
      { label: 'ADX' },
      { label: '+DI', color: '--up', look: 'thin' },
      { label: '-DI', color: '--down', look: 'thin' },
    ],
    guides: [25],
    compute: (bars, [span]) => {
      const { plus, minus, adx } = directionalMovement(bars, span);
      return [adx, plus, minus];
    },
  },
  cci: {
    ...inPane,
    name: 'Commodity channel index',
    short: 'CCI',
    about: 'How unusual the price is: beyond 100 on either side is far from its mean.',
    settings: [length(20, 'Length', 2)],
    lines: oneLine,
    guides: [-100, 100],
    compute: (bars, [span]) => [commodityChannel(bars, span)],
  },
  willr: {
    ...inPane,
    name: 'Williams %R',
    short: '%R',
    about: 'How far the close is below the high of the last bars, from 0 to -100.',
    settings: [length(14)],
    lines: oneLine,
    guides: [-80, -20],
    compute: (bars, [span]) => [williamsRange(bars, span)],
  },
  roc: {
    ...inPane,
    name: 'Rate of change',
    short: 'ROC',
    about: 'Percent since so many bars ago.',
    settings: [length(10)],
    lines: oneLine,
    guides: [0],
    compute: (bars, [span]) => [rateOfChange(closesOf(bars), span)],
  },
  mfi: {
    ...inPane,
    name: 'Money flow index',
    short: 'MFI',
    about: 'The RSI with volume: above 80 much money has flowed in, below 20 out.',
    settings: [length(14)],
    lines: oneLine,
    guides: [20, 80],
    compute: (bars, [span]) => [moneyFlowIndex(bars, span)],
  },
  cmf: {
    ...inPane,
    name: 'Chaikin money flow',
    short: 'CMF',
    about: 'The part of the volume that closed high less the part that closed low.',
    settings: [length(20)],
    lines: oneLine,
    guides: [0],
    compute: (bars, [span]) => [chaikinMoneyFlow(bars, span)],
  },
  aroon: {
    ...inPane,
    name: 'Aroon',
    short: 'Aroon',
    about: 'How lately the high and the low of the last bars were.',
    settings: [length(25)],
    lines: [
      { label: 'up', color: '--up' },
      { label: 'down', color: '--down' },
    ],
    guides: [50],
    compute: (bars, [span]) => {
      const { up, down } = aroon(bars, span);
      return [up, down];
    },
  },
  uo: {
    ...inPane,
    name: 'Ultimate oscillator',
    short: 'UO',
    about: 'Buying pressure over three spans at once.',
    settings: [length(7, 'Short'), length(14, 'Middle'), length(28, 'Long')],
    lines: oneLine,
    guides: [30, 70],
    compute: (bars, [short, middle, long]) => [ultimateOscillator(bars, short, middle, long)],
  },
  obv: {
    ...inPane,
    figures: 'count',
    name: 'On-balance volume',
    short: 'OBV',
    about: 'The volume of rising bars added up, of falling bars taken away. It starts at the first bar shown.',
    settings: [],
    lines: oneLine,
    compute: (bars) => [onBalanceVolume(bars)],
  },
  ad: {
    ...inPane,
    figures: 'count',
    name: 'Accumulation and distribution',
    short: 'A/D',
    about: 'Volume added by where each bar closed. It starts at the first bar shown.',
    settings: [],
    lines: oneLine,
    compute: (bars) => [accumulation(bars)],
  },
} as const satisfies Record<string, IndicatorKind>;
