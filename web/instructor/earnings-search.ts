// What the address of the earnings holds: the month that is looked at.
import { isMonth } from '../trade/diary/calendar.ts';

export interface EarningsSearch {
  /** As in 2026-11; left out for the one that runs. */
  month?: string;
}

export function earningsSearch({ month }: Record<string, unknown>): EarningsSearch {
  return { month: isMonth(month) && month.startsWith('20') ? month : undefined };
}
