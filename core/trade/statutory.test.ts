// Statutory charges: known answers with the arithmetic shown, whose rates hold on which day, and receipts that add up.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayStartAt } from '../market/day.ts';
import { chargesOn, chargeTerms, dueItems, itemised, totalCharges } from './charges.ts';
import type { ChargeTerms } from './charges.ts';
import { DEFAULT_FEES } from './settings.ts';
import { ratesOn, statutoryItems, statutoryOn } from './statutory.ts';
import type { StatutoryRates } from './statutory.ts';

const [NSE] = DEFAULT_FEES.statutory.rates;
const none: StatutoryRates = {
  from: 0,
  sttDelivery: 0,
  sttIntradaySell: 0,
  exchange: 0,
  sebi: 0,
  stampDelivery: 0,
  stampIntraday: 0,
  gst: 0,
};

describe('known answers of the NSE schedule', () => {
  // ABC for delivery without brokerage: +100 @ 250, +50 @ 262, -120 @ 270, +70 @ 240, -100 @ 255, 112,800 rupees in all.
  const abc = [
    ['buy', 25_000_00],
    ['buy', 13_100_00],
    ['sell', 32_400_00],
    ['buy', 16_800_00],
    ['sell', 25_500_00],
  ] as const;

  /** A hundred thousand times as many shares: then nothing is left to round. */
  const MANY = 100_000;

  test('ABC pays 125.121293 rupees before rounding', () => {
    // STT 112.80, exchange 3.35016, SEBI 0.1128, stamp 8.235 on 54,900 bought, GST 18 % of 3.46296 = 0.6233328.
    const paid = abc.reduce((sum, [side, value]) => sum + statutoryOn(NSE, side, value * MANY, 0, 0), 0);
    expect(paid).toBe(1_251_212_928);
    expect((paid / MANY / 100).toFixed(6)).toBe('125.121293');
  });

  test('ABC order by order, each part half up to the paisa', () => {
    const items = abc.map(([side, value]) => statutoryItems(NSE, { side, value, intraday: 0, earned: 0 }));
    expect(items.map((one) => one.map(({ amount }) => amount))).toEqual([
      [25_00, 74, 3, 3_75, 14], // 0.7425; 0.025; 3.75; 18 % of 0.77 = 0.1386
      [13_10, 39, 1, 1_97, 7], // 0.38907; 0.0131; 1.965; 18 % of 0.40 = 0.072
      [32_40, 96, 3, 0, 18], // 0.96228; 0.0324; no stamp on a sale; 18 % of 0.99 = 0.1782
      [16_80, 50, 2, 2_52, 9], // 0.49896; 0.0168; 2.52; 18 % of 0.52 = 0.0936
      [25_50, 76, 3, 0, 14], // 0.75735; 0.0255; 18 % of 0.79 = 0.1422
    ]);
    expect(abc.reduce((sum, [side, value]) => sum + statutoryOn(NSE, side, value, 0, 0), 0)).toBe(125_13);
  });

  test('XYZ pays 21.082972 rupees before rounding, brokerage of 0.03 % among it', () => {
    // Intraday: 20,000 sold, 14,550 and 5,150 bought. Brokerage 11.91; STT 5; exchange 1.17909; SEBI 0.0397; stamp 0.591;
    // GST 18 % of 13.12879 = 2.3631822.
    const orders = [
      ['sell', 20_000_00],
      ['buy', 14_550_00],
      ['buy', 5_150_00],
    ] as const;
    const terms = { commissionRate: 300, flatFee: 0, statutory: NSE };
    const paid = orders.reduce((sum, [side, value]) => {
      return sum + totalCharges(chargesOn(terms, side, value * MANY, value * MANY));
    }, 0);
    expect((paid / MANY / 100).toFixed(6)).toBe('21.082972');
    expect(paid).toBe(210_829_722);
  });

  test('GST is on the flat fee too, and tax of intraday shares on the sale alone', () => {
    // 10,000 rupees with 1 % and 5 rupees: exchange 0.297, SEBI 0.01; 18 % of 105 + 0.30 + 0.01 = 18.9558.
    const terms = { commissionRate: 10_000, flatFee: 5_00, statutory: NSE };
    const parts = (side: 'buy' | 'sell', intradayValue: number) =>
      dueItems({ side, chargeTerms: terms }, { filledValue: 10_000_00, intradayValue }).map(({ amount }) => amount);
    expect(parts('buy', 0)).toEqual([10_00, 30, 1, 1_50, 18_96]);
    expect(parts('buy', 10_000_00)).toEqual([0, 30, 1, 30, 18_96]);
    expect(parts('sell', 0)).toEqual([10_00, 30, 1, 0, 18_96]);
    expect(parts('sell', 10_000_00)).toEqual([2_50, 30, 1, 0, 18_96]);
    // 4,000 of it closed intraday shares: 0.025 % of that and 0.1 % of the rest.
    expect(parts('sell', 4_000_00)).toEqual([1_00 + 6_00, 30, 1, 0, 18_96]);
  });
});

