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

/** The terms for an order of `quantity` shares placed at `at`: commission less the volume discount and the best promotion in force. */
export function chargeTerms(schedule: FeeSchedule, quantity: Quantity, at: Instant): ChargeTerms {
  return { commissionRate: commissionRate(schedule, quantity, at), flatFee: schedule.flatFee };
}

function commissionRate(schedule: FeeSchedule, quantity: Quantity, at: Instant): PartsPerMillion {
  let rate = schedule.commissionRate;
  const volume = schedule.volumeDiscounts.find((row) => quantity >= row.minQuantity && quantity <= row.maxQuantity);
  if (volume !== undefined) rate = discountedRate(rate, volume.discount);
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
  if (value === 0) return { brokerage: 0, flatFee: 0 };
  const brokerage = applyRate(value, terms.commissionRate);
  if (side === 'buy') return { brokerage, flatFee: terms.flatFee };
  const cappedBrokerage = Math.min(brokerage, value);
  return { brokerage: cappedBrokerage, flatFee: Math.min(terms.flatFee, value - cappedBrokerage) };
}

export function totalCharges(charges: Charges): Paise {
  return charges.brokerage + charges.flatFee;
}
