// Order objects are used again: an exchange that makes and drops a million of them a second would do little else.
import { Order } from './order.ts';
import type { OrderTerms } from './order.ts';
import type { Position } from './position.ts';

/** More ended orders than this are not kept for use: they are left to the garbage collector. */
const MOST_KEPT = 1 << 16;

/** An order that has ended is looked at by whoever heard of it, until `reuse` says that all have done with it. */
export class OrderPool {
  /** The free ones, then those that have ended since. */
  readonly #orders: Order[] = [];
  #free = 0;
  #kept = 0;

  make(terms: OrderTerms, position: Position): Order {
    if (this.#free === 0) return new Order(terms, position);
    // The last of those that wait takes its place.
    this.#free--;
    this.#kept--;
    const order = this.#orders[this.#free];
    this.#orders[this.#free] = this.#orders[this.#kept];
    order.begin(terms, position);
    return order;
  }

  ended(order: Order): void {
    if (this.#kept === MOST_KEPT) return;
    this.#orders[this.#kept] = order;
    this.#kept++;
  }

  /** Every order that has ended until now may become another one. */
  reuse(): void {
    this.#free = this.#kept;
  }
}
