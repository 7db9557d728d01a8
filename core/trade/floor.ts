// The floor of one market: where orders arrive, trade, rest, wait for their trigger, and end.
import { crosses } from '../market/book.ts';
import { opposite, protectionPrice } from '../market/instrument.ts';
import type { BookOrder } from '../market/level.ts';
import type { Market } from '../market/market.ts';
import { fillable, match } from '../market/match.ts';
import type { Matcher } from '../market/match.ts';
import { addTrade } from '../market/quote.ts';
import type { Paise, Quantity } from '../money.ts';
import { cashToHold, mostPayable } from './cash-to-hold.ts';
import { trimExits } from './intraday.ts';
import { isPersons, keepsPlace } from './order.ts';
import type { LostExit, Trade } from './listener.ts';
import type { ChangeableTerms, EndReason, Order, OrderStatus } from './order.ts';
import { Execution } from './settle.ts';
import type { Venue } from './venue.ts';

/** What listeners hear of an execution: one object, overwritten for each. */
type ToldTrade = { -readonly [Field in keyof Trade]: Trade[Field] };

export class Floor implements Matcher {
  declare readonly market: Market<Order>;
  readonly #venue: Venue;
  /** Accepted while the venue is closed, in order. */
  readonly #queued = new Set<Order>();
  readonly #execution = new Execution();
  readonly #told: ToldTrade;

  constructor(market: Market<Order>, venue: Venue) {
    this.market = market;
    this.#venue = venue;
    this.#told = { market, price: 0, quantity: 0, takerSide: 'buy', at: 0 };
  }

