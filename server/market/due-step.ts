// What the market's hours require now, one step after the other: even steps that came due while nothing was running, each once.
import type { Venue } from '../../core/trade/venue.ts';
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';

export type DueStep =
  | { readonly kind: 'open-market' | 'close-market' | 'hold-auction' }
  | { readonly kind: 'start-day'; readonly day: number };

type DayState = Pick<Venue, 'day' | 'isOpen' | 'auctionDay'>;

/** The next step at `now`; null when the venue is as its hours require. */
export function dueStep(calendar: TradingCalendar, now: number, venue: DayState): DueStep | null {
  const phase = calendar.phaseAt(now);
  const day = calendar.dayAt(now);
  const hasClosingTime = calendar.hours !== 'always';
  // A day that is over ends before the next one begins, however late.
  if (hasClosingTime && venue.isOpen && (phase !== 'open' || venue.day < day)) return { kind: 'close-market' };
  if (venue.day < day) return { kind: 'start-day', day };
  if (venue.isOpen || phase === 'closed' || phase === 'pre-open') return null;
  if (hasClosingTime && venue.auctionDay < venue.day) return { kind: 'hold-auction' };
  return phase === 'open' ? { kind: 'open-market' } : null;
}
