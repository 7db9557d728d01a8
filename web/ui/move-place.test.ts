// Where an item of a list goes, by keys and by hand.
import { expect, test } from 'vitest';
import { placeAt, placeOfKey, withMoved } from './move-place.ts';

test.each([
  [0, 3, 'BCDA'],
  [3, 0, 'DABC'],
  [1, 2, 'ACBD'],
  [2, 2, 'ABCD'],
])('from %d to %d: %s', (from, to, order) => {
  expect(withMoved([...'ABCD'], from, to).join('')).toBe(order);
});

test.each([
  // Four rows of 40: their middles are at 20, 60, 100 and 140.
  [0, 10, 0],
  [0, 59, 0],
  [0, 61, 1],
  [0, 900, 3],
  [3, -5, 0],
  [3, 99, 2],
  [1, 70, 1],
])('taken from %d and let go at %d it stands at %d', (from, height, place) => {
  expect(placeAt([20, 60, 100, 140], from, height)).toBe(place);
});

test.each([
  ['ArrowUp', 0, null],
  ['ArrowUp', 2, 1],
  ['ArrowDown', 2, 3],
  ['ArrowDown', 3, null],
  ['Home', 3, 0],
  ['Home', 0, null],
  ['End', 0, 3],
  ['Enter', 1, null],
])('%s on place %d leads to %j', (key, at, place) => {
  expect(placeOfKey(key, at, 4)).toBe(place);
});