  /** Takes in a checked order: sets aside what it may need; then it waits for its trigger, queues for the opening, or trades. */
  accept(order: Order): void {
    order.held = order.side === 'buy' ? cashToHold(order, this.#venue.ledger) : order.quantity;
    order.heldAtFirst = order.held;
    this.#venue.register(order);
    this.#venue.listener.accepted(order);
    if (order.stopPrice > 0 && !order.isExit) this.#waitForTrigger(order);
    else if (this.#venue.isOpen) this.#execute(order);
    else this.#queued.add(order);
    this.fireStops();
  }

  /** Puts a stored open order, registered with the venue, back where it was. Resting orders must come in order of priority. */
  restore(order: Order): void {
    if (order.status === 'stop-pending') this.market.stops.add(order);
    else if (order.priority > 0) this.#putInBook(order);
    else this.#queued.add(order);
  }

  /** Removes an open order, wherever it waits, and ends it. */
  withdraw(order: Order, reason: EndReason): void {
    if (order.level !== null) this.market.book.remove(order);
    else if (order.status === 'stop-pending') this.market.stops.remove(order);
    this.#end(order, reason);
  }

  /**
   * Gives an open order new terms, and a hold for them. Unless it keeps its place in the book, it counts as new there. Those that wait for
   * the opening do so by their numbers, whatever is changed: also one that has left the book for it.
   */
  modify(order: Order, after: ChangeableTerms): void {
    const { book, stops } = this.market;
    const { quantity, limitPrice, stopPrice } = after;
    const isInBook = order.level !== null;
    const isPending = order.status === 'stop-pending';
    const before = { quantity: order.quantity, limitPrice: order.limitPrice, stopPrice: order.stopPrice };
    const isPlaceKept = keepsPlace(before, after);
    this.#venue.unreserve(order);
    if (order.isExit) stops.remove(order);
    if (isInBook && isPlaceKept) book.reduce(order, order.quantity - quantity);
    else {
      if (isInBook) book.remove(order);
      if (isPending) stops.remove(order);
      order.remaining += quantity - order.quantity;
    }
    order.quantity = quantity;
    order.price = limitPrice;
    order.stopPrice = stopPrice;
    order.held = order.side === 'buy' ? cashToHold(order, this.#venue.ledger) : order.remaining;
    // What an order with a limit holds follows from its terms. At the market price it does not, so the story of the order needs the sum.
    if (order.isMarketable) order.heldAtFirst = order.held;
    this.#venue.reserve(order);
    this.#venue.listener.modified(order, before);
    if (isPending) stops.add(order);
    else if (isInBook && !isPlaceKept) this.#comeAgain(order);
    else if (isInBook && order.isExit) stops.add(order);
  }

  /** Takes quotes of simulated traders out of the book. */
  dropCrowd(isMeant: (order: BookOrder) => boolean): void {
    const { book } = this.market;
    for (const order of [...book.orders('buy'), ...book.orders('sell')])
      if (!isPersons(order) && isMeant(order)) book.remove(order);
  }

  /** Drops the exits that are due here; returns those whose buyers still hold shares. */
  dropExits(): LostExit[] {
    const lost: LostExit[] = [];
    for (const due of [...this.#venue.exitsDue.values()].sort((a, b) => a.entryId - b.entryId)) {
      if (due.market !== this.market) continue;
      this.#venue.dropExit(due);
      const { entryId, trader } = due;
      if (trader.position(this.market).quantity > 0) lost.push({ account: trader.id, entryId });
    }
    return lost;
  }

  /** This instrument is halted, or all of them are. */
  get isHalted(): boolean {
    return this.#venue.isHalted || this.market.instrument.isHalted;
  }

  /** True while orders may trade here: the venue is open and nothing is halted. */
  get isTrading(): boolean {
    return this.#venue.isOpen && !this.isHalted;
  }

  /** If nothing stops trading here any more, what was queued trades in the order it was accepted. */
  resume(): void {
    if (!this.isTrading) return;
    const waiting = this.queuedOrders();
    this.#queued.clear();
    for (const order of waiting) if (order.isOpen) this.#execute(order);
    this.fireStops();
  }

  /** Stops that the last price has reached fire in sequence; what they trade may fire others. */
  fireStops(): void {
    const { stops, quote } = this.market;
    if (stops.isEmpty || !this.isTrading) return;
    for (let fired = stops.fire(quote.last); fired.length > 0; fired = stops.fire(quote.last)) {
      for (const order of fired) if (!order.isExit) order.status = 'new';
      for (const order of fired) this.#trigger(order);
    }
  }

  /** Part of `match`: one execution. */
  filled(taker: BookOrder, maker: BookOrder, price: Paise, quantity: Quantity): void {
    this.#fill(taker, maker, price, quantity);
    const seller = taker.side === 'sell' ? taker : maker;
    if (isPersons(seller) && seller.position.intradayExits > 0) trimExits(this, seller.position);
  }

  /** Part of `match`: of two orders of one person, the resting one ends. */
  selfTradePrevented(maker: BookOrder): void {
    if (isPersons(maker)) this.#end(maker, 'self-trade');
  }

  /** Part of `match` and of the auction: all of `quantity`, except for a market buy, which takes only what its held cash pays for. */
  payable(order: BookOrder, price: Paise, quantity: Quantity): Quantity {
    if (!isPersons(order) || order.side === 'sell' || !order.isMarketable) return quantity;
    return affordable(order, price, quantity);
  }

  /** What waits for trading to open, in the order in which it was accepted. */
  queuedOrders(): Order[] {
    return [...this.#queued].sort((a, b) => a.id - b.id);
  }

  /** Part of the auction: one execution of two orders wherever they wait. The taker is a person's, from the queue. */
  deal(taker: BookOrder, maker: BookOrder, price: Paise, quantity: Quantity): void {
    for (const order of [taker, maker]) {
      if (order.level === null) order.remaining -= quantity;
      else this.market.book.reduce(order, quantity);
    }
    this.#fill(taker, maker, price, quantity);
    if (taker.remaining === 0 && isPersons(taker)) this.#end(taker, 'filled');
  }

  /** Part of the auction: a queued market order is a limit order from now on, for the day at least. */
  giveLimit(order: Order, price: Paise): void {
    const { quantity, limitPrice, stopPrice } = order;
    this.#venue.unreserve(order);
    order.orderType = 'limit';
    if (order.timeInForce === 'ioc') order.timeInForce = 'day';
    order.price = price;
    order.held = order.side === 'buy' ? order.cashFor(order.remaining, price) : order.remaining;
    this.#venue.reserve(order);
    this.#venue.listener.modified(order, { quantity, limitPrice, stopPrice });
  }

  /** Puts the rest of an order into the book, behind everybody who waits there. */
  rest(order: Order): void {
    if (this.#queued.size > 0) this.#queued.delete(order);
    this.#venue.lastPriority++;
    order.priority = this.#venue.lastPriority;
    this.#putInBook(order);
    order.queuedBehind = order.level!.quantity - order.remaining;
    this.#venue.listener.rested(order);
  }

  /** One execution. Between two simulated traders it only makes a price; if a person takes part, it settles. */
  #fill(taker: BookOrder, maker: BookOrder, price: Paise, quantity: Quantity): void {
    const { market } = this;
    const { at, listener } = this.#venue;
    addTrade(market.quote, price, quantity, at);
    const told = this.#told;
    told.price = price;
    told.quantity = quantity;
    told.takerSide = taker.side;
    told.at = at;
    listener.traded(told);
    const takerOrder = isPersons(taker) ? taker : null;
    const makerOrder = isPersons(maker) ? maker : null;
    if (takerOrder !== null) market.peopleFlow += taker.side === 'buy' ? quantity : -quantity;
    if (takerOrder !== null || makerOrder !== null)
      this.#settle(takerOrder, makerOrder, taker.side === 'buy', price, quantity);
  }

  #settle(taker: Order | null, maker: Order | null, isTakerBuyer: boolean, price: Paise, quantity: Quantity): void {
    const venue = this.#venue;
    venue.lastTradeId++;
    if (taker !== null) taker.status = statusAfterFill(taker);
    if (maker !== null) maker.status = statusAfterFill(maker);
    const buyer = isTakerBuyer ? taker : maker;
    const seller = isTakerBuyer ? maker : taker;
    const execution = this.#execution;
    execution.tradeId = venue.lastTradeId;
    execution.buyer = buyer;
    execution.seller = seller;
    execution.isBuyerMaker = !isTakerBuyer;
    execution.price = price;
    execution.quantity = quantity;
    execution.at = venue.at;
    venue.settlement.settle(execution, this.market.instrument);
    if (buyer !== null) {
      venue.noteIntraday(buyer.position);
      if (buyer.exits !== null) venue.noteExit(buyer, quantity);
    }
    if (seller !== null) venue.noteIntraday(seller.position);
    if (maker !== null && maker.remaining === 0) this.#end(maker, 'filled');
  }

  /** An order that has left the book trades, rests again, or waits for the market to open. */
  #comeAgain(order: Order): void {
    order.priority = 0;
    order.queuedBehind = 0;
    if (this.#venue.isOpen) this.#execute(order);
    else this.#queued.add(order);
    this.fireStops();
  }

  #waitForTrigger(order: Order): void {
    order.status = 'stop-pending';
    this.market.stops.add(order);
  }

  #trigger(order: Order): void {
    if (!order.isOpen) return;
    if (order.level !== null) this.market.book.remove(order);
    this.#markTriggered(order);
    this.#execute(order);
  }

  #markTriggered(order: Order): void {
    order.triggeredAt = this.#venue.at;
    this.#venue.listener.triggered(order);
  }

  /** Trades what can be traded now; what is left rests or ends, as the order's type and validity say. */
  #execute(order: Order): void {
    const { book, instrument, quote } = this.market;
    if (order.isExit && order.triggeredAt === null && quote.last <= order.stopPrice) this.#markTriggered(order);
    const limit = order.isMarketable ? protectionPrice(instrument, order.side, quote.last) : order.price;
    if (order.timeInForce === 'fok' && !this.#canFillWhole(order, limit)) {
      this.#end(order, 'not-whole');
      return;
    }
    match(book, order, limit, this);
    if (order.remaining === 0) this.#end(order, 'filled');
    else if (order.isMarketable) this.#end(order, this.#whyMarketOrderStopped(order, limit));
    else if (order.timeInForce === 'ioc' || order.timeInForce === 'fok') this.#end(order, 'not-immediate');
    else this.rest(order);
  }

