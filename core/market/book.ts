// The order book of one instrument: two ladders of price levels, each a queue in time order. `match.ts` walks them.
import { assert } from '../assert.ts';
import type { Paise, Quantity } from '../money.ts';
import type { Side } from './instrument.ts';
import { Ladder } from './ladder.ts';
import type { BookOrder, Level } from './level.ts';

export interface DepthLevel {
  readonly price: Paise;
  readonly quantity: Quantity;
  readonly orders: number;
}

/** What trades before an order that waits in the book, as things stand. */
export interface Place {
  /** Orders that came earlier at its price, and their shares. */
  readonly orders: number;
  readonly quantity: Quantity;
  /** Shares that wait at better prices on its side. */
  readonly better: Quantity;
}

/** Prices are in paise, quantities in shares. @throws if an order that is not in the book is removed or reduced. */
export class Book {
  readonly #buys = new Ladder('buy');
  readonly #sells = new Ladder('sell');

  /** Puts an order at the end of the queue at its price. */
  add(order: BookOrder): void {
    this.#side(order.side).at(order.price).join(order);
  }

  /** Takes an order out, whatever its place in the queue. */
  remove(order: BookOrder): void {
    const { level } = order;
    assert(level !== null, 'order rests in the book');
    level.leave(order);
    if (level.first === null) this.#side(order.side).drop(level);
  }

  /** Takes `quantity` shares off an order that keeps its place; one with nothing left leaves the book. */
  reduce(order: BookOrder, quantity: Quantity): void {
    const { level } = order;
    assert(level !== null && quantity <= order.remaining, 'order rests with enough left');
    if (quantity === order.remaining) {
      this.remove(order);
      order.remaining = 0;
      return;
    }
    order.remaining -= quantity;
    level.quantity -= quantity;
  }

  /** What trades before this order; null while it is not in the book. */
  placeOf(order: BookOrder): Place | null {
    if (order.level === null) return null;
    let orders = 0;
    let quantity = 0;
    for (let each = order.ahead; each !== null; each = each.ahead) {
      orders++;
      quantity += each.remaining;
    }
    let better = 0;
    for (
      let level = this.top(order.side);
      level !== null && level !== order.level;
      level = this.behind(order.side, level)
    )
      better += level.quantity;
    return { orders, quantity, better };
  }

  /** The first order in line on a side: best price, then earliest. */
  first(side: Side): BookOrder | null {
    const level = this.#side(side).best;
    return level === null ? null : level.first;
  }

  /** The best price on a side, 0 when nobody is there. */
  best(side: Side): Paise {
    const level = this.#side(side).best;
    return level === null ? 0 : level.price;
  }

  /** The level at the best price on a side. */
  top(side: Side): Level | null {
    return this.#side(side).best;
  }

  /** The level behind this one: from the top, a walk over a side that allocates nothing. */
  behind(side: Side, level: Level): Level | null {
    return this.#side(side).worse(level);
  }

  /** The number of prices at which somebody waits. */
  levelCount(side: Side): number {
    return this.#side(side).count;
  }

  /** All levels of a side, best first. */
  levels(side: Side): Level[] {
    const found: Level[] = [];
    for (let level = this.top(side); level !== null; level = this.behind(side, level)) found.push(level);
    return found;
  }

  /** The waiting orders of a side, first in line first. Copy them before taking any of them out. */
  *orders(side: Side): Generator<BookOrder> {
    for (let level = this.top(side); level !== null; level = this.behind(side, level))
      for (let order = level.first; order !== null; order = order.behind) yield order;
  }

  /** The `count` best levels of a side, best first. */
  depth(side: Side, count: number): DepthLevel[] {
    const shown: DepthLevel[] = [];
    for (let level = this.top(side); level !== null && shown.length < count; level = this.behind(side, level)) {
      const { price, quantity, orders } = level;
      shown.push({ price, quantity, orders });
    }
    return shown;
  }

  #side(side: Side): Ladder {
    return side === 'buy' ? this.#buys : this.#sells;
  }
}

/** True when an order of `side` at `limit` may trade with a resting order at `price`. */
export function crosses(side: Side, limit: Paise, price: Paise): boolean {
  return side === 'buy' ? price <= limit : price >= limit;
}
