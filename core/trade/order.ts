// A person's order: its terms, how much of it is filled, and what is set aside for it.
import type { Side } from '../market/instrument.ts';
import { BookOrder } from '../market/level.ts';
import type { Market } from '../market/market.ts';
import type { Instant, Paise, Quantity } from '../money.ts';
import { mean, oneFifth } from '../money.ts';
import { brokerageOn, chargesOn, flatFeeOn } from './charges.ts';
import type { Charges, ChargeTerms } from './charges.ts';
import type { Product } from './lots.ts';
import type { Position } from './position.ts';
import { statutoryOn } from './statutory.ts';
import type { Trader } from './trader.ts';

/** `bracket`: an exit, which is a sale that rests at its target and goes to the market at its stop. It belongs to a buy, or stands alone. */
export type OrderType = 'market' | 'limit' | 'stop' | 'stop-limit' | 'bracket';
export type TimeInForce = 'day' | 'gtc' | 'ioc' | 'fok';

export type OrderStatus = 'new' | 'stop-pending' | 'partially-filled' | 'filled' | 'canceled' | 'expired';

/** Who placed the order: its trader; or the exchange, to close an intraday position or as the exit of a buy. */
export type OrderOrigin = 'trader' | 'square-off-at-day-end' | 'square-off-on-loss' | 'exit';

/** Why an order ended. */
export type EndReason =
  | 'filled'
  | 'canceled-by-trader'
  | 'canceled-by-admin'
  | 'account-blocked'
  | 'self-trade'
  /** Nobody was left to trade with inside the market protection. */
  | 'no-liquidity'
  /** What was set aside did not pay for one more share. */
  | 'cash-exhausted'
  /** An immediate-or-cancel order does not wait. */
  | 'not-immediate'
  /** A fill-or-kill order could not be filled whole. */
  | 'not-whole'
  | 'day-ended'
  /** Its limit is outside the price band of a new day, or outside a changed band. */
  | 'outside-band'
  | 'squared-off'
  /** The tick was changed, and its limit is no longer a multiple of it. */
  | 'off-tick'
  /** A split or bonus has replaced the shares that it names. */
  | 'corporate-action';

/** Of a bracketed buy, in paise: `exits.ts` checks them. */
export interface Exits {
  readonly target: Paise;
  readonly stop: Paise;
}

export interface OrderTerms {
  readonly id: number;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly product: Product;
  readonly origin: OrderOrigin;
  readonly quantity: Quantity;
  /** 0 for an order without a limit. */
  readonly limitPrice: Paise;
  /** 0 for an order without a trigger. */
  readonly stopPrice: Paise;
  readonly chargeTerms: ChargeTerms;
  readonly createdAt: Instant;
  /** Of a bracketed buy. */
  readonly exits: Exits | null;
  /** Of an exit: the buy that it closes. */
  readonly entryId: number | null;
}

/** The terms that may be changed while an order is open; the quantity is the total, including what is filled. */
export interface ChangeableTerms {
  readonly quantity: Quantity;
  readonly limitPrice: Paise;
  readonly stopPrice: Paise;
}

/** A changed order keeps its place in the queue only if nothing but its quantity changes, and to fewer shares. */
export function keepsPlace(before: ChangeableTerms, after: ChangeableTerms): boolean {
  return hasPricesOf(before, after) && after.quantity < before.quantity;
}

export function isUnchanged(before: ChangeableTerms, after: ChangeableTerms): boolean {
  return hasPricesOf(before, after) && after.quantity === before.quantity;
}

export function hasPricesOf(before: ChangeableTerms, { limitPrice, stopPrice }: ChangeableTerms): boolean {
  return limitPrice === before.limitPrice && stopPrice === before.stopPrice;
}

/** The fields that trading uses stand first, close together in memory: it reaches ten thousand open orders in no particular order. */
export class Order extends BookOrder {
  /** Its neighbours among the open orders of its position. */
  declare newer: Order | null;
  declare older: Order | null;
  position!: Position;
  /** The next one at its place in the table of open orders. */
  besideIt: Order | null = null;
  /** What is set aside: paise for a buy, shares for a sell. */
  held = 0;
  status: OrderStatus = 'new';
  endReason: EndReason | null = null;
  /** Meaningless while the order is open. */
  endedAt: Instant = 0;
  orderType: OrderType = 'limit';
  quantity: Quantity = 0;
  chargeTerms!: ChargeTerms;
  product: Product = 'delivery';
  timeInForce: TimeInForce = 'gtc';
  stopPrice: Paise = 0;
  triggeredAt: Instant | null = null;
  /** Set when it rests: its place in time among all resting orders, and the shares that stood before it. */
  priority = 0;
  queuedBehind: Quantity = 0;
  /** What was set aside when it was accepted, or, for an order at the market price, when it was last changed. */
  heldAtFirst = 0;
  exits: Exits | null = null;
  entryId: number | null = null;
  origin: OrderOrigin = 'trader';
  createdAt: Instant = 0;
  /** From here on: zero until something is filled. */
  filledValue: Paise = 0;
  /** The part of `filledValue` in intraday shares: bought by an intraday buy, or sold. */
  intradayValue: Paise = 0;
  brokerage: Paise = 0;
  flatFee: Paise = 0;
  statutory: Paise = 0;
  /** The trader's own money in the filled part of a buy: all of its value, or for an intraday buy the part that was not lent. */
  margin: Paise = 0;

