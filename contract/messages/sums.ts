// How a sum stands inside a sentence.
import type { Paise } from '../../core/money.ts';
import { toRupees } from '../wire/sums.ts';

const grouped = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A sum inside a sentence: sums in sentences are rupees, two decimals, Indian grouping. */
export function rupeeText(amount: Paise): string {
  return `₹${grouped.format(toRupees(amount))}`;
}
