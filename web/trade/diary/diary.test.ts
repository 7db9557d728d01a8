// The calendar of the diary, what its views ask for, and how its figures read.
import { expect, test } from 'vitest';
import type { DiaryDay } from '../../../contract/trade.ts';
import { addDays, addMonths, isDay, isMonth, isTime, monthRange, monthWeeks, today } from './calendar.ts';
import { dayLabel, rangeOf, rangeWords, shortSignedText, tradesFrom } from './diary-days.ts';
import { diarySearch } from './diary-search.ts';

test('weeks run from Sunday to Saturday and hold every day of the month once', () => {
  const weeks = monthWeeks('2026-11');
  // 1 November 2026 is a Sunday: five weeks, the last with five days of December.
  expect(weeks[0][0]).toBe('2026-11-01');
  expect(weeks).toHaveLength(5);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  expect(weeks[4]).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null]);
  // February 2024 begins on a Thursday and has 29 days.
  expect(monthWeeks('2024-02')[0]).toEqual([null, null, null, null, '2024-02-01', '2024-02-02', '2024-02-03']);
  expect(monthWeeks('2024-02').flat().filter(Boolean)).toHaveLength(29);
});

test('months and days go over the ends of years', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(monthRange('2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

test('the day is India’s: it rolls at 18:30 UTC', () => {
  expect(today(Date.UTC(2026, 10, 20, 18, 29, 59))).toBe('2026-11-20');
  expect(today(Date.UTC(2026, 10, 20, 18, 30))).toBe('2026-11-21');
});

test('only days, months and times that exist are taken from the address', () => {
  expect([isDay('2026-02-28'), isDay('2026-02-30'), isDay('26-1-1'), isDay(5)]).toEqual([true, false, false, false]);
  expect([isMonth('2026-12'), isMonth('2026-13')]).toEqual([true, false]);
  expect([isTime('09:15'), isTime('24:00'), isTime('9:15')]).toEqual([true, false, false]);
  expect(
    diarySearch({ view: 'weekly', month: 'x', day: '2026-11-31', from: '2026-11-01', to: 3, time: '25:00' }),
  ).toEqual({
    view: undefined,
    month: undefined,
    day: undefined,
    time: undefined,
    from: '2026-11-01',
    to: undefined,
    show: undefined,
    trade: undefined,
    tag: undefined,
  });
  expect(diarySearch({ show: 'analysis', trade: '12-2026-11-20', tag: '#Break Out' })).toMatchObject({
    show: 'analysis',
    trade: '12-2026-11-20',
    tag: 'break-out',
  });
  expect(diarySearch({ show: 'all', trade: '<b>', tag: '<b>' })).toMatchObject({
    show: undefined,
    trade: undefined,
    tag: undefined,
  });
});

test('each view asks for its own days', () => {
  expect(rangeOf({}, '2026-11-20')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(rangeOf({ day: '2026-10-05' }, '2026-11-20')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(rangeOf({ view: 'daily' }, '2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  expect(rangeOf({ view: 'custom' }, '2026-11-20')).toEqual({ from: undefined, to: undefined });
  expect(rangeOf({ view: 'custom', from: '2026-11-09', to: '2026-11-02' }, '2026-11-20')).toEqual({
    from: '2026-11-02',
    to: '2026-11-09',
  });
  expect(rangeWords({}, '2026-11-20')).toBe('November 2026');
  expect(rangeWords({ view: 'custom' }, '2026-11-20')).toBe('All time');
});

const day: DiaryDay = {
  date: '2026-11-20',
  trades: 2,
  overallPL: 130,
  netPL: 120,
  charges: 10,
  brokerage: 5,
  status: 'PROFIT',
  details: ['04:30', '09:50'].map((time, index) => ({
    _id: String(index),
    time: `2026-11-20T${time}:00.000Z`,
    type: 'SELL',
    symbol: 'MERIT',
    quantity: 1,
    entry: 1,
    exit: 2,
    pnl: 1,
    charges: 0,
    notes: '',
    tags: [],
    openedAt: '2026-11-20T04:00:00.000Z',
  })),
};

test('trades from a time on, by India’s clock', () => {
  expect(tradesFrom(day, undefined)).toHaveLength(2);
  // 04:30 UTC is 10:00 and 09:50 UTC is 15:20.
  expect(tradesFrom(day, '10:00')).toHaveLength(2);
  expect(tradesFrom(day, '10:01')).toHaveLength(1);
  expect(tradesFrom(day, '15:21')).toHaveLength(0);
});

test('sums for a calendar cell, and the whole day in words', () => {
  expect([
    shortSignedText(0),
    shortSignedText(1234.4),
    shortSignedText(-99_999.4),
    shortSignedText(125_000),
    shortSignedText(-30_000_000),
  ]).toEqual(['+0', '+1,234', '\u221299,999', '+1.25L', '\u22123Cr']);
  expect(dayLabel('2026-11-20', day)).toMatch(/profit \+\u20b9130\.00, net \+\u20b9120\.00, 2 trades$/);
  expect(dayLabel('2026-11-21', undefined)).toMatch(/no trades$/);
});
