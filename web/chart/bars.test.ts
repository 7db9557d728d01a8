// The running bar must equal the server's later answer for it; pages must join without a bar twice.
import { expect, test } from 'vitest';
import type { Bar } from '../../contract/market.ts';
import { barStartSecond, indexOfBar, joinBars, QuoteDay, RunningBar, withMadeBars, withNewest } from './bars.ts';
import { barsOfRange, changeOfRange } from './price-range.ts';

/** 20 November 2026, 10:00:00 in India (04:30 UTC). */
const TEN = Date.UTC(2026, 10, 20, 4, 30) / 1000;

function bar(timestamp: number, open: number, high: number, low: number, close: number, volume: number): Bar {
  return { timestamp, open, high, low, close, volume };
}

test('five minutes grow out of their minutes, and a growing minute counts once', () => {
  const running = new RunningBar('5m');
  expect(running.take(bar(TEN, 100, 101, 99, 100.5, 10))).toEqual(bar(TEN, 100, 101, 99, 100.5, 10));
  expect(running.take(bar(TEN, 100, 102, 99, 101, 25))).toEqual(bar(TEN, 100, 102, 99, 101, 25));
  // The next minute: 25 + 5 shares, low 98.
  expect(running.take(bar(TEN + 60, 101, 101, 98, 98.5, 5))).toEqual(bar(TEN, 100, 102, 98, 98.5, 30));
  // Five past ten is another bar.
  expect(running.take(bar(TEN + 300, 98, 99, 97, 97.5, 7))).toEqual(bar(TEN + 300, 98, 99, 97, 97.5, 7));
  expect(running.take(bar(TEN + 60, 101, 101, 90, 91, 50))).toBeNull();
});

test('it starts from the minutes that were there before the page opened', () => {
  const running = new RunningBar('5m', [bar(TEN, 100, 103, 99, 101, 40), bar(TEN + 60, 101, 101, 100, 100, 2)]);
  expect(running.take(bar(TEN + 60, 101, 101.5, 100, 101.2, 6))).toEqual(bar(TEN, 100, 103, 99, 101.2, 46));
});

test('hours and days are those of India', () => {
  // 10:42 belongs to the hour from 10:00, which is 04:30 UTC; the day began at 18:30 UTC the day before.
  expect(barStartSecond('1h', TEN + 42 * 60)).toBe(TEN);
  expect(barStartSecond('1D', TEN)).toBe(TEN - 10 * 3600);
  // 20 November 2026 is a Friday; the week began on Monday the 16th.
  expect(barStartSecond('1W', TEN)).toBe(TEN - 10 * 3600 - 4 * 86_400);
});

test('a quote belongs to the day that it tells of, also where the clock here is fast or slow at midnight', () => {
  const [today, tomorrow] = [barStartSecond('1D', TEN), barStartSecond('1D', TEN) + 86_400];
  for (const skew of [-25, 0, 25]) {
    const day = new QuoteDay();
    const daysOf = (volumes: [volume: number, after: number][]) =>
      volumes.map(([volume, after]) => day.of(volume, tomorrow + skew + after));
    // The server ends its day a second after midnight; then nothing has traded, then little has, and then as much as the day before.
    expect(
      daysOf([
        [900, -40],
        [910, -20],
        [920, 0.9],
      ]),
    ).toEqual([today, today, today]);
    expect(
      daysOf([
        [0, 1.1],
        [5, 3],
        [6, 30],
        [5_000, 40_000],
      ]),
    ).toEqual([tomorrow, tomorrow, tomorrow, tomorrow]);
  }
  // The computer was asleep when the day began.
  const day = new QuoteDay();
  expect([day.of(900, TEN), day.of(1_000, TEN + 86_400)]).toEqual([today, tomorrow]);
});

test('pages join without a bar twice, and the later answer wins', () => {
  const older = [bar(1, 1, 1, 1, 1, 1), bar(2, 2, 2, 2, 2, 2)];
  const newer = [bar(2, 9, 9, 9, 9, 9), bar(3, 3, 3, 3, 3, 3)];
  expect(joinBars(older, newer).map((one) => [one.timestamp, one.close])).toEqual([
    [1, 1],
    [2, 9],
    [3, 3],
  ]);
  expect(joinBars(older, [])).toEqual(older);
  expect(joinBars([], newer)).toEqual(newer);
});

test('a bar is found by its second', () => {
  const bars = [10, 20, 30, 40].map((second) => bar(second, 1, 1, 1, 1, 1));
  expect([10, 20, 30, 40, 25, 0, 50].map((second) => indexOfBar(bars, second))).toEqual([0, 1, 2, 3, -1, -1, -1]);
  expect(indexOfBar([], 10)).toBe(-1);
});

test('the running bar replaces the last one or follows it, and never goes back', () => {
  const bars = [bar(1, 1, 1, 1, 1, 1), bar(2, 2, 2, 2, 2, 2)];
  expect(withNewest(bars, bar(2, 2, 5, 2, 5, 3)).map((one) => one.close)).toEqual([1, 5]);
  expect(withNewest(bars, bar(3, 6, 6, 6, 6, 1)).map((one) => one.close)).toEqual([1, 2, 6]);
  expect(withNewest(bars, bar(1, 7, 7, 7, 7, 1))).toBe(bars);
  expect(withNewest([], bars[0])).toEqual([bars[0]]);
});

