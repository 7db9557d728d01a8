// Other books on the same order stream: a library's, and the simplest possible one.
import { OrderBook, Side } from 'nodejs-order-book';
import { Tally } from './subject.ts';
import type { MakeSubject } from './subject.ts';

export const library: MakeSubject = (workload) => {
  const { isCancel, id, isSell, price, quantity } = workload;
  const book = new OrderBook();
  const names = Array.from({ length: workload.lastId + 1 }, (_, number) => String(number));
  let orders = 0;
  return {
    run(from, to) {
      for (let k = from; k < to; k++) {
        if (isCancel[k] === 1) {
          book.cancel(names[id[k]]);
          orders--;
          continue;
        }
        const side = isSell[k] === 1 ? Side.SELL : Side.BUY;
        const { done, err } = book.limit({ id: names[id[k]], side, size: quantity[k], price: price[k] });
        if (err !== null) throw err;
        // The new order rests, unless it is among the completed ones.
        orders += 1 - done.length;
      }
    },
    tally: null,
    depth() {
      const [asks, bids] = book.depth();
      return { buy: bids, sell: asks, orders };
    },
  };
};

interface Waiting {
  readonly id: number;
  readonly price: number;
  left: number;
}

/** Two arrays sorted by price and time, searched from the front and spliced. */
export const sortedArray: MakeSubject = (workload, isHashing) => {
  const { isCancel, id, isSell, price, quantity } = workload;
  const sides: [Waiting[], Waiting[]] = [[], []];
  const tally = new Tally(isHashing);
  const take = (taker: number, sell: number, limit: number, wanted: number): number => {
    const others = sides[1 - sell];
    let left = wanted;
    while (left > 0 && others.length > 0 && (sell === 1 ? others[0].price >= limit : others[0].price <= limit)) {
      const [maker] = others;
      const part = Math.min(left, maker.left);
      left -= part;
      maker.left -= part;
      tally.add(maker.id, taker, maker.price, part);
      if (maker.left === 0) others.shift();
    }
    return left;
  };
  return {
    run(from, to) {
      for (let k = from; k < to; k++) {
        const own = sides[isSell[k]];
        if (isCancel[k] === 1) {
          own.splice(
            own.findIndex((order) => order.id === id[k]),
            1,
          );
          continue;
        }
        const left = take(id[k], isSell[k], price[k], quantity[k]);
        if (left === 0) continue;
        const behind = own.findIndex((order) => (isSell[k] === 1 ? order.price > price[k] : order.price < price[k]));
        own.splice(behind < 0 ? own.length : behind, 0, { id: id[k], price: price[k], left });
      }
    },
    tally,
    depth: () => ({ buy: levelsOf(sides[0]), sell: levelsOf(sides[1]), orders: sides[0].length + sides[1].length }),
  };
};

function levelsOf(orders: readonly Waiting[]): [number, number][] {
  const levels: [number, number][] = [];
  for (const { price, left } of orders) {
    const last = levels.at(-1);
    if (last?.[0] === price) last[1] += left;
    else levels.push([price, left]);
  }
  return levels;
}
