// Realised gains by lots: shares sold against the buys they close, by the days of both, and how long they had been held.
import { dayText } from '../../market/day.ts';
import type { Paise, Quantity } from '../../money.ts';

/** Sold on the day they were bought; within twelve months; later. Tax law tells these apart. */
export type Term = 'same-day' | 'short' | 'long';

export interface GainFigures {
  quantity: Quantity;
  /** What the shares cost and brought, charges not included. */
  cost: Paise;
  proceeds: Paise;
  /** Of the buys, by the shares sold, and of the sales. */
  charges: Paise;
}

/** All shares of one stock that were bought on one day and sold on one day. */
export interface Gain extends GainFigures {
  readonly symbol: string;
  /** Days of the market. */
  readonly boughtDay: number;
  readonly soldDay: number;
}

export function termOf({ boughtDay, soldDay }: Pick<Gain, 'boughtDay' | 'soldDay'>): Term {
  if (boughtDay === soldDay) return 'same-day';
  return dayText(soldDay) > yearAfter(boughtDay) ? 'long' : 'short';
}

/** The same date a year on: the last one that is still within twelve months. Of 29 February it is the 28th. */
function yearAfter(day: number): string {
  const text = dayText(day);
  const date = text.slice(4);
  const year = String(Number(text.slice(0, 4)) + 1).padStart(4, '0');
  return year + (date === '-02-29' ? '-02-28' : date);
}

/** Grows with each part of a sale. */
export class Gains {
  /** In the order of the first sale of each. */
  readonly all: Gain[] = [];
  /** By symbol: those of the day it was sold on last, by the day of the buy. */
  readonly #last = new Map<string, { readonly soldDay: number; readonly byBoughtDay: Map<number, Gain> }>();

  add(part: Readonly<Gain>): void {
    const { symbol, boughtDay, soldDay } = part;
    let last = this.#last.get(symbol);
    if (last?.soldDay !== soldDay) this.#last.set(symbol, (last = { soldDay, byBoughtDay: new Map() }));
    let gain = last.byBoughtDay.get(boughtDay);
    if (gain === undefined) {
      gain = { symbol, boughtDay, soldDay, ...noFigures() };
      last.byBoughtDay.set(boughtDay, gain);
      this.all.push(gain);
    }
    include(gain, part);
  }
}

export interface StockGains extends GainFigures {
  readonly symbol: string;
  /** The profit after charges, by term. */
  readonly net: Record<Term, Paise>;
}

export interface GainReport {
  readonly total: GainFigures;
  readonly terms: Record<Term, GainFigures>;
  /** By symbol. */
  readonly stocks: readonly StockGains[];
  /** By the day of the sale, then by symbol and the day of the buy. */
  readonly gains: readonly Gain[];
}

/** What some gains add up to. */
export function reportGains(given: readonly Gain[]): GainReport {
  const total = noFigures();
  const terms = { 'same-day': noFigures(), short: noFigures(), long: noFigures() };
  const stocks = new Map<string, StockGains>();
  const gains = [...given].sort(
    (a, b) => a.soldDay - b.soldDay || (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : a.boughtDay - b.boughtDay),
  );
  for (const gain of gains) {
    const term = termOf(gain);
    const { symbol } = gain;
    let stock = stocks.get(symbol);
    if (stock === undefined) {
      stock = { symbol, ...noFigures(), net: { 'same-day': 0, short: 0, long: 0 } };
      stocks.set(symbol, stock);
    }
    for (const sum of [total, terms[term], stock]) include(sum, gain);
    stock.net[term] += netGain(gain);
  }
  return { total, terms, gains, stocks: [...stocks.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1)) };
}

/** Before charges. */
export function grossGain({ cost, proceeds }: GainFigures): Paise {
  return proceeds - cost;
}

/** What is left of a sale's gain after its charges, in paise; negative for a loss. */
export function netGain({ cost, proceeds, charges }: GainFigures): Paise {
  return proceeds - cost - charges;
}

function noFigures(): GainFigures {
  return { quantity: 0, cost: 0, proceeds: 0, charges: 0 };
}

function include(sum: GainFigures, { quantity, cost, proceeds, charges }: GainFigures): void {
  sum.quantity += quantity;
  sum.cost += cost;
  sum.proceeds += proceeds;
  sum.charges += charges;
}
