// Rounding and charges of the naive twin, in BigInt and straight from the documents, so that they share nothing with core/money.ts.
import type { FeeSchedule } from '../../core/trade/settings.ts';

const MILLION = 1_000_000n;

/** `top / bottom`, half up; nothing here is ever negative. */
export function halfUp(top: bigint, bottom: bigint): bigint {
  return (2n * top + bottom) / (2n * bottom);
}

export function partsOf(amount: bigint, rate: number): bigint {
  return halfUp(amount * BigInt(rate), MILLION);
}

/** Commission in force for an order: less the volume discount for its size, then less the best promotion of the moment. */
export function commissionRate(fees: FeeSchedule, quantity: number, at: number): number {
  const rows = fees.volumeDiscounts.filter((row) => row.minQuantity <= quantity && quantity <= row.maxQuantity);
  const discounts = [rows.length > 0 ? rows[0].discount : 0];
  const inForce = fees.promotions.filter((row) => row.startsAt <= at && at < row.endsAt);
  discounts.push(inForce.reduce((best, row) => Math.max(best, row.discount), 0));
  let rate = BigInt(fees.commissionRate);
  for (const discount of discounts) rate = halfUp(rate * (MILLION - BigInt(discount)), MILLION);
  return Number(rate);
}

export interface NaiveCharges {
  brokerage: bigint;
  flatFee: bigint;
}

/** Charges on everything an order has filled: commission on the value, the flat fee once; a sale never costs more than it brings. */
export function chargesOnValue(side: 'buy' | 'sell', rate: number, flat: number, value: bigint): NaiveCharges {
  let brokerage = 0n;
  let flatFee = 0n;
  if (value > 0n) {
    brokerage = partsOf(value, rate);
    flatFee = BigInt(flat);
    if (side === 'sell' && brokerage > value) brokerage = value;
    if (side === 'sell' && brokerage + flatFee > value) flatFee = value - brokerage;
  }
  return { brokerage, flatFee };
}

export function ticksDown(price: bigint, tick: number): bigint {
  return price - (price % BigInt(tick));
}

export function ticksUp(price: bigint, tick: number): bigint {
  const over = price % BigInt(tick);
  return over === 0n ? price : price - over + BigInt(tick);
}
