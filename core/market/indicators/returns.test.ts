// Returns, drawdown, correlation and concentration, against results worked out by hand.
import { expect, test } from 'vitest';
import { concentration, dailyReturns, maxDrawdown, deviation, correlate, returnBetween } from './returns.ts';

test('returns are parts of the price before', () => {
  expect(returnBetween(100, 110)).toBeCloseTo(0.1, 12);
  expect(returnBetween(undefined, 110)).toBeNull();
  expect(returnBetween(0, 110)).toBeNull();
  const [up, down] = dailyReturns([100, 110, 99]);
  expect([up, down]).toEqual([expect.closeTo(0.1, 12), expect.closeTo(-0.1, 12)]);
  expect(dailyReturns([100])).toEqual([]);
});

test('the deviation is that of a sample', () => {
  // mean 2; squares 1 + 0 + 1 = 2; 2 / (3 - 1) = 1
  expect(deviation([1, 2, 3])).toBe(1);
  expect(deviation([1])).toBeNull();
});

test('the deepest fall goes from the peak before it', () => {
  // 120 -> 90 is 25 %; the later 150 -> 130 is less
  expect(maxDrawdown([100, 120, 90, 150, 130])).toEqual({ depth: 0.25, peak: 1, low: 2 });
  expect(maxDrawdown([1, 2, 3]).depth).toBe(0);
  expect(maxDrawdown([]).depth).toBe(0);
});

test('a stock that doubles every move of the other has beta 2 and correlation 1', () => {
  const other = Array.from({ length: 30 }, (_, day) => ((day * 7) % 5) - 2);
  expect(
    correlate(
      other.map((move) => 2 * move),
      other,
    ),
  ).toEqual({
    correlation: expect.closeTo(1, 10),
    beta: expect.closeTo(2, 10),
  });
  expect(
    correlate(
      other.map((move) => -move),
      other,
    )?.correlation,
  ).toBeCloseTo(-1, 10);
  expect(
    correlate(
      other.map(() => 1),
      other,
    ),
  ).toBeNull();
  expect(correlate([1, 2], [1, 2])).toBeNull();
});

test('concentration: all in one, evenly over four, and half in one', () => {
  expect(concentration([7])).toBe(1);
  expect(concentration([5, 5, 5, 5])).toBe(0.25);
  // 0.5² + 0.25² + 0.25² = 0.375
  expect(concentration([2, 1, 1])).toBe(0.375);
  expect(concentration([])).toBe(0);
});
