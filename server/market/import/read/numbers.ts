// Reads prices and volumes as providers write them: grouping commas, decimal commas, exponents, currency signs, K/M/B.
import type { Paise, Quantity } from '../../../../core/money.ts';
import { FileRefused, shown } from './series.ts';

export type DecimalSign = 'point' | 'comma';

const MISSING = new Set([
  '',
  '-',
  '--',
  '—',
  'null',
  'nan',
  'n/a',
  'na',
  'n/d',
  'none',
  'nil',
  '#n/a',
  'undefined',
  '.',
]);
const PLAIN = /^\d+(\.\d+)?$/;
const EXPONENT = /^\d+(\.\d+)?e[+-]?\d{1,2}$/i;
/** Grouped in threes or, as in India, the last three digits and then twos. */
const GROUPED = /^(\d{1,3}(,\d{3})+|\d{1,2}(,\d{2})*,\d{3})(\.\d+)?$/;
const CURRENCY = /^(?:₹|\$|€|£|Rs\.?|INR|USD)\s*/i;
const MULTIPLIERS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

export function isMissing(text: string): boolean {
  return text === '' || MISSING.has(text.toLowerCase());
}

/** A finite number, or why it is none. Negative numbers are left to the caller to refuse. */
export function readNumber(text: string, sign: DecimalSign): number | string {
  if (sign === 'point' && PLAIN.test(text)) return Number(text);
  const isNegative = text.startsWith('-');
  const bare = (isNegative ? text.slice(1) : text).replace(CURRENCY, '');
  const pointed = sign === 'comma' ? swapSigns(bare) : bare;
  const plain = GROUPED.test(pointed) ? pointed.replaceAll(',', '') : pointed;
  if (!PLAIN.test(plain) && !EXPONENT.test(plain)) return `"${shown(text)}" is not a number`;
  return isNegative ? 0 - Number(plain) : Number(plain);
}

function swapSigns(text: string): string {
  return text.replace(/[.,]/g, (char) => (char === '.' ? ',' : '.'));
}

/** Rupees to whole paise, half up. The tiny addend corrects values that floating point puts just below a half (1.005). */
export function paiseOf(rupees: number, scale: number): Paise {
  const paise = (rupees * 100) / scale;
  return Math.floor(paise + 0.5 + Math.max(1, paise) * 1e-13);
}

/** Whole shares from "1,547,819", "1.228057E+08", "4006500.0" or "1.23M"; a fraction of a share is rounded and reported. */
export function readVolume(text: string, sign: DecimalSign): { volume: Quantity; isRounded: boolean } | string {
  const suffix = text.slice(-1).toLowerCase();
  const multiplier = MULTIPLIERS[suffix] ?? 1;
  const value = readNumber(multiplier === 1 ? text : text.slice(0, -1).trim(), sign);
  if (typeof value === 'string') return value;
  const shares = value * multiplier;
  const volume = Math.round(shares);
  return { volume, isRounded: Math.abs(volume - shares) > 1e-6 * Math.max(1, volume) };
}

/**
 * Which sign the prices of one file use for decimals. A comma between cells leaves only quoted ones to look at.
 * A lone comma before exactly three digits ("1,234") can be either; when nothing else decides, the operator must say.
 */
export function decimalSignOf(prices: Iterable<string>, asked: DecimalSign | null): DecimalSign {
  if (asked !== null) return asked;
  let undecided = '';
  for (const price of prices) {
    const comma = price.lastIndexOf(',');
    if (comma < 0) {
      // "1234.5" can only be a point; "1.234" alone could be a grouped comma file, so it decides nothing.
      if (/^\d+\.\d{1,2}$|^\d+\.\d{4,}$/.test(price)) return 'point';
      continue;
    }
    const point = price.lastIndexOf('.');
    if (point >= 0) return point > comma ? 'point' : 'comma';
    if (price.indexOf(',') !== comma) return 'point';
    if (price.length - comma - 1 !== 3) return 'comma';
    undecided = price;
  }
  if (undecided !== '') {
    throw new FileRefused(
      `has prices like "${shown(undecided)}" that can be read two ways; say --decimal comma or --decimal point`,
    );
  }
  return 'point';
}
