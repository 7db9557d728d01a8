// What an order costs in addition to its value. The preview, the hold and the posting use the same functions.
import { marketDay } from '../market/day.ts';
import { applyRate, discountedRate } from '../money.ts';
import type { Instant, Paise, PartsPerMillion, Quantity } from '../money.ts';
import type { Side } from '../market/instrument.ts';
import type { FeeSchedule } from './settings.ts';
import { ratesOn, statutoryItems, statutoryOn } from './statutory.ts';
import type { StatutoryItem, StatutoryRates } from './statutory.ts';

export interface Charges {
  /** Commission on the value. */
  readonly brokerage: Paise;
  /** The flat fee, once per order. */
  readonly flatFee: Paise;
  /** What is passed on to the state and the exchange. */
  readonly statutory: Paise;
}

/** What one order pays, fixed when it is accepted: later changes of the fees do not affect it. */
export interface ChargeTerms {
  readonly commissionRate: PartsPerMillion;
  readonly flatFee: Paise;
  /** Null where nothing is charged by law. */
  readonly statutory: StatutoryRates | null;
}

/** The terms for an order of `quantity` shares placed at `at`. */
export function chargeTerms(schedule: FeeSchedule, quantity: Quantity, at: Instant): ChargeTerms {
  const commissionRate = commissionRateOf(schedule, quantity, at);
  return { commissionRate, flatFee: schedule.flatFee, statutory: statutoryRatesOf(schedule, at) };
}

/** The rates of the market day that `at` falls on; null where nothing is charged by law. */
export function statutoryRatesOf({ statutory }: FeeSchedule, at: Instant): StatutoryRates | null {
  return statutory.isOn ? ratesOn(statutory, marketDay(at)) : null;
}

/** The commission less the volume discount and the best promotion in force. */
export function commissionRateOf(schedule: FeeSchedule, quantity: Quantity, at: Instant): PartsPerMillion {
  let rate = schedule.commissionRate;
  if (schedule.volumeDiscounts.length === 0 && schedule.promotions.length === 0) return rate;
  for (const row of schedule.volumeDiscounts) {
    if (quantity < row.minQuantity || quantity > row.maxQuantity) continue;
    rate = discountedRate(rate, row.discount);
    break;
  }
  let promotion = 0;
  for (const row of schedule.promotions) {
    if (at >= row.startsAt && at < row.endsAt && row.discount > promotion) promotion = row.discount;
  }
  return discountedRate(rate, promotion);
}

/**
 * All that an order has to pay once `value` paise of it are filled, `intraday` paise of that in intraday shares. Computed on the sum and
 * not fill by fill, so that an order filled in forty pieces pays to the paisa what the preview said. A sale never costs more than it
 * brings.
 */
export function chargesOn(terms: ChargeTerms, side: Side, value: Paise, intraday: Paise): Charges {
  const brokerage = brokerageOn(terms, side, value);
  const flatFee = flatFeeOn(terms, side, value, brokerage);
  return { brokerage, flatFee, statutory: statutoryOn(terms.statutory, side, value, intraday, brokerage + flatFee) };
}

/** The brokerage in `chargesOn`. */
export function brokerageOn({ commissionRate }: ChargeTerms, side: Side, value: Paise): Paise {
  const brokerage = applyRate(value, commissionRate);
  return side === 'buy' ? brokerage : Math.min(brokerage, value);
}

/** The flat fee in `chargesOn`: of a sale at most what `brokerage` has left. */
export function flatFeeOn({ flatFee }: ChargeTerms, side: Side, value: Paise, brokerage: Paise): Paise {
  if (value === 0) return 0;
  return side === 'buy' ? flatFee : Math.min(flatFee, value - brokerage);
}

/** What is due beyond what was already paid. */
export function chargesBeyond(paid: Charges, due: Charges): Charges {
  return {
    brokerage: due.brokerage - paid.brokerage,
    flatFee: due.flatFee - paid.flatFee,
    statutory: due.statutory - paid.statutory,
  };
}

/** Brokerage, flat fee and statutory charges together, in paise. */
export function totalCharges(charges: Charges): Paise {
  return charges.brokerage + charges.flatFee + charges.statutory;
}

/** How far an order is filled: its value, and the part of that in intraday shares. */
export interface Filled {
  readonly filledValue: Paise;
  readonly intradayValue: Paise;
}

/** The part of an order from which its statutory charges are itemised. */
export interface Levied extends Filled {
  readonly side: Side;
  readonly chargeTerms: ChargeTerms;
  /** What was posted, all items together. */
  readonly statutory: Paise;
}

const NOTHING_FILLED: Filled = { filledValue: 0, intradayValue: 0 };

/**
 * The statutory charges of an order item by item, empty where there are none; with `before`, those posted since then. The items add up
 * to `statutory` to the paisa: where a seller could not pay all of it, the last items are short, and later payments go to them.
 */
export function itemised(order: Levied, before = NOTHING_FILLED): StatutoryItem[] {
  const was = dueItems(order, before);
  let left = order.statutory;
  const parts = dueItems(order, order).map(({ kind, amount }, place) => {
    const paid = kind === 'gst' ? left : Math.min(amount - was[place].amount, left);
    left -= paid;
    return { kind, amount: paid };
  });
  return parts.filter(({ amount }) => amount > 0);
}

/** What an order owes by law once this much of it is filled. Not capped: a sale may owe more here than it brings. */
export function dueItems({ side, chargeTerms }: Pick<Levied, 'side' | 'chargeTerms'>, filled: Filled): StatutoryItem[] {
  if (chargeTerms.statutory === null) return [];
  const { filledValue: value, intradayValue: intraday } = filled;
  const brokerage = brokerageOn(chargeTerms, side, value);
  const earned = brokerage + flatFeeOn(chargeTerms, side, value, brokerage);
  return statutoryItems(chargeTerms.statutory, { side, value, intraday, earned });
}
