// An order as the book sees it, and the queue of those that wait at one price.
import type { Paise, Quantity } from '../money.ts';
import type { Side } from './instrument.ts';
import type { Section } from './ladder.ts';

/**
 * An order as the book sees it. It is its own node in its level's queue, so adding and removing allocate nothing.
 * `owner` says whose it is: two orders of one owner never trade with each other. The links stand first: adding or removing an order
 * writes only the links of its neighbours, which then lie in one line of the processor's cache instead of two.
 */
export class BookOrder {
  ahead: BookOrder | null = null;
  behind: BookOrder | null = null;
  /** Its neighbours among the open orders of its owner in this stock, for `Position`. */
  newer: BookOrder | null = null;
  older: BookOrder | null = null;
  level: Level | null = null;
  /** Shares not yet filled. */
  remaining: Quantity = 0;
  /** Limit price in paise. */
  price: Paise = 0;
  declare side: Side;
  owner = 0;
  id = 0;

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
  price: Paise = 0;
  quantity: Quantity = 0;
  orders = 0;
  first: BookOrder | null = null;
  last: BookOrder | null = null;
  /** Where it stands on its side of the book: the price itself for buys, its complement for sells. A better price ranks higher. */
  rank = 0;
  /** The run of prices it belongs to. */
  section: Section | null = null;

  /** Puts an order at the end of the queue. */
  join(order: BookOrder): void {
    const { last } = this;
    order.level = this;
    order.ahead = last;
    order.behind = null;
    if (last === null) this.first = order;
    else last.behind = order;
    this.last = order;
    this.quantity += order.remaining;
    this.orders++;
  }

  /** Takes an order out, whatever its place in the queue. */
  leave(order: BookOrder): void {
    const { ahead, behind } = order;
    if (ahead === null) this.first = behind;
    else ahead.behind = behind;
    if (behind === null) this.last = ahead;
    else behind.ahead = ahead;
    this.quantity -= order.remaining;
    this.orders--;
    order.level = null;
    order.ahead = null;
    order.behind = null;
  }
}
