// What an order would cost or bring now: the fill is estimated from the book, charges come from the functions that will post them.
import { statutoryNames } from '../../../contract/messages/trade.ts';
import type { Charges, OrderSide } from '../../../contract/trade.ts';
import { coreSide } from '../../../contract/trade/words.ts';
import { mean, oneFifth, proportion, roundDownToTick, roundUpToTick, rupeesFromPaise } from '../../../core/money.ts';
import type { Paise, Quantity } from '../../../core/money.ts';
import { chargesOn, itemised, totalCharges } from '../../../core/trade/charges.ts';
import type { ChargeTerms } from '../../../core/trade/charges.ts';

export interface BookLevel {
  price: Paise;
  quantity: Quantity;
}

export interface EstimateInput {
  side: OrderSide;
  quantity: Quantity;
  /** Rounded to the tick (see `onTick`); 0 for an order without a limit. */
  limit: Paise;
  /** 0 for an order without a trigger. */
  trigger: Paise;
  isIntraday: boolean;
  /** Intraday shares held: a sale closes these first. */
  intradayQuantity: Quantity;
  last: Paise;
  /** The opposite side of the book, best price first. */
  levels: readonly BookLevel[];
  terms: ChargeTerms;
  /** Cash that can be spent. */
  balance: Paise;
}

export interface Estimate {
  /** Shares that would trade at once against the visible levels. */
  now: Quantity;
  /** Shares that would wait for their limit or trigger. */
  waiting: Quantity;
  /** Shares of a market order beyond the visible levels: they trade at worse prices. */
  beyond: Quantity;
  price: Paise;
  value: Paise;
  brokerage: Paise;
  flatFee: Paise;
  /** What the law takes, line by line, as the server lists it. */
  statutoryItems: Charges['statutoryItems'];
  charges: Paise;
  /** One fifth of the value for an intraday buy. */
  margin: Paise | null;
  /** What leaves a buyer's cash, or comes to a seller. */
  total: Paise;
  cashAfter: Paise;
}

interface Walk {
  filled: Quantity;
  value: Paise;
  worst: Paise;
}

/** Walks the book as matching does: best price first, never past the limit. */
export function walkBook(side: OrderSide, quantity: Quantity, limit: Paise, levels: readonly BookLevel[]): Walk {
  let filled = 0;
  let value = 0;
  let worst = 0;
  for (const level of levels) {
    const isPast = limit > 0 && (side === 'BUY' ? level.price > limit : level.price < limit);
    if (isPast || filled === quantity) break;
    const part = Math.min(quantity - filled, level.quantity);
    filled += part;
    value += part * level.price;
    worst = level.price;
  }
  return { filled, value, worst };
}

/** The value at which the order is expected to trade; shares beyond the visible book count at their limit, trigger, or the worst price seen. */
function expectedValue(input: EstimateInput, walk: Walk): Paise {
  const { quantity, limit, trigger, last } = input;
  // A stop trades later, in a different book: its limit or trigger is the best guess.
  if (trigger > 0) return quantity * (limit > 0 ? limit : trigger);
  const rest = quantity - walk.filled;
  const restPrice = limit > 0 ? limit : walk.worst > 0 ? walk.worst : last;
  return walk.value + rest * restPrice;
}

/** For a buy, all or nothing; for a sale, the part that closes intraday shares. */
function intradayPart(
  {
    side,
    quantity,
    isIntraday,
    intradayQuantity,
  }: Pick<EstimateInput, 'side' | 'quantity' | 'isIntraday' | 'intradayQuantity'>,
  value: Paise,
): Paise {
  if (side === 'BUY') return isIntraday ? value : 0;
  return intradayQuantity >= quantity ? value : proportion(value, intradayQuantity, quantity);
}

export function estimateOrder(input: EstimateInput): Estimate {
  const { side, quantity, limit, trigger, isIntraday, terms, balance } = input;
  const walk = trigger > 0 ? { filled: 0, value: 0, worst: 0 } : walkBook(side, quantity, limit, input.levels);
  const value = expectedValue(input, walk);
  const order = { side: coreSide(side), chargeTerms: terms };
  const intradayValue = intradayPart(input, value);
  const paid = chargesOn(terms, order.side, value, intradayValue);
  const { brokerage, flatFee, statutory } = paid;
  const items = itemised({ ...order, filledValue: value, intradayValue, statutory });
  const charges = totalCharges(paid);
  const margin = side === 'BUY' && isIntraday ? oneFifth(value) : null;
  const total = side === 'BUY' ? (margin ?? value) + charges : value - charges;
  const rest = quantity - walk.filled;
  const isWaiting = limit > 0 || trigger > 0;
  return {
    now: walk.filled,
    waiting: isWaiting ? rest : 0,
    beyond: isWaiting ? 0 : rest,
    price: mean(value, quantity),
    value,
    brokerage,
    flatFee,
    statutoryItems: items.map(({ kind, amount }) => ({ name: statutoryNames[kind], amount: rupeesFromPaise(amount) })),
    charges,
    margin,
    total,
    cashAfter: side === 'BUY' ? balance - total : balance + total,
  };
}

/** The price rounded to the tick as the exchange does it: down for a buyer, up for a seller. */
export function onTick(side: OrderSide, price: Paise, tick: Paise): Paise {
  return side === 'BUY' ? roundDownToTick(price, tick) : roundUpToTick(price, tick);
}

/** In paise, after the charges of both sides; a loss is negative. */
export interface ExitOutcome {
  atTarget: Paise;
  atStop: Paise;
}

/** The result of a buy worth `paid` once it is sold at its target or its stop loss, so many of its shares as intraday ones. */
export function exitOutcome(
  {
    quantity,
    terms,
    intradayQuantity,
    value: paid,
    charges,
  }: Pick<EstimateInput, 'quantity' | 'terms' | 'intradayQuantity'> & Pick<Estimate, 'value' | 'charges'>,
  target: Paise,
  stopLoss: Paise,
): ExitOutcome {
  const sold = (price: Paise) => {
    const value = quantity * price;
    const intraday = intradayPart({ side: 'SELL', quantity, isIntraday: false, intradayQuantity }, value);
    return value - totalCharges(chargesOn(terms, 'sell', value, intraday)) - paid - charges;
  };
  return { atTarget: sold(target), atStop: sold(stopLoss) };
}
