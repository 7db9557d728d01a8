// The administrator's calls about fees: what trading costs, what a change would have meant, and what was collected.
import { ONE_MILLION } from '../../../core/money.ts';
import { toPercent } from '../../../contract/wire/percent.ts';
import { feeReportFile } from '../../../contract/admin/fee-report-file.ts';
import type { FeesData } from '../../../contract/admin/fees.ts';
import { feeMessages } from '../../../contract/messages/admin.ts';
import type { DataOf, InputOf } from '../../../contract/routes.ts';
import { wireRates } from '../../../contract/trade/statutory-rates.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import type { FeeSchedule } from '../../../core/trade/settings.ts';
import type { DeskAct } from '../../desk-acts.ts';
import { createGate } from '../../gate.ts';
import type { Handlers } from '../../handler.ts';
import { requestId } from '../../request-id.ts';
import { isSavedBefore } from '../../stale.ts';
import type { DeskContext } from './context.ts';
import { previewFees } from './fee-figures.ts';
import type { FeePreview, ReportDays } from './fee-figures.ts';
import { presentPromotion, promotionOf, withPromotion, withoutPromotion } from './fee-promotions.ts';
import { feeReport, feesOfMonth } from './fee-report.ts';

type FeeCalls = 'GET /getFees' | 'POST /updateFees' | 'POST /feePromotions' | 'POST /feePreview' | 'GET /feeReport';

const PREVIEW_DAYS = 30;

/** Fees do not depend on the market's hours. */
type FeeContext = Omit<DeskContext, 'calendar'>;

export function deskFeeHandlers(context: FeeContext): Pick<Handlers, FeeCalls> {
  const { exchange, now } = context;
  const inForce = () => exchange.read((engine) => engine.venue.fees);
  // Changes run one after the other, because each is made from the fees that the one before has left.
  const gate = createGate({ most: 1, mostWaiting: 20 });
  // They may read for a minute, and must not take all connections.
  const reading = createGate({ most: 2, mostWaiting: 20 });
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
      const at = now();
      const promotion = { id, ...promotionOf(input, at) };
      const add = (before: FeeSchedule) => withPromotion(before, promotion, at);
      const fees = await change({ ...act, action: 'add-fee-promotion' }, add);
      return { message: feeMessages.promotionAdded, data: await present(context, fees) };
    },

    async 'POST /feePreview'({ input }) {
      const schedule: FeeSchedule = { ...(await inForce()), ...termsOf(input) };
      const today = marketDay(now());
      const days = { fromDay: today - PREVIEW_DAYS + 1, toDay: today };
      const figures = await reading(() => previewFees(context, schedule, days.fromDay));
      return { data: presentPreview(days, figures) };
    },

    async 'GET /feeReport'({ input }) {
      const data = await reading(() => feeReport(context, input, now()));
      return input.format === 'csv' ? { data, file: { type: 'text/csv', ...feeReportFile(data) } } : { data };
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

async function present(context: FeeContext, fees: FeeSchedule): Promise<FeesData> {
  const at = context.now();
  return {
    standardCommissionRate: toPercent(fees.commissionRate),
    flatTransactionFee: toRupees(fees.flatFee),
    volumeDiscounts: fees.volumeDiscounts.map(({ minQuantity, maxQuantity, discount }) => ({
      minVolume: minQuantity,
      maxVolume: maxQuantity,
      discountRate: discount / ONE_MILLION,
    })),
    promotions: fees.promotions.map((promotion) => presentPromotion(promotion, at)),
    statutory: { isOn: fees.statutory.isOn, rates: fees.statutory.rates.map(wireRates) },
    feeSummary: await feesOfMonth(context, at),
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
