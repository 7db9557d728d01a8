// How many orders and trades there are, by stock: counted at the start and updated with every commit, so that a page of ten never
// has to count millions.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderStatus } from '../../../contract/trade.ts';
import { opposite } from '../../../core/market/instrument.ts';
import type { Side } from '../../../core/market/instrument.ts';
import type { OrderRecord } from '../../../core/snapshot.ts';
import type { OrderType } from '../../../core/trade/order.ts';
import { wireStatus } from '../../../contract/trade/words.ts';
import type { Database, Queryable } from '../../db/open.ts';
import { ASKED_FOR, politely } from '../../db/polite.ts';
import type { CommittedBatch } from '../../exchange/batches.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { FillRecord } from '../../exchange/rows.ts';
import type { Log } from '../../log.ts';
import { STATUS } from '../order-queries.ts';

/** The three order screens of the desk. Whatever has a stop price counts as a stop order, exits of brackets included. */
export type OrderScreen = 'market' | 'limit' | 'stop';

export interface TradeSums {
  /** Executions: a trade between two people is one. */
  readonly trades: number;
  readonly shares: number;
  readonly value: number;
  readonly buys: number;
  readonly sells: number;
}

interface Source {
  readonly db: Database;
  readonly venue: number;
  readonly log: Log;
}

interface OrderCount {
  readonly symbol: string;
  readonly screen: OrderScreen;
  readonly status: OrderStatus;
  count: number;
}

type MutableSums = { -readonly [Figure in keyof TradeSums]: TradeSums[Figure] };

interface TradeCount {
  readonly symbol: string;
  readonly side: Side;
  readonly sums: MutableSums;
}

const NO_TRADES: TradeSums = { trades: 0, shares: 0, value: 0, buys: 0, sells: 0 };
const RETRY_MS = 1_000;
/**
 * What a trade is called by: the side of the person in it, or between two people the taker's. A maker's fill was met by a taker of the
 * other side.
 */
export const TRADE_SIDE = `case when (f.is_maker and f.counterparty is not null) <> (f.side = 'buy') then 'buy' else 'sell' end`;
/** A trade between two people has two fills, and is counted with the buyer's. */
const IS_COUNTED = `(f.side = 'buy' or f.counterparty is null)`;
/** Of all fills of the trades: much faster than trade by trade. */
export const SUMS = `count(*) filter (where ${IS_COUNTED}) as trades,
  coalesce(sum(f.quantity) filter (where ${IS_COUNTED}), 0)::bigint as shares,
  coalesce(sum(f.price * f.quantity) filter (where ${IS_COUNTED}), 0)::bigint as value,
  count(*) filter (where f.side = 'buy') as buys, count(*) filter (where f.side = 'sell') as sells`;
const SCREEN = `case when o.stop_price > 0 then 'stop' else o.order_type end`;

const orderKey = ({ symbol, screen, status }: Omit<OrderCount, 'count'>): string => `${symbol}/${screen}/${status}`;
const tradeKey = ({ symbol, side }: Omit<TradeCount, 'sums'>): string => `${symbol}/${side}`;

const screenOf = (orderType: OrderType): OrderScreen =>
  orderType === 'stop-limit' || orderType === 'bracket' ? 'stop' : orderType;

export class DeskTotals {
  /** By `orderKey`. */
  #orders = new Map<string, OrderCount>();
  /** By `tradeKey`. */
  #trades = new Map<string, TradeCount>();
  /** Open orders, and the screen each is counted under: an auction turns market orders into limit orders. */
  #open = new Map<number, OrderScreen>();
  /** Commits that arrived during the count, to be added after it; null when nothing is being counted. */
  #early: CommittedBatch[] | null = [];
  #counted: Promise<void> | null = null;
  #ending = new AbortController();
  readonly #exchange: Pick<Exchange, 'generation'>;
  #generation = 0;
  #source: Source | null = null;

  constructor(exchange: Pick<Exchange, 'generation'>) {
    this.#exchange = exchange;
  }

  /** Counts what is stored. Callers wait until it is done. */
  start(db: Database, venue: number, log: Log): void {
    this.#source = { db, venue, log };
    this.#generation = this.#exchange.generation;
    this.#begin();
  }

  #begin(): void {
    if (this.#source !== null) this.#counted = this.#countUntilDone(this.#source, this.#ending.signal);
  }

