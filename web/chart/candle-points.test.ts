// The redrawn part of the chart: the whole list, its last bar, or nothing.
import { expect, test } from 'vitest';
import type { Bar } from '../../contract/market.ts';
import { changeOf } from './candle-points.ts';

const bar = (timestamp: number, close = 1): Bar => ({ timestamp, open: 1, high: 1, low: 1, close, volume: 1 });
const bars = [bar(1), bar(2), bar(3)];

test('the same list is nothing new', () => expect(changeOf(bars, bars)).toBe('nothing'));

test('a last bar that grew, or a bar that came after it, is drawn alone', () => {
  expect(changeOf(bars, [...bars.slice(0, 2), bar(3, 5)])).toBe('last');
  expect(changeOf(bars, [...bars, bar(4)])).toBe('last');
  expect(changeOf([bar(1)], [bar(1, 2)])).toBe('last');
});

test('everything else is drawn whole', () => {
  expect(changeOf([], bars)).toBe('all');
  expect(changeOf(bars, [])).toBe('all');
  expect(changeOf(bars, [bar(0), ...bars])).toBe('all');
  expect(changeOf(bars, [...bars, bar(4), bar(5)])).toBe('all');
  expect(changeOf(bars, bars.slice(0, 2))).toBe('all');
  // The bar before the last has changed too: all were fetched again.
  expect(changeOf(bars, [bar(1), bar(2), bar(3, 5)])).toBe('all');
  expect(changeOf(bars, [bars[0], bars[1], bar(3, 9), bar(4)])).toBe('all');
});
