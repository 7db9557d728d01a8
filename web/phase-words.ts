// What the phase of the market's day means for an order, and which day the prices belong to, in words. Times are India's.
import type { MarketState } from '../contract/admin/market-state.ts';
import type { OrderType, Validity } from '../contract/trade.ts';
import { dateFormat } from './ui/formats.ts';

const timeZone = 'Asia/Kolkata';
export const clock = dateFormat({ timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const weekday = dateFormat({ timeZone, weekday: 'short' });
const dayAndMonth = dateFormat({ timeZone, day: 'numeric', month: 'short' });

export type Phases = Pick<MarketState, 'phase' | 'nextPhase' | 'session' | 'isHalted'>;

export function dayText(day: string): string {
  const noon = new Date(`${day}T12:00+05:30`);
  return `${weekday.format(noon)}, ${dayAndMonth.format(noon)}`;
}

/** Which day the price changes refer to: the last trading day while the market is closed. */
export function dayWord(state: Phases | undefined): string {
  return state?.phase === 'closed' ? 'last trading day' : 'today';
}

/**
 * Which day today's profit is of: a closed market keeps showing its last one, overnight and through holidays. `name` is null while it is
 * today.
 */
export function profitDay(
  state: Pick<MarketState, 'nextPhase' | 'day'> | undefined,
  today: string,
): { day: string; name: string | null } {
  const day = state?.nextPhase ? state.day : today;
  return { day, name: day === today ? null : dayText(day) };
}

const SQUARE_OFF = '15:20';

/** Until when shares bought on margin can be kept; `state` is undefined where trading never closes. */
export function intradayText(state: Phases | undefined, now: number): string {
  const isPast = clock.format(now) >= SQUARE_OFF;
  if (state?.phase === 'open' && isPast)
    return `A fifth of the value is blocked. It is past ${SQUARE_OFF}: what you buy now is sold for you at once.`;
  const nextDay = state ? `on ${dayText(state.session)}` : 'tomorrow';
  const isLater = state ? state.phase === 'closed' : isPast;
  const until = isLater ? `${SQUARE_OFF} ${nextDay}` : SQUARE_OFF;
  return `A fifth of the value is blocked. What you have not sold by ${until} is sold for you.`;
}

/** Why no orders are taken now, for all stocks or for this one; null while they are. */
export function haltText(...halts: readonly ({ isHalted: boolean } | undefined)[]): string | null {
  return halts.some((each) => each?.isHalted) ? 'Trading is halted: no new order is taken now.' : null;
}

/** What happens to an order placed now; null while it trades at once. */
export function queueText(
  { phase, nextPhase, session }: Phases,
  { orderType, validity }: { orderType: OrderType; validity: Validity },
): string | null {
  const isImmediate = orderType !== 'MARKET' && (validity === 'IOC' || validity === 'FOK');
  const isInAuction = orderType !== 'STOP' && orderType !== 'STOP-LIMIT' && validity !== 'FOK' && !isImmediate;
  const on = phase === 'closed' ? ` on ${dayText(session)}` : '';
  switch (phase) {
    case 'open':
      return null;
    case 'closed':
    case 'pre-open':
      return isInAuction
        ? `Queued for the opening auction${on}, 09:08 IST: it trades at the one price of the auction, or waits in the book.`
        : `Queued until trading begins${on}, 09:15 IST: orders of this kind take no part in the auction.`;
    case 'opening':
      return `Queued until trading begins at ${clock.format(new Date(nextPhase!.at))} IST.`;
  }
}
