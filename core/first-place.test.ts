// The binary search against looking at one place after another.
import { expect, test } from 'vitest';
import { firstPlace } from './first-place.ts';

test('finds the first place that is reached, or the count, for every length up to 20', () => {
  for (let count = 0; count <= 20; count++)
    for (let first = 0; first <= count; first++) expect(firstPlace(count, (place) => place >= first)).toBe(first);
});
