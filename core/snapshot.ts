// The whole state of an engine as plain data: what a store keeps, what a restart reads, what a test compares.
import { Engine } from './engine.ts';
import { RUPEES } from './ledger/ledger.ts';
import type { Account } from './ledger/ledger.ts';
import type { Instrument } from './market/instrument.ts';
import { Market } from './market/market.ts';
import type { Quote } from './market/quote.ts';
import type { Instant, Paise, Quantity } from './money.ts';
import { Order } from './trade/order.ts';
import type { EndReason, Exits, OrderStatus, OrderTerms } from './trade/order.ts';
import type { ExitDue } from './trade/exits.ts';
import type { Listener } from './trade/listener.ts';
import type { Lot, Product } from './trade/lots.ts';
import type { Position } from './trade/position.ts';
import type { Bonus } from './trade/bonus.ts';
import type { RollingEntry } from './trade/rolling-sum.ts';
import type { FeeSchedule, TradingLimits } from './trade/settings.ts';
import { Trader } from './trade/trader.ts';
import type { Venue } from './trade/venue.ts';

/** An order as plain data; every field of `Order` that outlives the process. */
export interface OrderRecord extends OrderTerms {
  readonly account: number;
  readonly symbol: string;
  readonly remaining: Quantity;
  readonly status: OrderStatus;
  readonly endReason: EndReason | null;
  readonly endedAt: Instant | null;
  readonly triggeredAt: Instant | null;
  readonly priority: number;
  readonly queuedBehind: Quantity;
  readonly held: number;
  readonly heldAtFirst: number;
  readonly filledValue: Paise;
  readonly intradayValue: Paise;
  readonly brokerage: Paise;
  readonly flatFee: Paise;
  readonly statutory: Paise;
  readonly margin: Paise;
}

export interface PositionRecord {
  readonly account: number;
  readonly symbol: string;
  readonly lots: readonly Lot[];
  /** Fills that may count against the trading limits. */
  readonly bought: readonly RollingEntry[];
  readonly sold: readonly RollingEntry[];
}

export interface InstrumentRecord {
  readonly instrument: Instrument;
  readonly quote: Quote;
}

export interface VenueRecord {
  readonly limits: TradingLimits;
  readonly fees: FeeSchedule;
  readonly isOpen: boolean;
  readonly isHalted: boolean;
  readonly day: number;
  /** The last day whose opening auction was held; -1 before the first one. */
  readonly auctionDay: number;
}

export interface TraderRecord {
  readonly account: number;
  readonly isBlocked: boolean;
  readonly bonus: Bonus | null;
}

export interface Snapshot {
  readonly venue: VenueRecord;
  /** In order of id from 0. */
  readonly accounts: readonly { readonly account: Account; readonly balance: number }[];
  readonly lastTransferId: number;
  readonly lastTradeId: number;
  readonly lastPriority: number;
  /** In order of id from 1. */
  readonly instruments: readonly InstrumentRecord[];
  readonly traders: readonly TraderRecord[];
  readonly positions: readonly PositionRecord[];
  /** Open orders in order of id. */
  readonly orders: readonly OrderRecord[];
  /** Shares without their exit, in order of the buys that brought them. */
  readonly exitsDue: readonly ExitDueRecord[];
}

export interface ExitDueRecord {
  readonly entryId: number;
  readonly account: number;
  readonly symbol: string;
  readonly product: Product;
  readonly exits: Exits;
  readonly quantity: Quantity;
}

export function exitDueRecord({ entryId, trader, market, product, exits, quantity }: ExitDue): ExitDueRecord {
  return { entryId, account: trader.id, symbol: market.instrument.symbol, product, exits, quantity };
}

/** Written out field by field: this runs twice for every order, and spreading parts together takes ten times as long. */
export function recordOf(order: Order): OrderRecord {
  return {
    id: order.id,
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    product: order.product,
    origin: order.origin,
    quantity: order.quantity,
    limitPrice: order.limitPrice,
    stopPrice: order.stopPrice,
    chargeTerms: order.chargeTerms,
    createdAt: order.createdAt,
    exits: order.exits,
    entryId: order.entryId,
    account: order.trader.id,
    symbol: order.market.instrument.symbol,
    remaining: order.remaining,
    status: order.status,
    endReason: order.endReason,
    endedAt: order.isOpen ? null : order.endedAt,
    triggeredAt: order.triggeredAt,
    priority: order.priority,
    queuedBehind: order.queuedBehind,
    held: order.held,
    heldAtFirst: order.heldAtFirst,
    filledValue: order.filledValue,
    intradayValue: order.intradayValue,
    brokerage: order.brokerage,
    flatFee: order.flatFee,
    statutory: order.statutory,
    margin: order.margin,
  };
}

export function venueRecord({ limits, fees, isOpen, isHalted, day, auctionDay }: Venue): VenueRecord {
  return { limits, fees, isOpen, isHalted, day, auctionDay };
}

