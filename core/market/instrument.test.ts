// Ticks, bands and protection, with the edges worked out by hand.
import { describe, expect, test } from 'vitest';
import {
  arePossibleTerms,
  areReachableTerms,
  bandHigh,
  bandLow,
  changeRate,
  protectionPrice,
  tickSizeFor,
  toTick,
} from './instrument.ts';
import type { Instrument } from './instrument.ts';

function of(previousClose: number, tickSize: number, priceBand = 200_000): Instrument {
  const names = { id: 1, symbol: 'TCS', name: 'TCS', sector: 'Testing' };
  return { ...names, previousClose, tickSize, priceBand, isHalted: false, sharesIssued: 1 };
}

test.for([
  [1, 1],
  [249_99, 1],
  [250_00, 5],
  [1_000_00, 5],
  [1_000_01, 10],
  [5_000_00, 10],
  [5_000_01, 50],
  [10_000_00, 50],
  [10_000_01, 100],
  [20_000_00, 100],
  [20_000_01, 500],
])('a price of %d paise moves in ticks of %d', ([price, tick]) => {
  expect(tickSizeFor(price)).toBe(tick);
});

describe('the band', () => {
  test.for([
    [100_00, 5, 200_000, 80_00, 120_00],
    [100_05, 5, 200_000, 80_05, 120_05], // 80.04 and 120.06: inward to the tick
    [1, 1, 200_000, 1, 1], // never below one tick
    [9, 5, 900_000, 5, 15], // 0.9 up to a tick, 17.1 down
    [3_500_00, 10, 50_000, 3_325_00, 3_675_00],
  ])('%d in ticks of %d, %d millionths: %d to %d', ([close, tick, band, low, high]) => {
    expect([bandLow(of(close, tick, band)), bandHigh(of(close, tick, band))]).toEqual([low, high]);
  });
});

describe('market protection', () => {
  test('5 % from the last price, inward to the tick', () => {
    expect([protectionPrice(of(100_00, 5), 'buy', 100_00), protectionPrice(of(100_00, 5), 'sell', 100_00)]).toEqual([
      105_00, 95_00,
    ]);
    // 5 % of 105.05 is 5.2525, half up 5.25: 110.30 and 99.80.
    expect([protectionPrice(of(100_00, 5), 'buy', 105_05), protectionPrice(of(100_00, 5), 'sell', 105_05)]).toEqual([
      110_30, 99_80,
    ]);
    // 5 % of 100.10 is 5.005, half up 5.01: 105.11 goes down to 105.10, 95.09 up to 95.10.
    expect([protectionPrice(of(100_00, 5), 'buy', 100_10), protectionPrice(of(100_00, 5), 'sell', 100_10)]).toEqual([
      105_10, 95_10,
    ]);
  });

  test('never out of the band', () => {
    expect([protectionPrice(of(100_00, 5), 'buy', 119_00), protectionPrice(of(100_00, 5), 'sell', 81_00)]).toEqual([
      120_00, 80_00,
    ]);
  });
});

test.for([
  [5, 999_999, 100_00, true],
  [5, 1_000_000, 100_00, false],
  // 20 % of 25 paise: 20 to 30 has two prices at a tick of 10 and one at a tick of 20.
  [10, 200_000, 25, true],
  [20, 200_000, 25, false],
  [0, 200_000, 100_00, false],
  [5, 0, 100_00, false],
  [5, 200_000, 0, false],
  [0.5, 200_000, 100_00, false],
] as const)('a tick of %d, a band of %d and a close of %d: %s', ([tickSize, priceBand, previousClose, isPossible]) => {
  expect(arePossibleTerms({ tickSize, priceBand, previousClose })).toBe(isPossible);
});

test('a stock may fall until its band has one price, and no further', () => {
  // 20 % of 2 paise is less than a tick; at 25 paise a tick of 20 leaves 20 alone; between 5.6 and 8.4 paise there is no multiple of 5.
  const reachable = [
    [1, 2],
    [20, 25],
    [5, 7],
  ].map(([tickSize, previousClose]) => areReachableTerms({ tickSize, priceBand: 200_000, previousClose }));
  expect(reachable).toEqual([true, true, false]);
});

test('limits off the tick: nobody gets a worse price than asked', () => {
  const stock = of(100_00, 5);
  expect([toTick(stock, 'buy', 100_03), toTick(stock, 'sell', 100_03)]).toEqual([100_00, 100_05]);
  expect([toTick(stock, 'buy', 100_05), toTick(stock, 'sell', 100_05), toTick(stock, 'buy', 4)]).toEqual([
    100_05, 100_05, 0,
  ]);
});

test('change in millionths; nothing to compare with is no change', () => {
  expect([changeRate(101_00, 100_00), changeRate(99_00, 100_00), changeRate(5, 0)]).toEqual([10_000, -10_000, 0]);
});
