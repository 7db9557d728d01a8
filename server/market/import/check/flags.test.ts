// Split cliffs, wild moves, holes and weekend sessions are named, and only those.
import { describe, expect, it } from 'vitest';
import { findFlags, robustSpread } from './flags.ts';
import type { ImportedBar } from '../read/series.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** Weekday bars with a close that swings by one percent, and `change` applied from one day on. */
function quietBars(count: number, change: (index: number) => { level?: number; shiftDays?: number }): ImportedBar[] {
  return Array.from({ length: count }, (_, i) => {
    const { level = 1, shiftDays = 0 } = change(i);
    const at = MONDAY + (Math.floor(i / 5) * 7 + (i % 5) + shiftDays) * DAY;
    const close = Math.round(100_000 * level * (i % 2 === 0 ? 1 : 1.01));
    return { at, open: close, high: close + 10, low: close - 10, close, volume: 1000, line: i + 2 };
  });
}

const texts = (bars: readonly ImportedBar[]): string[] => findFlags(bars, '1D').map((flag) => flag.text);

describe('findFlags', () => {
  it('has nothing to say about a quiet series', () => {
    expect(texts(quietBars(60, () => ({})))).toEqual([]);
  });

  it('names a halving as a split suspect, not as a wild move', () => {
    // Day 30 is Monday 12 February 2024.
    expect(texts(quietBars(60, (i) => ({ level: i < 30 ? 1 : 0.5 })))).toEqual([
      '2024-02-12 opens at 1/2 the last close: a split or bonus that prices are not adjusted for?',
    ]);
  });

  it('names a move of many usual days', () => {
    // 100,000 * 0.85 after 101,000: -15.8 %; a usual day is 1 %.
    expect(texts(quietBars(60, (i) => ({ level: i < 30 ? 1 : 0.85 })))[0]).toMatch(
      /^2024-02-12 close moves -15\.8 %, \d+ times a usual day$/,
    );
  });

  it('names holes and weekend bars', () => {
    expect(texts(quietBars(60, (i) => ({ shiftDays: i < 30 ? 0 : 28 })))).toEqual([
      '2024-03-11 30 days without a bar before it',
    ]);
    expect(texts(quietBars(7, (i) => ({ shiftDays: i === 4 ? 1 : 0 })))).toEqual([
      '2024-01-06 1 bar on a Saturday or Sunday, kept',
    ]);
  });

  it('a hole of seven days is one, a holiday of six is not', () => {
    // A weekend has two days without a bar, and so many more follow it.
    const after = (more: number) =>
      texts(quietBars(40, (i) => ({ shiftDays: i < 30 ? 0 : more }))).filter((text) => text.includes('without'));
    expect([after(4), after(5)]).toEqual([[], ['2024-02-17 7 days without a bar before it']]);
  });

  it('does not judge moves by fewer than twenty others', () => {
    const fallen = (count: number) => texts(quietBars(count, (i) => ({ level: i < 10 ? 1 : 0.85 }))).length;
    expect([fallen(20), fallen(21)]).toEqual([0, 1]);
  });

  it('judges minutes by their days', () => {
    const minutes = [0, 1, 2].map((i) => ({ ...quietBars(1, () => ({}))[0], at: MONDAY + i * 60_000 }));
    expect(findFlags(minutes, '1m')).toEqual([]);
  });
});

describe('robustSpread', () => {
  it('equals the standard deviation of a bell curve', () => {
    // Half of a bell curve lies within 0.6745 deviations: 0.6745 * 1.4826 = 1.
    expect(robustSpread([-2, -0.6745, 0.1, 0.6745, 3])).toBeCloseTo(1, 3);
  });

  it('is not moved by one misprint, and is nothing for nothing', () => {
    expect(robustSpread([0.01, -0.01, 0.01, -0.01, 5])).toBeCloseTo(0.0148, 4);
    expect(robustSpread([])).toBe(0);
  });
});
