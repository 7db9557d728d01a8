// Which numbers of a text count as proven by the answers of the tools.
import { expect, test } from 'vitest';
import { unprovenNumbers } from './proof.ts';

test.each<[text: string, sources: unknown[], unproven: string[]]>([
  ['It trades at ₹1,234.50.', [{ price: 1234.5 }], []],
  ['It trades at ₹1,234.51.', [{ price: 1234.5 }], ['1,234.51']],
  ['About ₹1,235.', [{ price: 1234.5 }], []],
  ['About ₹1,236.', [{ price: 1234.5 }], ['1,236']],
  ['Down \u22121.25% or -1.3%.', [{ changePercent: -1.25 }], []],
  ['₹12.3 lakh', [{ value: 1_234_567 }], []],
  ['₹12.4 lakh', [{ value: 1_234_567 }], ['12.4']],
  ['₹12.35 lakh', [{ value: 1_234_567 }], []],
  ['₹1.2 crore', [{ value: 12_345_678 }], []],
  ['On 5 Nov 2026.', [{ on: '2026-11-05' }], []],
  // 18:35 UTC is 00:05 of the next day in India.
  ['6 Nov, 00:05', [{ at: '2026-11-05T18:35:00.000Z' }], []],
  ['Nested 7', [{ a: [{ b: { c: 7 } }] }], []],
  ['Said in a text: 42', [{ text: 'You have 42 shares' }], []],
  ['It will be 999', [{ price: 5 }], ['999']],
  // Digits of another script are numbers as well.
  ['यह ₹१,२३४.५० है', [{ price: 1234.5 }], []],
  ['यह ₹१,२३४.५१ है', [{ price: 1234.5 }], ['१,२३४.५१']],
  ['\u{1d7d7}\u{1d7e1}\u0669\uff19 shares', [{ quantity: 9999 }], []],
  ['₹①②③, ⁴⁵⁶ of them', [{ quantity: 456 }], ['123']],
  ['', [], []],
])('in %j, where the tools said %j, these numbers are unproven: %j', (text, sources, unproven) => {
  expect(unprovenNumbers(text, sources)).toEqual(unproven);
});

test('small whole numbers may count things, where that is allowed', () => {
  expect(unprovenNumbers('3 reasons and 6 others, 2.5 of them', [], 5)).toEqual(['6', '2.5']);
});
