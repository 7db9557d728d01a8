// An instant belongs to the same bar however it was chosen: by a press on this chart, or on one of another interval.
import { expect, test } from 'vitest';
import type { Bar, Interval } from '../../contract/market.ts';
import type { MarketHours } from '../../core/market/trading-hours.ts';
import { placeOf, secondAt } from './bar-places.ts';
import type { TimeAxis } from './bar-places.ts';

const second = (text: string): number => Date.parse(`${text}+05:30`) / 1000;

function axis(interval: Interval, starts: readonly string[], hours: MarketHours = 'nse'): TimeAxis {
  const bars = starts.map((start): Bar => {
    return { timestamp: second(start), open: 1, high: 1, low: 1, close: 1, volume: 1 };
  });
  return { bars, interval, hours };
}

// Thursday, Friday, and after the weekend Monday and Tuesday.
const days = axis('1D', ['2026-11-12T00:00', '2026-11-13T00:00', '2026-11-16T00:00', '2026-11-17T00:00']);
const hours = axis('1h', ['2026-11-13T14:00', '2026-11-13T15:00', '2026-11-16T09:00', '2026-11-16T10:00']);

test('a minute of a day stands at the bar of that day, and of that week', () => {
  expect(placeOf(days, second('2026-11-13T15:29'))).toBe(1);
  expect(placeOf(days, second('2026-11-16T00:00'))).toBe(2);
  const weeks = axis('1W', ['2026-11-09T00:00', '2026-11-16T00:00']);
  expect(placeOf(weeks, second('2026-11-13T15:29'))).toBe(0);
});

test('a day stands at the first of its hours, and what falls into a night or a weekend at the bar after', () => {
  expect(placeOf(hours, second('2026-11-16T00:00'))).toBe(2);
  expect(placeOf(hours, second('2026-11-13T19:00'))).toBe(2);
  expect(placeOf(days, second('2026-11-14T12:00'))).toBe(2);
  expect(placeOf(hours, second('2026-11-13T15:59'))).toBe(1);
});

test('right of the last bar nights, weekends and holidays are left out where the market has hours', () => {
  // After Tuesday the 17th: Wednesday, Thursday, Friday, Monday; Tuesday the 24th is a holiday of 2026.
  expect(secondAt(days, 6)).toBe(second('2026-11-20T00:00'));
  expect(secondAt(days, 7)).toBe(second('2026-11-23T00:00'));
  expect(secondAt(days, 8)).toBe(second('2026-11-25T00:00'));
  // 10:00 to 15:00 are five more hours of Monday; then comes the 09:00 of Tuesday, in which trading opens.
  expect(secondAt(hours, 8)).toBe(second('2026-11-16T15:00'));
  expect(secondAt(hours, 9)).toBe(second('2026-11-17T09:00'));
  const always = axis('1D', ['2026-11-12T00:00', '2026-11-13T00:00'], 'always');
  expect(secondAt(always, 2)).toBe(second('2026-11-14T00:00'));
});

test('every place names an instant that stands at this place again', () => {
  for (const each of [days, hours])
    for (let place = 0; place < 40; place++) expect(placeOf(each, secondAt(each, place))).toBe(place);
  // A minute of a day to come is at that day, even where there is no bar of it yet.
  expect(placeOf(days, second('2026-11-23T11:11'))).toBe(7);
});

test('when the bars have come, a point that was put ahead of them is where it was', () => {
  const ahead = secondAt(days, 5);
  const grown = axis(
    '1D',
    ['2026-11-12', '2026-11-13', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'].map((day) => `${day}T00:00`),
  );
  expect(placeOf(grown, ahead)).toBe(5);
});

test('left of the first bar, and far ahead, places are as far apart as bars have been', () => {
  // Four bars in five days: three steps of 5/3 days each.
  expect(placeOf(days, second('2026-11-07T00:00'))).toBeCloseTo(-3, 9);
  expect(secondAt(days, -3)).toBe(second('2026-11-07T00:00'));
  const minutes = axis('1m', ['2026-11-13T10:00', '2026-11-13T10:01'], 'always');
  // A thousand are counted, the rest estimated: here every one a minute apart too.
  expect(placeOf(minutes, second('2026-11-14T10:01'))).toBe(1 + 24 * 60);
  expect(placeOf(axis('1D', ['2026-11-13T00:00']), second('2026-11-11T00:00'))).toBe(-2);
});
