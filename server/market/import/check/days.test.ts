// Days made of minutes, and nights that look like a split.
import { describe, expect, it } from 'vitest';
import { dailyFrom, splitRatio } from './days.ts';

describe('dailyFrom', () => {
  it('joins the minutes of a day', () => {
    const minute = (at: number, open: number, high: number, low: number, close: number) => ({
      at,
      open,
      high,
      low,
      close,
      volume: 10,
      line: 1,
    });
    const day = Date.UTC(2020, 11, 15);
    const next = day + 86_400_000;
    const minutes = [
      minute(day + 60_000, 100, 105, 99, 101),
      minute(day + 120_000, 101, 110, 90, 95),
      minute(next, 96, 97, 94, 95),
    ];
    expect(dailyFrom(minutes)).toEqual([
      { at: day, open: 100, high: 110, low: 90, close: 95, volume: 20, line: 1 },
      { at: next, open: 96, high: 97, low: 94, close: 95, volume: 10, line: 1 },
    ]);
  });
});

describe('splitRatio', () => {
  it.each([
    [1000, 505, 1 / 2],
    [1000, 202, 1 / 5],
    [1000, 98, 1 / 10],
    [1000, 660, 2 / 3],
    [1000, 752, 3 / 4],
    // A false halving that ends the next day.
    [500, 1002, 2],
    // An ordinary bad morning, and a crash that is no simple ratio.
    [1000, 820, null],
    [1000, 450, null],
    [1000, 1190, null],
  ])('from %d to %d is %s', (close, open, ratio) => expect(splitRatio(close, open)).toBe(ratio));
});
