// Every closed trade of one trader with all that it cost: sales matched first in first out with the buys they close.
import { costEach, sharesAfter } from '../../market/corporate-action.ts';
import type { Ratio } from '../../market/corporate-action.ts';
import { marketDay } from '../../market/day.ts';
import type { Side } from '../../market/instrument.ts';
import { assert } from '../../assert.ts';
import { proportion } from '../../money.ts';
import type { Instant, Paise, Quantity } from '../../money.ts';
import { Gains } from './gains.ts';
import type { Product } from '../lots.ts';

/** What is known of a fill here; fills come in order of `tradeId`. */
export interface HistoryFill {
  readonly tradeId: number;
  readonly orderId: number;
  readonly symbol: string;
  readonly side: Side;
  readonly product: Product;
  readonly price: Paise;
  readonly quantity: Quantity;
  readonly charges: Paise;
  readonly at: Instant;
  /** Of a sale: when the first of the shares was bought. */
  readonly openedAt: Instant;
  /** Of a sale: the highest and lowest price of the market since `pathFrom`; 0 if the path was not recorded. */
  readonly high: Paise;
  readonly low: Paise;
  readonly pathFrom: Instant;
}

/** What a corporate action did to the trader's shares, after all fills up to it. */
export interface HistoryAction {
  readonly symbol: string;
  readonly day: number;
  /** Null for a dividend. */
  readonly ratio: Ratio | null;
  readonly before: Quantity;
  readonly after: Quantity;
  readonly cash: Paise;
  /** The price as it was restated. */
  readonly price: Paise;
}

/** `ticks`: every trade was seen. `bars`: part of the way comes from stored bars. */
type PathSource = 'ticks' | 'bars';

/** What one sell order sold on one day, as the diary lists it, with the charges of both sides. */
export interface ClosedTrade {
  readonly orderId: number;
  /** Day of the market. */
  readonly day: number;
  readonly symbol: string;
  quantity: Quantity;
  /** What the shares cost and brought, charges not included. */
  cost: Paise;
  proceeds: Paise;
  /** Of the buys, by the shares sold, and of the sale. */
  charges: Paise;
  openedAt: Instant;
  closedAt: Instant;
  /** Shares times milliseconds held: divide by `quantity`. */
  shareTime: number;
  /** The highest and lowest price on the way; 0 while not known. */
  high: Paise;
  low: Paise;
  pathSource: PathSource | null;
  /** Sales whose way is not known yet. */
  unseen: number;
}

/** The profit before charges. */
export function grossOf(trade: ClosedTrade): Paise {
  return trade.proceeds - trade.cost;
}

/** The profit after the charges of both sides. */
export function netOf(trade: ClosedTrade): Paise {
  return trade.proceeds - trade.cost - trade.charges;
}

/** Held on average, by shares. */
export function heldMsOf(trade: ClosedTrade): number {
  return trade.shareTime / trade.quantity;
}

/** What one day did with the shares of one instrument, for the curve of the account's worth. */
export interface DayMove {
  readonly day: number;
  readonly symbol: string;
  shares: Quantity;
  /** Cash in (above zero) or out, charges included, margin loans left out. */
  cash: Paise;
  /** The last own price, a mark where the market has none. */
  price: Paise;
}

interface Lot {
  /** Null once it was restated: what was bought later is never part of it. */
  readonly orderId: number | null;
  quantity: Quantity;
  readonly price: Paise;
  charges: Paise;
  readonly at: Instant;
}

/** Sold-out lots are dropped when there are more than this. */
const MOST_SOLD_OUT = 1000;

/** Lots of one product, oldest first. */
interface Queue {
  readonly lots: Lot[];
  /** Lots before this one are sold out. */
  first: number;
}

/** Grows with each fill, so that a long history is gone through once. */
export class ClosedTrades {
  readonly trades: ClosedTrade[] = [];
  readonly moves: DayMove[] = [];
  /** The same sales by the days on which the shares were bought. */
  readonly gains = new Gains();
  lastTradeId = 0;
  readonly #queues = new Map<string, Queue>();
  /** The trade of each sell order on the day it sold last. */
  readonly #current = new Map<number, ClosedTrade>();
  readonly #unseen = new Map<number, { readonly trade: ClosedTrade; readonly isPartSeen: boolean }>();
  readonly #lastMoves = new Map<string, DayMove>();

  add(fill: HistoryFill): void {
    this.lastTradeId = fill.tradeId;
    this.#move(fill);
    if (fill.side === 'buy') {
      const { orderId, quantity, price, charges, at } = fill;
      this.#queue(fill.symbol, fill.product).lots.push({ orderId, quantity, price, charges, at });
    } else this.#sell(fill);
  }

  /** Lots, shares and cash as the exchange restated and paid them. */
  act({ symbol, day, ratio, before, after, cash, price }: HistoryAction): void {
    const move = this.#moveOf(symbol, day, price);
    move.shares += after - before;
    move.cash += cash;
    move.price = price;
    if (ratio !== null) this.#restate(symbol, ratio);
  }

