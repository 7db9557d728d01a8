// Numbers as people here read them: rupees with Indian grouping, visible signs, percentages, counts.
import { numberFormat } from './formats.ts';

const rupeeFormat = numberFormat({ style: 'currency', currency: 'INR' });
const wholeRupeeFormat = numberFormat({
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});
const decimalFormat = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const countFormat = numberFormat({ maximumFractionDigits: 0 });
const shortFormat = numberFormat({ notation: 'compact', minimumFractionDigits: 2, maximumFractionDigits: 2 });
const digitsFormat = numberFormat({ notation: 'compact', maximumSignificantDigits: 3 });

/** `1.20T` is said for `1.20K` by browsers with older tables of English in India, and read as a trillion. */
export function thousandsAsK(text: string): string {
  return text.replace(/T$/, 'K');
}

const MINUS = '\u2212';

/** In rupees. Sums from here on do not fit where lakhs do: they are shown smaller, or with more room. */
export const CRORE = 1e7;

/** Shown where a number is not known. */
export const NO_NUMBER = '\u2013';

/** Zero, or a figure that rounds to it, is neither a gain nor a loss. */
export function isZeroText(text: string): boolean {
  return !/[1-9]/.test(text);
}

function withSign(value: number, text: (size: number) => string, showPlus: boolean): string {
  if (!Number.isFinite(value)) return NO_NUMBER;
  const size = text(Math.abs(value));
  if (isZeroText(size)) return size;
  if (value < 0) return MINUS + size;
  return (showPlus ? '+' : '') + size;
}

/** `₹12,34,567.89`; negative with a true minus in front of the sign of the rupee. */
export function moneyText(rupees: number): string {
  return withSign(rupees, (size) => rupeeFormat.format(size), false);
}

/** `₹1,000`, for round sums such as the quick top-up amounts. */
export function wholeMoneyText(rupees: number): string {
  return withSign(rupees, (size) => wholeRupeeFormat.format(size), false);
}

/** `+₹120.00`, `−₹120.00`; zero has no sign. */
export function signedMoneyText(rupees: number): string {
  return withSign(rupees, (size) => rupeeFormat.format(size), true);
}

/** A price without the rupee sign, for dense columns whose heading says rupees. */
export function priceText(rupees: number): string {
  return withSign(rupees, (size) => decimalFormat.format(size), false);
}

export function signedPriceText(rupees: number): string {
  return withSign(rupees, (size) => decimalFormat.format(size), true);
}

/** `+1.25%`. Takes percent, not a fraction. */
export function percentText(percent: number): string {
  return withSign(percent, (size) => `${decimalFormat.format(size)}%`, true);
}

/** A whole number with Indian grouping. */
export function countText(count: number): string {
  return withSign(count, (size) => countFormat.format(size), false);
}

/** `1 order`, `1,200 orders`; `many` if the plural does not just add an `s`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** `1.20L`, for volumes whose exact figure is noise. Always two decimals, so that a growing figure keeps its width. */
export function shortCountText(count: number): string {
  return withSign(count, (size) => thousandsAsK((size < 1_000 ? countFormat : shortFormat).format(size)), false);
}

/** `12.3L`: at most three digits, for the narrowest columns. */
export function threeDigitText(count: number): string {
  return withSign(count, (size) => thousandsAsK(digitsFormat.format(size)), false);
}

/** The value of a number field. An empty one is NaN, not zero. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** The sum split at the decimal point, so that the paise can be smaller than the rupees. */
export function moneyParts(rupees: number): { whole: string; paise: string } {
  const text = moneyText(rupees);
  const point = text.lastIndexOf('.');
  return point < 0 ? { whole: text, paise: '' } : { whole: text.slice(0, point), paise: text.slice(point) };
}
