// How strongly the map of the market colours a change.
import { expect, test } from 'vitest';
import { averageOf, fullChange, shadeOf } from './heat.ts';

test('the colour is full from what the largest tenth of the changes reach', () => {
  expect(fullChange([0.1, -0.2, 0.3])).toBe(0.5);
  // Nine small changes and one of 12 %: the tenth that is largest.
  expect(fullChange([...Array<number>(9).fill(0.4), -12])).toBe(20);
  expect(fullChange([...Array<number>(19).fill(0.9), -12])).toBe(1);
  expect(fullChange([60, -70])).toBe(20);
  expect(fullChange([])).toBe(0.5);
});

test('a fall is as strong as a rise, nothing is stronger than full, and no change has no colour', () => {
  expect(shadeOf(1, 2)).toBe(25);
  expect(shadeOf(-1, 2)).toBe(25);
  expect(shadeOf(-9, 2)).toBe(50);
  expect(shadeOf(0, 2)).toBe(0);
});

test('the average counts every stock once', () => {
  expect(averageOf([1, -2, 4])).toBe(1);
  expect(averageOf([])).toBeNull();
});
