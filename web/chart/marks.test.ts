// Own fills and orders as they stand on the chart.
import { expect, test } from 'vitest';
import { averageLine, fillMarks, fillsToday, leftOutText, orderLines } from './marks.ts';

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

test('practice fills never share an arrow with real ones', () => {
  const fill = { side: 'BUY', quantity: 2, price: 10, second: TEN } as const;
  expect(fillMarks([fill, { ...fill, isPractice: true }], '5m')).toEqual([
    { second: TEN, side: 'BUY', text: 'B 2' },
    { second: TEN, side: 'BUY', text: 'B 2', isPractice: true },
  ]);
});

test('fills from before a split are in the shares of the bars behind them', () => {
  const fill = { side: 'BUY', quantity: 10, price: 400, second: TEN } as const;
  const split = { from: 1, to: 5, effectiveDate: '2026-11-21' };
  const bonus = { from: 2, to: 3, effectiveDate: '2026-11-25' };
  const dividend = { from: null, to: null, effectiveDate: '2026-11-26' };
  const morning = { ...fill, second: TEN + 86_400 };
  // 10 x 5 x 3/2 = 75 shares at 400 / 7.5; on the morning after the split only the bonus is still to come.
  expect(fillsToday([fill, morning], [dividend, bonus, split])).toEqual([
    { ...fill, quantity: 75, price: (400 * 2) / 15 },
    { ...morning, quantity: 15, price: (400 * 2) / 3 },
  ]);
  const past = { ...split, effectiveDate: '2026-11-20' };
  expect(fillsToday([fill], [past, dividend])).toEqual([fill]);
});

const order = {
  _id: '7',
  type: 'BUY',
  orderType: 'LIMIT',
  quantity: 1200,
  filledQuantity: 0,
  price: 410,
  stopPrice: null,
  target: null,
  stopLoss: null,
} as const;

test('a limit order is one line, for what is still to come', () => {
  expect(orderLines({ ...order, filledQuantity: 200 })).toEqual([
    { key: '7 limit', kind: 'buy', price: 410, text: 'Buy 1,000 limit', orderId: '7', field: 'price' },
  ]);
});

test('a stop is a line at its trigger, a stop-limit one at each of its prices, a market order none', () => {
  const prices = (orderType: 'STOP' | 'STOP-LIMIT' | 'MARKET') =>
    orderLines({ ...order, type: 'SELL', orderType, quantity: 3, stopPrice: 390 }).map(({ text, price }) => [
      text,
      price,
    ]);
  expect(prices('STOP')).toEqual([['Sell 3 stop', 390]]);
  expect(prices('STOP-LIMIT')).toEqual([
    ['Sell 3 trigger', 390],
    ['Sell 3 limit', 410],
  ]);
  expect(prices('MARKET')).toEqual([]);
});

test('a bracketed buy shows where it will be sold; its exit waits at both prices', () => {
  expect(orderLines({ ...order, target: 450, stopLoss: 380 }).slice(1)).toEqual([
    { key: '7 Then target', kind: 'sell', price: 450, text: 'Then target' },
    { key: '7 Then stop loss', kind: 'sell', price: 380, text: 'Then stop loss' },
  ]);
  const exit = orderLines({ ...order, _id: '8', type: 'SELL', orderType: 'BRACKET', price: 450, stopPrice: 380 });
  expect(exit.map(({ text, price, orderId }) => [text, price, orderId])).toEqual([
    ['Sell 1,200 target', 450, '8'],
    ['Sell 1,200 stop loss', 380, '8'],
  ]);
  expect(new Set(exit.map(({ key }) => key)).size).toBe(2);
});

test('the line of the average price says Average', () => {
  expect(averageLine(412.35)).toEqual({ key: 'average', kind: 'average', price: 412.35, text: 'Average' });
});

test('missing arrows are announced, and only then', () => {
  expect([leftOutText(0, 0), leftOutText(100, 100), leftOutText(0, 5)]).toEqual(['', '', '']);
  expect(leftOutText(100, 1240)).toBe(
    'Your newest 100 trades of 1,240 are marked on the chart. All are in Transactions.',
  );
});
