// The floors of a venue: one for each stock, in the order in which the stocks were listed.
import type { Market } from '../market/market.ts';
import { Floor } from './floor.ts';
import type { Order } from './order.ts';
import type { Venue } from './venue.ts';

export class Floors {
  readonly #venue: Venue;
  readonly #bySymbol = new Map<string, Floor>();
  /** The same floors by instrument id. */
  readonly #byId: Floor[] = [];

  constructor(venue: Venue) {
    this.#venue = venue;
  }

  get size(): number {
    return this.#bySymbol.size;
  }

  /** For a market that has none yet. */
  add(market: Market<Order>): void {
    const floor = new Floor(market, this.#venue);
    this.#bySymbol.set(market.instrument.symbol, floor);
    this.#byId[market.instrument.id] = floor;
  }

  /** Undefined for a symbol that is not listed. */
  get(symbol: string): Floor | undefined {
    return this.#bySymbol.get(symbol);
  }

  /** Where an order is, or was placed. */
  of(order: Order): Floor {
    return this.#byId[order.market.instrument.id];
  }

  values(): IterableIterator<Floor> {
    return this.#bySymbol.values();
  }
}
