// The line of what trading has made: zero lies where it belongs, and the ends touch the margins.
import { describe, expect, test } from 'vitest';
import { linePath } from './line-path.ts';

describe('the line over days', () => {
  test('goes from margin to margin, with zero in between', () => {
    // From 30 down to -10 is a span of 40 over 94 of 100: zero lies 30/40 of it below the top margin of 3.
    expect(linePath([0, 30, -10])).toEqual({
      line: 'M0 73.5L50 3L100 97',
      area: 'M0 73.5L50 3L100 97V73.5H0Z',
      zero: 73.5,
    });
  });

  test('has zero at the edge when all lies on one side of it', () => {
    expect(linePath([5, 10]).zero).toBe(97);
    expect(linePath([-5, -10]).zero).toBe(3);
  });

  test('of nothing but zeros is flat and finite', () => {
    expect(linePath([0, 0]).line).toBe('M0 3L100 3');
  });

  test('of one day comes from zero', () => {
    expect(linePath([7])).toEqual(linePath([0, 7]));
  });
});
