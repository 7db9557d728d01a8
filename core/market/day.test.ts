// Days and hours in India against instants worked out by hand, and against the runtime's own calendar.
import { expect, test } from 'vitest';
import { dayStartAt, dayText, hourOfDay, marketDay, weekday } from './day.ts';

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
});

test('the hours of a day are those of its clocks in India', () => {
  expect(hourOfDay(india('2026-11-20T00:00'))).toBe(0);
  expect(hourOfDay(india('2026-11-20T09:59:59.999'))).toBe(9);
  expect(hourOfDay(india('2026-11-20T10:00'))).toBe(10);
  expect(hourOfDay(india('2026-11-20T23:59'))).toBe(23);
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
