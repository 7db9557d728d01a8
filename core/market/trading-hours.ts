// When the market is open: its hours, and the days on which it stays closed.
import type { Instant } from '../money.ts';
import { DAY_MS, dayStartAt, HOUR_MS, marketDay, MINUTE_MS } from './day.ts';

/** `always`: every minute of every day. `nse`: 09:15 to 15:30 on working days. */
export type MarketHours = 'always' | 'nse';

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
