// The exchange engine: (state, command) -> events. Deterministic; composes ledger, books, checks, matching and settlement.
import { closeAccount, deposit, openAccount, setBlocked } from './accounts.ts';
import type { Command, ModifyOrder, NewInstrument, PlaceOrder, SquareOff, Stamp } from './command.ts';
import type { Desk } from './market/traders/desk.ts';
import { arePossibleTerms, toTick } from './market/instrument.ts';
import type { Quote } from './market/quote.ts';
import { Market } from './market/market.ts';
import { closeMarket, endHalt, haltMarket, holdAuctions, openMarket, startDay } from './market-day.ts';
import { assertNever } from './assert.ts';
import type { Instant } from './money.ts';
import { expireReward, grantReward } from './rewards/granting.ts';
import { checkFields, checkOrder, MAX_PRICE } from './trade/check-order.ts';
import { CrowdDesk } from './trade/crowd-desk.ts';
import { checkNewExits, onTick } from './trade/exits.ts';
import type { Floor } from './trade/floor.ts';
import { Floors } from './trade/floors.ts';
import type { Listener } from './trade/listener.ts';
import { freeIntraday } from './trade/intraday.ts';
import { modifyOrder } from './trade/modify.ts';
import type { Order, OrderTerms } from './trade/order.ts';
import { isMarginSpent } from './trade/position.ts';
import type { Position } from './trade/position.ts';
import type { Refusal } from './trade/refusal.ts';
import { changeTerms } from './trade/change-terms.ts';
import type { TermsChange } from './trade/change-terms.ts';
import type { Trader } from './trade/trader.ts';
import { Venue } from './trade/venue.ts';

/** `order` is the one that the command placed, changed or canceled; null for all other commands. */
export type Outcome =
  | { readonly isAccepted: true; readonly order: Order | null }
  | { readonly isAccepted: false; readonly refusal: Refusal };

const DONE: Outcome = { isAccepted: true, order: null };

function refuse(refusal: Refusal): Outcome {
  return { isAccepted: false, refusal };
}

function outcomeOf(refusal: Refusal | null): Outcome {
  return refusal === null ? DONE : refuse(refusal);
}

/** The part of an order that its trader decides, or the exchange where it sells for a trader. */
type Asked = Pick<OrderTerms, 'side' | 'orderType' | 'timeInForce' | 'product' | 'quantity' | 'stopPrice'>;

/** The part that the exchange adds: whose order it is and where, and prices that lie on the tick. */
interface Given extends Pick<OrderTerms, 'limitPrice' | 'exits' | 'entryId' | 'origin'> {
  readonly trader: Trader;
  readonly floor: Floor;
}

/** The whole state of one venue, and the only way to change it. It keeps no clock: every command and turn brings its time. */
export class Engine {
  declare readonly venue: Venue;
  readonly #floors: Floors;

  /** `listener` hears of every change while it is being decided, and must not call back. */
  constructor(listener: Listener) {
    this.venue = new Venue(listener);
    this.#floors = new Floors(this.venue);
  }

  /** Decides one command at the time of its stamp. A refusal leaves everything as it was. @throws only for a mistake in the program. */
  apply(command: Command, stamp: Stamp): Outcome {
    const { venue } = this;
    const floors = this.#floors;
    venue.at = stamp.at;
    switch (command.kind) {
      case 'place-order':
        return this.#placeOrder(command, stamp);
      case 'cancel-order':
        return this.#cancelOrder(command.account, command.orderId);
      case 'modify-order':
        return this.#modifyOrder(command);
      case 'open-account':
        openAccount(venue, command.account);
        return DONE;
      case 'set-blocked':
        return outcomeOf(setBlocked(venue, floors, command.account, command.isBlocked));
      case 'close-account':
        return outcomeOf(closeAccount(venue, floors, command.account));
      case 'deposit':
        return outcomeOf(deposit(venue, command.account, command.amount, command.paymentId));
      case 'grant-reward':
        return outcomeOf(grantReward(venue, command));
      case 'expire-reward':
        return outcomeOf(expireReward(venue, command.account));
      case 'place-exit':
        return this.#placeExit(command.entryId, stamp);
      case 'square-off':
        return this.#squareOff(command, stamp);
      case 'list-instrument':
        return this.#listInstrument(command.instrument, command.quote);
      case 'set-terms':
        return this.#setTerms(command.symbol, command);
      case 'set-halted':
        return this.#setHalted(command.symbol, command.isHalted);
      case 'set-limits':
        venue.limits = command.limits;
        return this.#venueChanged();
      case 'set-fees':
        venue.fees = command.fees;
        return this.#venueChanged();
      case 'open-market':
        openMarket(venue, floors);
        return DONE;
      case 'close-market':
        closeMarket(venue, floors);
        return DONE;
      case 'hold-auction':
        holdAuctions(venue, floors);
        return DONE;
      case 'halt-market':
        haltMarket(venue, floors, command.isHalted);
        return DONE;
      case 'start-day':
        startDay(venue, floors, command);
        return DONE;
      default:
        return assertNever(command);
    }
  }