describe('whose rates hold', () => {
  const table = {
    isOn: true,
    rates: [
      { ...none, from: 30, gst: 3 },
      { ...none, from: 10, gst: 1 },
      { ...none, from: 20, gst: 2 },
    ],
  };

  test.for([
    [9, null],
    [10, 1],
    [19, 1],
    [20, 2],
    [29, 2],
    [30, 3],
    [999, 3],
  ])('on day %d those of row %s', ([day, row]) => {
    expect(ratesOn(table, day!)?.gst ?? null).toBe(row);
    expect(ratesOn({ ...table, isOn: false }, day!)).toBe(null);
  });

  test('an order has those of its own day, counted in India', () => {
    const fees = { ...DEFAULT_FEES, statutory: table };
    expect(chargeTerms(fees, 1, dayStartAt(20) - 1).statutory).toBe(table.rates[1]);
    expect(chargeTerms(fees, 1, dayStartAt(20)).statutory).toBe(table.rates[2]);
  });
});

describe('receipts', () => {
  const anyRates: fc.Arbitrary<StatutoryRates> = fc.record({
    from: fc.constant(0),
    sttDelivery: fc.integer({ min: 0, max: 10_000_000 }),
    sttIntradaySell: fc.integer({ min: 0, max: 10_000_000 }),
    exchange: fc.integer({ min: 0, max: 10_000_000 }),
    sebi: fc.integer({ min: 0, max: 10_000_000 }),
    stampDelivery: fc.integer({ min: 0, max: 10_000_000 }),
    stampIntraday: fc.integer({ min: 0, max: 10_000_000 }),
    gst: fc.integer({ min: 0, max: 50_000_000 }),
  });
  const anyTerms: fc.Arbitrary<ChargeTerms> = fc.record({
    commissionRate: fc.integer({ min: 0, max: 100_000 }),
    flatFee: fc.integer({ min: 0, max: 10_000 }),
    statutory: anyRates,
  });
  const anySide = fc.constantFrom('buy', 'sell');
  const anyValue = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 9_000_000_000_000 }));
  const anyPart = fc.double({ min: 0, max: 1, noNaN: true });

  test('the parts are posted; charges grow with the value; a sale never costs more than it brings', () => {
    fc.assert(
      fc.property(anyTerms, anySide, anyValue, anyValue, anyPart, (chargeTerms, side, value, more, part) => {
        const before = { filledValue: value, intradayValue: Math.floor(value * part) };
        const after = { filledValue: value + more, intradayValue: before.intradayValue + Math.floor(more * part) };
        const at = ({ filledValue, intradayValue }: typeof before) =>
          chargesOn(chargeTerms, side, filledValue, intradayValue);
        const [was, is] = [at(before), at(after)];
        expect(is.statutory).toBeGreaterThanOrEqual(was.statutory);
        if (side === 'sell') expect(totalCharges(is)).toBeLessThanOrEqual(after.filledValue);
        const sum = (items: readonly { amount: number }[]) => items.reduce((all, { amount }) => all + amount, 0);
        const owed = sum(dueItems({ side, chargeTerms }, after));
        if (side === 'buy') expect(is.statutory).toBe(owed);
        else expect(is.statutory).toBe(Math.min(owed, after.filledValue - is.brokerage - is.flatFee));
        const posted = { side, chargeTerms, ...after, statutory: is.statutory };
        expect(sum(itemised(posted))).toBe(is.statutory);
        // What came on a later day has a receipt of its own.
        const later = itemised({ ...posted, statutory: is.statutory - was.statutory }, before);
        expect(sum(later)).toBe(is.statutory - was.statutory);
        expect(later.every(({ amount }) => amount > 0)).toBe(true);
      }),
    );
  });

  test('a person who could pay less has less of the last parts', () => {
    const chargeTerms = { commissionRate: 0, flatFee: 0, statutory: NSE };
    const order = { side: 'sell', chargeTerms, filledValue: 10_000_00, intradayValue: 0 } as const;
    expect(itemised({ ...order, statutory: 10_37 })).toEqual([
      { kind: 'transaction-tax', amount: 10_00 },
      { kind: 'exchange-charge', amount: 30 },
      { kind: 'turnover-fee', amount: 1 },
      { kind: 'gst', amount: 6 },
    ]);
    expect(itemised({ ...order, statutory: 10_12 })).toEqual([
      { kind: 'transaction-tax', amount: 10_00 },
      { kind: 'exchange-charge', amount: 12 },
    ]);
    expect(itemised({ ...order, statutory: 0 })).toEqual([]);
    expect(itemised({ ...order, chargeTerms: { ...chargeTerms, statutory: null }, statutory: 0 })).toEqual([]);
  });
});