  /** As the exchange does: fills of one order at one price and time are one lot, whole shares fall to the lots in their order. */
  #restate(symbol: string, ratio: Ratio): void {
    let [before, after] = [0, 0];
    for (const product of ['intraday', 'delivery'] as const) {
      const queue = this.#queue(symbol, product);
      const lots = joined(queue.lots.slice(queue.first));
      queue.first = 0;
      queue.lots.length = 0;
      for (const lot of lots) {
        before += lot.quantity;
        const quantity = sharesAfter(before, ratio) - after;
        after += quantity;
        const parts = costEach(lot.price * lot.quantity, quantity);
        const charges = proportion(lot.charges, parts[0].quantity, quantity);
        for (const [index, part] of parts.entries())
          queue.lots.push({ ...lot, orderId: null, ...part, charges: index === 0 ? charges : lot.charges - charges });
      }
    }
  }

  /** The part of a sale's way that was read from bars; null where there are none. */
  widen(tradeId: number, high: Paise | null, low: Paise | null): void {
    const unseen = this.#unseen.get(tradeId);
    if (unseen === undefined) return;
    this.#unseen.delete(tradeId);
    // Without bars, and with nothing recorded, the way stays unknown: the trader's own prices do not tell it.
    if (high === null && !unseen.isPartSeen) return;
    const { trade } = unseen;
    trade.unseen--;
    if (trade.unseen === 0) trade.pathSource = 'bars';
    if (high !== null && low !== null) stretch(trade, high, low);
  }

  /** Charges paid for shares that are still held. */
  get openCharges(): Paise {
    let sum = 0;
    for (const { lots, first } of this.#queues.values()) {
      for (let index = first; index < lots.length; index++) sum += lots[index].charges;
    }
    return sum;
  }

  #queue(symbol: string, product: Product): Queue {
    const key = `${symbol} ${product}`;
    let queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, (queue = { lots: [], first: 0 }));
    return queue;
  }

  #sell(fill: HistoryFill): void {
    const trade = this.#tradeOf(fill);
    trade.quantity += fill.quantity;
    trade.proceeds += fill.price * fill.quantity;
    trade.charges += fill.charges;
    trade.closedAt = fill.at;
    // As the exchange does: the intraday part is closed first.
    let left = this.#take(trade, fill, this.#queue(fill.symbol, 'intraday'), fill.quantity);
    left = this.#take(trade, fill, this.#queue(fill.symbol, 'delivery'), left);
    assert(left === 0, 'sold shares were bought before');
    this.#see(trade, fill);
  }

  #tradeOf({ orderId, symbol, at }: HistoryFill): ClosedTrade {
    const day = marketDay(at);
    const known = this.#current.get(orderId);
    if (known?.day === day) return known;
    const trade: ClosedTrade = {
      orderId,
      day,
      symbol,
      quantity: 0,
      cost: 0,
      proceeds: 0,
      charges: 0,
      openedAt: at,
      closedAt: at,
      shareTime: 0,
      high: 0,
      low: 0,
      pathSource: 'ticks',
      unseen: 0,
    };
    this.#current.set(orderId, trade);
    this.trades.push(trade);
    return trade;
  }

  /** Takes up to `wanted` shares off a queue into `trade`; returns how many are still wanted. */
  #take(trade: ClosedTrade, sale: HistoryFill, queue: Queue, wanted: Quantity): Quantity {
    const { at } = sale;
    let left = wanted;
    while (left > 0 && queue.first < queue.lots.length) {
      const lot = queue.lots[queue.first];
      const sold = Math.min(left, lot.quantity);
      const charges = proportion(lot.charges, sold, lot.quantity);
      trade.cost += lot.price * sold;
      trade.charges += charges;
      trade.shareTime += (at - lot.at) * sold;
      trade.openedAt = Math.min(trade.openedAt, lot.at);
      this.gains.add({
        symbol: trade.symbol,
        boughtDay: marketDay(lot.at),
        soldDay: trade.day,
        quantity: sold,
        cost: lot.price * sold,
        proceeds: sale.price * sold,
        charges: charges + saleCharges(sale, sale.quantity - left, sold),
      });
      lot.quantity -= sold;
      lot.charges -= charges;
      left -= sold;
      if (lot.quantity === 0) queue.first++;
    }
    if (queue.first > MOST_SOLD_OUT) {
      queue.lots.splice(0, queue.first);
      queue.first = 0;
    }
    return left;
  }

  #see(trade: ClosedTrade, { tradeId, price, openedAt, high, low, pathFrom }: HistoryFill): void {
    stretch(trade, price, price);
    if (high > 0) stretch(trade, high, low);
    if (high > 0 && pathFrom <= openedAt) return;
    trade.unseen++;
    trade.pathSource = null;
    this.#unseen.set(tradeId, { trade, isPartSeen: high > 0 });
  }

  #move({ symbol, side, quantity, price, charges, at }: HistoryFill): void {
    const move = this.#moveOf(symbol, marketDay(at), price);
    const sign = side === 'buy' ? 1 : -1;
    move.shares += sign * quantity;
    move.cash -= sign * price * quantity + charges;
    move.price = price;
  }

  #moveOf(symbol: string, day: number, price: Paise): DayMove {
    const last = this.#lastMoves.get(symbol);
    if (last?.day === day) return last;
    const move = { day, symbol, shares: 0, cash: 0, price };
    this.#lastMoves.set(symbol, move);
    this.moves.push(move);
    return move;
  }
}

/** What a sale paid for `sold` of its shares, which come after the first `before`: together all of its parts pay all of it. */
function saleCharges({ charges, quantity }: HistoryFill, before: Quantity, sold: Quantity): Paise {
  return proportion(charges, before + sold, quantity) - proportion(charges, before, quantity);
}

/** Neighbours that the exchange keeps as one lot. */
function joined(lots: readonly Lot[]): Lot[] {
  const all: Lot[] = [];
  for (const lot of lots) {
    const last = all.at(-1);
    const isSame = last?.orderId === lot.orderId && last.price === lot.price && last.at === lot.at;
    if (!isSame || lot.orderId === null) all.push({ ...lot });
    else {
      last.quantity += lot.quantity;
      last.charges += lot.charges;
    }
  }
  return all;
}

function stretch(trade: ClosedTrade, high: Paise, low: Paise): void {
  if (high > trade.high) trade.high = high;
  if (trade.low === 0 || low < trade.low) trade.low = low;
}
