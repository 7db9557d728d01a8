// Numbers as text: grouping, signs, zero without one, and what is no number.
import { expect, test } from 'vitest';
import {
  countOf,
  countText,
  moneyParts,
  moneyText,
  percentText,
  shortCountText,
  signedMoneyText,
  thousandsAsK,
  threeDigitText,
  wholeMoneyText,
} from './number-text.ts';

test('sums carry Indian grouping and two decimals', () => {
  expect(moneyText(1234567.89)).toBe('₹12,34,567.89');
  expect(moneyText(0)).toBe('₹0.00');
  expect(moneyText(0.5)).toBe('₹0.50');
  expect(wholeMoneyText(10000)).toBe('₹10,000');
  expect(countText(1234567)).toBe('12,34,567');
  expect([11_130, 98_740, 9_874_000, 27_310_000].map(threeDigitText)).toEqual(['11.1K', '98.7K', '98.7L', '2.73Cr']);
  expect([0, 1, 1200].map((count) => countOf(count, 'order'))).toEqual(['0 orders', '1 order', '1,200 orders']);
  expect(countOf(2, 'person', 'people')).toBe('2 people');
});

test('thousands are K in every browser', () => {
  expect(['76.58T', '76.58K', '98.7L', '2.73Cr'].map(thousandsAsK)).toEqual(['76.58K', '76.58K', '98.7L', '2.73Cr']);
});

test('a loss has a true minus in front, a gain a plus, zero neither', () => {
  expect(moneyText(-500)).toBe('−₹500.00');
  expect(signedMoneyText(-0.05)).toBe('−₹0.05');
  expect(signedMoneyText(120)).toBe('+₹120.00');
  expect(signedMoneyText(0)).toBe('₹0.00');
  expect(percentText(0)).toBe('0.00%');
  // What is shown as zero is zero.
  for (const value of [0.0049, -0.0049, -0]) expect(percentText(value)).toBe('0.00%');
  expect(percentText(-0.005)).toBe('−0.01%');
  expect(percentText(-3.456)).toBe('−3.46%');
});

test('an invalid number is a dash, not NaN', () => {
  for (const text of [moneyText(Number.NaN), percentText(Number.POSITIVE_INFINITY), countText(Number.NaN)])
    expect(text).toBe('–');
});

test('the paise come apart from the rupees at the decimal point', () => {
  expect(moneyParts(206265.15)).toEqual({ whole: '₹2,06,265', paise: '.15' });
  expect(moneyParts(-1)).toEqual({ whole: '−₹1', paise: '.00' });
  expect(moneyParts(Number.NaN)).toEqual({ whole: '–', paise: '' });
});

test('a volume that counts up keeps its decimals, so that it does not change its width', () => {
  expect([6_640_000, 6_641_000, 42_700_000].map(shortCountText)).toEqual(['66.40L', '66.41L', '4.27Cr']);
  expect([0, 7, 999].map(shortCountText)).toEqual(['0', '7', '999']);
});
