// The open orders of a venue by id: one table in which each id has its place, so that coming and going allocates nothing.
import type { Order } from './order.ts';

const SMALLEST = 64;

/** An order stands at its id modulo the size of the table, or at the next free place after it. At least half of the places are free. */
export class OpenOrders {
  #table: (Order | null)[] = emptyTable(SMALLEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: number): Order | undefined {
    const table = this.#table;
    const mask = table.length - 1;
    for (let place = id & mask; ; place = (place + 1) & mask) {
      const order = table[place];
      if (order === null) return undefined;
      if (order.id === id) return order;
    }
  }

  add(order: Order): void {
    if ((this.#size + 1) * 2 > this.#table.length) this.#grow();
    this.#size++;
    put(this.#table, order);
  }

  remove(order: Order): void {
    const table = this.#table;
    const mask = table.length - 1;
    let free = order.id & mask;
    while (table[free] !== order) {
      if (table[free] === null) return;
      free = (free + 1) & mask;
    }
    this.#size--;
    // Those behind it that would have stood here, had it been free, move up: a search never meets a gap too early.
    for (let place = (free + 1) & mask; ; place = (place + 1) & mask) {
      const next = table[place];
      if (next === null) break;
      const isBehindItsPlace = ((place - (next.id & mask)) & mask) >= ((place - free) & mask);
      if (!isBehindItsPlace) continue;
      table[free] = next;
      free = place;
    }
    table[free] = null;
  }

  /** In order of id, which is the order in which they were accepted. */
  values(): Order[] {
    return this.#table.filter((order) => order !== null).sort((a, b) => a.id - b.id);
  }

  keys(): number[] {
    return this.values().map(({ id }) => id);
  }

  #grow(): void {
    const larger = emptyTable(this.#table.length * 2);
    for (const order of this.#table) if (order !== null) put(larger, order);
    this.#table = larger;
  }
}

function emptyTable(size: number): (Order | null)[] {
  return new Array<Order | null>(size).fill(null);
}

function put(table: (Order | null)[], order: Order): void {
  const mask = table.length - 1;
  let place = order.id & mask;
  while (table[place] !== null) place = (place + 1) & mask;
  table[place] = order;
}
