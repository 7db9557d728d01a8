// The book against the simplest book there is: a list, sorted by price and then by turn.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Book, crosses } from './book.ts';
import type { Side } from './instrument.ts';
import { BookOrder } from './level.ts';

let ids = 0;

function order(side: Side, price: number, quantity: number): BookOrder {
  ids++;
  return new BookOrder(ids, ids, side, price, quantity);
}

function filledBook(orders: readonly BookOrder[]): Book {
  const book = new Book();
  for (const each of orders) book.add(each);
  return book;
}

describe('one side', () => {
  test('an empty side has no first order, no best price and no depth', () => {
    const book = new Book();
    expect([book.first('buy'), book.best('buy'), book.depth('sell', 5)]).toEqual([null, 0, []]);
  });

  test('buys: the highest price first; sells: the lowest', () => {
    const book = filledBook([
      order('buy', 100, 1),
      order('buy', 102, 2),
      order('buy', 101, 3),
      order('sell', 110, 4),
      order('sell', 105, 5),
    ]);
    expect(book.depth('buy', 2)).toEqual([
      { price: 102, quantity: 2, orders: 1 },
      { price: 101, quantity: 3, orders: 1 },
    ]);
    expect([book.best('buy'), book.best('sell')]).toEqual([102, 105]);
    expect(book.levels('sell').map(({ price }) => price)).toEqual([105, 110]);
  });

  test('at one price: first come, first served, and the queue closes up', () => {
    const [first, second, third] = [order('buy', 100, 1), order('buy', 100, 2), order('buy', 100, 4)];
    const book = filledBook([first, second, third]);
    expect(book.first('buy')).toBe(first);
    expect([third.ahead, second.ahead, first.ahead]).toEqual([second, first, null]);
    expect(book.placeOf(third)).toEqual({ orders: 2, quantity: 3, better: 0 });
    book.remove(second);
    expect(book.placeOf(second)).toBeNull();
    expect([third.ahead, first.behind]).toEqual([first, third]);
    book.remove(first);
    expect(book.first('buy')).toBe(third);
    expect(book.depth('buy', 1)).toEqual([{ price: 100, quantity: 4, orders: 1 }]);
    book.remove(third);
    expect(book.best('buy')).toBe(0);
  });

  test('a reduced order keeps its place; with nothing left it is gone', () => {
    const [first, second] = [order('sell', 100, 5), order('sell', 100, 5)];
    const book = filledBook([first, second]);
    book.reduce(first, 3);
    expect([book.first('sell'), first.remaining, book.depth('sell', 1)[0].quantity]).toEqual([first, 2, 7]);
    book.reduce(first, 2);
    expect([book.first('sell'), first.remaining, first.level]).toEqual([second, 0, null]);
    expect(() => book.reduce(second, 6)).toThrow('enough left');
  });

  test('an order that does not rest cannot leave', () => {
    const book = new Book();
    expect(() => book.remove(order('buy', 1, 1))).toThrow('rests in the book');
    expect(() => book.reduce(order('buy', 1, 1), 1)).toThrow('rests');
  });
});

test.for([
  ['buy', 100, 99, true],
  ['buy', 100, 100, true],
  ['buy', 100, 101, false],
  ['sell', 100, 101, true],
  ['sell', 100, 100, true],
  ['sell', 100, 99, false],
] as const)('a %s at %d may trade at %d: %o', ([side, limit, price, may]) => {
  expect(crosses(side, limit, price)).toBe(may);
});

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      verb: fc.constant('add' as const),
      side: fc.constantFrom<Side>('buy', 'sell'),
      price: fc.integer({ min: 1, max: 12 }),
      quantity: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('remove' as const), which: fc.nat(50) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constant('reduce' as const),
      which: fc.nat(50),
      quantity: fc.integer({ min: 1, max: 9 }),
    }),
  },
);

function sorted(orders: readonly BookOrder[], side: Side): BookOrder[] {
  const sign = side === 'buy' ? -1 : 1;
  return orders.filter((each) => each.side === side).sort((a, b) => sign * (a.price - b.price) || a.id - b.id);
}

test('whatever comes and goes, the book is the sorted list', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const book = new Book();
      let live: BookOrder[] = [];
      for (const each of steps) {
        if (each.verb === 'add') {
          live.push(order(each.side, each.price, each.quantity));
          book.add(live[live.length - 1]);
        } else if (live.length > 0) {
          const chosen = live[each.which % live.length];
          if (each.verb === 'remove') book.remove(chosen);
          else book.reduce(chosen, Math.min(each.quantity, chosen.remaining));
          live = live.filter((other) => other !== chosen || (each.verb === 'reduce' && other.remaining > 0));
        }
        for (const side of ['buy', 'sell'] as const) {
          const line = sorted(live, side);
          expect(book.first(side)).toBe(line[0] ?? null);
          expect(book.best(side)).toBe(line[0]?.price ?? 0);
          const prices = [...new Set(line.map(({ price }) => price))];
          const levels = prices.map((price) => line.filter((other) => other.price === price));
          expect(book.depth(side, 99)).toEqual(
            levels.map((queue, index) => ({
              price: prices[index],
              quantity: queue.reduce((sum, { remaining }) => sum + remaining, 0),
              orders: queue.length,
            })),
          );
          expect([...book.orders(side)]).toEqual(line);
          for (const [at, waiting] of line.entries()) {
            const before = line.slice(0, at);
            const quantityOf = (orders: readonly BookOrder[]) =>
              orders.reduce((sum, { remaining }) => sum + remaining, 0);
            const same = before.filter(({ price }) => price === waiting.price);
            expect(book.placeOf(waiting)).toEqual({
              orders: same.length,
              quantity: quantityOf(same),
              better: quantityOf(before) - quantityOf(same),
            });
          }
        }
      }
    }),
    { numRuns: 60 },
  );
});
