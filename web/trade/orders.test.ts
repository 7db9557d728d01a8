// My orders: what the address and the search box mean, and how an order reads.
import { expect, test } from 'vitest';
import { filledText, shortId, shownPrice } from './order-words.tsx';
import { ordersSearch, readOrderText } from './orders-search.ts';

test('a mangled address still opens', () => {
  expect(ordersSearch({ page: '3', status: 'PENDING', q: 7, order: 'x' })).toEqual({
    page: 3,
    status: 'PENDING',
    q: '7',
    order: 'x',
  });
  expect(ordersSearch({ page: -1, status: 'LOST', q: '', order: {} })).toEqual({
    page: undefined,
    status: undefined,
    q: undefined,
    order: undefined,
  });
  expect(ordersSearch({ page: 1.5 })).toMatchObject({ page: undefined });
});

test('the search box knows statuses beside symbols and ids', () => {
  expect(readOrderText('merit')).toEqual({ q: 'MERIT', status: undefined });
  expect(readOrderText(' pending ')).toEqual({ q: undefined, status: 'PENDING' });
  expect(readOrderText('merit fail')).toEqual({ q: 'MERIT', status: 'FAILED' });
  // A few letters may as well begin a symbol.
  expect(readOrderText('com')).toEqual({ q: 'COM', status: undefined });
  expect(readOrderText('sell merit')).toEqual({ q: 'SELL MERIT', status: undefined });
  expect(readOrderText('')).toEqual({ q: undefined, status: undefined });
});

test('quantities say how far an order has come', () => {
  expect(filledText({ quantity: 1200, filledQuantity: 0, status: 'PENDING' })).toBe('1,200');
  expect(filledText({ quantity: 5, filledQuantity: 3, status: 'PENDING' })).toBe('3 of 5');
  expect(filledText({ quantity: 5, filledQuantity: 3, status: 'COMPLETED' })).toBe('3 of 5');
  expect(filledText({ quantity: 5, filledQuantity: 5, status: 'COMPLETED' })).toBe('5');
});

test('the price shown is what was paid, else what is asked', () => {
  expect(shownPrice({ price: 410, averagePrice: 409.5, stopPrice: null, orderType: 'LIMIT' })).toBe(409.5);
  expect(shownPrice({ price: 410, averagePrice: null, stopPrice: null, orderType: 'LIMIT' })).toBe(410);
  expect(shownPrice({ price: 412, averagePrice: null, stopPrice: 420, orderType: 'STOP' })).toBe(420);
});

test('ids are short enough for a column', () => {
  expect(shortId('1042')).toBe('1042');
  expect(shortId('0198c0de-aaaa-7bbb')).toBe('0198c0de\u2026');
});
