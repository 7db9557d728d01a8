// What trading costs, as an administrator sets it: commission, flat fee, volume discounts, promotions, and what was collected.
import { ONE_MILLION } from '../../core/money.ts';
import { fromPercent } from '../wire/percent.ts';
import * as z from 'zod/mini';
import { deskMessages, feeMessages } from '../messages/admin.ts';
import { count, day, id, idInput, nameText, rupees, wholeNumber } from '../wire.ts';
import { ratesFromWire } from '../trade/statutory-rates.ts';
import { statutoryRates } from '../trade/statutory.ts';
import { isRupees, toPaise } from '../wire/sums.ts';

/** At most `places` decimals, allowing for what binary fractions make of them. */
function hasDecimals(value: number, places: number): boolean {
  const scaled = value * 10 ** places;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
}

function decimal(from: number, to: number, places: number, error: string) {
  return z.number({ error }).check(
    z.gte(from, { error }),
    z.lte(to, { error }),
    z.refine((value) => hasDecimals(value, places) && !Object.is(value, -0), { error }),
  );
}

const ratePercent = z.pipe(decimal(0, 10, 4, feeMessages.rateInvalid), z.transform(fromPercent));
const flatFee = z.pipe(
  z.number({ error: feeMessages.flatFeeInvalid }).check(
    z.gte(0, { error: feeMessages.flatFeeInvalid }),
    z.lte(1_000, { error: feeMessages.flatFeeInvalid }),
    z.refine((value) => isRupees(value) && !Object.is(value, -0), { error: feeMessages.flatFeeInvalid }),
  ),
  z.transform(toPaise),
);
const volume = wholeNumber(1, 1_000_000_000, feeMessages.volumeInvalid);

const volumeDiscountInput = z.pipe(
  z
    .object(
      {
        minVolume: volume,
        maxVolume: volume,
        /** A fraction: 0.02 is 2 %. */
        discountRate: decimal(0, 1, 4, feeMessages.discountRateInvalid),
      },
      { error: feeMessages.discountsMissing },
    )
    .check(z.refine(({ minVolume, maxVolume }) => maxVolume >= minVolume, { error: feeMessages.volumeBackwards })),
  z.transform(({ minVolume, maxVolume, discountRate }) => ({
    minQuantity: minVolume,
    maxQuantity: maxVolume,
    discount: Math.round(discountRate * ONE_MILLION),
  })),
);

/** An order has one volume, so each volume may have at most one discount. */
function overlap(rows: readonly { minQuantity: number; maxQuantity: number }[]): boolean {
  const sorted = rows.toSorted((one, other) => one.minQuantity - other.minQuantity);
  return sorted.some(({ minQuantity }, index) => index > 0 && minQuantity <= sorted[index - 1].maxQuantity);
}

const statutoryRate = decimal(0, 10, 6, feeMessages.statutoryRateInvalid);
const FIRST_DAY = '1990-01-01';

const statutoryRow = z.pipe(
  z.object({
    from: z.iso
      .date({ error: feeMessages.statutoryDayInvalid })
      .check(z.refine((from) => from >= FIRST_DAY, { error: feeMessages.statutoryDayInvalid })),
    sttDelivery: statutoryRate,
    sttIntradaySell: statutoryRate,
    exchange: statutoryRate,
    sebi: statutoryRate,
    stampDelivery: statutoryRate,
    stampIntraday: statutoryRate,
    gst: decimal(0, 50, 6, feeMessages.gstInvalid),
  }),
  z.transform(ratesFromWire),
);

/** Rates in percent, earliest day first; an order pays the newest rates in force on its day. */
const statutoryTable = z.object(
  {
    isOn: z.boolean({ error: feeMessages.statutoryMissing }),
    rates: z.pipe(
      z.array(statutoryRow, { error: feeMessages.statutoryMissing }).check(
        z.maxLength(20, feeMessages.statutoryTooMany),
        z.refine((rows) => new Set(rows.map(({ from }) => from)).size === rows.length, {
          error: feeMessages.statutoryTwice,
        }),
      ),
      z.transform((rows) => rows.toSorted((one, other) => one.from - other.from)),
    ),
  },
  { error: feeMessages.statutoryMissing },
);

const feeTerms = {
  standardCommissionRate: ratePercent,
  flatTransactionFee: flatFee,
  volumeDiscounts: z.array(volumeDiscountInput, { error: feeMessages.discountsMissing }).check(
    z.maxLength(20, feeMessages.discountsTooMany),
    z.refine((rows) => !overlap(rows), { error: feeMessages.volumesOverlap }),
  ),
  /** If left out, the table stays as it is. */
  statutory: z.optional(statutoryTable),
};

export const feesInput = z.object(feeTerms);