  /**
   * Allows the objects of ended orders to be reused for new ones. Call it between commands, when nobody keeps such an object:
   * once a batch has been copied into rows. Without it memory grows, but nothing else happens.
   */
  reuseOrders(): void {
    this.venue.pool.reuse();
  }

  /** Adds a market, new or restored. Instruments are numbered from 1 in the order they were listed. */
  addMarket(market: Market<Order>): void {
    this.#floors.add(market);
  }

  /** Undefined for a symbol that is not listed. */
  market(symbol: string): Market<Order> | undefined {
    return this.#floors.get(symbol)?.market;
  }

  /** All markets, in the order in which their stocks were listed. */
  *markets(): Generator<Market<Order>> {
    for (const floor of this.#floors.values()) yield floor.market;
  }

  /** Undefined for a symbol that is not listed. */
  floor(symbol: string): Floor | undefined {
    return this.#floors.get(symbol);
  }

  /** The simulated traders' access to one market. What they do there happens at `at`. @throws for a symbol that is not listed. */
  desk(symbol: string, at: Instant): Desk {
    const floor = this.#floors.get(symbol);
    if (floor === undefined) throw new Error(`no market for ${symbol}`);
    this.venue.at = at;
    return new CrowdDesk(floor);
  }

  /** Intraday positions that have lost so much that they must be closed now. */
  positionsOnLoss(): Position[] {
    return [...this.venue.intraday].filter((position) => isMarginSpent(position));
  }

  /** `quote` is the day so far, for an instrument that already traded before it was listed here. */
  #listInstrument(terms: NewInstrument, quote: Quote | undefined): Outcome {
    if (this.#floors.get(terms.symbol) !== undefined) return DONE;
    if (!arePossibleTerms(terms) || terms.previousClose > MAX_PRICE) return refuse({ reason: 'invalid-terms' });
    const id = this.#floors.size + 1;
    const market = new Market<Order>({ ...terms, id, isHalted: false }, this.venue.at);
    Object.assign(market.quote, quote);
    this.addMarket(market);
    const { ledger, listener } = this.venue;
    listener.instrumentChanged(market);
    ledger.transfer(ledger.open('issue', id), ledger.open('crowd', id), terms.sharesIssued, 'issue', id);
    return DONE;
  }

  #setHalted(symbol: string, isHalted: boolean): Outcome {
    const floor = this.#floors.get(symbol);
    if (floor === undefined) return refuse({ reason: 'unknown-instrument' });
    floor.market.instrument.isHalted = isHalted;
    this.venue.listener.instrumentChanged(floor.market);
    endHalt(floor);
    return DONE;
  }

