// Pages of bars join, grow over gaps, and end where there is nothing more.
import { expect, test } from 'vitest';
import type { Bar } from '../../contract/market.ts';
import { earlierPage, emptyPages, laterPage } from './bar-pages.ts';

const DAY = 86_400;
const HOUR = 3600;
/** Friday, 14 March 2025, midnight in India. */
const FRIDAY = Date.parse('2025-03-14T00:00:00+05:30') / 1000;

test('earlier pages grow over gaps, and end where eight in a row were empty, or where time began', () => {
  const page = (empty: number, before = FRIDAY) => earlierPage({ interval: '1m', empty }, before);
  expect(page(0)).toEqual({ from: FRIDAY - DAY, to: FRIDAY - 1 });
  expect(page(3)).toEqual({ from: FRIDAY - 8 * DAY, to: FRIDAY - 1 });
  // 2 ** 7 days are more than the server reads at once.
  expect(page(7)).toEqual({ from: FRIDAY - 80 * DAY, to: FRIDAY - 1 });
  expect(page(8)).toBeUndefined();
  expect(page(0, DAY / 2)).toEqual({ from: 0, to: DAY / 2 - 1 });
  expect(page(0, 0)).toBeUndefined();
});

test('later pages join without a gap, grow over empty years, and end before the bar that is running', () => {
  const now = FRIDAY + 100 * DAY + 10 * HOUR + 130;
  const page = (to: number, empty = 0) => laterPage({ interval: '1m', after: { from: 0, to }, empty, now });
  expect(page(FRIDAY - 1)).toEqual({ from: FRIDAY, to: FRIDAY + DAY - 1 });
  expect(page(FRIDAY - 1, 3)).toEqual({ from: FRIDAY, to: FRIDAY + 8 * DAY - 1 });
  expect(page(FRIDAY - 1, 40)).toEqual({ from: FRIDAY, to: FRIDAY + 80 * DAY - 1 });
  // The minute of 10:02 is running at 10:02:10.
  const running = FRIDAY + 100 * DAY + 10 * HOUR + 120;
  expect(page(running - 61)).toEqual({ from: running - 60, to: running - 1 });
  expect(page(running - 1)).toBeUndefined();
});

test('a chart of minutes finds its way over a week without trading', () => {
  const bar: Bar = { timestamp: FRIDAY, open: 1, high: 1, low: 1, close: 1, volume: 1 };
  const pages: Bar[][] = [];
  let from = FRIDAY + 8 * DAY;
  while (from > FRIDAY) {
    const page = earlierPage({ interval: '1m', empty: emptyPages(pages.toReversed()) }, from)!;
    from = page.from;
    pages.push(from <= FRIDAY ? [bar] : []);
  }
  expect(pages.map((page) => page.length)).toEqual([0, 0, 0, 1]);
});
