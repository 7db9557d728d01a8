// The days a list is asked for, as market days.
import { diaryMessages } from '../../contract/messages/diary.ts';
import { dayNumber } from '../../contract/wire/day-number.ts';
import { HttpError } from '../http-error.ts';

export interface DaySpan {
  /** Market days, both included; null means open-ended. */
  readonly fromDay: number | null;
  readonly toDay: number | null;
}

export function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }): DaySpan {
  const fromDay = from === undefined ? null : dayNumber(from);
  const toDay = to === undefined ? null : dayNumber(to);
  if (fromDay !== null && toDay !== null && fromDay > toDay) {
    const message = diaryMessages.spanBackwards;
    throw new HttpError(400, message, { fields: { from: message } });
  }
  return { fromDay, toDay };
}

export function isInSpan({ fromDay, toDay }: DaySpan, day: number): boolean {
  return (fromDay === null || day >= fromDay) && (toDay === null || day <= toDay);
}