  /** Whether the book has enough at `limit` or better, and a buy whose price is not known in advance has set aside enough cash for it. */
  #canFillWhole(order: Order, limit: Paise): boolean {
    const { quantity, value } = fillable(this.market.book, order, limit, order.remaining);
    if (quantity < order.remaining) return false;
    return order.side === 'sell' || !order.isMarketable || order.cashForValue(value) <= order.held;
  }

  #whyMarketOrderStopped(order: Order, limit: Paise): EndReason {
    const price = this.market.book.best(opposite(order.side));
    const isSomebodyLeft = price > 0 && crosses(order.side, limit, price);
    return isSomebodyLeft ? 'cash-exhausted' : 'no-liquidity';
  }

  #putInBook(order: Order): void {
    this.market.book.add(order);
    if (order.isExit) this.market.stops.add(order);
  }

  #end(order: Order, reason: EndReason): void {
    if (order.isExit) this.market.stops.remove(order);
    if (this.#queued.size > 0) this.#queued.delete(order);
    order.status = statusAtEnd(reason);
    order.endReason = reason;
    order.endedAt = this.#venue.at;
    this.#venue.unregister(order);
    this.#venue.listener.ended(order);
    this.#venue.pool.ended(order);
  }
}

/** How many of `quantity` shares at `price` the cash set aside for a buy pays for, charges included. */
function affordable(order: Order, price: Paise, quantity: Quantity): Quantity {
  // Usually all of them: so this is tried first, without creating a closure.
  if (order.cashFor(quantity, price) <= order.held) return quantity;
  return mostPayable(quantity, (shares) => order.cashFor(shares, price) <= order.held);
}

function statusAfterFill(order: Order): OrderStatus {
  return order.remaining === 0 ? 'filled' : 'partially-filled';
}

function statusAtEnd(reason: EndReason): OrderStatus {
  if (reason === 'filled') return 'filled';
  return reason === 'day-ended' ? 'expired' : 'canceled';
}
