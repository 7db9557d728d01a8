// Which stocks a question looks for.
import { expect, test } from 'vitest';
import { soughtIn } from './sought.ts';
import type { Sought } from './sought.ts';

test.each<[string, Sought]>([
  ['stocks under 100', { priceTo: 100, first: 'cheapest' }],
  ['stocks not more than 1,000.50 rupees', { priceTo: 1000.5, first: 'cheapest' }],
  ['shares over rs. 500', { priceFrom: 500, first: 'cheapest' }],
  ['shares over rs.500', { priceFrom: 500, first: 'cheapest' }],
  ['stocks not below 300', { priceFrom: 300, first: 'cheapest' }],
  ['companies from 500 to 100', { priceFrom: 100, priceTo: 500, first: 'cheapest' }],
  ['stocks between ₹200 and ₹400', { priceFrom: 200, priceTo: 400, first: 'cheapest' }],
  ['the most expensive stocks below 500', { priceTo: 500, first: 'dearest' }],
  ['stocks up 2% or more', { changeFrom: 2, first: 'risen' }],
  ['stocks below 50 rupees that are up today', { priceTo: 50, changeFrom: 0.01, first: 'risen' }],
  ['shares over 1000 that fell today', { priceFrom: 1000, changeTo: -0.01, first: 'fallen' }],
  ['stocks under 100 that fell more than 1.5%', { priceTo: 100, changeTo: -1.5, first: 'fallen' }],
  ['what can i buy with 5000', { priceTo: 5000, first: 'cheapest' }],
  ['penny stocks', { first: 'cheapest' }],
  ['what are the most volatile stocks', { first: 'volatile' }],
  ['least volatile shares under 500', { priceTo: 500, first: 'calm' }],
  ['show stocks that fell 3 days in a row', { daysInARow: 3, isFalling: true, first: 'longest-run' }],
  ['stocks rising four consecutive days', { daysInARow: 4, isFalling: false, first: 'longest-run' }],
  ['which stocks have had 5 straight red days', { daysInARow: 5, isFalling: true, first: 'longest-run' }],
  [
    'stocks below 100 that have risen 3 days in a row',
    { priceFrom: undefined, priceTo: 100, daysInARow: 3, isFalling: false, first: 'longest-run' },
  ],
  ['oversold stocks', { rsiTo: 30, first: 'rsi-low' }],
  ['which stocks are overbought', { rsiFrom: 70, first: 'rsi-high' }],
  ['stocks with rsi below 25', { rsiTo: 25, first: 'rsi-low' }],
  ['stocks with an rsi of more than 60', { rsiFrom: 60, first: 'rsi-high' }],
  ['stocks with the lowest rsi', { first: 'rsi-low' }],
  ['stocks by rsi', { first: 'rsi-high' }],
  ['stocks above their 50 day moving average', { averageDays: 50, isBelow: false, first: 'far-from-average' }],
  ['shares under the 200 dma', { averageDays: 200, isBelow: true, first: 'far-from-average' }],
  ['stocks below their moving average', { averageDays: 200, isBelow: true, first: 'far-from-average' }],
])('%s', (text, sought) => {
  expect(soughtIn(text)).toEqual(sought);
});

test.each([
  'my stocks under 100',
  'shares that i hold below 100',
  'stocks that rose less than 2%',
  'stocks with less than 50 shares',
  'companies under 100 crore',
  'stocks under 1e9',
  'stocks under 99999999999999',
  'stocks under 0',
  'a price under 100',
  'what is a stock',
  'my oversold stocks',
  'stocks that rose 2.5 days in a row',
  'stocks that rose -3 days in a row',
  'stocks that fell 99 days in a row',
])('%s looks for none in this way', (text) => expect(soughtIn(text)).toBeNull());

test.each(['1', '1,', '1.1', 'under 1.', '1 to ', 'rsi ', 'rsi below ', 'above 1', 'above the '])(
  'a question full of %j takes no time',
  (part) => {
    const before = process.cpuUsage();
    soughtIn(`stocks under ${part.repeat(2000 / part.length)}`);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(60);
  },
);
