// Finds the period that a question is about: this week, last month, the past 30 days.
import { DAY_MS, dayText, marketDay } from '../../../core/market/day.ts';

/** The first and the last day, as `YYYY-MM-DD`. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** The longest period, in days. */
const MOST_DAYS = 3660;

export function spanIn(text: string, now: number): Span | null {
  const today = marketDay(now);
  const days = Number(/\b(?:last|past|previous) (\d{1,4}) days?\b/.exec(text)?.[1] ?? 0);
  if (days > 0 && days <= MOST_DAYS) return { from: dayText(today - days + 1), to: dayText(today) };
  const [, which, unit] = /\b(this|current|last|past|previous) (week|month|year)\b/.exec(text) ?? [];
  if (which === undefined) return null;
  const back = which === 'this' || which === 'current' ? 0 : 1;
  if (unit === 'week') {
    // Day 0 was a Thursday, and a week begins on Monday.
    const monday = today - ((today + 3) % 7) - 7 * back;
    return { from: dayText(monday), to: dayText(back === 0 ? today : monday + 6) };
  }
  const [year, month] = dayText(today).split('-').map(Number);
  const start = (more: number) =>
    unit === 'month' ? Date.UTC(year, month - 1 - back + more) : Date.UTC(year - back + more, 0);
  const written = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  return { from: written(start(0)), to: back === 0 ? dayText(today) : written(start(1) - DAY_MS) };
}