  /** Again and again while the database fails. */
  async #countUntilDone({ db, venue, log }: Source, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#early !== null)
      try {
        await politely(db, (asked) => this.#count(asked, venue, signal), { pace: ASKED_FOR, signal });
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error }, 'orders and trades could not be counted, and are counted again');
        await sleep(RETRY_MS);
      }
  }

  /** While the exchange recovered, another process may have committed something that this one never heard of. */
  #countAgainAfterRecovery(): void {
    const { generation } = this.#exchange;
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#ending.abort();
    this.#ending = new AbortController();
    this.#early = [];
    this.#begin();
  }

  close(): Promise<void> | null {
    this.#ending.abort();
    return this.#counted;
  }

  /** For `exchange.subscribe`. */
  committed(batch: CommittedBatch): void {
    this.#countAgainAfterRecovery();
    if (this.#early !== null) this.#early.push(batch);
    else this.#add(batch);
  }

  /** How many orders have this screen, status and stock; whatever is left out does not matter. */
  async orders(of: {
    screen?: OrderScreen | undefined;
    status?: OrderStatus | undefined;
    symbol?: string | undefined;
  }): Promise<number> {
    this.#countAgainAfterRecovery();
    await this.#counted;
    let sum = 0;
    for (const { symbol, screen, status, count } of this.#orders.values()) {
      const isAsked =
        (of.symbol ?? symbol) === symbol && (of.screen ?? screen) === screen && (of.status ?? status) === status;
      if (isAsked) sum += count;
    }
    return sum;
  }

  /** Sums over the trades of this stock and side; whatever is left out does not matter. */
  async trades(of: { symbol?: string | undefined; side?: Side | undefined }): Promise<TradeSums> {
    this.#countAgainAfterRecovery();
    await this.#counted;
    let sum = NO_TRADES;
    for (const { symbol, side, sums } of this.#trades.values()) {
      if ((of.symbol ?? symbol) === symbol && (of.side ?? side) === side) sum = plus(sum, sums);
    }
    return sum;
  }

  async #count(asked: Queryable, venue: number, signal: AbortSignal): Promise<void> {
    // One transaction sees everything as of one commit. It is never committed: the connection is closed after the count.
    await asked.query('begin isolation level repeatable read, read only');
    const { rows: last } = await asked.query<{ sequence: number }>(
      'select coalesce(max(sequence), 0) as sequence from batches where venue = $1',
      [venue],
    );
    await this.#countOrders(asked, venue);
    await this.#countTrades(asked, venue);
    // A newer count has begun, and sees more.
    if (signal.aborted) return;
    const early = this.#early ?? [];
    this.#early = null;
    for (const batch of early) if (batch.sequence > last[0].sequence) this.#add(batch);
  }

  async #countOrders(transaction: Queryable, venue: number): Promise<void> {
    const { rows } = await transaction.query<OrderCount>(
      `select i.symbol, ${SCREEN} as screen, ${STATUS} as status, count(*) as count
       from orders o join instruments i on i.venue = o.venue and i.id = o.instrument where o.venue = $1 group by 1, 2, 3`,
      [venue],
    );
    this.#orders = new Map(rows.map((row) => [orderKey(row), row]));
    // One list per screen is far cheaper than one row per order.
    const open = await transaction.query<{ screen: OrderScreen; ids: string }>(
      `select ${SCREEN} as screen, '[' || string_agg(o.id::text, ',') || ']' as ids
       from orders o where o.venue = $1 and o.end_reason is null group by 1`,
      [venue],
    );
    this.#open = new Map(
      open.rows.flatMap(({ screen, ids }) => (JSON.parse(ids) as number[]).map((id) => [id, screen] as const)),
    );
  }

  async #countTrades(transaction: Queryable, venue: number): Promise<void> {
    const { rows } = await transaction.query<MutableSums & { symbol: string; side: Side }>(
      `select i.symbol, ${TRADE_SIDE} as side, ${SUMS}
       from fills f join instruments i on i.venue = f.venue and i.id = f.instrument where f.venue = $1 group by 1, 2`,
      [venue],
    );
    this.#trades = new Map(
      rows.map(({ symbol, side, ...sums }) => [tradeKey({ symbol, side }), { symbol, side, sums }]),
    );
  }

  #add({ orders, fills }: CommittedBatch): void {
    for (const order of orders) this.#addOrder(order);
    for (const fill of fills) this.#addFill(fill);
  }

  #addOrder(order: OrderRecord): void {
    const { id, symbol } = order;
    const before = this.#open.get(id);
    const screen = screenOf(order.orderType);
    const status = wireStatus(order);
    if (before === screen && status === 'PENDING') return;
    if (before !== undefined) this.#step({ symbol, screen: before, status: 'PENDING' }, -1);
    this.#step({ symbol, screen, status }, 1);
    if (status === 'PENDING') this.#open.set(id, screen);
    else this.#open.delete(id);
  }

  #step(of: Omit<OrderCount, 'count'>, by: number): void {
    const key = orderKey(of);
    const known = this.#orders.get(key);
    if (known === undefined) this.#orders.set(key, { ...of, count: by });
    else known.count += by;
  }

  #addFill({ symbol, side, quantity, price, counterparty, isMaker }: FillRecord): void {
    const sums = this.#sumsOf({ symbol, side: isMaker && counterparty !== null ? opposite(side) : side });
    if (side === 'buy') sums.buys++;
    else sums.sells++;
    if (side === 'sell' && counterparty !== null) return;
    sums.trades++;
    sums.shares += quantity;
    sums.value += quantity * price;
  }

  #sumsOf(of: Omit<TradeCount, 'sums'>): MutableSums {
    const key = tradeKey(of);
    const known = this.#trades.get(key) ?? { ...of, sums: { ...NO_TRADES } };
    this.#trades.set(key, known);
    return known.sums;
  }
}

export function plus(one: TradeSums, other: TradeSums): TradeSums {
  return {
    trades: one.trades + other.trades,
    shares: one.shares + other.shares,
    value: one.value + other.value,
    buys: one.buys + other.buys,
    sells: one.sells + other.sells,
  };
}
