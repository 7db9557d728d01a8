// What the log says as a day begins of whose year, or next year, nobody has entered the holidays.
import { dayText } from '../../core/market/day.ts';
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';

/** From December on: NSE publishes the list of a year in the month before it. */
const AHEAD_DAYS = 31;

/** Null while the calendar knows this year and, in December, the next one. */
export function holidayWarning(calendar: TradingCalendar, day: number): string | null {
  const nothingOf = (year: string) => `The list of holidays says nothing of ${year}`;
  const yearOf = (each: number): string => dayText(each).slice(0, 4);
  if (!calendar.isYearKnown(day)) return `${nothingOf(yearOf(day))}: only weekends are closed.`;
  if (calendar.isYearKnown(day + AHEAD_DAYS)) return null;
  return `${nothingOf(yearOf(day + AHEAD_DAYS))} yet: it is needed before that year begins.`;
}
