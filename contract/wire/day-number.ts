// Reads a market day, which is text like `2026-11-20` on the wire and a number elsewhere. The way back is `dayText` of core/market/day.ts.
import { DAY_MS } from '../../core/market/day.ts';

/** NaN for text that names no day. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}
