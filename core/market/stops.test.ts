// Stops: nearest trigger first out, fired in sequence, each once.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Side } from './instrument.ts';
import { Stops } from './stops.ts';
import type { StopOrder } from './stops.ts';

const stop = (id: number, side: Side, stopPrice: number): StopOrder => ({ id, side, stopPrice });

function of(...orders: readonly StopOrder[]): Stops<StopOrder> {
  const stops = new Stops<StopOrder>();
  for (const order of orders) stops.add(order);
  return stops;
}

const ids = (orders: readonly StopOrder[]) => orders.map(({ id }) => id);

test('a buy fires at or above its trigger, a sell at or below', () => {
  const stops = of(stop(1, 'buy', 105), stop(2, 'sell', 95));
  expect(ids(stops.fire(104))).toEqual([]);
  expect(ids(stops.fire(96))).toEqual([]);
  expect(ids(stops.fire(105))).toEqual([1]);
  expect(ids(stops.fire(95))).toEqual([2]);
});

test('those that fire together come in sequence, whatever their triggers and sides', () => {
  const stops = of(
    stop(4, 'buy', 101),
    stop(2, 'buy', 103),
    stop(3, 'sell', 110),
    stop(1, 'buy', 102),
    stop(5, 'buy', 104),
  );
  expect(ids(stops.fire(103))).toEqual([1, 2, 3, 4]);
  expect(ids(stops.fire(103))).toEqual([]);
  expect(ids(stops.fire(200))).toEqual([5]);
});

test('one whose trigger was changed is found again, though it is older than those of its price', () => {
  const [first, second] = [stop(1, 'buy', 105), stop(2, 'buy', 110)];
  const stops = of(first, second);
  stops.remove(first);
  const changed = stop(1, 'buy', 110);
  stops.add(changed);
  stops.remove(changed);
  expect(ids(stops.fire(110))).toEqual([2]);
});

test('one that is removed never fires; removing it again does nothing', () => {
  const [gone, stays] = [stop(1, 'sell', 95), stop(2, 'sell', 95)];
  const stops = of(gone, stays);
  stops.remove(gone);
  stops.remove(gone);
  expect(ids(stops.fire(90))).toEqual([2]);
});

test('against a plain list, for any prices', () => {
  const orders = fc.array(
    fc.record({ side: fc.constantFrom<Side>('buy', 'sell'), stopPrice: fc.integer({ min: 90, max: 110 }) }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(orders, fc.array(fc.integer({ min: 88, max: 112 }), { maxLength: 10 }), (asked, lasts) => {
      let waiting = asked.map(({ side, stopPrice }, index) => stop(index + 1, side, stopPrice));
      const stops = of(...waiting);
      for (const last of lasts) {
        // One by one, wherever they stand, and many at once.
        const gone = waiting.filter(({ id }) => (id + last) % 5 === 0);
        for (const order of gone) stops.remove(order);
        stops.removeAll(({ id }) => (id + last) % 7 === 0);
        waiting = waiting.filter(({ id }) => (id + last) % 5 !== 0 && (id + last) % 7 !== 0);
        const isDue = ({ side, stopPrice }: StopOrder) => (side === 'buy' ? last >= stopPrice : last <= stopPrice);
        expect(ids(stops.fire(last))).toEqual(ids(waiting.filter(isDue)));
        waiting = waiting.filter((order) => !isDue(order));
      }
    }),
  );
});
