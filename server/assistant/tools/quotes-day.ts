// The day that prices, changes and volumes are of, and whether the market is halted.
import { dayText, marketDay } from '../../../core/market/day.ts';
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

/** Whether an administrator has halted all stocks at once. Why, people have written: the screens say it. */
export function isMarketHalted(asker: Asker): Promise<boolean> {
  return asker.look(({ venue }) => venue.isHalted);
}
