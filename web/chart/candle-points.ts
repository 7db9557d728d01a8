// Bars and fills as the chart library wants them, and what of the bars has to be drawn anew.
import type { SeriesMarker, Time } from 'lightweight-charts';
import type { Bar } from '../../contract/market.ts';
import type { ChartColors } from './chart-look.ts';
import { toChartTime } from './chart-time.ts';
import type { FillMark } from './marks.ts';

/** What of the bars has changed since they were drawn. */
export type Change = 'all' | 'last' | 'nothing';

/** The volume is background: the colours of up and down, a third as strong. */
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

/** A practice has a shape and a colour of its own: nobody may take it for an order. */
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

/** What the new list is to the old one: another, the same, or one whose last bar has changed or come. */
export function changeOf(before: readonly Bar[], after: readonly Bar[]): Change {
  if (before === after) return 'nothing';
  const grown = after.length - before.length;
  if (before.length === 0 || grown < 0 || grown > 1) return 'all';
  const same = before.length - (grown === 0 ? 2 : 1);
  return before[0].timestamp === after[0].timestamp && (same < 0 || before[same] === after[same]) ? 'last' : 'all';
}
