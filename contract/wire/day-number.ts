// A market day on the wire is text like `2026-11-20`, inside it is a number: `dayText` of core/market/trading-hours.ts is the other way.
import { DAY_MS } from '../../core/market/trading-hours.ts';

/** Not a whole number for text that names no day. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}
