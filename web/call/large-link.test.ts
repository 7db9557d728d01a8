// How much one's own video may use in a large call.
import { expect, test } from 'vitest';
import { pictureLimit } from './large-link.ts';

test('the pictures of all others together stay within a home, and none is too coarse or finer than is shown', () => {
  const bitsOf = (people: number): number => pictureLimit(people, false, false).bitsPerSecond;
  // 2,000,000 bits for the others: of 15 people 14, of 9 eight, of 5 four; and never less than a face needs.
  expect([15, 9, 5, 1, 40].map(bitsOf)).toEqual([142_857, 250_000, 400_000, 400_000, 120_000]);
  expect(pictureLimit(9, false, false)).toMatchObject({ framesPerSecond: 15, shrink: 2 });
});

test('the host is seen large, and a shared screen is readable no matter who shares it', () => {
  expect(pictureLimit(9, true, false)).toEqual({ bitsPerSecond: 900_000, framesPerSecond: 24, shrink: 1 });
  const shared = { bitsPerSecond: 900_000, framesPerSecond: 10, shrink: 1 };
  expect([pictureLimit(9, false, true), pictureLimit(9, true, true)]).toEqual([shared, shared]);
});
