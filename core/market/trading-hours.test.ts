// Market days, opening hours and square-off against instants worked out by hand.
import { expect, test } from 'vitest';
import {
  closesAt,
  dayStartAt,
  dayText,
  hasDayRolled,
  isOpen,
  isTradingDay,
  marketDay,
  marketPhase,
  nextOpenAt,
  nextSquareOffAt,
  nextTradingDay,
  opensAt,
  previousTradingDay,
  sessionFraction,
  sessionMinutes,
  squareOffAt,
  weekday,
} from './trading-hours.ts';

/** An instant in India: +05:30 for ever. */
function india(text: string): number {
  return Date.parse(`${text}+05:30`);
}

test('the day of the market begins at midnight in India', () => {
  // 18:30 UTC is midnight in India.
  expect(marketDay(Date.UTC(1970, 0, 1, 18, 29, 59, 999))).toBe(0);
  expect(marketDay(Date.UTC(1970, 0, 1, 18, 30))).toBe(1);
  expect(marketDay(india('2026-11-20T00:00'))).toBe(marketDay(india('2026-11-20T23:59:59.999')));
  expect(dayStartAt(marketDay(india('2026-11-20T13:00')))).toBe(india('2026-11-20T00:00'));
  expect(hasDayRolled(india('2026-11-20T23:59:59.999'), india('2026-11-21T00:00'))).toBe(true);
  expect(hasDayRolled(india('2026-11-20T00:00'), india('2026-11-20T23:59'))).toBe(false);
});

test('dates agree with the calendar over two centuries', () => {
  for (let day = -36_524; day < 60_000; day += 1) {
    const date = new Date(day * 86_400_000);
    if (dayText(day) !== date.toISOString().slice(0, 10) || weekday(day) !== date.getUTCDay()) {
      throw new Error(`day ${day} is ${dayText(day)}`);
    }
  }
  expect(dayText(marketDay(india('2024-02-29T12:00')))).toBe('2024-02-29');
});

test.each([
  // Friday 20 November 2026 is an ordinary day.
  ['2026-11-20T08:59:59.999', 'closed', '2026-11-20T09:15'],
  ['2026-11-20T09:00', 'pre-open', '2026-11-20T09:15'],
  ['2026-11-20T09:07:59.999', 'pre-open', '2026-11-20T09:15'],
  ['2026-11-20T09:08', 'closed', '2026-11-20T09:15'],
  ['2026-11-20T09:14:59.999', 'closed', '2026-11-20T09:15'],
  ['2026-11-20T09:15', 'open', '2026-11-20T09:15'],
  ['2026-11-20T15:29:59.999', 'open', '2026-11-20T15:29:59.999'],
  // Then a weekend; Monday trades, Tuesday 24 November is a holiday.
  ['2026-11-20T15:30', 'closed', '2026-11-23T09:15'],
  ['2026-11-21T11:00', 'closed', '2026-11-23T09:15'],
  ['2026-11-22T11:00', 'closed', '2026-11-23T09:15'],
  ['2026-11-23T15:30', 'closed', '2026-11-25T09:15'],
  ['2026-11-24T09:05', 'closed', '2026-11-25T09:15'],
] as const)('nse at %s is %s and opens next at %s', (at, phase, next) => {
  expect(marketPhase('nse', india(at))).toBe(phase);
  expect(isOpen('nse', india(at))).toBe(phase === 'open');
  expect(nextOpenAt('nse', india(at))).toBe(india(next));
});

test('the market that never closes is open on a Sunday night and on holidays', () => {
  for (const at of ['2026-11-22T03:00', '2026-12-25T23:59:59.999', '2026-11-20T12:00']) {
    expect(marketPhase('always', india(at))).toBe('open');
    expect(nextOpenAt('always', india(at))).toBe(india(at));
  }
  const day = marketDay(india('2026-11-22T03:00'));
  expect(closesAt('always', day)).toBe(opensAt('always', day + 1));
  expect(sessionMinutes('always')).toBe(1_440);
  expect(sessionMinutes('nse')).toBe(375);
});

test('all sixteen holidays of 2026 are closed and fall on working days', () => {
  const first = marketDay(india('2026-01-01T12:00'));
  let open = 0;
  let working = 0;
  for (let day = first; dayText(day) < '2027'; day++) {
    if (weekday(day) !== 0 && weekday(day) !== 6) working++;
    if (isTradingDay('nse', day)) open++;
  }
  expect(working).toBe(261);
  expect(open).toBe(261 - 16);
  expect(isTradingDay('nse', marketDay(india('2026-10-20T12:00')))).toBe(false);
});

test('trading days step over what is closed', () => {
  const friday = marketDay(india('2026-11-20T12:00'));
  expect(dayText(nextTradingDay('nse', friday))).toBe('2026-11-23');
  expect(dayText(previousTradingDay('nse', marketDay(india('2026-11-25T12:00'))))).toBe('2026-11-23');
  expect(dayText(nextTradingDay('always', friday))).toBe('2026-11-21');
});

test('intraday positions live until the next 15:20 of a trading day', () => {
  const friday = marketDay(india('2026-11-20T12:00'));
  expect(squareOffAt(friday)).toBe(india('2026-11-20T15:20'));
  expect(nextSquareOffAt('nse', india('2026-11-20T15:19:59.999'))).toBe(india('2026-11-20T15:20'));
  expect(nextSquareOffAt('nse', india('2026-11-20T15:20'))).toBe(india('2026-11-23T15:20'));
  expect(nextSquareOffAt('always', india('2026-11-20T15:20'))).toBe(india('2026-11-21T15:20'));
});

test('the session runs from 0 to 1', () => {
  expect(sessionFraction('nse', india('2026-11-20T09:15'))).toBe(0);
  expect(sessionFraction('nse', india('2026-11-20T12:22:30'))).toBe(0.5);
  expect(sessionFraction('nse', india('2026-11-20T20:00'))).toBe(1);
  expect(sessionFraction('always', india('2026-11-20T06:00'))).toBe(0.25);
});
