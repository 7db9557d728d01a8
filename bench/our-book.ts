// Our bare book on one order stream.
import { Book } from '../core/market/book.ts';
import type { Side } from '../core/market/instrument.ts';
import { BookOrder } from '../core/market/level.ts';
import { match } from '../core/market/match.ts';
import type { Matcher } from '../core/market/match.ts';
import { depthOf, Tally } from './subject.ts';
import type { MakeSubject } from './subject.ts';

/** Keeps resting orders by id, and reuses the objects of those that have ended, as our exchange does. */
class Clerk extends Tally implements Matcher {
  readonly resting: (BookOrder | null)[];
  readonly #spare: BookOrder[] = [];

  constructor(lastId: number, isHashing: boolean) {
    super(isHashing);
    this.resting = new Array(lastId + 1).fill(null);
  }

  payable(_taker: BookOrder, _price: number, quantity: number): number {
    return quantity;
  }

  filled(taker: BookOrder, maker: BookOrder, price: number, quantity: number): void {
    this.add(maker.id, taker.id, price, quantity);
    if (maker.remaining === 0) this.forget(maker);
  }

  /** A new order, in a reused object if there is one. */
  order(id: number, side: Side, price: number, quantity: number): BookOrder {
    const order = this.#spare.pop();
    if (order === undefined) return new BookOrder(id, id, side, price, quantity);
    order.id = id;
    order.owner = id;
    order.side = side;
    order.price = price;
    order.remaining = quantity;
    return order;
  }

  /** Returns the object of an order that has ended. */
  forget(order: BookOrder): void {
    this.resting[order.id] = null;
    this.#spare.push(order);
  }

  selfTradePrevented(): void {
    throw new Error('nobody meets himself in this stream');
  }
}

export const ourBook: MakeSubject = (workload, isHashing) => {
  const books = Array.from({ length: workload.symbols }, () => new Book());
  const tally = new Clerk(workload.lastId, isHashing);
  return {
    run(from, to) {
      // Local variables, so that looking them up for each command is not measured.
      const { isCancel, id, isSell, price, quantity, symbol } = workload;
      const { resting } = tally;
      for (let k = from; k < to; k++) {
        const book = books[symbol[k]];
        if (isCancel[k] === 1) {
          const order = resting[id[k]]!;
          book.remove(order);
          tally.forget(order);
          continue;
        }
        const order = tally.order(id[k], isSell[k] === 1 ? 'sell' : 'buy', price[k], quantity[k]);
        match(book, order, price[k], tally);
        if (order.remaining === 0) {
          tally.forget(order);
          continue;
        }
        book.add(order);
        resting[id[k]] = order;
      }
    },
    tally,
    depth: () => depthOf(books),
  };
};
