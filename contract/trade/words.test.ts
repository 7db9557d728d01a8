// An order is PENDING while it is open; once it has ended, only its filled quantity decides between COMPLETED and FAILED.
import { expect, test } from 'vitest';
import { wireStatus } from './words.ts';

test.each([
  ['new', 0, 'PENDING'],
  ['stop-pending', 0, 'PENDING'],
  ['partially-filled', 4, 'PENDING'],
  ['filled', 10, 'COMPLETED'],
  ['canceled', 4, 'COMPLETED'],
  ['canceled', 0, 'FAILED'],
  ['expired', 4, 'COMPLETED'],
  ['expired', 0, 'FAILED'],
] as const)('%s with %i of 10 filled is %s', (status, filledQuantity, expected) => {
  expect(wireStatus({ status, quantity: 10, remaining: 10 - filledQuantity })).toBe(expected);
});
