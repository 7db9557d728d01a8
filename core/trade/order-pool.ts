// Reuses order objects: an exchange that creates and drops a million a second would do little else.
import { Order } from './order.ts';
import type { OrderTerms } from './order.ts';
import type { Position } from './position.ts';

/** Ended orders beyond this number are left to the garbage collector. */
const MOST_KEPT = 1 << 16;

/** A listener that was told of an ended order may still read it, until `reuse` is called. */
export class OrderPool {
  /** First the free ones, then those that have ended since. */
  readonly #orders: Order[] = [];
  #free = 0;
  #kept = 0;

  make(terms: OrderTerms, position: Position): Order {
    if (this.#free === 0) return new Order(terms, position);
    // The last of the ended orders takes its place in the list.
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

  /** Every order that has ended so far may be reused. */
  reuse(): void {
    this.#free = this.#kept;
  }
}
