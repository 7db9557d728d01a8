// The range of a year, with a day that still runs.
import { expect, test } from 'vitest';
import { spanOf } from './price-span.ts';

test('the running day may be the highest or the lowest of the year', () => {
  const days = [
    { high: 412.5, low: 390 },
    { high: 430, low: 401.05 },
  ];
  expect(spanOf(days, undefined)).toEqual({ high: 430, low: 390 });
  expect(spanOf(days, { high: 431.1, low: 395 })).toEqual({ high: 431.1, low: 390 });
  expect(spanOf(days, { high: 395, low: 388 })).toEqual({ high: 430, low: 388 });
});

test('a stock that was listed today has the range of today; without a stock nothing is shown', () => {
  expect(spanOf([], { high: 10, low: 9 })).toEqual({ high: 10, low: 9 });
  expect(spanOf([], undefined)).toBe(undefined);
});
