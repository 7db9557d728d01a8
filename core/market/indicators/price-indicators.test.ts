// Indicators against answers worked out by hand, and against a table made by a second program.
import { expect, test } from 'vitest';
import { exponentialMovingAverage, simpleMovingAverage } from './price-indicators.ts';

const closes = [
  250.06, 251.25, 252.5, 248.84, 247.15, 247.44, 239.29, 242.16, 244.35, 243.77, 247.58, 249.88, 256.56, 253.24, 254.53,
  248.16, 243.22, 246.6, 248.68, 253.34, 251.38, 251.21, 254.43, 250.23, 250.53, 250.09, 244.06, 243.19, 237.82, 238.72,
  238.72, 241.45, 245.14, 240.18, 238.59, 240.64, 236.8, 233.8, 232.44, 232.86,
];

test('a simple average needs its length, then slides', () => {
  // (1+2+3)/3 = 2, (2+3+4)/3 = 3, (3+4+10)/3 = 17/3
  expect(simpleMovingAverage([1, 2, 3, 4, 10], 3)).toEqual([null, null, 2, 3, 17 / 3]);
  expect(simpleMovingAverage([1, 2], 3)).toEqual([null, null]);
  expect(simpleMovingAverage([], 3)).toEqual([]);
});

test('an exponential average starts at the simple one', () => {
  // seed (1+2+3)/3 = 2; weight 2/4: 2 + (4-2)/2 = 3; 3 + (10-3)/2 = 6.5
  expect(exponentialMovingAverage([1, 2, 3, 4, 10], 3)).toEqual([null, null, 2, 3, 6.5]);
  expect(exponentialMovingAverage([1, 2], 3)).toEqual([null, null]);
});

test('both agree with the table over 40 days', () => {
  const simple = simpleMovingAverage(closes, 20);
  const exponential = exponentialMovingAverage(closes, 20);
  expect(simple[18]).toBeNull();
  expect(exponential[18]).toBeNull();
  const table: [bar: number, sma: number, ema: number][] = [
    [19, 248.43, 248.43],
    [20, 248.496, 248.71095238],
    [24, 248.829, 249.63722659],
    [39, 242.614, 240.65093885],
  ];
  for (const [bar, sma, ema] of table) {
    expect(simple[bar]).toBeCloseTo(sma, 8);
    expect(exponential[bar]).toBeCloseTo(ema, 8);
  }
});
