// So many at once and so many a second, whatever the clock does.
import { expect, test } from 'vitest';
import { fullAllowance, isFull, takeOne } from './allowance.ts';

const RATE = { burst: 3, perSecond: 0.5 };

test('a burst, then as many as time brings back, and never more than a burst', () => {
  const allowance = fullAllowance(RATE, 0);
  const taken = (at: number, tries: number): number =>
    Array.from({ length: tries }, () => takeOne(allowance, RATE, at)).filter(Boolean).length;
  expect(taken(0, 5)).toBe(3);
  expect(taken(1_999, 1)).toBe(0);
  // 0.5 a second: one after two seconds, two after four more.
  expect(taken(2_000, 2)).toBe(1);
  expect(taken(6_000, 5)).toBe(2);
  expect(isFull(allowance, RATE, 11_999)).toBe(false);
  expect(isFull(allowance, RATE, 12_000)).toBe(true);
  expect(taken(1_000_000, 9)).toBe(3);
});

test('a clock that is set back takes nothing away, and time goes on from there', () => {
  const allowance = fullAllowance(RATE, 100_000);
  expect(takeOne(allowance, RATE, 40_000)).toBe(true);
  expect(takeOne(allowance, RATE, 40_000)).toBe(true);
  expect(isFull(allowance, RATE, 44_000)).toBe(true);
});
