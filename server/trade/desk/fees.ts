// The administrator's calls about fees: what trading costs, what a change would have meant, and what was collected.
import { MOST_REPORT_DAYS } from '../../../contract/admin/fees.ts';
import type { FeePromotionData, FeesData } from '../../../contract/admin/fees.ts';
import { feeMessages } from '../../../contract/messages/admin.ts';
import type { DataOf, InputOf } from '../../../contract/routes.ts';
import { wireRates } from '../../../contract/trade/statutory-rates.ts';
import { csvOf } from '../../../contract/wire/csv.ts';
import { dayNumber } from '../../../contract/wire/day-number.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import { dayStartAt, dayText, marketDay } from '../../../core/market/trading-hours.ts';
import type { FeePromotion, FeeSchedule } from '../../../core/trade/settings.ts';
import type { DeskAct } from '../../desk-acts.ts';
import { createGate } from '../../gate.ts';
import type { Handlers } from '../../handler.ts';
import { HttpError, notFound } from '../../http-error.ts';
import { requestId } from '../../request-id.ts';
import { isSavedBefore } from '../../stale.ts';
import type { DeskContext } from './context.ts';
import { feesOfDays, ordersOfDays, previewFees } from './fee-figures.ts';
import type { FeeDay, FeePreview, ReportDays } from './fee-figures.ts';

type FeeCalls = 'GET /getFees' | 'POST /updateFees' | 'POST /feePromotions' | 'POST /feePreview' | 'GET /feeReport';

/** Promotions that have not ended. */
const MOST_PROMOTIONS = 50;
const PREVIEW_DAYS = 30;

/** Fees do not depend on the market's hours. */
type FeeContext = Omit<DeskContext, 'calendar'>;

export function deskFeeHandlers(context: FeeContext): Pick<Handlers, FeeCalls> {
  const { db, exchange, now } = context;
  const inForce = () => exchange.read((engine) => engine.venue.fees);
  // Changes run one after the other, because each is made from the fees that the one before has left.
  const gate = createGate({ most: 1, mostWaiting: 20 });
  const change = (act: FeeAct, make: (fees: FeeSchedule) => FeeSchedule) => gate(() => setFees(context, act, make));

  return {
    'GET /getFees': async () => ({ data: await present(context, await inForce()) }),

    async 'POST /updateFees'({ input, user, ip }) {
      const fees = await change({ action: 'update-fees', by: { actor: user.id, ip } }, (before) =>
        areSavedBefore(input, before) ? before : { ...before, ...termsOf(input) },
      );
      return { message: feeMessages.saved, data: await present(context, fees) };
    },

    async 'POST /feePromotions'({ input, user, ip, idempotencyKey }) {
      const id = requestId({ call: 'POST /feePromotions', userId: user.id, key: idempotencyKey, input });
      const act = { id, by: { actor: user.id, ip } };
      if ('end' in input) {
        const end = (before: FeeSchedule) => withoutPromotion(before, input.id, now());
        const fees = await change({ ...act, action: 'end-fee-promotion' }, end);
        return { message: feeMessages.promotionEnded, data: await present(context, fees) };
      }
      const promotion = { id, ...promotionOf(input) };
      const add = (before: FeeSchedule) => withPromotion(before, promotion, now());
      const fees = await change({ ...act, action: 'add-fee-promotion' }, add);
      return { message: feeMessages.promotionAdded, data: await present(context, fees) };
    },

    async 'POST /feePreview'({ input }) {
      const schedule: FeeSchedule = { ...(await inForce()), ...termsOf(input) };
      const today = marketDay(now());
      const days = { fromDay: today - PREVIEW_DAYS + 1, toDay: today };
      return { data: presentPreview(days, await previewFees(context, schedule, days.fromDay)) };
    },

    async 'GET /feeReport'({ input }) {
      const span = reportDays(input, marketDay(now()));
      const days = await feesOfDays(db, context.venue, span);
      // An order that trades on several days must be counted once; within one day the sum is right already.
      const orders = days.length > 1 ? await ordersOfDays(db, context.venue, span) : (days[0]?.orders ?? 0);
      const data = { ...reportOf(span, days), orders };
      return input.format === 'csv' ? { data, file: csvFileOf(data) } : { data };
    },
  };
}

function termsOf(given: Omit<InputOf<'POST /updateFees'>, 'seen'>) {
  const { standardCommissionRate: commissionRate, flatTransactionFee: flatFee, volumeDiscounts, statutory } = given;
  const terms = { commissionRate, flatFee, volumeDiscounts };
  return statutory === undefined ? terms : { ...terms, statutory };
}

/** Of the terms that the form shows. @throws HttpError if it was filled in while others were in force. */
function areSavedBefore({ seen, ...form }: InputOf<'POST /updateFees'>, inForce: FeeSchedule): boolean {
  const { commissionRate, flatFee, volumeDiscounts, statutory } = inForce;
  const shown = { commissionRate, flatFee, volumeDiscounts };
  const hasTable = seen?.statutory !== undefined;
  return isSavedBefore({
    seen: seen && termsOf(seen),
    inForce: hasTable ? { ...shown, statutory } : shown,
    wanted: termsOf(form),
  });
}

/** With an id it is not carried out again for the same request, whatever has become of it since. */
type FeeAct = Pick<DeskAct, 'action' | 'by' | 'id'>;

