// One stock in the naive twin: its figures, and a book that is one unsorted list searched from end to end.
import type { NewInstrument } from '../../core/command.ts';
import { partsOf, ticksDown, ticksUp } from './naive-money.ts';
import type { NaiveOrder, Place } from './naive-order.ts';

/** An order of a simulated trader. */
export interface CrowdOrder {
  readonly isCrowd: true;
  readonly owner: number;
  readonly side: 'buy' | 'sell';
  readonly limit: number;
  left: number;
  turn: number;
  place: Place;
}

export type AnyOrder = NaiveOrder | CrowdOrder;

export function isCrowd(order: AnyOrder): order is CrowdOrder {
  return 'isCrowd' in order;
}

export class NaiveMarket {
  readonly symbol: string;
  tick: number;
  band: number;
  issued: number;
  previousClose: number;
  isHalted = false;
  last: number;
  open: number;
  high: number;
  low: number;
  volume = 0;
  resting: AnyOrder[] = [];

  constructor(terms: NewInstrument) {
    this.symbol = terms.symbol;
    this.tick = terms.tickSize;
    this.band = terms.priceBand;
    this.issued = terms.sharesIssued;
    this.previousClose = this.last = this.open = this.high = this.low = terms.previousClose;
  }

  /** The next order in turn on `side`: best price, then the earliest. */
  firstInLine(side: 'buy' | 'sell'): AnyOrder | null {
    let first: AnyOrder | null = null;
    for (const order of this.resting) {
      if (order.side !== side) continue;
      const isBetter = first !== null && (side === 'buy' ? order.limit > first.limit : order.limit < first.limit);
      const isEarlier = first !== null && order.limit === first.limit && order.turn < first.turn;
      if (first === null || isBetter || isEarlier) first = order;
    }
    return first;
  }

  inLine(side: 'buy' | 'sell'): AnyOrder[] {
    const better = (a: AnyOrder, b: AnyOrder) => (side === 'buy' ? b.limit - a.limit : a.limit - b.limit);
    return this.resting.filter((order) => order.side === side).sort((a, b) => better(a, b) || a.turn - b.turn);
  }

  /** Lowest and highest price of the day: the band around the previous close, rounded inward to the tick, at least one tick. */
  bandEdges(): { low: number; high: number } {
    const close = BigInt(this.previousClose);
    const width = partsOf(close, this.band);
    const atLeastOneTick = (price: bigint) => Math.max(this.tick, Number(price));
    return {
      low: atLeastOneTick(ticksUp(close - width, this.tick)),
      high: atLeastOneTick(ticksDown(close + width, this.tick)),
    };
  }

  /** Market protection: at most 5 % worse than `from`, and never out of the band. */
  protection(side: 'buy' | 'sell', from: number): number {
    const reach = partsOf(BigInt(from), 50_000);
    const { low, high } = this.bandEdges();
    if (side === 'buy') return Math.min(high, Number(ticksDown(BigInt(from) + reach, this.tick)));
    return Math.max(low, Number(ticksUp(BigInt(from) - reach, this.tick)));
  }

  traded(price: number, quantity: number): void {
    if (this.volume === 0) this.open = this.high = this.low = price;
    this.high = Math.max(this.high, price);
    this.low = Math.min(this.low, price);
    this.last = price;
    this.volume += quantity;
  }

  startDay(): void {
    this.previousClose = this.open = this.high = this.low = this.last;
    this.volume = 0;
  }

  /** Removes the chosen quotes of simulated traders. */
  dropCrowd(isMeant: (order: CrowdOrder) => boolean): void {
    const dropped = this.resting.filter((order) => isCrowd(order) && isMeant(order));
    for (const order of dropped) order.place = 'ended';
    this.resting = this.resting.filter((order) => !dropped.includes(order));
  }
}

/** Whether an order of `side` with `limit` may trade at `price`. */
export function reaches(side: 'buy' | 'sell', limit: number, price: number): boolean {
  return side === 'buy' ? limit >= price : limit <= price;
}
