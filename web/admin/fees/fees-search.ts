// What the address of the fees, and of their report, holds: the first and the last day that are summed up.
import { dayIn } from '../address.ts';
import type { Address } from '../address.ts';

/** Left out for the month that runs. */
export interface FeesSearch {
  from?: string | undefined;
  to?: string | undefined;
}

/** A year is typed digit by digit: on the way to 2026 it is 2, 20 and 202, none of which is meant. */
const EARLIEST = '1900-01-01';

export function feesSearch(address: Address): FeesSearch {
  const [from, to] = [dayIn(address, 'from'), dayIn(address, 'to')];
  return isSpan({ from, to }) ? { from, to } : {};
}

/** Two days in this order. */
export function isSpan({ from = '', to = '' }: FeesSearch): boolean {
  return from >= EARLIEST && from <= to;
}
