// A reused order object is a new order; as long as an ended one may still be read it does not change.
import { expect, test } from 'vitest';
import { Market } from '../market/market.ts';
import { Order } from './order.ts';
import type { OrderTerms } from './order.ts';
import { OrderPool } from './order-pool.ts';
import { Position } from './position.ts';
import { Trader } from './trader.ts';

const instrument = {
  id: 1,
  symbol: 'ABC',
  name: 'ABC',
  sector: 'Testing',
  tickSize: 5,
  priceBand: 200_000,
  previousClose: 25_000,
  isHalted: false,
  sharesIssued: 1,
};
const position = new Position(new Trader(7, 0), new Market<Order>({ ...instrument }, 0));

function terms(id: number): OrderTerms {
  return {
    id,
    side: 'sell',
    orderType: 'stop-limit',
    timeInForce: 'day',
    product: 'intraday',
    origin: 'exit',
    quantity: 5,
    limitPrice: 250_00,
    stopPrice: 249_00,
    chargeTerms: { commissionRate: 10_000, flatFee: 500, statutory: null },
    createdAt: 1_000,
    exits: { target: 260_00, stop: 240_00 },
    entryId: 3,
  };
}

test('nothing of a used order is left in the new one', () => {
  const pool = new OrderPool();
  const used = pool.make(terms(1), position);
  const other = new Order(terms(2), new Position(new Trader(8, 0), position.market));
  const trading = {
    held: 5,
    status: 'filled',
    endReason: 'filled',
    endedAt: 9,
    filledValue: 5,
    remaining: 1,
    margin: 4,
  };
  const waiting = { triggeredAt: 2, priority: 3, queuedBehind: 4, heldAtFirst: 5, brokerage: 6, flatFee: 7 };
  Object.assign(used, { ...other, ...trading, ...waiting, quantity: 9, price: 1, stopPrice: 2 });
  pool.ended(used);
  pool.reuse();
  const again = pool.make(terms(3), position);
  expect(again).toBe(used);
  expect({ ...again }).toEqual({ ...new Order(terms(3), position) });
});

test('an ended order is left alone until all have done with it, and each is used once', () => {
  const pool = new OrderPool();
  const [first, second] = [pool.make(terms(1), position), pool.make(terms(2), position)];
  pool.ended(first);
  expect(pool.make(terms(3), position)).not.toBe(first);
  pool.reuse();
  pool.ended(second);
  const third = pool.make(terms(4), position);
  expect([third === first, first.id, second.id]).toEqual([true, 4, 2]);
  expect(pool.make(terms(5), position)).not.toBe(second);
  pool.reuse();
  expect(pool.make(terms(6), position)).toBe(second);
  expect(pool.make(terms(7), position)).not.toBe(second);
});