  #setTerms(symbol: string, terms: TermsChange): Outcome {
    const floor = this.#floors.get(symbol);
    if (floor === undefined) return refuse({ reason: 'unknown-instrument' });
    return outcomeOf(changeTerms(this.venue, floor, terms));
  }

  /** The first look at a new order, by its fields alone; `checkOrder` and `checkNewExits` follow. Changes nothing. */
  readOrder(command: PlaceOrder): Given | Refusal {
    const impossible = checkFields(command, this.venue.limits);
    if (impossible !== null) return impossible;
    const trader = this.venue.traders.get(command.account);
    if (trader === undefined) return { reason: 'unknown-account' };
    const floor = this.#floors.get(command.symbol);
    if (floor === undefined) return { reason: 'unknown-instrument' };
    const limitPrice = toTick(floor.market.instrument, command.side, command.limitPrice);
    if (command.limitPrice > 0 && limitPrice === 0) return { reason: 'invalid-price' };
    const exits = onTick(command.exits, floor.market);
    return { trader, floor, limitPrice, exits, entryId: null, origin: 'trader' };
  }

  #placeOrder(command: PlaceOrder, stamp: Stamp): Outcome {
    const given = this.readOrder(command);
    if ('reason' in given) return refuse(given);
    const order = this.#newOrder(command, given, stamp);
    const refusal = checkOrder(order, this.venue, stamp.at) ?? checkNewExits(order);
    if (refusal !== null) {
      this.venue.pool.ended(order);
      return refuse(refusal);
    }
    given.floor.accept(order);
    return { isAccepted: true, order };
  }

  #newOrder(asked: Asked, given: Given, stamp: Stamp): Order {
    const { venue } = this;
    const terms = {
      id: stamp.sequence,
      side: asked.side,
      orderType: asked.orderType,
      timeInForce: asked.timeInForce,
      product: asked.product,
      quantity: asked.quantity,
      limitPrice: given.limitPrice,
      stopPrice: asked.stopPrice,
      origin: given.origin,
      chargeTerms: venue.termsFor(asked.quantity, stamp.at),
      createdAt: stamp.at,
      exits: given.exits,
      entryId: given.entryId,
    };
    return venue.pool.make(terms, given.trader.position(given.floor.market));
  }

  #cancelOrder(account: number | null, orderId: number): Outcome {
    const order = this.venue.orders.get(orderId);
    // Another trader's order is answered like one that never existed.
    if (order === undefined || (account !== null && order.owner !== account))
      return refuse({ reason: 'unknown-order' });
    this.#floors.of(order).withdraw(order, account === null ? 'canceled-by-admin' : 'canceled-by-trader');
    return { isAccepted: true, order };
  }

  #modifyOrder({ account, orderId, quantity, limitPrice, stopPrice }: ModifyOrder): Outcome {
    const order = this.venue.orders.get(orderId);
    if (order === undefined || order.owner !== account) return refuse({ reason: 'unknown-order' });
    const refusal = modifyOrder(this.venue, this.#floors.of(order), order, { quantity, limitPrice, stopPrice });
    return refusal === null ? { isAccepted: true, order } : refuse(refusal);
  }

  /** One sale with target and stop for what the buy has bought; for fewer shares if some have been sold meanwhile. */
  #placeExit(entryId: number, stamp: Stamp): Outcome {
    const due = this.venue.exitsDue.get(entryId);
    if (due === undefined) return refuse({ reason: 'unknown-order' });
    const { trader, market, product, exits } = due;
    const { symbol } = market.instrument;
    const floor = this.#floors.get(symbol)!;
    if (floor.isHalted) return refuse({ reason: 'trading-halted', symbol });
    const position = trader.position(market);
    const free = this.venue.ledger.available(position.shares);
    // No other shares are sold in place of intraday shares that have been sold meanwhile.
    const left = product === 'intraday' ? Math.min(free, position.unofferedIntraday()) : free;
    const quantity = trader.isBlocked ? 0 : Math.min(due.quantity, left);
    // The tick may have been changed since the buy was placed.
    const limitPrice = toTick(market.instrument, 'sell', exits.target);
    this.venue.dropExit(due);
    if (quantity <= 0) return DONE;
    // Also for intraday shares: when their position ends, `trimExits` or the square-off ends the exit.
    const timeInForce = 'gtc';
    const sale = { side: 'sell', orderType: 'bracket', timeInForce, product, quantity, stopPrice: exits.stop } as const;
    const order = this.#newOrder(sale, { trader, floor, limitPrice, exits: null, entryId, origin: 'exit' }, stamp);
    floor.accept(order);
    return { isAccepted: true, order };
  }

  /**
   * Sells the intraday part at market. Open orders that hold these shares, or would add to them, end first. While nothing trades, only
   * orders that would add to them end, and the command has to be repeated later.
   */
  #squareOff({ account, symbol, cause, boughtBefore = Infinity }: SquareOff, stamp: Stamp): Outcome {
    const trader = this.venue.traders.get(account);
    const floor = this.#floors.get(symbol);
    if (trader === undefined) return refuse({ reason: 'unknown-account' });
    if (floor === undefined) return refuse({ reason: 'unknown-instrument' });
    const position = trader.position(floor.market);
    const quantity = position.intradayBefore(boughtBefore);
    freeIntraday(this.venue, floor, position, boughtBefore);
    if (quantity === 0 || !floor.isTrading) return DONE;
    const sale = {
      side: 'sell',
      orderType: 'market',
      timeInForce: 'ioc',
      product: 'intraday',
      quantity,
      stopPrice: 0,
    } as const;
    const origin = cause === 'loss' ? 'square-off-on-loss' : 'square-off-at-day-end';
    const order = this.#newOrder(sale, { trader, floor, limitPrice: 0, exits: null, entryId: null, origin }, stamp);
    floor.accept(order);
    return { isAccepted: true, order };
  }

  #venueChanged(): Outcome {
    this.venue.listener.venueChanged();
    return DONE;
  }
}
