// The table of open orders against a plain Map, with ids that fall on the same places.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OpenOrders } from './open-orders.ts';
import type { Order } from './order.ts';

/** Only the id counts here. */
const order = (id: number) => ({ id }) as Order;
const idsIn = (orders: OpenOrders): number[] => orders.values().map(({ id }) => id);

test('found while it is there, by its id and no other number', () => {
  const orders = new OpenOrders();
  const one = order(5);
  orders.add(one);
  expect([orders.get(5), orders.get(69), orders.size]).toEqual([one, undefined, 1]);
  for (const hostile of [NaN, -1, 0.5, 5.5, Infinity, 2 ** 53, 5 + 2 ** 32])
    expect(orders.get(hostile)).toBeUndefined();
  orders.remove(one);
  orders.remove(one);
  expect([orders.get(5), orders.size]).toEqual([undefined, 0]);
});

test('listed in order of id, however large the ids and the table', () => {
  const orders = new OpenOrders();
  const ids = Array.from({ length: 5_000 }, (_, n) => (n % 2 === 0 ? n * 64 : 2 ** 40 + n));
  for (const id of ids) orders.add(order(id));
  expect(idsIn(orders)).toEqual([...ids].sort((a, b) => a - b));
  for (const id of ids) expect(orders.get(id)?.id).toBe(id);
});

test('against a Map, with many ids on few places', () => {
  const id = fc.oneof(
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: 0, max: 40 }).map((n) => n * 64 + 3),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), id), { maxLength: 200 }), (steps) => {
      const orders = new OpenOrders();
      const plain = new Map<number, Order>();
      for (const [isComing, number] of steps) {
        const known = plain.get(number);
        if (isComing && known === undefined) {
          const fresh = order(number);
          plain.set(number, fresh);
          orders.add(fresh);
        } else if (!isComing && known !== undefined) {
          plain.delete(number);
          orders.remove(known);
        }
        expect(orders.get(number)).toBe(plain.get(number));
      }
      expect(idsIn(orders)).toEqual([...plain.keys()].sort((a, b) => a - b));
      for (const [number, kept] of plain) expect(orders.get(number)).toBe(kept);
    }),
  );
});
