// How a sum, and a count, stand inside a sentence.
import type { Paise, Quantity } from '../../core/money.ts';

/** A whole number as Indians group it: 12,34,567. Written with every fill, so not by `Intl`, which takes ten times as long. */
export function groupedText(whole: number): string {
  const digits = String(Math.abs(whole));
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 2) text = `${digits.slice(Math.max(0, end - 2), end)},${text}`;
  return whole < 0 ? `-${text}` : text;
}

/** `1,200 shares`, `1 share`. */
export function sharesText(quantity: Quantity): string {
  return `${groupedText(quantity)} ${quantity === 1 ? 'share' : 'shares'}`;
}

/** A sum inside a sentence: sums in sentences are rupees, two decimals, Indian grouping. */
export function rupeeText(amount: Paise): string {
  const size = Math.abs(amount);
  const paise = size % 100;
  return `₹${amount < 0 ? '-' : ''}${groupedText((size - paise) / 100)}.${paise < 10 ? '0' : ''}${paise}`;
}
