// Stop orders that wait for their price, by trigger price and then by sequence.
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
  readonly #buys: Order[] = [];
  readonly #sells: Order[] = [];

  get isEmpty(): boolean {
    return this.#buys.length === 0 && this.#sells.length === 0;
  }

  /** Adds a stop behind those of the same trigger price. */
  add(order: Order): void {
    const list = this.#list(order.side);
    list.splice(this.#find(list, order), 0, order);
  }

  /** Does nothing for a stop that is not waiting. */
  remove(order: Order): void {
    const list = this.#list(order.side);
    const index = list.indexOf(order);
    if (index >= 0) list.splice(index, 1);
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

  /** Where an order goes so that the nearest trigger stands last: buys falling, sells rising in trigger price. */
  #find(list: readonly Order[], order: Order): number {
    const sign = order.side === 'buy' ? -1 : 1;
    const key = order.stopPrice * sign;
    return firstPlace(list.length, (place) => list[place].stopPrice * sign >= key);
  }
}
