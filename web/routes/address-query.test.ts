// The values that the screens read from an address, and write into it.
import { expect, test } from 'vitest';
import { readAddress, writeAddress } from './address-query.ts';

test.each([
  ['?symbol=1E5', { symbol: '1E5' }],
  ['?q=82.50', { q: '82.50' }],
  ['?q=12345678901234567890', { q: '12345678901234567890' }],
  ['?q=007', { q: '007' }],
  ['?page=2&unread=true', { page: 2, unread: true }],
  ['?entry=82.5', { entry: 82.5 }],
  ['?q=%2212%22', { q: '12' }],
])('%s is read as written', (address, read) => {
  expect({ ...readAddress(address) }).toEqual(read);
});

test.each(['1E5', '82.50', 'true', 'null', '"', '{"a":1}', ' 5'])('what is written for %j is read again', (q) => {
  expect({ ...readAddress(writeAddress({ q })) }).toEqual({ q });
});

test('the number of an order is written plainly, and read as a number', () => {
  expect(writeAddress({ order: '5047', q: '82.50' })).toBe('?order=5047&q=82.50');
  expect({ ...readAddress('?order=5047') }).toEqual({ order: 5047 });
});