test('a bar that was made while the chart is open stays when the next one begins', () => {
  // Loaded in the middle of 2: pushes have brought the rest of it, all of 3, and the beginning of 4.
  const loaded = [bar(1, 1, 1, 1, 1, 1), bar(2, 2, 2, 2, 2, 2)];
  const pushed = [bar(2, 2, 5, 2, 5, 3), bar(3, 6, 6, 6, 6, 1), bar(3, 6, 7, 6, 7, 2), bar(4, 8, 8, 8, 8, 1)];
  const made = pushed.reduce<readonly Bar[]>(withNewest, []);
  expect(withMadeBars(loaded, made).map((one) => one.close)).toEqual([1, 5, 7, 8]);
  // Loaded anew during 4: what was loaded is whole, only the running bar is newer.
  const again = [...loaded, bar(3, 6, 9, 6, 7, 4), bar(4, 8, 8, 8, 8, 1)];
  expect(withMadeBars(again, made).map((one) => [one.close, one.volume])).toEqual([
    [1, 1],
    [2, 2],
    [7, 4],
    [8, 1],
  ]);
  expect(withMadeBars(loaded, [])).toBe(loaded);
  expect(withMadeBars([], made)).toEqual(made);
});

test('a chart that was open while a stock was split shows the day before in new shares, and no cliff', () => {
  const yesterday = bar(TEN, 100, 110, 90, 104, 500);
  // Of 500 shares at 104 became 1,000 at 52; nothing has traded since.
  const loaded = [bar(TEN - 86_400, 50, 51, 49, 50, 900), bar(TEN, 50, 55, 45, 52, 1000)];
  expect(withMadeBars(loaded, [yesterday])).toEqual(loaded);
  const today = bar(TEN + 86_400, 52, 53, 52, 53, 10);
  expect(withMadeBars(loaded, [yesterday, today])).toEqual([...loaded, today]);
});

test('bars loaded after a lost connection have what was not pushed meanwhile', () => {
  expect(withMadeBars([bar(TEN, 1, 9, 1, 9, 70)], [bar(TEN, 1, 2, 1, 2, 20)]).at(-1)?.close).toBe(9);
});

test('the small chart shows its time, or the last bars of a stock that has slept', () => {
  const days = Array.from({ length: 400 }, (_, day) => bar(TEN - (399 - day) * 86_400, 1, 1, 1, 1, 1));
  expect(barsOfRange(days, '1Y')).toHaveLength(365);
  expect(barsOfRange(days, '6M')).toHaveLength(182);
  // Nothing between five years ago and today.
  const slept = [...days.map((one) => ({ ...one, timestamp: one.timestamp - 1825 * 86_400 })), days[399]];
  expect(barsOfRange(slept, '1Y')).toHaveLength(120);
  expect(barsOfRange(slept, '1Y').at(-1)).toBe(days[399]);
  expect(barsOfRange([], '1D')).toEqual([]);
});

test('after the close the 24 hours beside the small chart are not called those of now', () => {
  // Friday, 27 November 2026, from 9:15 to 15:30 in India, and seen on Saturday noon.
  const opening = Date.parse('2026-11-27T09:15:00+05:30') / 1000;
  const before = bar(opening - 63_900, 90, 90, 90, 90, 1);
  const friday = Array.from({ length: 75 }, (_, at) => bar(opening + at * 300, 100, 100, 100, 100, 1));
  const shown = barsOfRange([before, ...friday], '1D');
  const saturday = Date.parse('2026-11-28T12:00:00+05:30') / 1000;
  expect(changeOfRange(shown, '1D', saturday)?.words).toBe('in the 24 hours to 27 Nov 2026');
  expect(changeOfRange(shown, '1D', friday.at(-1)!.timestamp + 300)?.words).toBe('in 24 hours');
});

test('the change beside the small chart is that of the line, and is left out where the bars do not reach back', () => {
  const hours = Array.from({ length: 30 * 24 }, (_, hour) =>
    bar(TEN + hour * 3600, 100 + hour, 900, 50, 101 + hour, 1),
  );
  // The last bar is still running. It opened at 100 and closes at 820.
  const now = hours.at(-1)!.timestamp + 1800;
  expect(changeOfRange(barsOfRange(hours, '1M'), '1M', now)).toEqual({ percent: 720, words: 'in 30 days' });
  // The last 24 opened at 796: 24 of 796 are 3.015 %.
  const day = changeOfRange(barsOfRange(hours, '1D'), '1D', now);
  expect(day?.percent).toBeCloseTo(3.015, 3);
  expect(day?.words).toBe('in 24 hours');
  // Thirty days are no half year.
  expect(changeOfRange(barsOfRange(hours, '6M'), '6M', now)).toBeNull();
  expect(changeOfRange([], '1D', now)).toBeNull();
});
