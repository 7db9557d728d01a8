// The order of the chart's lists of stocks.
import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

test('by symbol, and what was given stays as it was', () => {
  const listed = ['SUVBANK', 'ARTHALINE', 'MERIT'].map((symbol) => ({ symbol }));
  expect(inOrder(listed).map(({ symbol }) => symbol)).toEqual(['ARTHALINE', 'MERIT', 'SUVBANK']);
  expect(listed[0].symbol).toBe('SUVBANK');
});
