// Opening hours and square-off against instants worked out by hand.
import { expect, test } from 'vitest';
import { marketDay } from './day.ts';
import { closesAt, opensAt, sessionFraction, sessionMinutes, squareOffAt } from './trading-hours.ts';

/** An instant in India: +05:30 for ever. */
function india(text: string): number {
  return Date.parse(`${text}+05:30`);
}

test('the market that never closes has days without a gap', () => {
  const day = marketDay(india('2026-11-22T03:00'));
  expect(closesAt('always', day)).toBe(opensAt('always', day + 1));
  expect(sessionMinutes('always')).toBe(1_440);
  expect(sessionMinutes('nse')).toBe(375);
});

test('intraday positions are closed at 15:20', () => {
  const friday = marketDay(india('2026-11-20T12:00'));
  expect(squareOffAt(friday)).toBe(india('2026-11-20T15:20'));
});

test('the session runs from 0 to 1', () => {
  expect(sessionFraction('nse', india('2026-11-20T09:15'))).toBe(0);
  expect(sessionFraction('nse', india('2026-11-20T12:22:30'))).toBe(0.5);
  expect(sessionFraction('nse', india('2026-11-20T20:00'))).toBe(1);
  expect(sessionFraction('always', india('2026-11-20T06:00'))).toBe(0.25);
});
