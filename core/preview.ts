// What would become of an order if it arrived or were changed now: its cost, by the functions that hold and post, and whether it is refused.
import type { ModifyOrder, PlaceOrder } from './command.ts';
import type { Engine } from './engine.ts';
import type { Ledger } from './ledger/ledger.ts';
import { checkNewExits } from './trade/exits.ts';
import { crosses } from './market/book.ts';
import { opposite, protectionPrice } from './market/instrument.ts';
import type { Side } from './market/instrument.ts';
import { MAX_PAISE, mean } from './money.ts';
import type { Instant, Paise, Quantity } from './money.ts';
import { chargesBeyond, chargeTerms, totalCharges } from './trade/charges.ts';
import type { Charges, ChargeTerms, Filled } from './trade/charges.ts';
import { cashToHold, mostPayable } from './trade/cash-to-hold.ts';
import { checkOrder, expectedPrice } from './trade/check-order.ts';
import { changedOrder, checkChange } from './trade/modify.ts';
import { isUnchanged, keepsPlace, Order } from './trade/order.ts';
import { Position } from './trade/position.ts';
import type { Refusal } from './trade/refusal.ts';

export interface Preview {
  readonly symbol: string;
  readonly side: Side;
  /** Average price per share; the limit for the part that would have to wait. */
  readonly estimatedPrice: Paise;
  readonly value: Paise;
  /** What the shares of a sale had cost, first in first out and charges not included; null for a buy, and if not all of them are held. */
  readonly cost: Paise | null;
  readonly charges: Charges;
  /** What charges are computed from, and which part of `value` is in intraday shares. */
  readonly chargeTerms: ChargeTerms;
  readonly intradayValue: Paise;
  /** How much of the order is filled already: all other figures are for the rest. */
  readonly before: Filled;
  /** The trader's own part of an intraday buy, else null. */
  readonly margin: Paise | null;
  /** Cash set aside when the order is accepted; of a buy that is not affordable, what it would take at least. */
  readonly cashNeeded: Paise;
  readonly cash: Paise;
  /** Cash after it has filled as estimated; a negative value is the missing amount. */
  readonly cashAfter: Paise;
  readonly heldQuantity: Quantity;
  readonly availableQuantity: Quantity;
}

export type PreviewOutcome =
  | { readonly isPossible: true; readonly preview: Preview }
  | { readonly isPossible: false; readonly refusal: Refusal };

/** Shares at one price, as the book would fill them. */
interface ExpectedFill {
  readonly price: Paise;
  readonly quantity: Quantity;
}

type Balances = Pick<Ledger, 'available'>;

interface Estimate {
  readonly fills: readonly ExpectedFill[];
  /** Cash freed by canceling the trader's own orders that stand in the way. */
  readonly freed: Paise;
}

/** Refuses only impossible orders; too little cash or too few shares show in the figures. Changes nothing. */
export function previewOrder(engine: Engine, command: PlaceOrder, at: Instant): PreviewOutcome {
  const order = imagine(engine, command, at);
  if (!(order instanceof Order)) return { isPossible: false, refusal: order };
  return possible(order, engine.venue.ledger, expectedPrice(order));
}

/** The same for the rest of an open order that is changed: by its own terms, less what it has already paid. */
export function previewChange({ venue }: Engine, change: Omit<ModifyOrder, 'kind'>, at: Instant): PreviewOutcome {
  const order = venue.orders.get(change.orderId);
  if (order?.owner !== change.account) return { isPossible: false, refusal: { reason: 'unknown-order' } };
  const { quantity, limitPrice, stopPrice } = change;
  const next = changedOrder(venue, order, { quantity, limitPrice, stopPrice }, at);
  if (!(next instanceof Order)) return { isPossible: false, refusal: next };
  // An exit has two prices: estimate for the one being moved.
  const price = next.isExit && stopPrice !== order.stopPrice ? stopPrice : expectedPrice(next);
  return possible(next, withGivenBack(order, venue.ledger), price);
}

/** What is free once the order has released what it holds. */
function withGivenBack({ position, side, held }: Order, ledger: Ledger): Balances {
  const given = side === 'buy' ? position.cash : position.shares;
  return { available: (account) => ledger.available(account) + (account === given ? held : 0) };
}

