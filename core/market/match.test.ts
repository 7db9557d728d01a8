// Matching: best price, then time, at the maker's price; a refusal of the listener stops the walk.
import { describe, expect, test } from 'vitest';
import { Book } from './book.ts';
import type { Side } from './instrument.ts';
import { BookOrder } from './level.ts';
import { fillable, match } from './match.ts';
import type { Matcher } from './match.ts';

const TAKER = 99;

function scene(makers: readonly [owner: number, price: number, quantity: number][], side: Side = 'sell') {
  const book = new Book();
  const orders = makers.map(
    ([owner, price, quantity], index) => new BookOrder(index + 1, owner, side, price, quantity),
  );
  for (const order of orders) book.add(order);
  const said: string[] = [];
  const matcher: Matcher = {
    payable: (_taker, _price, quantity) => quantity,
    filled: (taker, maker, price, quantity) =>
      void said.push(`${quantity} of ${maker.id} @ ${price}, ${maker.remaining} and ${taker.remaining} left`),
    selfTradePrevented: (maker) => void said.push(`${maker.id} out`),
  };
  const run = (quantity: number, limit: number, payable?: Matcher['payable']): BookOrder => {
    const taker = new BookOrder(TAKER, TAKER, side === 'sell' ? 'buy' : 'sell', limit, quantity);
    match(book, taker, limit, payable === undefined ? matcher : { ...matcher, payable });
    return taker;
  };
  return { book, said, run, matcher };
}

describe('the walk', () => {
  test('best price first, then the oldest, at the price of those who waited', () => {
    const { said, run } = scene([
      [1, 101, 5],
      [2, 100, 5],
      [3, 100, 5],
    ]);
    expect(run(12, 105).remaining).toBe(0);
    expect(said).toEqual(['5 of 2 @ 100, 0 and 7 left', '5 of 3 @ 100, 0 and 2 left', '2 of 1 @ 101, 3 and 0 left']);
  });

  test('never beyond the limit, and nothing rests', () => {
    const { book, said, run } = scene([
      [1, 100, 5],
      [2, 101, 5],
    ]);
    expect(run(12, 100).remaining).toBe(7);
    expect(said).toEqual(['5 of 1 @ 100, 0 and 7 left']);
    expect([book.best('buy'), book.best('sell')]).toEqual([0, 101]);
  });

  test('a sale meets the highest bid first', () => {
    const makers: [number, number, number][] = [
      [1, 99, 5],
      [2, 100, 1],
    ];
    const { said, run } = scene(makers, 'buy');
    expect(run(3, 99).remaining).toBe(0);
    expect(said).toEqual(['1 of 2 @ 100, 0 and 2 left', '2 of 1 @ 99, 3 and 0 left']);
  });

  test('an empty book fills nothing', () => {
    const { said, run } = scene([]);
    expect([run(3, 99).remaining, said]).toEqual([3, []]);
  });
});

test('own orders in the way leave the book and are told, others go on trading', () => {
  const { book, said, run } = scene([
    [TAKER, 100, 5],
    [2, 100, 2],
    [TAKER, 101, 5],
    [TAKER, 103, 1],
  ]);
  expect(run(9, 102).remaining).toBe(7);
  expect(said).toEqual(['1 out', '2 of 2 @ 100, 0 and 7 left', '3 out']);
  expect(book.best('sell')).toBe(103);
});

describe('the quantity that can be paid for', () => {
  test('less than wanted is taken and ends the walk', () => {
    const { said, run, book } = scene([
      [1, 100, 5],
      [2, 101, 5],
    ]);
    expect(run(9, 105, (_taker, _price, quantity) => Math.min(quantity, 3)).remaining).toBe(6);
    expect(said).toEqual(['3 of 1 @ 100, 2 and 6 left']);
    expect(book.best('sell')).toBe(100);
  });

  test('no share that can be paid for is no fill', () => {
    const { said, run } = scene([[1, 100, 5]]);
    expect([run(9, 105, () => 0).remaining, said]).toEqual([9, []]);
  });
});

test('what could be had: of others, inside the limit, up to enough, at what it would cost', () => {
  const { book } = scene([
    [1, 100, 5],
    [TAKER, 100, 7],
    [2, 101, 5],
    [3, 102, 5],
  ]);
  const taker = new BookOrder(TAKER, TAKER, 'buy', 101, 50);
  expect(fillable(book, taker, 101, 50)).toEqual({ quantity: 10, value: 5 * 100 + 5 * 101 });
  expect(fillable(book, taker, 102, 8)).toEqual({ quantity: 8, value: 5 * 100 + 3 * 101 });
  expect(fillable(book, taker, 99, 8)).toEqual({ quantity: 0, value: 0 });
});
