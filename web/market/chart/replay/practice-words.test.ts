// The words of a practice for people who cannot see its chart.
import { expect, test } from 'vitest';
import type { PracticeFill } from './practice.ts';
import { filledText } from './practice-words.ts';

const fill: PracticeFill = {
  side: 'sell',
  quantity: 1_200,
  price: 9_505,
  charges: 12_345,
  second: 0,
  reason: 'order',
  isGap: false,
  isUnclear: false,
};

test('a fill is announced with its price, its charges and, if it is not the set price, the reason', () => {
  expect(filledText(fill)).toBe('Practice: sold 1,200 at 95.05. Charges ₹123.45.');
  expect(filledText({ ...fill, side: 'buy', quantity: 1 })).toBe('Practice: bought 1 at 95.05. Charges ₹123.45.');
  expect(filledText({ ...fill, reason: 'target' })).toBe('Practice, target: sold 1,200 at 95.05. Charges ₹123.45.');
  expect(filledText({ ...fill, reason: 'stop', isGap: true })).toBe(
    'Practice, stop loss: sold 1,200 at 95.05. Charges ₹123.45. The price jumped over the stop loss.',
  );
  expect(filledText({ ...fill, reason: 'stop', isUnclear: true })).toContain('so the worse one counts');
});
