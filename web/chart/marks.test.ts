// Own fills and orders as they stand on the chart.
import { expect, test } from 'vitest';
import { averageLine, fillMarks, orderLine } from './marks.ts';
import { readOverlays } from './overlay-ids.ts';

/** 20 November 2026, 10:00:00 in India. */
const TEN = Date.UTC(2026, 10, 20, 4, 30) / 1000;

test('fills of one side in one bar make one arrow, in time order', () => {
  const fills = [
    { side: 'SELL', quantity: 4, price: 11, second: TEN + 301 },
    { side: 'BUY', quantity: 2, price: 10, second: TEN + 10 },
    { side: 'BUY', quantity: 3, price: 10, second: TEN + 200 },
    { side: 'SELL', quantity: 1, price: 10, second: TEN + 20 },
  ] as const;
  expect(fillMarks(fills, '5m')).toEqual([
    { second: TEN, side: 'BUY', text: 'B 5' },
    { second: TEN, side: 'SELL', text: 'S 1' },
    { second: TEN + 300, side: 'SELL', text: 'S 4' },
  ]);
  expect(fillMarks([], '1D')).toEqual([]);
});

test('lines say what they are', () => {
  expect(orderLine({ side: 'BUY', price: 410, remaining: 1200, isStop: false })).toEqual({
    kind: 'buy-order',
    price: 410,
    text: 'Buy 1,200',
  });
  expect(orderLine({ side: 'SELL', price: 390, remaining: 3, isStop: true })).toEqual({
    kind: 'sell-order',
    price: 390,
    text: 'Sell 3 stop',
  });
  expect(averageLine(412.35)).toEqual({ kind: 'average', price: 412.35, text: 'Average' });
});

test('the address names averages; what is not one is dropped', () => {
  expect(readOverlays('ema50,sma20,nonsense,sma20')).toEqual(['sma20', 'ema50']);
  expect(readOverlays('')).toEqual([]);
  expect(readOverlays(undefined)).toEqual([]);
});
