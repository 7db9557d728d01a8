// What had been done on the day before a trade was begun.
import { expect, test } from 'vitest';
import { DAY_MS } from '../../market/day.ts';
import { Circumstances, LATE_TURN } from './circumstances.ts';
import type { ClosedTrade } from './closed-trades.ts';

const NINE = Date.UTC(2026, 10, 2, 3, 30);

let orderId = 0;

/** Begun and closed so many minutes after nine; `net` is what it brought. */
function trade(
  begun: number,
  closed: number,
  net: number,
  { cost = 10_000_00, charges = 0, day = 0 } = {},
): ClosedTrade {
  const at = (minutes: number) => NINE + day * DAY_MS + minutes * 60_000;
  return {
    orderId: ++orderId,
    day,
    symbol: 'MERIT',
    quantity: 1,
    cost,
    proceeds: cost + net + charges,
    charges,
    openedAt: at(begun),
    closedAt: at(closed),
    shareTime: at(closed) - at(begun),
    high: 0,
    low: 0,
    pathSource: null,
    unseen: 0,
  };
}

test('before a trade is what had been closed last on its day, after charges', () => {
  // The gain of the second does not pay its charges; the third was begun while the second was open.
  const trades = [
    trade(0, 10, 500),
    trade(11, 30, -20, { charges: 100 }),
    trade(20, 40, 0),
    trade(35, 50, 10),
    trade(45, 60, 10),
    trade(5, 70, 10, { day: 1 }),
  ];
  const circumstances = new Circumstances(trades, trades);
  expect(trades.map((one) => circumstances.before(one))).toEqual(['nothing', 'win', 'win', 'loss', 'even', 'nothing']);
});

test('a trade that closes at the instant at which another is begun is not before it, nor before itself', () => {
  const trades = [trade(0, 10, -500), trade(10, 10, -500), trade(10, 20, 5)];
  const circumstances = new Circumstances(trades, trades);
  expect(trades.map((one) => circumstances.before(one))).toEqual(['nothing', 'nothing', 'nothing']);
});

test('trades of a day are numbered as they were begun; one sold by two orders is one', () => {
  const trades = [trade(3, 4, 1), trade(0, 5, 1), trade(0, 6, 1), trade(2, 7, 1), trade(8, 9, 1), trade(10, 11, 1)];
  const circumstances = new Circumstances(trades, trades);
  expect(trades.map((one) => circumstances.turn(one))).toEqual([3, 1, 1, 2, LATE_TURN, LATE_TURN]);
});

test('what lies outside the span shown counts for the day, and not for the usual sum', () => {
  const [before, small, large] = [
    trade(0, 1, -5, { cost: 90_000_00 }),
    trade(2, 3, 1),
    trade(4, 5, 1, { cost: 15_000_01 }),
  ];
  const circumstances = new Circumstances([before, small, large], [small, small, large]);
  expect([circumstances.before(small), circumstances.turn(small)]).toEqual(['loss', 2]);
  expect([small, large].map((one) => circumstances.isLarge(one))).toEqual([false, true]);
  expect(new Circumstances([], []).isLarge(large)).toBe(true);
});
