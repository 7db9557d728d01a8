// Warns of a clock that is behind the market's day. Nothing else would show it: the market goes on, but its next day comes late.
import { dayText, marketDay } from '../../core/market/day.ts';

/**
 * Null for a clock that may be right. Only its date counts: where MARKET_HOURS is changed from `always` to `nse` on a Sunday, the market has had
 * a day that would not have begun yet.
 */
export function lateClock(day: number, at: number): string | null {
  const today = marketDay(at);
  if (day <= today) return null;
  return `The market has reached ${dayText(day)}, and the clock of this machine says ${dayText(today)}. Is it right? No day begins before.`;
}
