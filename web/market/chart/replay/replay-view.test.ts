// A replay shows what could be known at its instant, and not a second more.
import { expect, test } from 'vitest';
import type { Bar, Interval } from '../../../../contract/market.ts';
import { endSecond } from '../../../chart/bar-places.ts';
import type { SlopedLine } from '../../../chart/drawn-lines.ts';
import {
  countOver,
  fillsBy,
  firstPageEnd,
  inSharesOfBefore,
  instantAfter,
  instantBefore,
  instantByChance,
  instantOfDay,
  overSecond,
  slopedBy,
  timeShown,
} from './replay-view.ts';
import type { BarClock } from './replay-view.ts';

const DAY = 86_400;
const HOUR = 3600;
/** Friday, 14 March 2025, midnight in India. */
const FRIDAY = Date.parse('2025-03-14T00:00:00+05:30') / 1000;
const bar = (timestamp: number): Bar => ({ timestamp, open: 100, high: 101, low: 99, close: 100, volume: 5 });
const always = (interval: Interval): BarClock => ({ interval, hours: 'always' });
const nse = (interval: Interval): BarClock => ({ interval, hours: 'nse' });
/** Wednesday to Friday, and the Monday after. */
const days = [-2, -1, 0, 3].map((day) => bar(FRIDAY + day * DAY));

test('a day is not shown before it is over, to the second', () => {
  expect(countOver(days, always('1D'), FRIDAY)).toBe(2);
  expect(countOver(days, always('1D'), FRIDAY + 15 * HOUR)).toBe(2);
  expect(countOver(days, always('1D'), FRIDAY + DAY - 1)).toBe(2);
  expect(countOver(days, always('1D'), FRIDAY + DAY)).toBe(3);
  // The weekend adds nothing, and Monday only its midnight after.
  expect(countOver(days, always('1D'), FRIDAY + 4 * DAY - 1)).toBe(3);
  expect(countOver(days, always('1D'), FRIDAY + 4 * DAY)).toBe(4);
  expect(countOver([], always('1D'), FRIDAY)).toBe(0);
});

test('the same instant says at every interval what was over: hours of the morning, and neither the day nor the week', () => {
  const at = FRIDAY + 11 * HOUR + 900;
  const hours = [9, 10, 11].map((hour) => bar(FRIDAY + hour * HOUR));
  const quarters = [0, 1, 2, 3, 4, 5].map((quarter) => bar(FRIDAY + 10 * HOUR + quarter * 900));
  expect(countOver(hours, always('1h'), at)).toBe(2);
  // 10:00 to 11:00 are four quarters of an hour; that of 11:00 ends at 11:15.
  expect(countOver(quarters, always('15m'), at)).toBe(5);
  expect(countOver(days, always('1D'), at)).toBe(2);
  expect(countOver([bar(FRIDAY - 4 * DAY)], always('1W'), at)).toBe(0);
  expect(countOver([bar(FRIDAY - 4 * DAY)], always('1W'), FRIDAY + 3 * DAY)).toBe(1);
});

test('bars asked for after a split are shown in the shares of before it, so that practice holds what it had', () => {
  const halved: Bar = { timestamp: FRIDAY, open: 50.01, high: 52, low: 49.5, close: 51.25, volume: 401 };
  const split = { _id: '5', symbol: 'MERIT', kind: 'split', state: 'done', from: 1, to: 2, perShare: null } as const;
  const action = { ...split, effectiveDate: '2025-03-17', text: '', priceBefore: null, priceAfter: null };
  // 401 / 2 = 200.5 shares, half up.
  const asBefore = { timestamp: FRIDAY, open: 100.02, high: 104, low: 99, close: 102.5, volume: 201 };
  expect(inSharesOfBefore([halved], [action])).toEqual([asBefore]);
  // A bonus that makes 4 of each 3: 51.25 x 2 x 4 / 3 = 136.67.
  expect(inSharesOfBefore([halved], [action, { ...action, from: 3, to: 4 }])[0].close).toBe(136.67);
  expect(inSharesOfBefore([halved], [])).toEqual([halved]);
});

test('a step forward shows one bar more, over nights and weekends, and a step back takes it away', () => {
  expect(instantAfter(days, always('1D'), FRIDAY)).toBe(FRIDAY + DAY);
  expect(instantAfter(days, always('1D'), FRIDAY + DAY)).toBe(FRIDAY + 4 * DAY);
  expect(instantAfter(days, always('1D'), FRIDAY + 4 * DAY)).toBeNull();
  expect(instantBefore(days, always('1D'), FRIDAY + 4 * DAY)).toBe(FRIDAY + DAY);
  // Chosen amid the weekend: Friday goes.
  expect(instantBefore(days, always('1D'), FRIDAY + 2 * DAY)).toBe(FRIDAY);
  // One bar stays.
  expect(instantBefore(days, always('1D'), FRIDAY - DAY)).toBeNull();
  let at = FRIDAY - DAY;
  const counts = [];
  for (let next: number | null = at; next !== null; next = instantAfter(days, always('1D'), at)) {
    at = next;
    counts.push(countOver(days, always('1D'), at));
  }
  expect(counts).toEqual([1, 2, 3, 4]);
});