/** `seen`: the terms that were on screen while typing; refused if others are in force by now. */
export const updateFeesInput = z.object({ ...feeTerms, seen: z.optional(feesInput) });

const startDay = z.iso.date({ error: feeMessages.startInvalid });
const endDay = z.iso.date({ error: feeMessages.endInvalid });

const newPromotion = z
  .object({
    name: nameText(80, feeMessages.nameRequired, feeMessages.nameRequired),
    type: z._default(
      z.pipe(
        z.transform((given: string) => (typeof given === 'string' ? given.trim().toUpperCase() : given)),
        z.literal('PERCENTAGE', { error: feeMessages.typeInvalid }),
      ),
      'PERCENTAGE',
    ),
    discountValue: decimal(0.01, 100, 2, feeMessages.valueInvalid),
    startDate: startDay,
    /** The last day on which it applies. */
    endDate: endDay,
  })
  .check(
    z.refine(({ startDate, endDate }) => endDate >= startDate, {
      error: feeMessages.endBeforeStart,
      path: ['endDate'],
    }),
  );

const endPromotion = z.object({ id: idInput, end: z.literal(true) });

function isEnd(given: unknown): boolean {
  return typeof given === 'object' && given !== null && 'end' in given;
}

/** A new promotion, or `{id, end: true}` to end one now. */
export const feePromotionInput = z.pipe(
  z.transform((given: z.input<typeof newPromotion> | z.input<typeof endPromotion>, context) => {
    const parsed = (isEnd(given) ? endPromotion : newPromotion).safeParse(given);
    if (parsed.success) return parsed.data;
    context.issues.push(...parsed.error.issues.map((issue) => ({ ...issue, code: 'custom' as const, input: given })));
    return z.NEVER;
  }),
  z.custom<z.output<typeof newPromotion> | z.output<typeof endPromotion>>(),
);

const feePromotion = z.object({
  _id: id,
  id,
  name: z.string(),
  type: z.literal('PERCENTAGE'),
  /** Percent off the commission. */
  discountValue: z.number(),
  startDate: day,
  endDate: day,
  status: z.enum(['UPCOMING', 'ACTIVE', 'ENDED']),
});

const feeSummary = z.object({ totalFeesCollected: rupees, periodStart: day, periodEnd: day });

export const feesData = z.object({
  standardCommissionRate: z.number(),
  flatTransactionFee: rupees,
  volumeDiscounts: z.array(z.object({ minVolume: count, maxVolume: count, discountRate: z.number() })),
  promotions: z.array(feePromotion),
  /** What the law takes in addition to the fees, in percent; charged while it is on. */
  statutory: z.object({ isOn: z.boolean(), rates: z.array(statutoryRates) }),
  /** Of the current month. */
  feeSummary,
});

/** What the last thirty days would have cost with these fees. */
export const feePreviewData = z.object({
  periodStart: day,
  periodEnd: day,
  orders: count,
  tradedValue: rupees,
  feesPaid: rupees,
  feesThen: rupees,
  /** Passed on to the state and the exchange, and included in neither of the two above. */
  statutoryPaid: rupees,
  statutoryThen: rupees,
  /** Only the newest orders were examined, because there are more. */
  isSample: z.boolean(),
});

const reportDay = z.iso.date({ error: deskMessages.daysInvalid });
export const MOST_REPORT_DAYS = 366;

export const feeReportInput = z
  .object({
    /** Both days are included. Defaults to the current month; a first day alone runs until today, a last day alone from its month's first day. */
    from: z.optional(reportDay),
    to: z.optional(reportDay),
    format: z._default(z.enum(['json', 'csv'], { error: feeMessages.formatInvalid }), 'json'),
  })
  .check(
    z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      error: feeMessages.spanBackwards,
      path: ['to'],
    }),
  );

export const feeReportData = z.object({
  ...feeSummary.shape,
  commission: rupees,
  flatFees: rupees,
  /** Passed on to the state and the exchange: not earned by the house, and in no total here. */
  statutory: rupees,
  /** Of the orders that paid: a trade between two people is in it twice, and in the dashboard's traded value once. */
  tradedValue: rupees,
  /** Orders, each counted once: one traded on two days belongs to both of them. */
  orders: count,
  /** Days with trades, the earliest first. */
  days: z.array(
    z.object({
      date: day,
      orders: count,
      tradedValue: rupees,
      commission: rupees,
      flatFees: rupees,
      statutory: rupees,
      total: rupees,
    }),
  ),
});

export type FeesData = z.output<typeof feesData>;
export type FeePromotionData = z.output<typeof feePromotion>;
export type FeePreviewData = z.output<typeof feePreviewData>;
export type FeeReportData = z.output<typeof feeReportData>;
