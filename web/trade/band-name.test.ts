// The note on a price that has gone as far as its day allows.
import { expect, test } from 'vitest';
import { bandName } from './band-name.ts';

test('a price at the edge of its band is marked so', () => {
  const band = { lowestPrice: 320, highestPrice: 480 };
  expect([320, 320.05, 479.95, 480].map((lastPrice) => bandName({ ...band, lastPrice }, 'today'))).toEqual([
    'At its lower limit',
    'Price band today',
    'Price band today',
    'At its upper limit',
  ]);
  expect(bandName({ ...band, lastPrice: 400 }, 'last trading day')).toBe('Price band, last trading day');
});
