// When the market is open. Days are India's: day number = days since 1970-01-01 at +05:30, which never changes.
import type { Instant } from '../money.ts';

/** `always`: every minute of every day. `nse`: 09:15 to 15:30 on working days. */
export type MarketHours = 'always' | 'nse';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** India is five and a half hours ahead of UTC, all year round. */
export const INDIA_OFFSET_MS = 5.5 * HOUR_MS;

interface Session {
  /** Milliseconds after India's midnight. */
  readonly opensMs: number;
  readonly closesMs: number;
}

const SESSIONS: Record<MarketHours, Session> = {
  always: { opensMs: 0, closesMs: DAY_MS },
  nse: { opensMs: 9.25 * HOUR_MS, closesMs: 15.5 * HOUR_MS },
};

/** After midnight in India: when open intraday positions are closed. */
export const SQUARE_OFF_MS = 15 * HOUR_MS + 20 * MINUTE_MS;

/** NSE's closed working days of 2026, in force where no other list is given. Other years have the weekend rule alone. */
export const NSE_HOLIDAYS: ReadonlySet<string> = new Set([
  '2026-01-15',
  '2026-01-26',
  '2026-03-03',
  '2026-03-26',
  '2026-03-31',
  '2026-04-03',
  '2026-04-14',
  '2026-05-01',
  '2026-05-28',
  '2026-06-26',
  '2026-09-14',
  '2026-10-02',
  '2026-10-20',
  '2026-11-10',
  '2026-11-24',
  '2026-12-25',
]);

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

/** When continuous trading of a day starts. */
export function opensAt(hours: MarketHours, day: number): Instant {
  return dayStartAt(day) + SESSIONS[hours].opensMs;
}

/** When continuous trading of a day ends: the first instant that is no longer part of it. */
export function closesAt(hours: MarketHours, day: number): Instant {
  return dayStartAt(day) + SESSIONS[hours].closesMs;
}

/** When open intraday positions of a day are closed for their owners. */
export function squareOffAt(day: number): Instant {
  return dayStartAt(day) + SQUARE_OFF_MS;
}

/** Minutes of continuous trading in a day. */
export function sessionMinutes(hours: MarketHours): number {
  return (SESSIONS[hours].closesMs - SESSIONS[hours].opensMs) / MINUTE_MS;
}

/** How far the day's trading has come, from 0 at the open to 1 at the close. */
export function sessionFraction(hours: MarketHours, at: Instant): number {
  const { opensMs, closesMs } = SESSIONS[hours];
  const since = at - dayStartAt(marketDay(at));
  return Math.min(1, Math.max(0, (since - opensMs) / (closesMs - opensMs)));
}
