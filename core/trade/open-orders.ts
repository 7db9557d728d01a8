// The open orders of a venue by id: one table in which each id has its place, so that coming and going allocates nothing.
import type { Order } from './order.ts';

const SMALLEST = 64;
/** Stands where no id stands. */
const FREE = Infinity;

/**
 * An order stands at its id modulo the size of the table, or at the next free place after it. At least half of the places are
 * free. Looking goes over the list of ids alone and touches no order but the one that is looked for.
 */
export class OpenOrders {
  #ids = new Float64Array(SMALLEST).fill(FREE);
  #orders: (Order | null)[] = emptyTable(SMALLEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: number): Order | undefined {
    return this.#orders[this.#placeOf(id)] ?? undefined;
  }

  add(order: Order): void {
    if ((this.#size + 1) * 2 > this.#ids.length) this.#grow();
    this.#size++;
    this.#put(order);
  }

  remove(order: Order): void {
    const ids = this.#ids;
    const mask = ids.length - 1;
    let free = this.#placeOf(order.id);
    if (ids[free] !== order.id) return;
    this.#size--;
    // Those behind it that would have stood here, had it been free, move up: a search never meets a gap too early.
    for (let place = (free + 1) & mask; ids[place] !== FREE; place = (place + 1) & mask) {
      const isBehindItsPlace = ((place - (ids[place] & mask)) & mask) >= ((place - free) & mask);
      if (!isBehindItsPlace) continue;
      ids[free] = ids[place];
      this.#orders[free] = this.#orders[place];
      free = place;
    }
    ids[free] = FREE;
    this.#orders[free] = null;
  }

  /** In order of id, which is the order in which they were accepted. */
  values(): Order[] {
    return this.#orders.filter((order) => order !== null).sort((a, b) => a.id - b.id);
  }

  keys(): number[] {
    return this.values().map(({ id }) => id);
  }

  /** Where the id stands, or the free place where it would. */
  #placeOf(id: number): number {
    const ids = this.#ids;
    const mask = ids.length - 1;
    let place = id & mask;
    while (ids[place] !== id && ids[place] !== FREE) place = (place + 1) & mask;
    return place;
  }

  #put(order: Order): void {
    const place = this.#placeOf(order.id);
    this.#ids[place] = order.id;
    this.#orders[place] = order;
  }

  #grow(): void {
    const before = this.#orders;
    this.#ids = new Float64Array(before.length * 2).fill(FREE);
    this.#orders = emptyTable(before.length * 2);
    for (const order of before) if (order !== null) this.#put(order);
  }
}

function emptyTable(size: number): (Order | null)[] {
  return new Array<Order | null>(size).fill(null);
}
