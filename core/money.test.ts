// Money is exact: every function against the same sum in BigInt, and hostile numbers.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyRate,
  discountedRate,
  isWhole,
  MAX_PAISE,
  mean,
  nearestTick,
  oneFifth,
  paiseFromRupees,
  proportion,
  roundDownToTick,
  roundUpToTick,
  rupeesFromPaise,
  sharesFor,
} from './money.ts';

const amount = fc.integer({ min: 0, max: MAX_PAISE });
const rate = fc.integer({ min: 0, max: 1_000_000 });
const tick = fc.constantFrom(1, 5, 10, 50, 100, 500);
const price = fc.integer({ min: 1, max: 1_000_000_000 });

function halfUp(top: bigint, bottom: bigint): number {
  return Number((2n * top + bottom) / (2n * bottom));
}

describe('rupees and paise', () => {
  test.for([
    [0, 0],
    [0.01, 1],
    [1.15, 115],
    [1.005, null],
    [0.1 + 0.2, null],
    [12_345.67, 1_234_567],
    [-5.5, -550],
    [-0, null],
    [NaN, null],
    [Infinity, null],
    [-Infinity, null],
    [1e-7, null],
    [1e21, null],
    [90_071_992_547_409.91, 9_007_199_254_740_991],
    [2 ** 53 / 100 + 1, null],
  ] as const)('%f rupees are %o paise', ([rupees, paise]) => {
    expect(paiseFromRupees(rupees)).toBe(paise);
  });

  test('every sum survives the way to rupees and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_PAISE, max: MAX_PAISE }), (sum) => {
        expect(paiseFromRupees(rupeesFromPaise(sum))).toBe(sum);
      }),
    );
  });

  test('a third decimal never passes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (sum, mill) => {
        expect(
          paiseFromRupees(Number(`${Math.floor(sum / 100)}.${String(sum % 100).padStart(2, '0')}${mill}`)),
        ).toBeNull();
      }),
    );
  });
});

test.for([NaN, Infinity, -Infinity, -0, 0.5, 1e21, 2 ** 53])('%f is not whole', (value) => {
  expect(isWhole(value)).toBe(false);
});

test.for([0, 1, -1, 2 ** 53 - 1])('%d is whole', (value) => {
  expect(isWhole(value)).toBe(true);
});

describe('rates', () => {
  test.for([
    [150, 10_000, 2], // 1 % of 1.50 is 1.5 paise: up
    [149, 10_000, 1],
    [0, 10_000, 0],
    [1_002_50, 10_000, 10_03], // 1 % of 1002.50 is 10.025
    [MAX_PAISE, 10_000, 100_000_000_000],
    [MAX_PAISE, 1_000_000, MAX_PAISE],
  ])('%d paise at %d millionths are %d', ([sum, at, expected]) => {
    expect(applyRate(sum, at)).toBe(expected);
  });

  test('half up, exactly, up to the largest sum', () => {
    fc.assert(
      fc.property(amount, rate, (sum, at) => {
        expect(applyRate(sum, at)).toBe(halfUp(BigInt(sum) * BigInt(at), 1_000_000n));
      }),
    );
  });

  test('more never costs less', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 1000 }), rate, (sum, more, at) => {
        expect(applyRate(sum + more, at)).toBeGreaterThanOrEqual(applyRate(sum, at));
      }),
    );
  });

  test('a discount: 1 % less 20 % is 0.8 %', () => {
    expect(discountedRate(10_000, 200_000)).toBe(8_000);
    expect(discountedRate(10_000, 0)).toBe(10_000);
    expect(discountedRate(10_000, 1_000_000)).toBe(0);
    expect(discountedRate(333, 500_000)).toBe(167); // 166.5
  });
});

describe('parts', () => {
  test('a fifth, half up', () => {
    expect([0, 1, 2, 3, 5, 7, 8, 1000].map(oneFifth)).toEqual([0, 0, 0, 1, 1, 1, 2, 200]);
    fc.assert(
      fc.property(amount, (sum) => {
        expect(oneFifth(sum)).toBe(halfUp(BigInt(sum), 5n));
      }),
    );
  });

  test('a mean, half up; of nothing 0', () => {
    expect(mean(5, 2)).toBe(3);
    expect(mean(0, 0)).toBe(0);
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 10_000_000 }), (sum, count) => {
        expect(mean(sum, count)).toBe(halfUp(BigInt(sum), BigInt(count)));
      }),
    );
  });

  test('a proportion, rounded down, exactly', () => {
    const shares = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(amount, shares, shares, (sum, one, other) => {
        const [part, whole] = one < other ? [one, other] : [other, one];
        expect(proportion(sum, part, whole)).toBe(Number((BigInt(sum) * BigInt(part)) / BigInt(whole)));
      }),
    );
  });

  test('a proportion of more shares than a number can multiply with: after a split there are billions', () => {
    const shares = fc.integer({ min: 1, max: 2_000_000_000 });
    const times = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(amount, shares, times, (sum, one, times) => {
        const part = Math.ceil(one / times);
        const whole = part * times;
        expect(proportion(sum, part, whole)).toBe(Number((BigInt(sum) * BigInt(part)) / BigInt(whole)));
      }),
    );
    // Half of it, to the paisa.
    expect(proportion(5_239_203_163_148, 797_910_849, 1_595_821_698)).toBe(2_619_601_581_574);
  });

  test('taken part by part, all of a sum is given out and no more', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(amount, parts, (sum, sizes) => {
        let left = sum;
        let shares = sizes.reduce((total, size) => total + size, 0);
        for (const size of sizes) {
          const given = proportion(left, size, shares);
          expect(given).toBeGreaterThanOrEqual(0);
          left -= given;
          shares -= size;
        }
        expect(left).toBe(0);
      }),
    );
  });
});

describe('ticks', () => {
  test('down and up are the nearest multiples on either side', () => {
    fc.assert(
      fc.property(price, tick, (at, step) => {
        const [down, up] = [roundDownToTick(at, step), roundUpToTick(at, step)];
        expect([down % step, up % step]).toEqual([0, 0]);
        expect(down <= at && at <= up && up - down === (at % step === 0 ? 0 : step)).toBe(true);
      }),
    );
  });

  test('a price of a model goes to the nearest tick, and never to nothing', () => {
    expect(nearestTick(102.49, 5)).toBe(100);
    expect(nearestTick(102.5, 5)).toBe(105);
    expect(nearestTick(0.2, 5)).toBe(5);
  });

  test('shares for cash: the next share would cost more than there is', () => {
    fc.assert(
      fc.property(amount, price, (cash, at) => {
        expect(sharesFor(cash, at) * at).toBeLessThanOrEqual(cash);
        expect((sharesFor(cash, at) + 1) * at).toBeGreaterThan(cash);
      }),
    );
  });
});
