// Rounded parts: they add up, each is within one of its exact value, and the largest rounding losses are made good first.
import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';

test('the parts add up to the whole, where rounding each by itself would not', () => {
  // A third each: three times 33 are 99.
  expect(partsOf([400, 400, 400], 100)).toEqual([34, 33, 33]);
  // 41.6, 41.6 and 16.8 round to 42, 42 and 17, which are 101.
  expect(partsOf([416, 416, 168], 100)).toEqual([42, 41, 17]);
  // 99.5 and 0.5 of a hundred: rounded each by itself they were 101.
  expect(partsOf([199, 1], 100)).toEqual([100, 0]);
  for (const values of [[0.01], [1.1, 2.2, 3.3, 4.4], [1e9, 0.01, 0.01], [7, 0, 13, 29, 31, 1]]) {
    const total = values.reduce((sum, value) => sum + value, 0);
    const parts = partsOf(values, 100);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(100);
    for (const [index, part] of parts.entries()) expect(Math.abs(part - (values[index] / total) * 100)).toBeLessThan(1);
  }
});

test('of nothing there are no parts', () => {
  expect(partsOf([], 100)).toEqual([]);
  expect(partsOf([0, 0], 100)).toEqual([0, 0]);
});
