// Converts bars and fills for the chart library, and decides which bars must be redrawn.
import type { SeriesMarker, Time } from 'lightweight-charts';
import type { Bar } from '../../contract/market.ts';
import type { ChartColors } from './chart-look.ts';
import { toChartTime } from './chart-time.ts';
import type { FillMark } from './marks.ts';

/** What has changed since the bars were drawn. */
export type Change = 'all' | 'last' | 'nothing';

/** Volume is background: the colours of up and down at a third of their strength. */
const VOLUME_ALPHA = '55';

export function candleOf(bar: Bar) {
  return { time: toChartTime(bar.timestamp), open: bar.open, high: bar.high, low: bar.low, close: bar.close };
}

export function volumeOf(bar: Bar, { up, down }: ChartColors) {
  return {
    time: toChartTime(bar.timestamp),
    value: bar.volume,
    color: (bar.close < bar.open ? down : up) + VOLUME_ALPHA,
  };
}

/** Practice fills have their own shape and colour, so that nobody takes them for orders. */
export function markerOf({ side, second, text, isPractice }: FillMark, colors: ChartColors): SeriesMarker<Time> {
  const isBuy = side === 'BUY';
  return {
    time: toChartTime(second),
    position: isBuy ? 'belowBar' : 'aboveBar',
    shape: isPractice ? 'circle' : isBuy ? 'arrowUp' : 'arrowDown',
    color: colors[isPractice ? 'practice' : isBuy ? 'buy' : 'sell'],
    text,
  };
}

/** How the new list compares with the old one: different, the same, or with its last bar changed or added. */
export function changeOf(before: readonly Bar[], after: readonly Bar[]): Change {
  if (before === after) return 'nothing';
  const grown = after.length - before.length;
  if (before.length === 0 || grown < 0 || grown > 1) return 'all';
  const same = before.length - (grown === 0 ? 2 : 1);
  return before[0].timestamp === after[0].timestamp && (same < 0 || before[same] === after[same]) ? 'last' : 'all';
}
