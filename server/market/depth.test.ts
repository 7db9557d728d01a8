// The order book over HTTP: five levels as ever, twenty with running totals, and never more.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTrading, type Trading } from '../../tests/trading.ts';

let server: Trading;
let token: string;

beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, EMPTY: 10_00 });
  ({ token } = await server.trader(100_000_00));
  // 25 levels to buy, 1, 2, 3 and so on shares; 3 to sell.
  for (let level = 1; level <= 25; level++) server.quote('MERIT', 'buy', 400_00 - level * 10, level);
  for (let level = 1; level <= 3; level++) server.quote('MERIT', 'sell', 400_00 + level * 10, 10 * level);
  server.quote('MERIT', 'sell', 400_10, 5);
});
afterAll(() => server.close());

const ask = async (name: 'GET /depth' | 'GET /fullDepth', symbol: string) => server.call(name, { symbol }, { token });

test('twenty levels each side at most, the best first, each with what stands before it', async () => {
  const { status, body } = await ask('GET /fullDepth', 'MERIT');
  expect(status).toBe(200);
  const { bids, asks, ...totals } = body.data;
  expect(bids).toHaveLength(20);
  expect(bids.slice(0, 3)).toEqual([
    { price: 399.9, quantity: 1, orders: 1, total: 1 },
    { price: 399.8, quantity: 2, orders: 1, total: 3 },
    { price: 399.7, quantity: 3, orders: 1, total: 6 },
  ]);
  // 1 + 2 + ... + 20; the five levels behind are part of the whole alone.
  expect(bids[19]).toEqual({ price: 398, quantity: 20, orders: 1, total: 210 });
  expect(asks).toEqual([
    { price: 400.1, quantity: 15, orders: 2, total: 15 },
    { price: 400.2, quantity: 20, orders: 1, total: 35 },
    { price: 400.3, quantity: 30, orders: 1, total: 65 },
  ]);
  // 20 % each way from the previous close
  const band = { lowestPrice: 320, highestPrice: 480 };
  expect(totals).toEqual({ symbol: 'MERIT', totalBidQuantity: 325, totalAskQuantity: 65, lastPrice: 400, ...band });
});

test('the short one keeps its five levels and its fields', async () => {
  const [short, full] = await Promise.all([ask('GET /depth', 'MERIT'), ask('GET /fullDepth', 'MERIT')]);
  const { bids, asks, ...totals } = full.body.data;
  const best = (levels: { price: number; quantity: number; orders: number }[]) =>
    levels.slice(0, 5).map(({ price, quantity, orders }) => ({ price, quantity, orders }));
  expect(short.body.data).toEqual({ ...totals, bids: best(bids), asks: best(asks) });
  expect(short.body.data.bids).toHaveLength(5);
});

test('an empty book is empty, and an unknown stock is not found', async () => {
  expect((await ask('GET /fullDepth', 'EMPTY')).body.data).toEqual({
    symbol: 'EMPTY',
    bids: [],
    asks: [],
    totalBidQuantity: 0,
    totalAskQuantity: 0,
    lastPrice: 10,
    lowestPrice: 8,
    highestPrice: 12,
  });
  expect((await ask('GET /fullDepth', 'NOSUCH')).status).toBe(404);
  expect((await server.call('GET /fullDepth', {}, { token })).status).toBe(400);
});