function possible(order: Order, balances: Balances, price: Paise): PreviewOutcome {
  const preview = order.side === 'buy' ? previewBuy(order, balances, price) : previewSale(order, balances, price);
  return { isPossible: true, preview };
}

/** Why the exchange would refuse this order if it arrived now; null if it would accept it. Changes nothing. */
export function refusalNow(engine: Engine, command: PlaceOrder, at: Instant): Refusal | null {
  const order = imagine(engine, command, at);
  return order instanceof Order ? (checkOrder(order, engine.venue, at) ?? checkNewExits(order)) : order;
}

export interface ChangeOutlook {
  /** Why the exchange would refuse the change if it arrived now; null if it would accept it. */
  readonly refusal: Refusal | null;
  /** Orders that arrived later at its price stay behind it. */
  readonly keepsPlace: boolean;
}

/** What would become of a change; nothing is changed. */
export function changeOutlook({ venue }: Engine, change: Omit<ModifyOrder, 'kind'>, at: Instant): ChangeOutlook {
  const order = venue.orders.get(change.orderId);
  if (order?.owner !== change.account) return { refusal: { reason: 'unknown-order' }, keepsPlace: false };
  const next = changedOrder(venue, order, change, at);
  if (!(next instanceof Order)) return { refusal: next, keepsPlace: false };
  if (isUnchanged(order, next)) return { refusal: null, keepsPlace: true };
  const refusal = checkChange(order, next, venue, at);
  // An order waiting for the opening is not in the book yet, and keeps its place in the queue.
  return { refusal, keepsPlace: order.level === null || keepsPlace(order, next) };
}

/** A separate order object that is never accepted: it holds nothing, and nobody else sees it. */
function imagine(engine: Engine, command: PlaceOrder, at: Instant): Order | Refusal {
  const read = engine.readOrder(command);
  if ('reason' in read) return read;
  const { trader, floor, limitPrice, exits, entryId, origin } = read;
  const { market } = floor;
  const terms = chargeTerms(engine.venue.fees, command.quantity, at);
  const position = trader.positions.get(market.instrument.id) ?? new Position(trader, market);
  const order = new Order(
    { ...command, limitPrice, exits, entryId, origin, id: 0, createdAt: at, chargeTerms: terms },
    position,
  );
  return order.quantity * expectedPrice(order) > MAX_PAISE ? { reason: 'invalid-quantity' } : order;
}

function previewBuy(order: Order, balances: Balances, price: Paise): Preview {
  const cash = balances.available(order.trader.cash);
  const least = order.cashFor(order.remaining, price);
  const isAffordable = least <= cash;
  // What a market order holds is capped by what is free, which of an order that is refused would say too little.
  const cashNeeded = Math.max(least, cashToHold(order, balances));
  const { fills } = estimate(order, price, order.isMarketable && isAffordable ? cashNeeded : Infinity);
  const value = valueOf(fills);
  const total = order.filledValue + value;
  const ownMoney = order.ownMoneyIn(total) - order.margin;
  const charges = chargesBeyond(order, order.chargesAt(total, order.intradayIn(total)));
  return {
    ...figures(order, balances, fills, charges),
    cost: null,
    intradayValue: order.intradayIn(value),
    margin: order.product === 'intraday' ? ownMoney : null,
    cashNeeded,
    cash,
    cashAfter: cash - ownMoney - totalCharges(charges),
  };
}

function previewSale(order: Order, balances: Balances, price: Paise): Preview {
  const cash = balances.available(order.trader.cash);
  const { fills, freed } = estimate(order, price, Infinity);
  const { charges, ...after } = afterSale(order, fills, cash + freed);
  const sums = figures(order, balances, fills, charges);
  return { ...sums, ...after, margin: null, cashNeeded: 0, cash };
}

type AfterSale = Pick<Preview, 'cost' | 'charges' | 'intradayValue' | 'cashAfter'>;

