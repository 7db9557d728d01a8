// What an order costs beside its value. One set of functions makes the preview, the hold and the posting.
import { applyRate, discountedRate } from '../money.ts';
import type { Instant, Paise, PartsPerMillion, Quantity } from '../money.ts';
import type { Side } from '../market/instrument.ts';
import type { FeeSchedule } from './settings.ts';

export interface Charges {
  /** Commission on the value. */
  readonly brokerage: Paise;
  /** The flat fee, once per order. */
  readonly flatFee: Paise;
}

/** What one order pays, fixed when it is accepted: later changes of the schedule do not touch it. */
export interface ChargeTerms {
  readonly commissionRate: PartsPerMillion;
  readonly flatFee: Paise;
}

/** The terms for an order of `quantity` shares placed at `at`. */
export function chargeTerms(schedule: FeeSchedule, quantity: Quantity, at: Instant): ChargeTerms {
  return { commissionRate: commissionRateOf(schedule, quantity, at), flatFee: schedule.flatFee };
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
 * All that an order has to pay once `value` paise of it are filled. Counted on the sum and not fill by fill, so that an
 * order filled in forty pieces pays to the paisa what the preview said. A sale never costs more than it brings.
 */
export function chargesOn(terms: ChargeTerms, side: Side, value: Paise): Charges {
  const brokerage = brokerageOn(terms, side, value);
  return { brokerage, flatFee: flatFeeOn(terms, side, value, brokerage) };
}

/** The first part of `chargesOn`. */
export function brokerageOn({ commissionRate }: ChargeTerms, side: Side, value: Paise): Paise {
  const brokerage = applyRate(value, commissionRate);
  return side === 'buy' ? brokerage : Math.min(brokerage, value);
}

/** The second part, which comes after `brokerage`. */
export function flatFeeOn({ flatFee }: ChargeTerms, side: Side, value: Paise, brokerage: Paise): Paise {
  if (value === 0) return 0;
  return side === 'buy' ? flatFee : Math.min(flatFee, value - brokerage);
}

export function totalCharges(charges: Charges): Paise {
  return charges.brokerage + charges.flatFee;
}
