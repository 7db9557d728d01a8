// What simulated traders may do in a book: quote and trade inside the day's band, to its edges.
import { expect, test } from 'vitest';
import { stillMarket } from '../../tests/still-market.ts';
import { MAX_PRICE } from './check-order.ts';

test('nothing is quoted or taken outside the band, or for no shares', () => {
  const still = stillMarket({ TCS: 100_00 });
  const desk = still.engine.desk('TCS', still.at);
  // 20 % each way.
  expect(desk.place(-1, 'buy', 79_95, 5)).toBeNull();
  expect(desk.place(-1, 'sell', 120_05, 5)).toBeNull();
  expect(desk.place(-1, 'buy', 90_00, 0)).toBeNull();
  expect([desk.book.best('buy'), desk.book.best('sell')]).toEqual([0, 0]);
  expect(desk.place(-1, 'buy', 80_00, 5)).toMatchObject({ remaining: 5 });
  expect(desk.place(-1, 'sell', 120_00, 5)).toMatchObject({ remaining: 5 });
  expect(desk.take(-2, 'sell', 5, 79_95)).toBe(0);
  expect(desk.take(-2, 'buy', 5, 120_05)).toBe(0);
  expect(desk.take(-2, 'sell', 2, 80_00)).toBe(2);
});

test('nothing is quoted or taken above the highest price, wherever the band of a dear stock ends', () => {
  const still = stillMarket({ BTC: MAX_PRICE });
  const desk = still.engine.desk('BTC', still.at);
  expect(still.engine.market('BTC')!.band.high).toBe(1.2 * MAX_PRICE);
  expect(desk.place(-1, 'sell', MAX_PRICE + 5, 5)).toBeNull();
  expect(desk.place(-1, 'sell', MAX_PRICE, 5)).toMatchObject({ remaining: 5 });
  expect(desk.take(-2, 'buy', 5, MAX_PRICE + 5)).toBe(0);
  expect(desk.take(-2, 'buy', 2, MAX_PRICE)).toBe(2);
});
