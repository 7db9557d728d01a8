// What the address of a statement of lessons holds: the month that is open.
import { isMonth } from '../trade/diary/calendar.ts';

export interface EarnedSearch {
  /** As in 2026-11; left out for the one that runs. */
  month?: string;
}

export function earnedSearch({ month }: Record<string, unknown>): EarnedSearch {
  return { month: isMonth(month) && month.startsWith('20') ? month : undefined };
}