  constructor(terms: OrderTerms, position: Position) {
    super(terms.id, position.trader.id, terms.side, terms.limitPrice, terms.quantity);
    this.begin(terms, position);
  }

  /** Turns this object into a new order. */
  begin(terms: OrderTerms, position: Position): void {
    if (this.filledQuantity !== 0) {
      this.filledValue = 0;
      this.intradayValue = 0;
      this.brokerage = 0;
      this.flatFee = 0;
      this.statutory = 0;
      this.margin = 0;
    }
    this.id = terms.id;
    this.owner = position.trader.id;
    this.side = terms.side;
    this.price = terms.limitPrice;
    this.remaining = terms.quantity;
    this.position = position;
    this.chargeTerms = terms.chargeTerms;
    this.orderType = terms.orderType;
    this.timeInForce = terms.timeInForce;
    this.product = terms.product;
    this.quantity = terms.quantity;
    this.stopPrice = terms.stopPrice;
    this.origin = terms.origin;
    this.createdAt = terms.createdAt;
    this.exits = terms.exits;
    this.entryId = terms.entryId;
    this.status = 'new';
    this.held = 0;
    this.priority = 0;
    this.queuedBehind = 0;
    this.heldAtFirst = 0;
    this.triggeredAt = null;
    this.endReason = null;
    this.endedAt = 0;
  }

  get trader(): Trader {
    return this.position.trader;
  }

  get market(): Market<Order> {
    return this.position.market;
  }

  /** Paise; 0 for an order without a limit. It is the price at which the book knows the order. */
  get limitPrice(): Paise {
    return this.price;
  }

  get isIntradayBuy(): boolean {
    return this.product === 'intraday' && this.side === 'buy';
  }

  /** Rests at its target and waits for its stop at once. */
  get isExit(): boolean {
    return this.orderType === 'bracket';
  }

  /** The exit of an intraday buy: it offers intraday shares, and never others in their place. */
  get isIntradayExit(): boolean {
    return this.isExit && this.origin === 'exit' && this.product === 'intraday';
  }

  get filledQuantity(): Quantity {
    return this.quantity - this.remaining;
  }

  get averagePrice(): Paise {
    return mean(this.filledValue, this.filledQuantity);
  }

  get isOpen(): boolean {
    return this.endReason === null;
  }

  /** A market order, or a stop that has become one: trades at once up to the protection price and never rests. */
  get isMarketable(): boolean {
    return this.limitPrice === 0 || (this.isExit && this.triggeredAt !== null);
  }

  /** What this order will have paid in charges once `value` paise of it are filled, `intraday` paise of that in intraday shares. */
  chargesAt(value: Paise, intraday: Paise): Charges {
    return chargesOn(this.chargeTerms, this.side, value, intraday);
  }

  brokerageAt(value: Paise): Paise {
    return brokerageOn(this.chargeTerms, this.side, value);
  }

  flatFeeAt(value: Paise, brokerage: Paise): Paise {
    return flatFeeOn(this.chargeTerms, this.side, value, brokerage);
  }

  /** `earned`: the brokerage and the flat fee of `value`. */
  statutoryAt(value: Paise, intraday: Paise, earned: Paise): Paise {
    return statutoryOn(this.chargeTerms.statutory, this.side, value, intraday, earned);
  }

  /** How much of a buy of `value` paise is in intraday shares: all or nothing. */
  intradayIn(value: Paise): Paise {
    return this.product === 'intraday' ? value : 0;
  }

  /** The trader's own money in `value` paise of buys: all of it, or the intraday margin. Counted on the sum, as charges are. */
  ownMoneyIn(value: Paise): Paise {
    return this.product === 'intraday' ? oneFifth(value) : value;
  }

  /** Cash that filling `quantity` more shares at `price` would take now, charges included. */
  cashFor(quantity: Quantity, price: Paise): Paise {
    return this.cashForValue(quantity * price);
  }

  /** Cash that filling `more` paise of a buy would take now, charges included. */
  cashForValue(more: Paise): Paise {
    const value = this.filledValue + more;
    const brokerage = this.brokerageAt(value);
    const earned = brokerage + this.flatFeeAt(value, brokerage);
    const charges = earned + this.statutoryAt(value, this.intradayIn(value), earned);
    const paid = this.margin + this.brokerage + this.flatFee + this.statutory;
    return this.ownMoneyIn(value) + charges - paid;
  }
}

/** True for a person's order: simulated traders have numbers below zero. Asked several times a trade, where `instanceof` costs more. */
export function isPersons(order: BookOrder): order is Order {
  return order.owner > 0;
}
