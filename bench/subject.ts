// What is measured: one engine with one order stream, and how it says what it came to.
import type { Book } from '../core/market/book.ts';
import { FNV_START, hashTrade } from './workload.ts';
import type { Workload } from './workload.ts';

/** One engine with one order stream, ready to run. */
export interface Subject {
  /** Does the commands from `from` to before `to`. */
  run(from: number, to: number): void;
  /** What its trades come to, for engines that tell each one; the hash only when it was made to hash. */
  readonly tally: Tally | null;
  /** What rests at the end, for every engine alike. */
  depth(): Depth;
}

/** Best level first: price and shares. Of several symbols, one after another. */
export interface Depth {
  readonly buy: readonly (readonly [price: number, quantity: number])[];
  readonly sell: readonly (readonly [price: number, quantity: number])[];
  readonly orders: number;
}

export type MakeSubject = (workload: Workload, isHashing: boolean) => Subject;

/** Counts what every engine tells of its trades. */
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
