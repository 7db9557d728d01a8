// One side of the book against a sorted list, at prices as far apart as prices can be.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Ladder } from './ladder.ts';
import { BookOrder } from './level.ts';

function walk(ladder: Ladder): number[] {
  const prices: number[] = [];
  for (let level = ladder.best; level !== null; level = ladder.worse(level)) prices.push(level.price);
  return prices;
}

describe('levels', () => {
  test('an empty ladder has no best level', () => {
    expect([new Ladder('buy').best, new Ladder('buy').count]).toEqual([null, 0]);
  });

  test('a level is found again at its price', () => {
    const ladder = new Ladder('sell');
    const level = ladder.at(100);
    expect([ladder.at(100) === level, ladder.at(100 + 256) === level, ladder.count]).toEqual([true, false, 2]);
  });

  test('buys fall from the best, sells rise', () => {
    for (const side of ['buy', 'sell'] as const) {
      const ladder = new Ladder(side);
      for (const price of [255, 1_000_000_000, 1, 256, 20_000]) ladder.at(price);
      const rising = [1, 255, 256, 20_000, 1_000_000_000];
      expect(walk(ladder)).toEqual(side === 'buy' ? rising.reverse() : rising);
    }
  });

  test('a dropped level is used again, as new', () => {
    const ladder = new Ladder('buy');
    const level = ladder.at(700);
    const order = new BookOrder(1, 1, 'buy', 700, 5);
    level.join(order);
    level.leave(order);
    ladder.drop(level);
    expect([ladder.best, ladder.count]).toEqual([null, 0]);
    expect(ladder.at(9_000)).toBe(level);
    expect(level).toMatchObject({ price: 9_000, quantity: 0, orders: 0, first: null, last: null });
  });
});

const price = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 200, max: 900 }),
  fc.integer({ min: 1, max: 1e9 }),
);

test('whatever comes and goes, a ladder is the sorted list of its prices', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('buy', 'sell'),
      fc.array(fc.tuple(fc.boolean(), price), { maxLength: 200 }),
      (side, steps) => {
        const ladder = new Ladder(side);
        const prices = new Set<number>();
        for (const [isComing, at] of steps) {
          if (isComing) prices.add(ladder.at(at).price);
          else if (prices.size > 0) {
            const gone = [...prices][at % prices.size];
            ladder.drop(ladder.at(gone));
            prices.delete(gone);
          }
          const sorted = [...prices].sort((a, b) => (side === 'buy' ? b - a : a - b));
          expect([ladder.best?.price ?? 0, ladder.count]).toEqual([sorted[0] ?? 0, sorted.length]);
          expect(walk(ladder)).toEqual(sorted);
        }
      },
    ),
    { numRuns: 60 },
  );
});
