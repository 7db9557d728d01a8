// Averages of ratings in words: no zero without ratings, and a hint when there are few.
import { expect, test } from 'vitest';
import { ratingText, starsText } from './rating-words.ts';

test.each([
  [{ tenths: null, count: 0 }, 'No ratings yet'],
  [{ tenths: 50, count: 1 }, '5.0 of 5, only 1 rating yet'],
  [{ tenths: 35, count: 2 }, '3.5 of 5, only 2 ratings yet'],
  [{ tenths: 38, count: 3 }, '3.8 of 5, 3 ratings'],
  [{ tenths: 10, count: 1200 }, '1.0 of 5, 1200 ratings'],
])('%j is %s', (rating, text) => expect(ratingText(rating)).toBe(text));

test('stars have a meaning', () => {
  expect([1, 5].map(starsText)).toEqual(['1 star: Poor', '5 stars: Excellent']);
});