export function traderRecord({ id, isBlocked, bonus }: Trader): TraderRecord {
  return { account: id, isBlocked, bonus };
}

/** The current state of an engine, in an order that depends on nothing but the state. */
export function takeSnapshot(engine: Engine): Snapshot {
  const { venue } = engine;
  const { ledger, lastTradeId, lastPriority } = venue;
  return {
    venue: venueRecord(venue),
    accounts: ledger.accounts().map((account) => ({ account, balance: ledger.balance(account.id) })),
    lastTransferId: ledger.lastTransferId,
    lastTradeId,
    lastPriority,
    instruments: [...engine.markets()].map(({ instrument, quote }) => ({
      instrument: { ...instrument },
      quote: { ...quote },
    })),
    traders: venue.traders.values().map((trader) => traderRecord(trader)),
    positions: positionsOf(venue),
    orders: venue.orders.values().map((order) => recordOf(order)),
    exitsDue: [...venue.exitsDue.values()].map((due) => exitDueRecord(due)).sort((a, b) => a.entryId - b.entryId),
  };
}

function positionsOf(venue: Venue): PositionRecord[] {
  const records: PositionRecord[] = [];
  for (const trader of venue.traders.values()) {
    for (const position of [...trader.positions.values()].sort(
      (a, b) => a.market.instrument.id - b.market.instrument.id,
    )) {
      const { symbol } = position.market.instrument;
      const { lots } = position;
      const bought = position.bought.entries(venue.at);
      const sold = position.sold.entries(venue.at);
      if (lots.length + bought.length + sold.length > 0)
        records.push({ account: trader.id, symbol, lots, bought, sold });
    }
  }
  return records;
}

/** An engine in the state of `snapshot`. Only people's orders come back; the simulated traders quote afresh. */
export function restoreEngine(snapshot: Snapshot, listener: Listener): Engine {
  const engine = new Engine(listener);
  const { venue } = engine;
  Object.assign(venue, snapshot.venue);
  venue.ledger.restore(snapshot.accounts, snapshot.lastTransferId);
  venue.lastTradeId = snapshot.lastTradeId;
  venue.lastPriority = snapshot.lastPriority;
  for (const { instrument, quote } of snapshot.instruments) {
    const market = new Market<Order>({ ...instrument }, quote.tradedAt);
    Object.assign(market.quote, quote);
    engine.addMarket(market);
  }
  for (const { account, isBlocked, bonus } of snapshot.traders) {
    const trader = new Trader(account, venue.ledger.open(account, RUPEES));
    trader.isBlocked = isBlocked;
    trader.bonus = bonus;
    venue.traders.add(trader);
  }
  openShareAccounts(engine);
  for (const record of snapshot.positions) restorePosition(engine, record);
  const orders = snapshot.orders.map((record) => restoreOrder(engine, record)).sort((a, b) => a.id - b.id);
  for (const order of orders) venue.register(order);
  // Priority is the order in which orders came to rest, so the queues come back as they were.
  orders.sort((a, b) => a.priority - b.priority || a.id - b.id);
  for (const order of orders) engine.floor(order.market.instrument.symbol)!.restore(order);
  for (const { entryId, account, symbol, product, exits, quantity } of snapshot.exitsDue) {
    const whose = { trader: venue.traders.get(account)!, market: engine.market(symbol)! };
    venue.exitsDue.set(entryId, { entryId, ...whose, product, exits, quantity });
  }
  return engine;
}

function openShareAccounts(engine: Engine): void {
  const byId = new Map([...engine.markets()].map((market) => [market.instrument.id, market]));
  for (const { id, owner, asset } of engine.venue.ledger.accounts()) {
    if (typeof owner !== 'number' || asset === RUPEES) continue;
    engine.venue.traders.get(owner)!.position(byId.get(asset)!).shares = id;
  }
}

function positionFor(engine: Engine, account: number, symbol: string): Position {
  return engine.venue.traders.get(account)!.position(engine.market(symbol)!);
}

function restorePosition(engine: Engine, record: PositionRecord): void {
  const position = positionFor(engine, record.account, record.symbol);
  for (const lot of record.lots) position.put(lot);
  for (const entry of record.bought) position.bought.add(entry.at, entry.quantity);
  for (const entry of record.sold) position.sold.add(entry.at, entry.quantity);
  engine.venue.noteIntraday(position);
}

function restoreOrder(engine: Engine, record: OrderRecord): Order {
  const position = positionFor(engine, record.account, record.symbol);
  const order = new Order(record, position);
  order.remaining = record.remaining;
  order.status = record.status;
  order.triggeredAt = record.triggeredAt;
  order.priority = record.priority;
  order.queuedBehind = record.queuedBehind;
  order.held = record.held;
  order.heldAtFirst = record.heldAtFirst;
  order.filledValue = record.filledValue;
  order.intradayValue = record.intradayValue;
  order.brokerage = record.brokerage;
  order.flatFee = record.flatFee;
  order.statutory = record.statutory;
  order.margin = record.margin;
  return order;
}
