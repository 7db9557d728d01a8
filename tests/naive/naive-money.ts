// Rounding and charges of the naive twin, in BigInt and straight from the documents, so that they share nothing with core/money.ts.
import type { FeeSchedule } from '../../core/trade/settings.ts';
import type { StatutoryRates } from '../../core/trade/statutory.ts';

const MILLION = 1_000_000n;

/** `top / bottom`, half up; nothing here is ever negative. */
export function halfUp(top: bigint, bottom: bigint): bigint {
  return (2n * top + bottom) / (2n * bottom);
}

export function partsOf(amount: bigint, rate: number): bigint {
  return halfUp(amount * BigInt(rate), MILLION);
}

/** Commission in force for an order: less the volume discount for its size, then less the best promotion at that moment. */
function commissionRate(fees: FeeSchedule, quantity: number, at: number): number {
  const rows = fees.volumeDiscounts.filter((row) => row.minQuantity <= quantity && quantity <= row.maxQuantity);
  const discounts = [rows.length > 0 ? rows[0].discount : 0];
  const inForce = fees.promotions.filter((row) => row.startsAt <= at && at < row.endsAt);
  discounts.push(inForce.reduce((best, row) => Math.max(best, row.discount), 0));
  let rate = BigInt(fees.commissionRate);
  for (const discount of discounts) rate = halfUp(rate * (MILLION - BigInt(discount)), MILLION);
  return Number(rate);
}

/** The rates of an order's charges, as they were when the order came. */
export interface NaiveRates {
  readonly rate: number;
  readonly flat: number;
  /** The row of the statutory table; none while it is off. */
  readonly law: StatutoryRates | null;
}

export function ratesFor(fees: FeeSchedule, quantity: number, at: number): NaiveRates {
  // India is five and a half hours ahead of UTC.
  const day = Math.floor((at + 5.5 * 3_600_000) / 86_400_000);
  const begun = fees.statutory.rates.filter((row) => row.from <= day).sort((a, b) => b.from - a.from);
  const law = fees.statutory.isOn && begun.length > 0 ? begun[0] : null;
  return { rate: commissionRate(fees, quantity, at), flat: fees.flatFee, law };
}

export interface NaiveCharges {
  brokerage: bigint;
  flatFee: bigint;
  statutory: bigint;
}

/** Charges on everything an order has filled: commission on the value, the flat fee once, and statutory charges; a sale never costs more than it brings. */
export function chargesOnValue(
  side: 'buy' | 'sell',
  { rate, flat, law }: NaiveRates,
  value: bigint,
  intraday: bigint,
): NaiveCharges {
  let brokerage = 0n;
  let flatFee = 0n;
  if (value > 0n) {
    brokerage = partsOf(value, rate);
    flatFee = BigInt(flat);
    if (side === 'sell' && brokerage > value) brokerage = value;
    if (side === 'sell' && brokerage + flatFee > value) flatFee = value - brokerage;
  }
  const earned = brokerage + flatFee;
  let statutory = law === null ? 0n : byLaw(side, law, value, intraday, earned);
  if (side === 'sell' && earned + statutory > value) statutory = value - earned;
  return { brokerage, flatFee, statutory };
}

/** Transaction tax, exchange charge, turnover fee, stamp duty, and the tax on services: each rounded on its own. */
function byLaw(side: 'buy' | 'sell', law: StatutoryRates, value: bigint, intraday: bigint, earned: bigint): bigint {
  const fine = (amount: bigint, rate: number) => halfUp(amount * BigInt(rate), 100n * MILLION);
  const delivery = value - intraday;
  const services = fine(value, law.exchange) + fine(value, law.sebi);
  const duties =
    side === 'buy'
      ? [fine(delivery, law.sttDelivery), fine(delivery, law.stampDelivery), fine(intraday, law.stampIntraday)]
      : [fine(delivery, law.sttDelivery), fine(intraday, law.sttIntradaySell)];
  return duties.reduce((sum, duty) => sum + duty, services) + fine(earned + services, law.gst);
}

export function ticksDown(price: bigint, tick: number): bigint {
  return price - (price % BigInt(tick));
}

export function ticksUp(price: bigint, tick: number): bigint {
  const over = price % BigInt(tick);
  return over === 0n ? price : price - over + BigInt(tick);
}
