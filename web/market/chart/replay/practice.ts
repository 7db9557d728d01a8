// Practice in a replay: orders at the shown bar's close, a stop loss and target that later bars carry out, and a purse outside any ledger. Pure.
import type { Paise, Quantity } from '../../../../core/money.ts';
import { chargesOn, totalCharges } from '../../../../core/trade/charges.ts';
import type { ChargeTerms } from '../../../../core/trade/charges.ts';
import { MAX_QUANTITY } from '../../../../core/trade/check-order.ts';
import type { Side } from '../../../../core/market/instrument.ts';
import { isPriceOld } from './replay-view.ts';

/** One lakh rupees, whatever the person really has. */
export const PRACTICE_PURSE: Paise = 10_000_000;

/** What caused the fill: the person's order, or one of the exit prices. */
type PracticeReason = 'order' | 'stop' | 'target';

export interface PracticeFill {
  readonly side: Side;
  readonly quantity: Quantity;
  readonly price: Paise;
  readonly charges: Paise;
  /** The last second of its bar, so that it belongs to that bar at every interval. */
  readonly second: number;
  readonly reason: PracticeReason;
  /** The bar opened beyond the exit price. */
  readonly isGap: boolean;
  /** The bar contained both stop loss and target: nobody knows which came first, so the worse one counts. */
  readonly isUnclear: boolean;
}

export interface PracticeExits {
  readonly stop: Paise | null;
  readonly target: Paise | null;
}

/** The practice at one instant. Nothing in it comes from a bar that ended later. */
export interface Moment {
  readonly at: number;
  /** The newest close seen so far, and the second at which its bar ended. */
  readonly price: Paise;
  readonly pricedAt: number;
  readonly fills: readonly PracticeFill[];
  readonly exits: PracticeExits;
  /** The highest worth at any close so far, and the largest fall below it. */
  readonly peak: Paise;
  readonly fall: Paise;
}

/** In order of time. Stepping back drops what came later, as if it had never happened. */
export type Practice = readonly Moment[];

/** A completed bar, in paise, with its first second and the first second after it. */
export interface PracticeBar {
  readonly start: number;
  readonly end: number;
  readonly open: Paise;
  readonly high: Paise;
  readonly low: Paise;
  readonly close: Paise;
}

const NO_EXITS: PracticeExits = { stop: null, target: null };

const BEGINNING: Moment = {
  at: 0,
  price: 0,
  pricedAt: 0,
  fills: [],
  exits: NO_EXITS,
  peak: PRACTICE_PURSE,
  fall: 0,
};

export function practiceNow(practice: Practice): Moment {
  return practice.at(-1) ?? BEGINNING;
}

export function heldIn({ fills }: Pick<Moment, 'fills'>): Quantity {
  return fills.reduce((sum, { side, quantity }) => (side === 'buy' ? sum + quantity : sum - quantity), 0);
}

export function cashIn({ fills }: Pick<Moment, 'fills'>): Paise {
  return fills.reduce((cash, { side, quantity, price, charges }) => {
    const value = quantity * price;
    return cash - charges + (side === 'buy' ? -value : value);
  }, PRACTICE_PURSE);
}

/** Cash plus the shares at the newest close, without the cost of selling them. */
export function worthIn(moment: Pick<Moment, 'fills' | 'price'>): Paise {
  return cashIn(moment) + heldIn(moment) * moment.price;
}

/** Practice shares are for delivery: paid in full, and held overnight. */
export function practiceCharges(terms: ChargeTerms, side: Side, value: Paise): Paise {
  return totalCharges(chargesOn(terms, side, value, 0));
}

/** What is later than the instant does not exist. */
export function goBack(practice: Practice, instant: number): Practice {
  return practice.filter(({ at }) => at <= instant);
}

/** The newest close on the chart at an instant; one older than what has been seen is ignored. */
export function seePrice(practice: Practice, instant: number, bar: Pick<PracticeBar, 'end' | 'close'>): Practice {
  const now = practiceNow(practice);
  if (bar.end <= now.pricedAt) return practice;
  return [...practice, valued({ ...now, at: instant, price: bar.close, pricedAt: bar.end })];
}

