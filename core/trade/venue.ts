// What all markets of a venue share: the ledger, the traders, open orders, settings and counters.
import { Ledger, NO_ACCOUNT } from '../ledger/ledger.ts';
import type { Instant, Quantity } from '../money.ts';
import { chargeTerms, commissionRateOf, statutoryRatesOf } from './charges.ts';
import type { ChargeTerms } from './charges.ts';
import type { ExitDue } from './exits.ts';
import type { Listener } from './listener.ts';
import { OpenOrders } from './open-orders.ts';
import { OrderPool } from './order-pool.ts';
import type { Order } from './order.ts';
import type { Position } from './position.ts';
import { Settlement } from './settle.ts';
import { DEFAULT_FEES, DEFAULT_LIMITS } from './settings.ts';
import type { FeeSchedule, TradingLimits } from './settings.ts';
import { Traders } from './traders.ts';

export class Venue {
  declare readonly listener: Listener;
  declare readonly ledger: Ledger;
  declare readonly settlement: Settlement;
  readonly traders = new Traders();
  /** Open orders by id. */
  readonly orders = new OpenOrders();
  readonly pool = new OrderPool();
  /** Positions with intraday shares, to be squared off. */
  readonly intraday = new Set<Position>();
  /** Open orders for more of them, which end with the day. */
  readonly intradayBuys = new Set<Order>();
  /** Shares whose exit is due, by the buy that brought them. */
  readonly exitsDue = new Map<number, ExitDue>();
  limits: TradingLimits = DEFAULT_LIMITS;
  fees: FeeSchedule = DEFAULT_FEES;
  /** While closed, orders are accepted and queued. */
  isOpen = true;
  /** Stopped by an administrator, in all instruments at once: no orders, no trades. */
  isHalted = false;
  /** The market's day, counted in days since 1970. */
  day = 0;
  /** The last day whose opening auction was held. */
  auctionDay = -1;
  /** The time of the command being decided. */
  at: Instant = 0;
  lastTradeId = 0;
  #terms: ChargeTerms = chargeTerms(DEFAULT_FEES, 1, 0);
  /** Counts orders as they come to rest: their place in time. */
  lastPriority = 0;

  constructor(listener: Listener) {
    this.listener = listener;
    this.ledger = new Ledger(listener);
    this.settlement = new Settlement(this.ledger, listener);
  }

  /** The charge terms of an order placed at `at`; orders on the same terms share one object. */
  termsFor(quantity: Quantity, at: Instant): ChargeTerms {
    const commissionRate = commissionRateOf(this.fees, quantity, at);
    const { flatFee } = this.fees;
    const statutory = statutoryRatesOf(this.fees, at);
    const last = this.#terms;
    const isSame = commissionRate === last.commissionRate && flatFee === last.flatFee && statutory === last.statutory;
    if (isSame) return last;
    this.#terms = { commissionRate, flatFee, statutory };
    return this.#terms;
  }

  /** Sets aside what an open order holds, and counts what it may still bring or take. */
  reserve(order: Order): void {
    const { position } = order;
    this.ledger.hold(order.side === 'buy' ? position.cash : position.shares, order.held);
    if (order.side === 'buy') position.openBuyQuantity += order.remaining;
    else position.openSellQuantity += order.remaining;
  }

  /** The reverse of `reserve`. */
  unreserve(order: Order): void {
    const { position } = order;
    this.ledger.release(order.side === 'buy' ? position.cash : position.shares, order.held);
    if (order.side === 'buy') position.openBuyQuantity -= order.remaining;
    else position.openSellQuantity -= order.remaining;
  }

  /** Takes an accepted or restored order into the books of the venue and sets aside what it holds. */
  register(order: Order): void {
    const { position } = order;
    if (position.shares === NO_ACCOUNT) position.shares = this.ledger.open(order.owner, order.market.instrument.id);
    this.reserve(order);
    this.orders.add(order);
    if (order.isIntradayBuy) this.intradayBuys.add(order);
    position.orderOpened(order);
  }

  /** The reverse of `register`, when an order has ended: frees whatever is still held. */
  unregister(order: Order): void {
    this.unreserve(order);
    order.held = 0;
    this.orders.remove(order);
    if (order.isIntradayBuy) this.intradayBuys.delete(order);
    order.position.orderEnded(order);
  }

  /** A bracketed buy has brought shares: they wait for their exit. */
  noteExit({ id: entryId, trader, market, product, exits }: Order, quantity: Quantity): void {
    const due = this.exitsDue.get(entryId) ?? { entryId, trader, market, product, exits: exits!, quantity: 0 };
    due.quantity += quantity;
    this.exitsDue.set(entryId, due);
    this.listener.exitDue(due);
  }

  /** These shares have got their exit, or will have none. */
  dropExit(due: ExitDue): void {
    this.exitsDue.delete(due.entryId);
    due.quantity = 0;
    this.listener.exitDue(due);
  }

  /** Keeps `intraday` up to date after a fill. */
  noteIntraday(position: Position): void {
    if (position.intradayQuantity > 0) this.intraday.add(position);
    else if (this.intraday.size > 0) this.intraday.delete(position);
  }
}
