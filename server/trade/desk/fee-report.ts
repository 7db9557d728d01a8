// What fees came to over a span of days: which days, and their sums.
import { MOST_REPORT_DAYS } from '../../../contract/admin/fees.ts';
import type { FeesData } from '../../../contract/admin/fees.ts';
import { feeMessages } from '../../../contract/messages/admin.ts';
import type { DataOf, InputOf } from '../../../contract/routes.ts';
import { dayNumber } from '../../../contract/wire/day-number.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import type { Queryable } from '../../db/open.ts';
import { invalidField } from '../../http-error.ts';
import type { DeskContext } from './context.ts';
import { feesCollected, feesOfDays, newOrdersOfDays, ordersOfDays, REPORT_TIMEOUT_MS } from './fee-figures.ts';
import type { FeeDay, ReportDays } from './fee-figures.ts';
import { keptDays, keptFees } from './kept-days.ts';
import type { KeptFees } from './kept-days.ts';

type Stored = Pick<DeskContext, 'db' | 'venue'>;

/** What GET /feeReport returns at the instant `at`. */
export async function feeReport(
  { db, venue }: Stored,
  asked: InputOf<'GET /feeReport'>,
  at: number,
): Promise<DataOf<'GET /feeReport'>> {
  const span = reportDays(asked, marketDay(at));
  // A year of a large site takes longer than a request may.
  return db.transaction(
    async (transaction) => {
      const { openDay } = await keptDays(transaction, venue);
      const open = { fromDay: Math.max(span.fromDay, openDay ?? 0), toDay: span.toDay };
      const kept = await keptFees(transaction, venue, {
        fromDay: span.fromDay,
        toDay: Math.min(span.toDay, open.fromDay - 1),
      });
      const counted = open.fromDay <= open.toDay ? await feesOfDays(transaction, venue, open) : [];
      const orders = ordersOf(kept, span) + (await openOrders(transaction, venue, { span, open, counted }));
      return { ...reportOf(span, [...kept, ...counted]), orders };
    },
    { statementTimeoutMs: REPORT_TIMEOUT_MS },
  );
}

/** An order that trades on several days is one order. */
function ordersOf(kept: readonly KeptFees[], { fromDay }: ReportDays): number {
  let orders = 0;
  for (const day of kept) orders += day.orders - (day.earlierDays ?? []).filter((earlier) => earlier >= fromDay).length;
  return orders;
}

/** Orders that traded on the open days, and not on those before them. */
async function openOrders(
  db: Queryable,
  venue: number,
  { span, open, counted }: { span: ReportDays; open: ReportDays; counted: readonly FeeDay[] },
): Promise<number> {
  if (counted.length === 0) return 0;
  if (open.fromDay > span.fromDay) return newOrdersOfDays(db, venue, open, span.fromDay);
  // Within one day the sum is right already.
  return counted.length === 1 ? counted[0].orders : ordersOfDays(db, venue, open);
}

/** Since the first of the month. The form of the fees waits for it, and asks every half minute: it does not read the whole month. */
export async function feesOfMonth({ db, venue }: Stored, at: number): Promise<FeesData['feeSummary']> {
  const span = monthUntil(marketDay(at));
  const totalFeesCollected = toRupees(await feesCollected(db, venue, span));
  return { totalFeesCollected, periodStart: dayText(span.fromDay), periodEnd: dayText(span.toDay) };
}

/** Without `to`, until today; without `from`, since the first of the month of the last day. */
function reportDays({ from, to }: Pick<InputOf<'GET /feeReport'>, 'from' | 'to'>, today: number): ReportDays {
  const toDay = to === undefined ? Math.max(today, from === undefined ? 0 : dayNumber(from)) : dayNumber(to);
  const fromDay = from === undefined ? monthUntil(toDay).fromDay : dayNumber(from);
  if (toDay - fromDay >= MOST_REPORT_DAYS) throw invalidField('from', feeMessages.spanTooLong);
  return { fromDay, toDay };
}

function monthUntil(toDay: number): ReportDays {
  return { fromDay: dayNumber(`${dayText(toDay).slice(0, 7)}-01`), toDay };
}

function reportOf({ fromDay, toDay }: ReportDays, days: readonly FeeDay[]) {
  const sum = (figure: (day: FeeDay) => number): number => days.reduce((total, one) => total + figure(one), 0);
  return {
    periodStart: dayText(fromDay),
    periodEnd: dayText(toDay),
    totalFeesCollected: toRupees(sum((day) => day.commission + day.flatFees)),
    commission: toRupees(sum((day) => day.commission)),
    flatFees: toRupees(sum((day) => day.flatFees)),
    statutory: toRupees(sum((day) => day.statutory)),
    tradedValue: toRupees(sum((day) => day.tradedValue)),
    days: days.map(({ day, orders, tradedValue, commission, flatFees, statutory }) => ({
      date: dayText(day),
      orders,
      tradedValue: toRupees(tradedValue),
      commission: toRupees(commission),
      flatFees: toRupees(flatFees),
      statutory: toRupees(statutory),
      total: toRupees(commission + flatFees),
    })),
  };
}