/** One more bar has ended: first its effect on stop loss and target, then its close. `terms` are those of selling everything. */
export function goOn(practice: Practice, bar: PracticeBar, terms: ChargeTerms): Practice {
  const now = practiceNow(practice);
  const exit = heldIn(now) > 0 ? exitIn(now, bar) : null;
  const seen = { ...now, at: bar.end, price: bar.close, pricedAt: bar.end };
  return [...practice, valued(exit ? withFill(seen, { ...exit, side: 'sell', quantity: heldIn(now) }, terms) : seen)];
}

type Exit = Pick<PracticeFill, 'price' | 'reason' | 'isGap' | 'isUnclear'>;

function exitIn({ at, exits: { stop, target } }: Moment, bar: PracticeBar): Exit | null {
  // For a bar that had already begun, nobody can tell which of its prices came after the instant; only its close certainly did.
  const isPart = bar.start < at;
  const { open, high, low } = isPart ? { open: bar.close, high: bar.close, low: bar.close } : bar;
  const exit = (reason: 'stop' | 'target', price: Paise, isUnclear = false): Exit => ({
    reason,
    price,
    isGap: reason === 'stop' ? price < (stop ?? 0) : price > (target ?? 0),
    isUnclear,
  });
  if (stop !== null && open <= stop) return exit('stop', open);
  // Within such a bar the price passed through the target, where a sale was waiting.
  if (target !== null && open >= target) return exit('target', isPart ? target : open);
  const isTarget = target !== null && high >= target;
  if (stop !== null && low <= stop) return exit('stop', stop, isTarget);
  return isTarget ? exit('target', target) : null;
}

function withFill(moment: Moment, fill: Exit & Pick<PracticeFill, 'side' | 'quantity'>, terms: ChargeTerms): Moment {
  const charges = practiceCharges(terms, fill.side, fill.quantity * fill.price);
  const fills = [...moment.fills, { ...fill, charges, second: moment.pricedAt - 1 }];
  return { ...moment, fills, exits: heldIn({ fills }) === 0 ? NO_EXITS : moment.exits };
}

function valued(moment: Moment): Moment {
  const worth = worthIn(moment);
  const peak = Math.max(moment.peak, worth);
  return { ...moment, peak, fall: Math.max(moment.fall, peak - worth) };
}

export interface PracticeOrder {
  readonly side: Side;
  readonly quantity: Quantity;
}

export type PracticeRefusal = 'no-price' | 'quantity' | 'cash' | 'none-held' | 'few-held' | 'stop' | 'target';

/** The practice with the order filled at the newest close, or the reason why not. */
export function placeOrder(
  practice: Practice,
  instant: number,
  order: PracticeOrder,
  terms: ChargeTerms,
): Practice | PracticeRefusal {
  const now = practiceNow(practice);
  const { side, quantity } = order;
  if (now.price === 0 || isPriceOld(now.pricedAt, instant)) return 'no-price';
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY) return 'quantity';
  const held = heldIn(now);
  if (side === 'sell' && held === 0) return 'none-held';
  if (side === 'sell' && quantity > held) return 'few-held';
  const filled = withFill(
    { ...now, at: instant },
    { ...order, price: now.price, reason: 'order', isGap: false, isUnclear: false },
    terms,
  );
  return cashIn(filled) < 0 ? 'cash' : [...practice, valued(filled)];
}

/** The practice with different exits for the position. On the wrong side of the price they would be carried out at once. */
export function setExits(practice: Practice, instant: number, exits: PracticeExits): Practice | PracticeRefusal {
  const now = practiceNow(practice);
  if (heldIn(now) === 0) return 'none-held';
  if (exits.stop !== null && (exits.stop <= 0 || exits.stop >= now.price)) return 'stop';
  if (exits.target !== null && exits.target <= now.price) return 'target';
  return [...practice, { ...now, at: instant, exits }];
}
