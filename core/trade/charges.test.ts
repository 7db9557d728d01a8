// Charges: the terms an order gets, and what they come to, with the arithmetic shown.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargesOn, chargeTerms, totalCharges } from './charges.ts';
import type { FeeSchedule } from './settings.ts';
import { DEFAULT_FEES } from './settings.ts';

const schedule: FeeSchedule = {
  commissionRate: 10_000,
  flatFee: 500,
  volumeDiscounts: [
    { minQuantity: 100, maxQuantity: 500, discount: 20_000 },
    { minQuantity: 501, maxQuantity: 9_999, discount: 100_000 },
  ],
  statutory: DEFAULT_FEES.statutory,
  promotions: [
    { id: 'a', name: 'Holi', discount: 200_000, startsAt: 1_000, endsAt: 2_000 },
    { id: 'b', name: 'small', discount: 50_000, startsAt: 0, endsAt: 9_000 },
  ],
};

describe('terms', () => {
  test('by default 1 % and 5 rupees', () => {
    expect(chargeTerms(DEFAULT_FEES, 10, 0)).toEqual({ commissionRate: 10_000, flatFee: 500, statutory: null });
  });

  test.for([
    [99, 9_000, 10_000], // neither discount
    [100, 9_000, 9_800], // less 2 %
    [500, 9_000, 9_800],
    [501, 9_000, 9_000], // less 10 %
    [10_000, 9_000, 10_000],
    [1, 999, 9_500], // less 5 %
    [1, 1_000, 8_000], // of two promotions the better one: less 20 %
    [1, 1_999, 8_000],
    [1, 2_000, 9_500], // its end is not part of it
    [100, 1_500, 7_840], // 9 800 less 20 %
  ])('%d shares at %d: %d millionths', ([quantity, at, commissionRate]) => {
    expect(chargeTerms(schedule, quantity, at)).toEqual({ commissionRate, flatFee: 500, statutory: null });
  });
});

describe('what they come to', () => {
  const terms = { commissionRate: 10_000, flatFee: 500, statutory: null };

  test.for([
    ['buy', 0, 0, 0], // nothing filled, nothing paid
    ['buy', 1400_000, 14_000, 500],
    ['buy', 150, 2, 500], // 1.5 paise, half up; a buy pays the flat fee however small it is
    ['sell', 150, 2, 148], // a sale only what it brings
    ['sell', 1, 0, 1],
    ['sell', 100_000, 1_000, 500],
  ] as const)('a %s of %d paise: %d and %d', ([side, value, brokerage, flatFee]) => {
    expect(chargesOn(terms, side, value, 0)).toEqual({ brokerage, flatFee, statutory: 0 });
  });

  test('the known answer: five orders of 112800 rupees in all pay 1153', () => {
    const orders = [25_000_00, 13_100_00, 32_400_00, 16_800_00, 25_500_00];
    expect(orders.reduce((sum, value) => sum + totalCharges(chargesOn(terms, 'buy', value, 0)), 0)).toBe(1_153_00);
  });

  test('a sale never costs more than it brings, and charges never fall as more is filled', () => {
    const anyTerms = fc.record({
      commissionRate: fc.integer({ min: 0, max: 1_000_000 }),
      flatFee: fc.integer({ min: 0, max: 10_000 }),
      statutory: fc.constant(null),
    });
    fc.assert(
      fc.property(anyTerms, fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e6 }), (any, value, more) => {
        const [before, after] = [chargesOn(any, 'sell', value, 0), chargesOn(any, 'sell', value + more, 0)];
        expect(totalCharges(before)).toBeLessThanOrEqual(value);
        expect(after.brokerage).toBeGreaterThanOrEqual(before.brokerage);
        expect(after.flatFee).toBeGreaterThanOrEqual(before.flatFee - more);
        // What a further fill adds never exceeds what that fill brings.
        expect(totalCharges(after) - totalCharges(before)).toBeLessThanOrEqual(more);
      }),
    );
  });
});
