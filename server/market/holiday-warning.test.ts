// When the log asks for the holidays of a year.
import { expect, test } from 'vitest';
import { dayNumber } from '../../contract/wire/day-number.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { holidayWarning } from './holiday-warning.ts';

const calendar = new TradingCalendar('nse', ['2026-12-25', '2028-01-26']);

test.each([
  ['2026-11-30', null],
  ['2026-12-01', 'The list of holidays says nothing of 2027 yet: it is needed before that year begins.'],
  ['2026-12-31', 'The list of holidays says nothing of 2027 yet: it is needed before that year begins.'],
  ['2027-01-01', 'The list of holidays says nothing of 2027: only weekends are closed.'],
  ['2027-12-15', 'The list of holidays says nothing of 2027: only weekends are closed.'],
  ['2028-01-01', null],
])('on %s', (day, sentence) => expect(holidayWarning(calendar, dayNumber(day))).toBe(sentence));

test('a market that never closes needs no holidays', () =>
  expect(holidayWarning(new TradingCalendar('always'), dayNumber('2026-12-01'))).toBeNull());
