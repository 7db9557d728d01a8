// A notification of one order or lesson leads to it, every other one to the screen of its kind.
import { expect, test } from 'vitest';
import { placeOf } from './notice-places.ts';

test('a notification about a lesson leads to its page', () => {
  const there = { to: '/lesson/$id', params: { id: 'abc' }, label: 'See lesson' };
  expect(placeOf({ kind: 'lesson', orderId: null, lessonId: 'abc' })).toEqual(there);
});

test('a notification about an order leads to it', () => {
  const there = { to: '/myOrders', search: { order: '42' }, label: 'See order' };
  expect(placeOf({ kind: 'fill', orderId: '42', lessonId: null })).toEqual(there);
  expect(placeOf({ kind: 'order-end', orderId: '42', lessonId: null })).toEqual(there);
  // Notifications from before orders were named.
  expect(placeOf({ kind: 'fill', orderId: null, lessonId: null })).toEqual({ to: '/myOrders', label: 'See orders' });
  // For a sale by the exchange itself, the link leads to the position.
  expect(placeOf({ kind: 'square-off', orderId: '42', lessonId: null })).toEqual({
    to: '/portfolio',
    label: 'See portfolio',
  });
  expect(placeOf({ kind: 'lesson', orderId: null, lessonId: null })).toEqual({ to: '/courses', label: 'See courses' });
});
