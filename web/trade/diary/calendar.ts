// Days and months as the diary counts them: text like `2026-11-20` and `2026-11`, in the market's time zone, weeks from Sunday.
import { dayNumber } from '../../../contract/wire/day-number.ts';
import { dayText, marketDay, weekday } from '../../../core/market/day.ts';
import { dateFormat, weekdayFormat } from '../../ui/formats.ts';

const MONTH_PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;

export function isMonth(text: unknown): text is string {
  return typeof text === 'string' && MONTH_PATTERN.test(text);
}

/** A day that exists: 30 February does not. */
export function isDay(text: unknown): text is string {
  return typeof text === 'string' && DAY_PATTERN.test(text) && dayText(dayNumber(text)) === text;
}

export function isTime(text: unknown): text is string {
  return typeof text === 'string' && TIME_PATTERN.test(text);
}

export function today(at: number): string {
  return dayText(marketDay(at));
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function addDays(day: string, count: number): string {
  return dayText(dayNumber(day) + count);
}

export function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number);
  const months = year * 12 + number - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

export function monthRange(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) };
}

/** The weeks of a month, Sunday to Saturday; null where a week reaches into another month. */
export function monthWeeks(month: string): (string | null)[][] {
  const { from, to } = monthRange(month);
  const days: (string | null)[] = Array.from({ length: weekday(dayNumber(from)) }, () => null);
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  while (days.length % 7 !== 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

const monthFormat = dateFormat({ timeZone: 'UTC', month: 'long', year: 'numeric' });
const dayFormat = weekdayFormat('UTC');

export function monthWords(month: string): string {
  return monthFormat.format(Date.parse(`${month}-01T00:00:00Z`));
}

export function dayWords(day: string): string {
  return dayFormat.format(Date.parse(`${day}T00:00:00Z`));
}

export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
