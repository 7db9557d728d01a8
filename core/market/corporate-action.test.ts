// The arithmetic of splits and bonuses, worked out by hand, and that a cost is never lost.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costEach, fractionValue, isPossibleRatio, priceAfter, sharesAfter } from './corporate-action.ts';

test('shares, price and cash for a part of a share', () => {
  const bonus = { from: 2, to: 3 };
  expect([sharesAfter(3, bonus), sharesAfter(4, bonus), sharesAfter(1, bonus)]).toEqual([4, 6, 1]);
  // 90.00 x 2 / 3; 0.01 stays, half up.
  expect([priceAfter(90_00, bonus), priceAfter(1, bonus), priceAfter(1, { from: 1, to: 100 })]).toEqual([60_00, 1, 1]);
  // 3 shares make 4 and a half: half of 60.00. 4 shares leave nothing over.
  expect([fractionValue(3, bonus, 90_00), fractionValue(4, bonus, 90_00)]).toEqual([30_00, 0]);
  // 5 of each 3: 2 shares make 3 and a third; a new share is worth 60.00.
  expect(fractionValue(2, { from: 3, to: 5 }, 100_00)).toBe(20_00);
});

test.each([
  [1, 2, true],
  [100, 1000, true],
  [1, 1, false],
  [5, 1, false],
  [0, 1, false],
  [101, 102, false],
  [1, 1001, false],
  [1.5, 3, false],
  [1, Number.NaN, false],
])('%d into %d is possible: %s', (from, to, isPossible) => {
  expect(isPossibleRatio({ from, to })).toBe(isPossible);
});

test('a cost is shared out to the paisa, the cheaper shares first', () => {
  expect(costEach(10_00, 3)).toEqual([
    { quantity: 2, price: 3_33 },
    { quantity: 1, price: 3_34 },
  ]);
  expect(costEach(12_00, 3)).toEqual([{ quantity: 3, price: 4_00 }]);
  expect(costEach(1, 2)).toEqual([
    { quantity: 1, price: 0 },
    { quantity: 1, price: 1 },
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 1, max: 2e9 }), (cost, quantity) => {
      const parts = costEach(cost, quantity);
      expect(parts.reduce((sum, part) => sum + part.quantity, 0)).toBe(quantity);
      expect(parts.reduce((sum, part) => sum + part.quantity * part.price, 0)).toBe(cost);
      expect(parts.every((part) => part.quantity > 0)).toBe(true);
    }),
  );
});
