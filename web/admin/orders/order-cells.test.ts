// Prices in the order tables of the desk.
import { expect, test } from 'vitest';
import { besideStop } from './order-cells.tsx';

test('beside the stop price stands the other price of an order that has two, never the stop price again', () => {
  expect(besideStop({ orderType: 'STOP-LIMIT', price: 760 })).toBe('limit 760.00');
  expect(besideStop({ orderType: 'BRACKET', price: 4071 })).toBe('target 4,071.00');
  expect(besideStop({ orderType: 'STOP', price: 131.4 })).toBeNull();
});