test('an own fill comes with its bar', () => {
  const fills = [10, 11].map((hour) => ({
    side: 'BUY' as const,
    quantity: 1,
    price: 100,
    second: FRIDAY + hour * HOUR + 5,
  }));
  expect(fillsBy(fills, always('1D'), FRIDAY + 12 * HOUR)).toEqual([]);
  expect(fillsBy(fills, always('1D'), FRIDAY + DAY)).toEqual(fills);
  // India's hours begin half an hour off UTC's, and by its own clock at the full one.
  expect(fillsBy(fills, always('1h'), FRIDAY + 11 * HOUR)).toEqual(fills.slice(0, 1));
});

test('a line whose points are still to come stays away, unless it was drawn meanwhile', () => {
  const line = (id: number, from: number, to: number): SlopedLine => ({
    id,
    kind: 'trend',
    from: { second: from, price: 100 },
    to: { second: to, price: 120 },
  });
  const past = line(1, FRIDAY - 2 * DAY, FRIDAY - DAY);
  const coming = line(2, FRIDAY - 2 * DAY, FRIDAY + DAY);
  // Drawn from right to left.
  const backwards = line(3, FRIDAY, FRIDAY - DAY);
  const meanwhile = line(4, FRIDAY - DAY, FRIDAY + 9 * DAY);
  expect(slopedBy([past, coming, backwards, meanwhile], new Set([4]), FRIDAY)).toEqual([past, meanwhile]);
});

test('a day begins at midnight in India', () => {
  expect(instantOfDay('2025-03-14')).toBe(FRIDAY);
  expect(endSecond('1W', FRIDAY - 4 * DAY)).toBe(FRIDAY + 3 * DAY);
});

test('by chance there are bars before and after, whatever the chance', () => {
  const many = Array.from({ length: 200 }, (_, day) => bar(FRIDAY + day * DAY));
  const places = [0, 0.5, 0.999_999].map((chance) =>
    countOver(many, always('1D'), instantByChance(many, always('1D'), chance)!),
  );
  // 60 bars before the first; the last leaves 20 of 200.
  expect(places).toEqual([61, 120 + 1, 180]);
  expect(countOver(many.slice(0, 3), always('1D'), instantByChance(many.slice(0, 3), always('1D'), 0.7)!)).toBe(2);
  expect(instantByChance(days.slice(0, 2), always('1D'), 0.5)).toBeNull();
});

test('where trading has hours, a day is over at 15:30 on it, a week on its Friday, and the last hour with them', () => {
  const close = FRIDAY + 15.5 * HOUR;
  expect(countOver(days, nse('1D'), close - 1)).toBe(2);
  expect(countOver(days, nse('1D'), close)).toBe(3);
  expect(instantAfter(days, nse('1D'), close)).toBe(FRIDAY + 3 * DAY + 15.5 * HOUR);
  expect(instantBefore(days, nse('1D'), close)).toBe(close - DAY);
  expect(overSecond(nse('1W'), FRIDAY - 4 * DAY)).toBe(close);
  expect(overSecond(nse('1h'), FRIDAY + 15 * HOUR)).toBe(close);
  expect(overSecond(nse('1h'), FRIDAY + 14 * HOUR)).toBe(FRIDAY + 15 * HOUR);
  expect(overSecond(nse('5m'), close - 300)).toBe(close);
  // Traded in the evening, when the market never closed.
  expect(overSecond(nse('1m'), FRIDAY + 20 * HOUR)).toBe(FRIDAY + 20 * HOUR + 60);
});

test('the day that is over at the instant is on the first page, and one that is under way on the next', () => {
  const close = FRIDAY + 15.5 * HOUR;
  expect(firstPageEnd(nse('1D'), close)).toBe(FRIDAY + DAY);
  expect(firstPageEnd(nse('1D'), close - 1)).toBe(FRIDAY);
  expect(firstPageEnd(nse('1h'), close)).toBe(FRIDAY + 16 * HOUR);
  expect(firstPageEnd(always('1D'), FRIDAY)).toBe(FRIDAY);
});

test('the instant is called by its bar, as long as that one is near', () => {
  const last = bar(FRIDAY);
  expect(timeShown(last, nse('1D'), FRIDAY + 3 * DAY)).toBe('Fri, 14 Mar 2025');
  expect(timeShown(last, nse('1m'), FRIDAY + 60 + 7 * DAY)).toBe('14 Mar 2025, 00:00');
  expect(timeShown(last, nse('1m'), FRIDAY + 61 + 7 * DAY)).toBe(
    '21 Mar 2025, 00:01, with no bar since 14 Mar 2025, 00:00',
  );
  expect(timeShown(undefined, nse('1m'), FRIDAY)).toBe('14 Mar 2025, 00:00, before the first bar');
});