/** Orders that the exchange takes after this command pay the new fees; earlier ones keep their terms. */
async function setFees(
  { exchange, acts }: FeeContext,
  act: FeeAct,
  make: (fees: FeeSchedule) => FeeSchedule,
): Promise<FeeSchedule> {
  const isDone = act.id !== undefined && (await acts.isDone(act.id));
  const before = await exchange.read((engine) => engine.venue.fees);
  const fees = isDone ? before : make(before);
  if (fees === before) return fees;
  await acts.carryOut({ ...act, subject: 'fees', detail: { before, after: fees } }, { kind: 'set-fees', fees });
  return fees;
}

function promotionOf({
  name,
  discountValue,
  startDate,
  endDate,
}: Exclude<InputOf<'POST /feePromotions'>, { end: unknown }>): Omit<FeePromotion, 'id'> {
  return {
    name,
    discount: Math.round(discountValue * 10_000),
    startsAt: dayStartAt(dayNumber(startDate)),
    endsAt: dayStartAt(dayNumber(endDate) + 1),
  };
}

function withPromotion(fees: FeeSchedule, promotion: FeePromotion, at: number): FeeSchedule {
  if (promotion.endsAt <= at) throw invalid('endDate', feeMessages.endPast);
  const running = fees.promotions.filter(({ endsAt }) => endsAt > at);
  if (running.length >= MOST_PROMOTIONS) throw new HttpError(422, feeMessages.promotionsTooMany);
  // Ended ones stay visible, but only the latest of them.
  const ended = fees.promotions.filter(({ endsAt }) => endsAt <= at).slice(-MOST_PROMOTIONS);
  return { ...fees, promotions: [...ended, ...running, promotion] };
}

/** A promotion that has not begun is removed; one that is running ends now. */
function withoutPromotion(fees: FeeSchedule, id: string, at: number): FeeSchedule {
  const found = fees.promotions.find((promotion) => promotion.id === id);
  if (found === undefined) throw notFound();
  if (found.endsAt <= at) throw new HttpError(409, feeMessages.promotionOver);
  const others = fees.promotions.filter((promotion) => promotion !== found);
  return { ...fees, promotions: found.startsAt >= at ? others : [...others, { ...found, endsAt: at }] };
}

async function present({ db, venue, now }: FeeContext, fees: FeeSchedule): Promise<FeesData> {
  const at = now();
  const span = monthUntil(marketDay(at));
  const { totalFeesCollected, periodStart, periodEnd } = reportOf(span, await feesOfDays(db, venue, span));
  return {
    standardCommissionRate: fees.commissionRate / 10_000,
    flatTransactionFee: toRupees(fees.flatFee),
    volumeDiscounts: fees.volumeDiscounts.map(({ minQuantity, maxQuantity, discount }) => ({
      minVolume: minQuantity,
      maxVolume: maxQuantity,
      discountRate: discount / 1_000_000,
    })),
    promotions: fees.promotions.map((promotion) => presentPromotion(promotion, at)),
    statutory: { isOn: fees.statutory.isOn, rates: fees.statutory.rates.map(wireRates) },
    feeSummary: { totalFeesCollected, periodStart, periodEnd },
  };
}

function presentPromotion({ id, name, discount, startsAt, endsAt }: FeePromotion, at: number): FeePromotionData {
  return {
    _id: id,
    id,
    name,
    type: 'PERCENTAGE',
    discountValue: discount / 10_000,
    startDate: dayText(marketDay(startsAt)),
    endDate: dayText(marketDay(endsAt - 1)),
    status: endsAt <= at ? 'ENDED' : startsAt > at ? 'UPCOMING' : 'ACTIVE',
  };
}

function presentPreview({ fromDay, toDay }: ReportDays, figures: FeePreview): DataOf<'POST /feePreview'> {
  return {
    periodStart: dayText(fromDay),
    periodEnd: dayText(toDay),
    orders: figures.orders,
    tradedValue: toRupees(figures.tradedValue),
    feesPaid: toRupees(figures.paid),
    feesThen: toRupees(figures.wouldPay),
    statutoryPaid: toRupees(figures.statutoryPaid),
    statutoryThen: toRupees(figures.statutoryThen),
    isSample: figures.isSample,
  };
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

/** One line for each day, and their sums. */
function csvFileOf(report: DataOf<'GET /feeReport'>): { name: string; type: 'text/csv'; text: string } {
  const { days, orders, tradedValue, commission, flatFees, totalFeesCollected, statutory } = report;
  const header = ['Date', 'Orders', 'Traded value', 'Commission', 'Flat fees', 'Total', 'Statutory charges'];
  const lines = days.map((day) => [
    day.date,
    day.orders,
    day.tradedValue,
    day.commission,
    day.flatFees,
    day.total,
    day.statutory,
  ]);
  const sums = ['Total', orders, tradedValue, commission, flatFees, totalFeesCollected, statutory];
  const name = `istock-fees-${report.periodStart}-${report.periodEnd}.csv`;
  return { name, type: 'text/csv', text: csvOf(header, [...lines, sums]) };
}

/** Without `to`, until today; without `from`, since the first of the month of the last day. */
function reportDays({ from, to }: { from?: string | undefined; to?: string | undefined }, today: number): ReportDays {
  const toDay = to === undefined ? Math.max(today, from === undefined ? 0 : dayNumber(from)) : dayNumber(to);
  const fromDay = from === undefined ? monthUntil(toDay).fromDay : dayNumber(from);
  if (toDay - fromDay >= MOST_REPORT_DAYS) throw invalid('from', feeMessages.spanTooLong);
  return { fromDay, toDay };
}

function monthUntil(toDay: number): ReportDays {
  return { fromDay: dayNumber(`${dayText(toDay).slice(0, 7)}-01`), toDay };
}

function invalid(field: string, message: string): HttpError {
  return new HttpError(400, message, { fields: { [field]: message } });
}
