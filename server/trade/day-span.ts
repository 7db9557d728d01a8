// The days a list is asked for, as market days.
import { diaryMessages } from '../../contract/messages/trade.ts';
import { marketDay } from '../../core/market/trading-hours.ts';
import { HttpError } from '../http-error.ts';

export interface DaySpan {
  /** Market days, both included; null means open-ended. */
  readonly fromDay: number | null;
  readonly toDay: number | null;
}

export function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }): DaySpan {
  const fromDay = from === undefined ? null : dayOf(from);
  const toDay = to === undefined ? null : dayOf(to);
  if (fromDay !== null && toDay !== null && fromDay > toDay) {
    const message = diaryMessages.spanBackwards;
    throw new HttpError(400, message, { fields: { from: message } });
  }
  return { fromDay, toDay };
}

export function isInSpan({ fromDay, toDay }: DaySpan, day: number): boolean {
  return (fromDay === null || day >= fromDay) && (toDay === null || day <= toDay);
}

/** A calendar day of the market. */
export function dayOf(date: string): number {
  return marketDay(Date.parse(`${date}T12:00:00+05:30`));
}
