// What the small chart of a stock says where there is nothing to draw.
import { expect, test } from 'vitest';
import { tooFewText } from './price-range.ts';

test('a longer time is offered only where there is one that may have more bars', () => {
  expect(tooFewText('1D')).toBe('Choose a longer time, or come back when the stock has traded more.');
  expect(tooFewText('1M')).toBe('Choose a longer time, or come back when the stock has traded more.');
  expect(tooFewText('6M')).toBe('The line begins with the second day of trading.');
  expect(tooFewText('1Y')).toBe('The line begins with the second day of trading.');
});
