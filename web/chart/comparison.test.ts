// Two prices side by side: bars of different minutes are laid on each other, and percent counts from the first in view.
import { expect, test } from 'vitest';
import type { Bar } from '../../contract/market.ts';
import { closesBeside, percentSince } from './comparison.ts';

const bar = (timestamp: number, close: number): Bar => ({ timestamp, open: 1, high: 1, low: 1, close, volume: 1 });

test('each bar has the last close of the other by then', () => {
  const bars = [bar(10, 1), bar(20, 1), bar(30, 1), bar(40, 1)];
  expect(closesBeside(bars, [bar(15, 100), bar(20, 101), bar(35, 102), bar(36, 103), bar(50, 104)])).toEqual([
    null,
    101,
    101,
    103,
  ]);
  expect(closesBeside(bars, [])).toEqual([null, null, null, null]);
  expect(closesBeside([], [bar(1, 1)])).toEqual([]);
});

test('percent counts from the first bar in view that has a value', () => {
  const values = [null, 200, 210, 150, null];
  expect(percentSince(values, 0, 2)).toBeCloseTo(5, 10);
  expect(percentSince(values, 0, 3)).toBeCloseTo(-25, 10);
  expect(percentSince(values, 2, 3)).toBeCloseTo(100 * (150 / 210 - 1), 10);
  // View and crosshair may lie before the first or behind the last bar.
  expect(percentSince(values, -7, 2)).toBeCloseTo(5, 10);
  expect(percentSince(values, 0, 0)).toBeNull();
  expect(percentSince(values, 0, 4)).toBeNull();
  expect(percentSince(values, 0, 9)).toBeNull();
  expect(percentSince(values, 9, 9)).toBeNull();
});
