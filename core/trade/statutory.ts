// Statutory charges: what the law and the exchange take of an order beside what the house earns, by the rates of the day it was accepted.
import type { Side } from '../market/instrument.ts';
import { applyFineRate } from '../money.ts';
import type { Paise, PartsPerHundredMillion } from '../money.ts';

/** The rates in force from a day on. */
export interface StatutoryRates {
  /** The first day of the market, counted in days since 1970. */
  readonly from: number;
  /** Securities transaction tax: of shares for delivery on both sides, of intraday shares on the sale alone. */
  readonly sttDelivery: PartsPerHundredMillion;
  readonly sttIntradaySell: PartsPerHundredMillion;
  /** The exchange's transaction charge, and the turnover fee of its supervisor SEBI. */
  readonly exchange: PartsPerHundredMillion;
  readonly sebi: PartsPerHundredMillion;
  /** Stamp duty, on buys alone. */
  readonly stampDelivery: PartsPerHundredMillion;
  readonly stampIntraday: PartsPerHundredMillion;
  /** Goods and services tax, on brokerage, flat fee, exchange charge and turnover fee. */
  readonly gst: PartsPerHundredMillion;
}

/** Rates by the day from which they hold: an order has the newest that hold on its day. */
export interface StatutoryTable {
  readonly isOn: boolean;
  readonly rates: readonly StatutoryRates[];
}

/** Null while the table is off, and before its first row: then nothing is charged. */
export function ratesOn({ isOn, rates }: StatutoryTable, day: number): StatutoryRates | null {
  if (!isOn) return null;
  let newest: StatutoryRates | null = null;
  for (const row of rates) if (row.from <= day && (newest === null || row.from > newest.from)) newest = row;
  return newest;
}

/**
 * All that an order owes once `value` paise of it are filled, `intraday` paise of that in intraday shares, and the house has
 * `earned` brokerage and flat fee. Each part is half up to the paisa, and all of them grow with the value. A sale never costs
 * more than it brings. Makes no objects: it runs for every fill.
 */
export function statutoryOn(
  rates: StatutoryRates | null,
  side: Side,
  value: Paise,
  intraday: Paise,
  earned: Paise,
): Paise {
  if (rates === null) return 0;
  const exchange = applyFineRate(value, rates.exchange);
  const sebi = applyFineRate(value, rates.sebi);
  const taxed = transactionTaxOn(rates, side, value - intraday, intraday);
  const stamped = stampDutyOn(rates, side, value - intraday, intraday);
  const owed = taxed + exchange + sebi + stamped + applyFineRate(earned + exchange + sebi, rates.gst);
  return side === 'buy' ? owed : Math.min(owed, value - earned);
}

function transactionTaxOn(rates: StatutoryRates, side: Side, delivery: Paise, intraday: Paise): Paise {
  const tax = applyFineRate(delivery, rates.sttDelivery);
  return side === 'sell' ? tax + applyFineRate(intraday, rates.sttIntradaySell) : tax;
}

function stampDutyOn(rates: StatutoryRates, side: Side, delivery: Paise, intraday: Paise): Paise {
  if (side === 'sell') return 0;
  return applyFineRate(delivery, rates.stampDelivery) + applyFineRate(intraday, rates.stampIntraday);
}

export const STATUTORY_KINDS = ['transaction-tax', 'exchange-charge', 'turnover-fee', 'stamp-duty', 'gst'] as const;
export type StatutoryKind = (typeof STATUTORY_KINDS)[number];

export interface StatutoryItem {
  readonly kind: StatutoryKind;
  readonly amount: Paise;
}

/** The arguments of `statutoryOn` as one object. */
export interface Charged {
  readonly side: Side;
  readonly value: Paise;
  readonly intraday: Paise;
  readonly earned: Paise;
}

/** The same item by item, and not capped by what a sale brings. */
export function statutoryItems(rates: StatutoryRates, { side, value, intraday, earned }: Charged): StatutoryItem[] {
  const exchange = applyFineRate(value, rates.exchange);
  const sebi = applyFineRate(value, rates.sebi);
  return [
    { kind: 'transaction-tax', amount: transactionTaxOn(rates, side, value - intraday, intraday) },
    { kind: 'exchange-charge', amount: exchange },
    { kind: 'turnover-fee', amount: sebi },
    { kind: 'stamp-duty', amount: stampDutyOn(rates, side, value - intraday, intraday) },
    { kind: 'gst', amount: applyFineRate(earned + exchange + sebi, rates.gst) },
  ];
}
