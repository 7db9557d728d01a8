// The phases of the market, its days and the square-offs against instants worked out by hand.
import { expect, test } from 'vitest';
import { TradingCalendar } from './trading-calendar.ts';
import { dayText, marketDay, weekday } from './day.ts';
import { NSE_HOLIDAYS } from './trading-hours.ts';

const nse = new TradingCalendar('nse', NSE_HOLIDAYS);
const always = new TradingCalendar('always');

/** An instant in India: +05:30 for ever. */
function india(text: string): number {
  return Date.parse(`${text}+05:30`);
}

test.each([
  // Friday 20 November 2026 is an ordinary day: the market's day is Thursday's until 9:00.
  ['2026-11-20T08:59:59.999', 'closed', 'pre-open 2026-11-20T09:00', '2026-11-19', '2026-11-20'],
  ['2026-11-20T09:00', 'pre-open', 'opening 2026-11-20T09:08', '2026-11-20', '2026-11-20'],
  ['2026-11-20T09:07:59.999', 'pre-open', 'opening 2026-11-20T09:08', '2026-11-20', '2026-11-20'],
  ['2026-11-20T09:08', 'opening', 'open 2026-11-20T09:15', '2026-11-20', '2026-11-20'],
  ['2026-11-20T09:15', 'open', 'closed 2026-11-20T15:30', '2026-11-20', '2026-11-20'],
  ['2026-11-20T15:29:59.999', 'open', 'closed 2026-11-20T15:30', '2026-11-20', '2026-11-20'],
  // Then a weekend; Monday trades, Tuesday 24 November is a holiday.
  ['2026-11-20T15:30', 'closed', 'pre-open 2026-11-23T09:00', '2026-11-20', '2026-11-23'],
  ['2026-11-22T09:05', 'closed', 'pre-open 2026-11-23T09:00', '2026-11-20', '2026-11-23'],
  ['2026-11-23T15:30', 'closed', 'pre-open 2026-11-25T09:00', '2026-11-23', '2026-11-25'],
  ['2026-11-24T09:05', 'closed', 'pre-open 2026-11-25T09:00', '2026-11-23', '2026-11-25'],
] as const)('nse at %s: %s, then %s', (at, phase, next, day, session) => {
  const change = nse.nextChange(india(at))!;
  const [nextPhase, nextAt] = next.split(' ');
  expect(nse.phaseAt(india(at))).toBe(phase);
  expect(change).toEqual({ phase: nextPhase, at: india(nextAt) });
  expect([dayText(nse.dayAt(india(at))), dayText(nse.sessionOf(india(at)))]).toEqual([day, session]);
});

test('the market that never closes is open on a Sunday night and on holidays, and its days begin at midnight', () => {
  for (const at of ['2026-11-22T03:00', '2026-12-25T23:59:59.999', '2026-11-20T00:00']) {
    expect([always.phaseAt(india(at)), always.nextChange(india(at))]).toEqual(['open', null]);
    const days = [always.dayAt(india(at)), always.sessionOf(india(at))].map(dayText);
    expect(days).toEqual([at.slice(0, 10), at.slice(0, 10)]);
  }
});

test('a list of holidays is the whole list: without one only weekends are closed', () => {
  const plain = new TradingCalendar('nse');
  expect(plain.phaseAt(india('2026-11-24T10:00'))).toBe('open');
  expect(plain.phaseAt(india('2026-11-22T10:00'))).toBe('closed');
});

test.each([
  ['2026-11-20T15:19:59.999', '2026-11-19T15:30', '2026-11-19T15:20'],
  ['2026-11-20T15:20', '2026-11-20T15:20', '2026-11-20T15:20'],
  // What is bought now could not be closed today otherwise.
  ['2026-11-20T15:26:07', '2026-11-20T15:26:07', '2026-11-20T15:20'],
  ['2026-11-20T15:30', '2026-11-20T15:30', '2026-11-20T15:20'],
  // What could not be closed on Friday is due on Monday morning.
  ['2026-11-23T09:15', '2026-11-20T15:30', '2026-11-22T15:20'],
  ['2026-11-25T09:15', '2026-11-23T15:30', '2026-11-24T15:20'],
])('the last square-off at %s', (at, onNse, onAlways) => {
  expect(nse.lastSquareOff(india(at))).toBe(india(onNse));
  expect(always.lastSquareOff(india(at))).toBe(india(onAlways));
});

test('all sixteen holidays of 2026 are closed and fall on working days', () => {
  const first = marketDay(india('2026-01-01T12:00'));
  let open = 0;
  let working = 0;
  for (let day = first; dayText(day) < '2027'; day++) {
    if (weekday(day) !== 0 && weekday(day) !== 6) working++;
    if (nse.isTradingDay(day)) open++;
  }
  expect(working).toBe(261);
  expect(open).toBe(261 - 16);
  expect(nse.isTradingDay(marketDay(india('2026-10-20T12:00')))).toBe(false);
});
