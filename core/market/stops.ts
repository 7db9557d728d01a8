// Stop orders that wait for their price, by trigger price and then by number.
import { firstPlace } from '../first-place.ts';
import type { Paise } from '../money.ts';
import type { Side } from './instrument.ts';

export interface StopOrder {
  readonly id: number;
  readonly side: Side;
  /** A buy fires when the last price is at or above it, a sell when at or below. Paise. */
  readonly stopPrice: Paise;
}

const NONE: readonly never[] = [];

/** The waiting stops of one instrument. Those that fire first stand at the end of each list. */
export class Stops<Order extends StopOrder> {
  #buys: Order[] = [];
  #sells: Order[] = [];

  get isEmpty(): boolean {
    return this.#buys.length === 0 && this.#sells.length === 0;
  }

  add(order: Order): void {
    const list = this.#list(order.side);
    list.splice(this.#find(list, order), 0, order);
  }

  /** Does nothing for a stop that is not waiting. Its trigger price must be the one with which it was added. */
  remove(order: Order): void {
    const list = this.#list(order.side);
    const index = this.#find(list, order);
    if (list[index] === order) list.splice(index, 1);
  }

  /** Removes many at once, as at the end of a day: one by one, each removal would move all others. */
  removeAll(isMeant: (order: Order) => boolean): void {
    if (this.isEmpty) return;
    this.#buys = this.#buys.filter((order) => !isMeant(order));
    this.#sells = this.#sells.filter((order) => !isMeant(order));
  }

  /** Takes out every stop that `last` fires, in order of sequence. */
  fire(last: Paise): readonly Order[] {
    if (this.isEmpty) return NONE;
    const fired: Order[] = [];
    while (this.#buys.length > 0 && this.#buys[this.#buys.length - 1].stopPrice <= last) fired.push(this.#buys.pop()!);
    while (this.#sells.length > 0 && this.#sells[this.#sells.length - 1].stopPrice >= last)
      fired.push(this.#sells.pop()!);
    return fired.length > 1 ? fired.sort((a, b) => a.id - b.id) : fired;
  }

  #list(side: Side): Order[] {
    return side === 'buy' ? this.#buys : this.#sells;
  }

  /** Where an order stands or goes, so that the nearest trigger stands last: buys falling, sells rising in trigger price; of one price, the oldest last. */
  #find(list: readonly Order[], { id, side, stopPrice }: Order): number {
    const sign = side === 'buy' ? -1 : 1;
    return firstPlace(list.length, (place) => {
      const other = list[place];
      return other.stopPrice === stopPrice ? other.id <= id : (other.stopPrice - stopPrice) * sign > 0;
    });
  }
}
