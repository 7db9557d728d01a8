// A notification of one order leads to that order, every other one to the screen of its kind.
import { expect, test } from 'vitest';
import { placeOf } from './notice-places.ts';

test('what is told of an order leads to it', () => {
  const there = { to: '/myOrders', search: { order: '42' }, label: 'See order' };
  expect(placeOf({ kind: 'fill', orderId: '42' })).toEqual(there);
  expect(placeOf({ kind: 'order-end', orderId: '42' })).toEqual(there);
  // What was told before orders were named.
  expect(placeOf({ kind: 'fill', orderId: null })).toEqual({ to: '/myOrders', label: 'See orders' });
  // What the exchange sold by itself is looked at where the position is.
  expect(placeOf({ kind: 'square-off', orderId: '42' })).toEqual({ to: '/portfolio', label: 'See portfolio' });
  expect(placeOf({ kind: 'lesson', orderId: null })).toEqual({ to: '/courses', label: 'See courses' });
});
