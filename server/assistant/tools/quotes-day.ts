// The day that prices, changes and volumes are of, and whether the market is halted.
import { dayNumber } from '../../../contract/wire/day-number.ts';
import { dayText, isWeekend, marketDay } from '../../../core/market/day.ts';
import type { TradingCalendar } from '../../../core/market/trading-calendar.ts';
import type { Asker } from '../asker.ts';

/** A closed market keeps its last day, overnight and through holidays: then that is not today. */
export interface QuotesDay {
  readonly date: string;
  readonly isToday: boolean;
}

export function quotesDay(asker: Asker): QuotesDay {
  const now = asker.now();
  const day = asker.calendar.dayAt(now);
  return { date: dayText(day), isToday: day === marketDay(now) };
}

/**
 * The time of the market, which a clock that was set back is behind, and whether an administrator has halted all stocks at once. Why, people
 * have written: the screens say it.
 */
export function marketTime(asker: Asker): Promise<{ at: number; isMarketHalted: boolean }> {
  return asker.look(({ venue }) => ({ at: Math.max(asker.now(), venue.at), isMarketHalted: venue.isHalted }));
}

/** When the market trades, what it does now, and what comes next. */
export async function marketNow(asker: Asker) {
  const { at, isMarketHalted } = await marketTime(asker);
  return { tradingHours: tradingHours(asker.calendar, at), isMarketHalted };
}

/** Null where trading never closes. */
function tradingHours(calendar: TradingCalendar, now: number) {
  const next = calendar.nextChange(now);
  if (next === null) return null;
  const phase = calendar.phaseAt(now);
  const times = { preOpenAt: '09:00', auctionAt: '09:08', opensAt: '09:15', closesAt: '15:30' };
  const isTradingDay = calendar.isTradingDay(marketDay(now));
  return {
    ...times,
    days: 'working days',
    isTradingDay,
    phase,
    nextPhase: next.phase,
    nextAt: new Date(next.at).toISOString(),
  };
}

/** Whether the market opens on a day, and why it does not. Holidays are known only of years of which some are listed. */
export function tradingOn({ calendar }: Asker, date: string) {
  const day = dayNumber(date);
  return {
    date,
    isTradingDay: calendar.isTradingDay(day),
    isWeekend: isWeekend(day),
    areHolidaysKnown: calendar.isYearKnown(day),
  };
}
