// The order book of one instrument: price levels in order, each a queue in time order. Five verbs: add, remove, reduce, best, depth.
import { assert } from '../money.ts';
import type { Paise, Quantity } from '../money.ts';
import type { Side } from './instrument.ts';

/**
 * An order as the book sees it. It is its own node in its level's queue, so adding and removing allocate nothing.
 * `owner` says whose it is: two orders of one owner never trade with each other.
 */
export class BookOrder {
  readonly id: number;
  readonly owner: number;
  readonly side: Side;
  /** Limit price in paise. */
  price: Paise;
  /** Shares not yet filled. */
  remaining: Quantity;
  level: Level | null = null;
  ahead: BookOrder | null = null;
  behind: BookOrder | null = null;

  constructor(id: number, owner: number, side: Side, price: Paise, quantity: Quantity) {
    this.id = id;
    this.owner = owner;
    this.side = side;
    this.price = price;
    this.remaining = quantity;
  }
}

/** One price: the queue of orders that wait there, first come first served. */
export class Level {
  price: Paise;
  quantity: Quantity = 0;
  orders = 0;
  first: BookOrder | null = null;
  last: BookOrder | null = null;

  constructor(price: Paise) {
    this.price = price;
  }
}

export interface DepthLevel {
  readonly price: Paise;
  readonly quantity: Quantity;
  readonly orders: number;
}

/**
 * One side of the book. Levels stand in an array with the best price at the end, so what trades and changes most is
 * found, added and dropped without moving the rest. `sign` makes "better" one comparison for both sides.
 */
class BookSide {
  readonly levels: Level[] = [];
  readonly #sign: 1 | -1;
  readonly #spare: Level[] = [];

  constructor(side: Side) {
    this.#sign = side === 'buy' ? 1 : -1;
  }

  get best(): Level | null {
    const count = this.levels.length;
    return count === 0 ? null : this.levels[count - 1];
  }

  /** The level at `price`, made if it is not there. Looked for from the best end, where most orders come in. */
  levelAt(price: Paise): Level {
    const index = this.#find(price);
    const { levels } = this;
    if (index < levels.length && levels[index].price === price) return levels[index];
    const level = this.#spare.pop() ?? new Level(price);
    level.price = price;
    if (index === levels.length) levels.push(level);
    else this.#insert(index, level);
    return level;
  }

  drop(level: Level): void {
    const { levels } = this;
    const lastIndex = levels.length - 1;
    if (levels[lastIndex] !== level) this.#close(this.#find(level.price), lastIndex);
    levels.pop();
    this.#spare.push(level);
  }

  /** The first index whose price is at `price` or better. */
  #find(price: Paise): number {
    const { levels } = this;
    const sign = this.#sign;
    const key = price * sign;
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (levels[middle].price * sign < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #insert(index: number, level: Level): void {
    const { levels } = this;
    levels.push(level);
    for (let i = levels.length - 1; i > index; i--) levels[i] = levels[i - 1];
    levels[index] = level;
  }

  #close(index: number, lastIndex: number): void {
    const { levels } = this;
    for (let i = index; i < lastIndex; i++) levels[i] = levels[i + 1];
  }
}

export class Book {
  readonly #buys = new BookSide('buy');
  readonly #sells = new BookSide('sell');

  /** Puts an order at the end of the queue at its price. */
  add(order: BookOrder): void {
    const level = this.#side(order.side).levelAt(order.price);
    order.level = level;
    order.ahead = level.last;
    order.behind = null;
    if (level.last === null) level.first = order;
    else level.last.behind = order;
    level.last = order;
    level.quantity += order.remaining;
    level.orders++;
  }

  /** Takes an order out, whatever its place in the queue. */
  remove(order: BookOrder): void {
    const level = order.level;
    assert(level !== null, 'order rests in the book');
    if (order.ahead === null) level.first = order.behind;
    else order.ahead.behind = order.behind;
    if (order.behind === null) level.last = order.ahead;
    else order.behind.ahead = order.ahead;
    level.quantity -= order.remaining;
    level.orders--;
    order.level = null;
    order.ahead = null;
    order.behind = null;
    if (level.first === null) this.#side(order.side).drop(level);
  }

  /** Takes `quantity` shares off an order that keeps its place; one with nothing left leaves the book. */
  reduce(order: BookOrder, quantity: Quantity): void {
    const level = order.level;
    assert(level !== null && quantity <= order.remaining, 'order rests with enough left');
    if (quantity === order.remaining) {
      this.remove(order);
      order.remaining = 0;
      return;
    }
    order.remaining -= quantity;
    level.quantity -= quantity;
  }

  /** The order that is first in line on a side: best price, then earliest. */
  first(side: Side): BookOrder | null {
    const level = this.#side(side).best;
    return level === null ? null : level.first;
  }

  /** The best price on a side, 0 when nobody is there. */
  best(side: Side): Paise {
    const level = this.#side(side).best;
    return level === null ? 0 : level.price;
  }

  /** The `count` best levels of a side, best first. */
  depth(side: Side, count: number): DepthLevel[] {
    const { levels } = this.#side(side);
    const shown: DepthLevel[] = [];
    for (let i = levels.length - 1; i >= 0 && shown.length < count; i--) {
      const { price, quantity, orders } = levels[i];
      shown.push({ price, quantity, orders });
    }
    return shown;
  }

  /** All levels of a side, worst first; for walks that must not allocate. */
  levels(side: Side): readonly Level[] {
    return this.#side(side).levels;
  }

  #side(side: Side): BookSide {
    return side === 'buy' ? this.#buys : this.#sells;
  }
}

/** True when an order of `side` at `limit` may trade with a resting order at `price`. */
export function crosses(side: Side, limit: Paise, price: Paise): boolean {
  return side === 'buy' ? price <= limit : price >= limit;
}

/** Shares that stand before an order in its own queue. */
export function quantityAhead(order: BookOrder): Quantity {
  let sum = 0;
  for (let other = order.ahead; other !== null; other = other.ahead) sum += other.remaining;
  return sum;
}
