// What fees came to over a span of days: which days, and their sums.
import { MOST_REPORT_DAYS } from '../../../contract/admin/fees.ts';
import type { FeesData } from '../../../contract/admin/fees.ts';
import { feeMessages } from '../../../contract/messages/admin.ts';
import type { DataOf, InputOf } from '../../../contract/routes.ts';
import { dayNumber } from '../../../contract/wire/day-number.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import { invalidField } from '../../http-error.ts';
import type { DeskContext } from './context.ts';
import { feesCollected, feesOfDays, ordersOfDays, REPORT_TIMEOUT_MS } from './fee-figures.ts';
import type { FeeDay, ReportDays } from './fee-figures.ts';

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
      const days = await feesOfDays(transaction, venue, span);
      // An order that trades on several days must be counted once; within one day the sum is right already.
      const orders = days.length > 1 ? await ordersOfDays(transaction, venue, span) : (days[0]?.orders ?? 0);
      return { ...reportOf(span, days), orders };
    },
    { statementTimeoutMs: REPORT_TIMEOUT_MS },
  );
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
