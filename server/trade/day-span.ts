// The days a list is asked for, as market days.
import { diaryMessages } from '../../contract/messages/diary.ts';
import { dayNumber } from '../../contract/wire/day-number.ts';
import { invalidField } from '../http-error.ts';

export interface DaySpan {
  /** Market days, both included; null means open-ended. */
  readonly fromDay: number | null;
  readonly toDay: number | null;
}

export function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }): DaySpan {
  const fromDay = from === undefined ? null : dayNumber(from);
  const toDay = to === undefined ? null : dayNumber(to);
  if (fromDay !== null && toDay !== null && fromDay > toDay) throw invalidField('from', diaryMessages.spanBackwards);
  return { fromDay, toDay };
}

export function isInSpan({ fromDay, toDay }: DaySpan, day: number): boolean {
  return (fromDay === null || day >= fromDay) && (toDay === null || day <= toDay);
}
