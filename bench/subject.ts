// What is measured: one engine with one order stream, and how it reports its result.
import type { Book } from '../core/market/book.ts';
import { FNV_START, hashTrade } from './workload.ts';
import type { Workload } from './workload.ts';

/** One engine with one order stream, ready to run. */
export interface Subject {
  /** Executes the commands from `from` to before `to`. */
  run(from: number, to: number): void;
  /** The totals of its trades, for engines that report each trade; the hash only if the engine was made with hashing. */
  readonly tally: Tally | null;
  /** The orders that rest at the end, in the same form for every engine. */
  depth(): Depth;
}

/** Best level first: price and shares. Several symbols one after another. */
export interface Depth {
  readonly buy: readonly (readonly [price: number, quantity: number])[];
  readonly sell: readonly (readonly [price: number, quantity: number])[];
  readonly orders: number;
}

export type MakeSubject = (workload: Workload, isHashing: boolean) => Subject;

/** Counts the trades that every engine reports. */
export class Tally {
  trades = 0;
  volume = 0;
  hash = FNV_START;
  readonly #isHashing: boolean;

  constructor(isHashing: boolean) {
    this.#isHashing = isHashing;
  }

  add(maker: number, taker: number, price: number, quantity: number): void {
    this.trades++;
    this.volume += quantity;
    if (this.#isHashing) this.hash = hashTrade(this.hash, maker, taker, price, quantity);
  }
}

export function depthOf(books: readonly Book[]): Depth {
  const side = (which: 'buy' | 'sell') => books.flatMap((book) => book.depth(which, Infinity));
  const [buy, sell] = [side('buy'), side('sell')];
  const orders = [...buy, ...sell].reduce((sum, level) => sum + level.orders, 0);
  const pairs = (levels: typeof buy) => levels.map(({ price, quantity }) => [price, quantity] as const);
  return { buy: pairs(buy), sell: pairs(sell), orders };
}
