// The day's figures as trades come in.
import { expect, test } from 'vitest';
import { addTrade, newQuote } from './quote.ts';

test('before the first trade every price is the last known one', () => {
  expect(newQuote(100, 5)).toEqual({ last: 100, open: 100, high: 100, low: 100, volume: 0, tradedAt: 5 });
});

test('the first trade opens the day; high and low widen; volume adds up', () => {
  const quote = newQuote(100, 5);
  addTrade(quote, 90, 10, 6);
  expect(quote).toEqual({ last: 90, open: 90, high: 90, low: 90, volume: 10, tradedAt: 6 });
  addTrade(quote, 95, 1, 7);
  addTrade(quote, 85, 2, 8);
  addTrade(quote, 93, 3, 9);
  expect(quote).toEqual({ last: 93, open: 90, high: 95, low: 85, volume: 16, tradedAt: 9 });
});
