// Converts sums between rupees with at most two decimals, as on the wire, and integer paise, as everywhere else.
import { MAX_PAISE, paiseFromRupees, rupeesFromPaise } from '../../core/money.ts';
import type { Paise } from '../../core/money.ts';

/** True for a sum as the wire carries it: a finite JSON number with at most two decimals, and not minus zero. */
export function isRupees(value: number): boolean {
  const paise = paiseFromRupees(value);
  return paise !== null && Math.abs(paise) <= MAX_PAISE;
}

/** For sums that `isRupees` accepts. @throws for others. */
export function toPaise(rupees: number): Paise {
  const paise = paiseFromRupees(rupees);
  if (paise === null) throw new RangeError(`not a sum in rupees: ${rupees}`);
  return paise;
}

export const toRupees = rupeesFromPaise;