/** Sells fill by fill: the loan for intraday shares is paid back first, then charges take at most what is left. */
function afterSale(order: Order, fills: readonly ExpectedFill[], cash: Paise): AfterSale {
  const shares = new Position(order.trader, order.market);
  for (const lot of order.position.lotsFor(order.remaining)) shares.put(lot);
  let free = cash;
  let [cost, missing] = [0, 0];
  let { filledValue: value, intradayValue } = order;
  let { brokerage, flatFee, statutory } = order;
  for (const { price, quantity } of fills) {
    value += price * quantity;
    free += price * quantity;
    missing += Math.max(0, quantity - shares.quantity);
    const { cost: paid, loan, intradayQuantity } = shares.take(Math.min(quantity, shares.quantity));
    cost += paid;
    intradayValue += price * intradayQuantity;
    free -= Math.min(loan, free);
    const due = order.chargesAt(value, intradayValue);
    const pay = (wanted: Paise): Paise => {
      const sum = Math.min(wanted, free);
      free -= sum;
      return sum;
    };
    brokerage += pay(due.brokerage - brokerage);
    flatFee += pay(due.flatFee - flatFee);
    statutory += pay(due.statutory - statutory);
  }
  const charges = chargesBeyond(order, { brokerage, flatFee, statutory });
  const sold = { cost: missing > 0 ? null : cost, intradayValue: intradayValue - order.intradayValue };
  return { ...sold, charges, cashAfter: free };
}

type Figures = Omit<Preview, 'cost' | 'intradayValue' | 'margin' | 'cashNeeded' | 'cash' | 'cashAfter'>;

function figures(order: Order, balances: Balances, fills: readonly ExpectedFill[], charges: Charges): Figures {
  const value = valueOf(fills);
  let quantity = 0;
  for (const fill of fills) quantity += fill.quantity;
  return {
    symbol: order.market.instrument.symbol,
    side: order.side,
    estimatedPrice: mean(value, quantity),
    value,
    charges,
    chargeTerms: order.chargeTerms,
    before: { filledValue: order.filledValue, intradayValue: order.intradayValue },
    heldQuantity: order.position.quantity,
    availableQuantity: balances.available(order.position.shares),
  };
}

function valueOf(fills: readonly ExpectedFill[]): Paise {
  let value = 0;
  for (const { price, quantity } of fills) value += price * quantity;
  return value;
}

/**
 * How an order is expected to fill. A stop trades at its trigger, an exit at `price`. Everything else takes what it can from the book now; the
 * rest of a limit order waits for its limit. If nobody is there, the expected price is used for the whole order.
 */
function estimate(order: Order, price: Paise, budget: Paise): Estimate {
  const whole = { fills: [{ price, quantity: order.remaining }], freed: 0 };
  if (order.stopPrice > 0 && (order.isExit || order.triggeredAt === null)) return whole;
  const { fills, freed } = walkBook(order, budget);
  let filled = 0;
  for (const { quantity } of fills) filled += quantity;
  if (order.timeInForce === 'fok' && filled < order.remaining) return whole;
  if (filled === 0) return { ...whole, freed };
  const doesWait = !order.isMarketable && order.timeInForce !== 'ioc' && filled < order.remaining;
  return { fills: doesWait ? [...fills, { price: order.price, quantity: order.remaining - filled }] : fills, freed };
}

/** What others in the book would give now, in price-time order; a market buy stops when `budget` is used up. */
function walkBook(order: Order, budget: Paise): Estimate {
  const { book, instrument, quote } = order.market;
  const limit = order.isMarketable ? protectionPrice(instrument, order.side, quote.last) : order.price;
  const makerSide = opposite(order.side);
  const fills: ExpectedFill[] = [];
  let left = order.remaining;
  let value = 0;
  let freed = 0;
  for (const maker of book.orders(makerSide)) {
    const { price } = maker;
    if (left === 0 || !crosses(order.side, limit, price)) break;
    if (maker.owner === order.owner) {
      if (maker instanceof Order && maker.side === 'buy') freed += maker.held;
      continue;
    }
    const wanted = Math.min(left, maker.remaining);
    const spent = value;
    const quantity = mostPayable(wanted, (shares) => order.cashForValue(spent + shares * price) <= budget);
    if (quantity > 0) fills.push({ price, quantity });
    value += price * quantity;
    left -= quantity;
    if (quantity < wanted) break;
  }
  return { fills, freed };
}
