// A day in India: numbered from 1970-01-01, beginning at midnight at +05:30, which never changes.
import type { Instant } from '../money.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** India is five and a half hours ahead of UTC, all year round. */
export const INDIA_OFFSET_MS = 5.5 * HOUR_MS;

/** The day of the market that an instant belongs to. */
export function marketDay(at: Instant): number {
  return Math.floor((at + INDIA_OFFSET_MS) / DAY_MS);
}

/** The hour of the day that an instant falls into, 0 to 23, in India. */
export function hourOfDay(at: Instant): number {
  return Math.floor((at - dayStartAt(marketDay(at))) / HOUR_MS);
}

/** India's midnight at which a day starts. */
export function dayStartAt(day: number): Instant {
  return day * DAY_MS - INDIA_OFFSET_MS;
}

/** `YYYY-MM-DD` of a day number (Gregorian calendar, counted from 1 March so that leap days come last). */
export function dayText(day: number): string {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const march = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * march + 2) / 5) + 1;
  const month = march < 10 ? march + 3 : march - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** 0 for Sunday to 6 for Saturday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** `day` is numbered from 1970, as all days here. */
export function isWeekend(day: number): boolean {
  return weekday(day) % 6 === 0;
}
