// A day of the wire and its number lead to each other.
import { expect, test } from 'vitest';
import { dayText, marketDay } from '../../core/market/day.ts';
import { dayNumber } from './day-number.ts';

test.each(['1970-01-01', '2000-02-29', '2026-11-20', '9999-12-31'])('%s is found again', (day) => {
  expect(dayText(dayNumber(day))).toBe(day);
});

test('it is the market day of noon in India', () => {
  expect(dayNumber('2026-11-20')).toBe(marketDay(Date.parse('2026-11-20T12:00:00+05:30')));
});

test.each(['', 'today', '2026-13-01', '2026-11-20T10:00'])('%j is no day', (text) => {
  expect(dayNumber(text)).toBeNaN();
});
