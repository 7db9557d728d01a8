// Bars from trades, and coarse bars from fine ones, worked out by hand.
import { expect, test } from 'vitest';
import { aggregateBars, barEndAt, barStartAt, LiveBar } from './bars.ts';
import type { Bar } from './bars.ts';

function india(text: string): number {
  return Date.parse(`${text}+05:30`);
}

test.each([
  ['1m', '2026-11-20T09:16:59.999', '2026-11-20T09:16'],
  ['5m', '2026-11-20T09:19:59', '2026-11-20T09:15'],
  ['15m', '2026-11-20T09:44', '2026-11-20T09:30'],
  ['1h', '2026-11-20T09:44', '2026-11-20T09:00'],
  ['1h', '2026-11-20T00:10', '2026-11-20T00:00'],
  ['1D', '2026-11-20T00:00', '2026-11-20T00:00'],
  ['1D', '2026-11-20T23:59:59.999', '2026-11-20T00:00'],
  // Friday belongs to the week of Monday the 16th, and so does Sunday; the next Monday does not.
  ['1W', '2026-11-20T12:00', '2026-11-16T00:00'],
  ['1W', '2026-11-22T23:59', '2026-11-16T00:00'],
  ['1W', '2026-11-23T00:00', '2026-11-23T00:00'],
] as const)('a %s bar at %s started at %s', (interval, at, start) => {
  expect(barStartAt(interval, india(at))).toBe(india(start));
  expect(barEndAt(interval, india(start))).toBeGreaterThan(india(at));
});

test('trades fill a minute; the first one of the next closes it', () => {
  const bar = new LiveBar('1m');
  const at = india('2026-11-20T10:00');
  expect(bar.current).toBeNull();
  expect(bar.trade(at + 5_000, 41_200, 10)).toBeNull();
  expect(bar.trade(at + 6_000, 41_300, 5)).toBeNull();
  expect(bar.trade(at + 7_000, 41_100, 1)).toBeNull();
  expect(bar.trade(at + 59_999, 41_250, 4)).toBeNull();
  const minute = { startAt: at, open: 41_200, high: 41_300, low: 41_100, close: 41_250, volume: 20 };
  expect(bar.current).toEqual(minute);
  expect(bar.trade(at + 60_000, 41_260, 2)).toEqual(minute);
  expect(bar.current).toEqual({
    startAt: at + 60_000,
    open: 41_260,
    high: 41_260,
    low: 41_260,
    close: 41_260,
    volume: 2,
  });
});

test('time alone closes a minute, once, and a quiet minute gives nothing', () => {
  const bar = new LiveBar('1m');
  const at = india('2026-11-20T10:00');
  bar.trade(at, 100, 1);
  expect(bar.roll(at + 59_999)).toBeNull();
  expect(bar.roll(at + 60_000)).toMatchObject({ startAt: at, volume: 1 });
  expect(bar.roll(at + 120_000)).toBeNull();
  expect(bar.current).toBeNull();
  expect(bar.trade(at + 300_000, 101, 1)).toBeNull();
  expect(bar.current?.startAt).toBe(at + 300_000);
});

test('a bar goes on from what was stored, without changing the stored one', () => {
  const at = india('2026-11-20T10:00');
  const stored: Bar = { startAt: at, open: 100, high: 110, low: 90, close: 105, volume: 7 };
  const bar = new LiveBar('1m', stored);
  bar.trade(at + 30_000, 120, 3);
  expect(bar.current).toEqual({ startAt: at, open: 100, high: 120, low: 90, close: 120, volume: 10 });
  expect(stored.high).toBe(110);
});

test('minutes join into coarser bars, days into weeks; holes stay holes', () => {
  const minute = (text: string, open: number, high: number, low: number, close: number): Bar => {
    return { startAt: india(text), open, high, low, close, volume: 10 };
  };
  const bars = [
    minute('2026-11-20T09:15', 100, 103, 99, 102),
    minute('2026-11-20T09:19', 102, 105, 101, 104),
    minute('2026-11-20T09:20', 104, 104, 98, 98),
    minute('2026-11-20T11:02', 97, 97, 96, 96),
  ];
  expect(aggregateBars(bars, '5m')).toEqual([
    { startAt: india('2026-11-20T09:15'), open: 100, high: 105, low: 99, close: 104, volume: 20 },
    { ...bars[2] },
    { ...bars[3], startAt: india('2026-11-20T11:00') },
  ]);
  expect(aggregateBars(bars, '1D')).toEqual([
    { startAt: india('2026-11-20T00:00'), open: 100, high: 105, low: 96, close: 96, volume: 40 },
  ]);
  expect(aggregateBars(bars, '1W')[0].startAt).toBe(india('2026-11-16T00:00'));
  expect(aggregateBars([], '1h')).toEqual([]);
});

test('a split restates the bar that is being made', () => {
  const bar = new LiveBar('1m');
  const at = india('2026-11-20T10:00');
  bar.restate({ from: 1, to: 4 });
  bar.trade(at, 400_00, 10);
  bar.trade(at, 410_02, 5);
  bar.restate({ from: 1, to: 4 });
  bar.trade(at, 99_00, 1);
  expect(bar.current).toEqual({ startAt: at, open: 100_00, high: 102_51, low: 99_00, close: 99_00, volume: 61 });
});
