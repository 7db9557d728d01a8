// Sums and counts read as Intl would write them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupedText, rupeeText } from './sums.ts';

const sums = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const counts = new Intl.NumberFormat('en-IN');
/** Beyond this, hundredths of a rupee are not exact in the floating-point numbers that Intl takes. */
const MOST = 1e13;

test.each([
  [0, '₹0.00'],
  [5, '₹0.05'],
  [100, '₹1.00'],
  [99_999, '₹999.99'],
  [1_00_000, '₹1,000.00'],
  [12_34_567_89, '₹12,34,567.89'],
  [-12_34_567_89, '₹-12,34,567.89'],
])('%d paise', (paise, text) => {
  expect(rupeeText(paise)).toBe(text);
});

test('any sum and any count is written as Intl writes it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -MOST, max: MOST }), (whole) => {
      expect(groupedText(whole)).toBe(counts.format(whole));
      expect(rupeeText(whole)).toBe(`₹${sums.format(whole / 100)}`);
    }),
  );
});
