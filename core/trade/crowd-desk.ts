// The simulated traders' door to one market: the same book and matching, without money checks.
import { crosses } from '../market/book.ts';
import type { Book } from '../market/book.ts';
import type { Desk } from '../market/traders/desk.ts';
import { opposite } from '../market/instrument.ts';
import type { Instrument, Side } from '../market/instrument.ts';
import { BookOrder } from '../market/level.ts';
import { match } from '../market/match.ts';
import { assert } from '../assert.ts';
import type { Paise, Quantity } from '../money.ts';
import { MAX_PRICE } from './check-order.ts';
import type { Floor } from './floor.ts';

/** The crowd's orders are found by what they are, not by number. */
const NO_ID = 0;

export class CrowdDesk implements Desk {
  readonly #floor: Floor;

  constructor(floor: Floor) {
    this.#floor = floor;
  }

  get instrument(): Instrument {
    return this.#floor.market.instrument;
  }

  get book(): Book {
    return this.#floor.market.book;
  }

  get lastPrice(): Paise {
    return this.#floor.market.quote.last;
  }

  place(agent: number, side: Side, price: Paise, quantity: Quantity): BookOrder | null {
    if (!this.#isAllowed(price, quantity)) return null;
    const order = crowdOrder(agent, side, price, quantity);
    // Before the market opens quotes may be put up, but nothing trades.
    if (this.#floor.isTrading) match(this.book, order, price, this.#floor);
    else if (this.#wouldTrade(side, price)) return null;
    if (order.remaining > 0) this.book.add(order);
    this.#floor.fireStops();
    return order.level === null ? null : order;
  }

  take(agent: number, side: Side, quantity: Quantity, limit: Paise): Quantity {
    if (!this.#floor.isTrading || !this.#isAllowed(limit, quantity)) return 0;
    const order = crowdOrder(agent, side, limit, quantity);
    match(this.book, order, limit, this.#floor);
    this.#floor.fireStops();
    return quantity - order.remaining;
  }

  cancel(order: BookOrder): void {
    if (order.level !== null) this.book.remove(order);
  }

  drainPeopleFlow(): number {
    const flow = this.#floor.market.peopleFlow;
    this.#floor.market.peopleFlow = 0;
    return flow;
  }

  #wouldTrade(side: Side, price: Paise): boolean {
    const best = this.book.best(opposite(side));
    return best > 0 && crosses(side, price, best);
  }

  #isAllowed(price: Paise, quantity: Quantity): boolean {
    const { low, high } = this.#floor.market.band;
    // The band of a stock that costs nearly as much may end above.
    const highest = Math.min(high, MAX_PRICE);
    return !this.#floor.isHalted && quantity > 0 && price >= low && price <= highest;
  }
}

function crowdOrder(agent: number, side: Side, price: Paise, quantity: Quantity): BookOrder {
  assert(agent < 0, 'a simulated trader has a number below zero');
  return new BookOrder(NO_ID, agent, side, price, quantity);
}
