// The days that a question names, by India's calendar.
import { expect, test } from 'vitest';
import { spanIn } from './span.ts';

// A Sunday in India, where it is half past one at night; in Greenwich it is still Saturday.
const NOW = Date.parse('2026-11-21T20:00:00Z');

test.each([
  ['this week', '2026-11-16', '2026-11-22'],
  ['summary of my week', '2026-11-16', '2026-11-22'],
  ['a weekly report', '2026-11-16', '2026-11-22'],
  ['how was my month', '2026-11-01', '2026-11-22'],
  ['last week', '2026-11-09', '2026-11-15'],
  ['this month', '2026-11-01', '2026-11-22'],
  ['in the past month', '2026-10-01', '2026-10-31'],
  ['this year', '2026-01-01', '2026-11-22'],
  ['previous year', '2025-01-01', '2025-12-31'],
  ['last 30 days', '2026-10-24', '2026-11-22'],
  ['past 1 day', '2026-11-22', '2026-11-22'],
  ['in the last 3 months', '2026-08-25', '2026-11-22'],
  ['past 2 weeks', '2026-11-09', '2026-11-22'],
  ['in october', '2026-10-01', '2026-10-31'],
  ['in my october trades', '2026-10-01', '2026-10-31'],
  ['in november', '2026-11-01', '2026-11-22'],
  ['in dec', '2025-12-01', '2025-12-31'],
  ['in may', '2026-05-01', '2026-05-31'],
  ['in february 2024', '2024-02-01', '2024-02-29'],
  ['since sept', '2026-09-01', '2026-11-22'],
  ['in 2025', '2025-01-01', '2025-12-31'],
  ['in 1999', '1999-01-01', '1999-12-31'],
  ['this quarter', '2026-10-01', '2026-11-22'],
  ['last quarter', '2026-07-01', '2026-09-30'],
  ['this financial year', '2026-04-01', '2026-11-22'],
  ['last financial year', '2025-04-01', '2026-03-31'],
  ['in q1', '2026-04-01', '2026-06-30'],
  ['in q3', '2026-10-01', '2026-11-22'],
  ['in q4', '2026-01-01', '2026-03-31'],
  ['of 2026', '2026-01-01', '2026-11-22'],
  ['since last week', '2026-11-09', '2026-11-22'],
  ['since the last month', '2026-10-01', '2026-11-22'],
  ['since last year', '2025-01-01', '2026-11-22'],
  ['since last quarter', '2026-07-01', '2026-11-22'],
  ['since this month', '2026-11-01', '2026-11-22'],
  ['in the last three months', '2026-08-25', '2026-11-22'],
  ['past two weeks', '2026-11-09', '2026-11-22'],
  ['in financial year 2025-26', '2025-04-01', '2026-03-31'],
  ['in fy25-26', '2025-04-01', '2026-03-31'],
  ['in 2026-27', '2026-04-01', '2026-11-22'],
  ['from april to june', '2026-04-01', '2026-06-30'],
  ['from october to december', '2026-10-01', '2026-11-22'],
  ['from april 2025 to march 2026', '2025-04-01', '2026-03-31'],
  ['from nov to jan 2026', '2025-11-01', '2026-01-31'],
  ['in q2 of fy 2025-26', '2025-07-01', '2025-09-30'],
  ['in q4 2025-26', '2026-01-01', '2026-03-31'],
  ['in q2 2025', '2025-07-01', '2025-09-30'],
  ['for q3 of 2025', '2025-10-01', '2025-12-31'],
  ['between april and june', '2026-04-01', '2026-06-30'],
  ['between april 2025 and march 2026', '2025-04-01', '2026-03-31'],
  ['from october to today', '2026-10-01', '2026-11-22'],
  ['from december till now', '2025-12-01', '2026-11-22'],
])('%s', (text, from, to) => {
  expect(spanIn(`how much did i make ${text}?`, NOW)).toEqual({ from, to });
});

test('before April the financial year and its quarters began in the year before', () => {
  const january = Date.parse('2027-01-04T06:00:00Z');
  expect(spanIn('this financial year', january)).toEqual({ from: '2026-04-01', to: '2027-01-04' });
  expect(spanIn('last quarter', january)).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(spanIn('in q4', january)).toEqual({ from: '2027-01-01', to: '2027-01-04' });
  expect(spanIn('in q1', january)).toEqual({ from: '2026-04-01', to: '2026-06-30' });
});

test('the month before January is in another year; a Monday begins its week', () => {
  expect(spanIn('last month', Date.parse('2027-01-04T06:00:00Z'))).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(spanIn('this week', Date.parse('2027-01-04T06:00:00Z'))).toEqual({ from: '2027-01-04', to: '2027-01-04' });
});

test.each([
  'today',
  'my last order',
  'last 0 days',
  'last 9999 days',
  'past 12345 days',
  'may i',
  'in the market',
  'for margin',
  'for 1999',
  'on 15 nov',
  'on nov 15th',
  'in december 2026',
  'in 2031',
  'last few months',
  'for 25-26',
  'in 2025-12',
])('%s is no time of days', (text) => {
  expect(spanIn(text, NOW)).toBe(null);
});
