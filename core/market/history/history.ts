// The past of the practice market, made from a seed: two years of days, the last thirty of them minute by minute.
import type { Instant } from '../../money.ts';
import type { Company } from './companies.ts';
import { DayPainter } from './day-painter.ts';
import type { HistoryDay } from './day-painter.ts';
import { TradingCalendar } from '../trading-calendar.ts';
import { marketDay, MINUTE_MS } from '../day.ts';
import { NSE_HOLIDAYS, opensAt, sessionMinutes } from '../trading-hours.ts';
import type { MarketHours } from '../trading-hours.ts';

export interface HistoryOptions {
  readonly seed: number | string;
  readonly hours: MarketHours;
  /** The days on which it traded; with the holidays that are built in when left out. */
  readonly calendar?: TradingCalendar;
  /** The history ends with the last full minute before this instant: there live trading goes on. */
  readonly untilAt: Instant;
  /** Trading days of daily bars, today's unfinished one not counted. */
  readonly days?: number;
  /** How many of the last of them also have minute bars; today always has them. */
  readonly minuteDays?: number;
  readonly companies?: readonly Company[];
}

/** Two calendar years. */
export const HISTORY_DAYS: Record<MarketHours, number> = { always: 731, nse: 504 };
export const HISTORY_MINUTE_DAYS = 30;

/** Makes the history one day after another, oldest first, so that nobody has to hold it all. */
export function* makeHistory(options: HistoryOptions): Generator<HistoryDay, void, void> {
  const { hours, untilAt, days = HISTORY_DAYS[hours], minuteDays = HISTORY_MINUTE_DAYS } = options;
  const { calendar = new TradingCalendar(hours, NSE_HOLIDAYS) } = options;
  const today = marketDay(untilAt);
  const past = tradingDaysBefore(calendar, today, days);
  const painter = new DayPainter(options.seed, hours, options.companies);
  for (let i = 0; i < past.length; i++) {
    yield painter.paint(past[i], i >= past.length - minuteDays, sessionMinutes(hours));
  }
  const minutes = Math.floor((untilAt - opensAt(hours, today)) / MINUTE_MS);
  if (calendar.isTradingDay(today) && minutes > 0) {
    yield painter.paint(today, true, Math.min(minutes, sessionMinutes(hours)));
  }
}

function tradingDaysBefore(calendar: TradingCalendar, today: number, count: number): number[] {
  const days: number[] = [];
  for (let day = today - 1; days.length < count; day--) if (calendar.isTradingDay(day)) days.push(day);
  return days.reverse();
}
