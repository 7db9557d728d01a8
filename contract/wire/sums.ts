// Sums of money on the wire are rupees with two decimals at most, inside they are integer paise: the two ways between them.
import { MAX_PAISE, paiseFromRupees, rupeesFromPaise } from '../../core/money.ts';
import type { Paise } from '../../core/money.ts';

/** True for a sum as the wire carries it: a finite JSON number with at most two decimals, and not minus zero. */
export function isRupees(value: number): boolean {
  const paise = paiseFromRupees(value);
  return paise !== null && Math.abs(paise) <= MAX_PAISE;
}

/** For sums that `isRupees` let through. @throws for others. */
export function toPaise(rupees: number): Paise {
  const paise = paiseFromRupees(rupees);
  if (paise === null) throw new RangeError(`not a sum in rupees: ${rupees}`);
  return paise;
}

export const toRupees = rupeesFromPaise;
