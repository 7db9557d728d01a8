// What the market lists of a series: price on the tick, shares, volatility of its own, days and pages of minutes.
import { describe, expect, it } from 'vitest';
import { toListings } from './listing.ts';
import type { ImportedBar, ImportedSeries, ImportInterval } from '../read/series.ts';

const DAY = 86_400_000;
const START = Date.UTC(2020, 0, 1);

function series(interval: ImportInterval, closes: readonly number[], startAt = START, volume = 1000): ImportedSeries {
  const step = interval === '1D' ? DAY : 60_000;
  const bars: ImportedBar[] = closes.map((close, i) => ({
    at: startAt + i * step,
    open: close,
    high: close,
    low: close,
    close,
    volume,
    line: i + 2,
  }));
  return { symbol: 'ACME', name: '', interval, timeZoneNote: '', bars, flags: [] };
}

/** Up and down by `part`, so that every return is about `part`. */
const swinging = (count: number, part: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.round(1_000_000 * (i % 2 === 0 ? 1 : 1 + part)));

const NONE = new Map();

describe('toListings', () => {
  it('goes on from the last close, on the tick of its price', () => {
    // Above 5000 rupees the tick is 50 paise: 10200.27 becomes 10200.00 with the tick of one rupee above 10000.
    const [listing] = toListings([series('1D', [1_000_000, 1_020_027])], NONE);
    expect(listing).toMatchObject({ tickSize: 100, price: 1_020_000, name: 'ACME', sector: 'Imported' });
    // Too short to have a volatility of its own.
    expect(listing.isVolatilityOwn).toBe(false);
    // 1000 a day for 300 days.
    expect(listing.sharesIssued).toBe(300_000);
  });

  it('has the volatility of its own days, which a misprint or a split does not rule', () => {
    const calm = swinging(200, 0.01);
    const wild = swinging(200, 0.04);
    const misprint = calm.map((close, i) => (i === 150 ? close * 20 : close));
    const split = calm.map((close, i) => (i < 150 ? close : close / 2));
    // Cut off at six usual moves of 0.0148: the root of (197 x 0.00995^2 + 2 x 0.0885^2) / 199 is 0.0133; plain it would be 0.3.
    const volatility = (closes: readonly number[]): number =>
      toListings([series('1D', closes)], NONE)[0].dailyVolatility;
    expect(volatility(calm)).toBeCloseTo(Math.log(1.01), 3);
    expect(volatility(wild)).toBeCloseTo(Math.log(1.04), 3);
    expect(volatility(misprint)).toBeLessThan(0.014);
    expect(volatility(split)).toBeLessThan(0.014);
  });

  it('makes days of minutes where there is no daily bar, and pages on the market clock', () => {
    const minutes = series('1m', [500_00, 510_00, 505_00], Date.UTC(2020, 0, 3, 3, 45));
    const [listing] = toListings([series('1D', [400_00, 450_00]), minutes], NONE);
    expect(
      listing.days.map(({ day, open, high, low, close, volume }) => [
        day - START / DAY,
        open,
        high,
        low,
        close,
        volume,
      ]),
    ).toEqual([
      [0, 400_00, 400_00, 400_00, 400_00, 1000],
      [1, 450_00, 450_00, 450_00, 450_00, 1000],
      [2, 500_00, 510_00, 500_00, 505_00, 3000],
    ]);
    expect(listing.price).toBe(505_00);
    // 03:45 UTC is 09:15 in India: minute 555.
    expect(listing.pages).toMatchObject([
      { day: START / DAY + 2, minutes: [555, 556, 557], close: [500_00, 510_00, 505_00] },
    ]);
  });

  it('keeps the daily bar of a day that also has minutes', () => {
    const minutes = series('1m', [500_00], START + 3.75 * 3_600_000);
    const [listing] = toListings([series('1D', [400_00]), minutes], NONE);
    expect(listing.days).toMatchObject([{ close: 400_00 }]);
    expect(listing.price).toBe(400_00);
  });

  it('takes a usual volume where the history has none, and the name and sector of the metadata', () => {
    const about = new Map([['ACME', { name: 'Acme Ltd', sector: 'Metals' }]]);
    const [listing] = toListings([series('1D', [100_00, 100_00], START, 0)], about);
    expect(listing).toMatchObject({ name: 'Acme Ltd', sector: 'Metals', sharesIssued: 150_000_000 });
  });
});
