// The time axis shows India's time. The chart library knows only UTC, so every second is shifted by five and a half hours on its way in.
import type { UTCTimestamp } from 'lightweight-charts';
import type { Interval } from '../../contract/market.ts';
import { INDIA_OFFSET_MS } from '../../core/market/day.ts';
import { dateFormat, weekdayFormat } from '../ui/formats.ts';

const INDIA_OFFSET_SECONDS = INDIA_OFFSET_MS / 1000;

export function toChartTime(second: number): UTCTimestamp {
  return (second + INDIA_OFFSET_SECONDS) as UTCTimestamp;
}

export function fromChartTime(time: number): number {
  return time - INDIA_OFFSET_SECONDS;
}

/** Bars of a day or more show a date, shorter ones a date and a time. */
export function hasTimeOfDay(interval: Interval): boolean {
  return interval !== '1D' && interval !== '1W';
}

const dayFormat = weekdayFormat('Asia/Kolkata');
const minuteFormat = dateFormat({
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** When a bar begins, in words. */
export function barTimeText(second: number, interval: Interval): string {
  return (hasTimeOfDay(interval) ? minuteFormat : dayFormat).format(second * 1000);
}
