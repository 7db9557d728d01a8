// The open orders of a venue by id: one table of chains through the orders themselves, so that coming and going allocates nothing.
import type { Order } from './order.ts';

const SMALLEST = 64;

/**
 * An order stands at its id modulo the size of the table, before all that stand there already. There are at least twice as many
 * places as orders, and ids rise by one, so that few share a place: each that does is one more order to look at, far away.
 */
export class OpenOrders {
  #places = emptyTable(SMALLEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: number): Order | undefined {
    const places = this.#places;
    let order = places[id & (places.length - 1)];
    while (order !== null && order.id !== id) order = order.besideIt;
    return order ?? undefined;
  }

  add(order: Order): void {
    if (this.#size * 2 === this.#places.length) this.#grow();
    this.#size++;
    this.#put(order);
  }

  remove(order: Order): void {
    const places = this.#places;
    const place = order.id & (places.length - 1);
    let before = places[place];
    if (before === order) places[place] = order.besideIt;
    else {
      while (before !== null && before.besideIt !== order) before = before.besideIt;
      if (before === null) return;
      before.besideIt = order.besideIt;
    }
    order.besideIt = null;
    this.#size--;
  }

  /** In order of id, which is the order in which they were accepted. */
  values(): Order[] {
    const orders: Order[] = [];
    for (const first of this.#places)
      for (let order = first; order !== null; order = order.besideIt) orders.push(order);
    return orders.sort((a, b) => a.id - b.id);
  }

  #put(order: Order): void {
    const places = this.#places;
    const place = order.id & (places.length - 1);
    order.besideIt = places[place];
    places[place] = order;
  }

  #grow(): void {
    const orders = this.values();
    this.#places = emptyTable(this.#places.length * 2);
    for (const order of orders) this.#put(order);
  }
}

function emptyTable(size: number): (Order | null)[] {
  return new Array<Order | null>(size).fill(null);
}
