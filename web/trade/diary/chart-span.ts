// Which part of a stock's chart shows a trade: from before its first buy to after its sale, in bars that fit the time between.
import type { Interval } from '../../../contract/market.ts';
import type { DiaryDay } from '../../../contract/trade/diary.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface ChartSpan {
  symbol: string;
  interval: Exclude<Interval, '1D'> | undefined;
  /** Seconds of entry and exit. */
  from: number;
  to: number;
  /** Rupees. */
  entry: number;
  exit: number;
  quantity: number;
}

/** The trade fills at most about eighty bars, so that it fits into a phone's chart with some past before it. */
function intervalFor(seconds: number): ChartSpan['interval'] {
  if (seconds <= 80 * MINUTE) return '1m';
  if (seconds <= 6 * HOUR) return '5m';
  if (seconds <= 18 * HOUR) return '15m';
  if (seconds <= 3 * DAY) return '1h';
  return seconds <= 80 * DAY ? undefined : '1W';
}

type Trade = Pick<DiaryDay['details'][number], 'symbol' | 'openedAt' | 'time' | 'entry' | 'exit' | 'quantity'>;

export function chartSpanOf({ symbol, openedAt, time, entry, exit, quantity }: Trade): ChartSpan {
  const from = Math.floor(Date.parse(openedAt) / 1000);
  const to = Math.floor(Date.parse(time) / 1000);
  return { symbol, interval: intervalFor(to - from), from, to, entry, exit, quantity };
}
