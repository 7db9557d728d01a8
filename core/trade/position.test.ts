// Lots: bought in a row, sold first in first out, intraday before delivery, loans paid back in proportion.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assert } from '../assert.ts';
import { Market } from '../market/market.ts';
import { intradayExposure, isMarginSpent, Position, SoldLots } from './position.ts';
import type { Lot, Product } from './lots.ts';
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

function position(...lots: readonly Lot[]): Position {
  const held = new Position(new Trader(1, 0), new Market({ ...instrument }, 0));
  for (const each of lots) held.add({ ...each });
  return held;
}

let ids = 0;

function lot(quantity: number, price: number, more: Partial<Lot> = {}): Lot {
  ids++;
  return { id: ids, quantity, price, product: 'delivery', loan: 0, boughtAt: ids, orderId: ids, ...more };
}

const intraday = (quantity: number, price: number, loan: number, orderId?: number): Lot =>
  lot(quantity, price, { product: 'intraday', loan, ...(orderId === undefined ? {} : { orderId }) });
const shown = (held: Position) => held.lots.map(({ quantity, price }) => `${quantity} @ ${price}`);

describe('first in, first out', () => {
  test('ABC: +100@250 +50@262 -120@270 +70@240 -100@255 makes 2160, then 3000', () => {
    const held = position(lot(100, 250_00), lot(50, 262_00));
    const first = held.take(120);
    expect(first.cost).toBe(100 * 250_00 + 20 * 262_00);
    expect(120 * 270_00 - first.cost).toBe(2160_00);
    held.add(lot(70, 240_00));
    expect(shown(held)).toEqual(['30 @ 26200', '70 @ 24000']);
    const second = held.take(100);
    expect(second.cost).toBe(30 * 262_00 + 70 * 240_00);
    expect(120 * 270_00 - first.cost + 100 * 255_00 - second.cost).toBe(3000_00);
    expect([held.lots, held.quantity, held.cost, held.averagePrice]).toEqual([[], 0, 0, 0]);
  });

  test('a sale says which lots it touched, an emptied one with nothing in it', () => {
    const [one, two] = [lot(5, 100), lot(5, 110)];
    const held = position(one, two);
    const told: number[][] = [];
    held.take(7, new SoldLots(), { lotChanged: (_position, { id, quantity }) => void told.push([id, quantity]) });
    expect(told).toEqual([
      [one.id, 0],
      [two.id, 3],
    ]);
    expect(shown(held)).toEqual(['3 @ 110']);
  });

  test('more than is held is a mistake of ours', () => {
    expect(() => position(lot(5, 100)).take(6)).toThrow('sold shares were held');
  });

  test('average price, half up', () => {
    expect(position(lot(1, 100), lot(2, 101)).averagePrice).toBe(101); // 302 / 3 = 100.67
    expect(position(lot(1, 100), lot(1, 101)).averagePrice).toBe(101); // 100.5
  });
});

describe('intraday', () => {
  test('stands before delivery, each part in its own order', () => {
    const held = position(lot(1, 100), intraday(2, 200, 320), lot(3, 300), intraday(4, 400, 1280));
    expect(shown(held)).toEqual(['2 @ 200', '4 @ 400', '1 @ 100', '3 @ 300']);
    expect([held.quantity, held.intradayQuantity, held.cost]).toEqual([10, 6, 400 + 1600 + 100 + 900]);
    expect(held.take(7).cost).toBe(400 + 1600 + 100);
    expect([held.quantity, held.intradayQuantity]).toEqual([3, 0]);
  });

  test('a part of a lot pays back its part of the loan, rounded down; the last part the rest', () => {
    const held = position(intraday(3, 100, 100));
    expect([held.take(1).loan, held.take(1).loan, held.take(1).loan]).toEqual([33, 33, 34]);
  });

  test('closed when the loss reaches 80 % of the margin', () => {
    const held = position(intraday(50, 100_00, 4000_00), lot(10, 500_00)); // margin 1000, delivery does not count
    const { quote } = held.market;
    quote.last = 84_01;
    expect([intradayExposure(held), isMarginSpent(held)]).toEqual([{ loss: 799_50, margin: 1000_00 }, false]);
    quote.last = 84_00;
    expect([intradayExposure(held), isMarginSpent(held)]).toEqual([{ loss: 800_00, margin: 1000_00 }, true]);
    quote.last = 120_00;
    expect(isMarginSpent(held)).toBe(false);
    expect(isMarginSpent(position(lot(10, 500_00)))).toBe(false);
  });
});

test('fills of one order at one price and time are one lot, others are lots of their own', () => {
  const at = { boughtAt: 5 };
  const held = position(
    lot(1, 100, { orderId: 7, ...at }),
    lot(2, 100, { orderId: 7, ...at }),
    lot(3, 101, { orderId: 7, ...at }),
    lot(4, 101, { orderId: 8, ...at }),
    lot(5, 101, { orderId: 8, boughtAt: 6 }),
  );
  expect(shown(held)).toEqual(['3 @ 100', '3 @ 101', '4 @ 101', '5 @ 101']);
  const borrowed = position({ ...intraday(1, 100, 80, 9), ...at }, lot(5, 90), { ...intraday(1, 100, 79, 9), ...at });
  expect(borrowed.lots.map(({ quantity, loan }) => [quantity, loan])).toEqual([
    [2, 159],
    [5, 0],
  ]);
});

test('against a bag of single shares', () => {
  const buy = fc.record({
    quantity: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 1, max: 50 }),
    product: fc.constantFrom<Product>('delivery', 'intraday'),
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(buy, fc.integer({ min: 1, max: 12 })), { maxLength: 60 }), (steps) => {
      const held = position();
      let shares: { price: number; product: Product }[] = [];
      for (const step of steps) {
        if (typeof step === 'number') {
          const line = [
            ...shares.filter((share) => share.product === 'intraday'),
            ...shares.filter((share) => share.product === 'delivery'),
          ];
          const sold = line.slice(0, step);
          assert(
            held.take(sold.length).cost === sold.reduce((sum, share) => sum + share.price, 0),
            'cost of what was sold',
          );
          shares = shares.filter((share) => !sold.includes(share));
        } else {
          held.add(lot(step.quantity, step.price, { product: step.product }));
          for (let i = 0; i < step.quantity; i++) shares.push({ price: step.price, product: step.product });
        }
        expect(held.quantity).toBe(shares.length);
        expect(held.cost).toBe(shares.reduce((sum, share) => sum + share.price, 0));
        expect(held.intradayQuantity).toBe(shares.filter((share) => share.product === 'intraday').length);
      }
    }),
  );
});

test('the kept and the computed figures are the sums of the lots, whatever was bought, sold and split', () => {
  const buy = fc.record({
    quantity: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 1, max: 50 }),
    product: fc.constantFrom<Product>('delivery', 'intraday'),
    orderId: fc.integer({ min: 1, max: 5 }),
    boughtAt: fc.integer({ min: 1, max: 9 }),
  });
  const step = fc.oneof(buy, fc.integer({ min: 1, max: 12 }), fc.record({ from: fc.constant(2), to: fc.constant(3) }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 10 }), (steps, at) => {
      const held = position();
      for (const now of steps) {
        if (typeof now === 'number') held.take(Math.min(now, held.quantity));
        else if ('to' in now) {
          // What the shares have cost, and what is owed for them, stays to the paisa.
          const before = [held.cost, held.loan];
          held.restate(now, () => ++ids);
          expect([held.cost, held.loan]).toEqual(before);
        } else
          held.add(
            lot(now.quantity, now.price, {
              ...now,
              loan: now.product === 'intraday' ? now.quantity * now.price - 1 : 0,
            }),
          );
        const { lots } = held;
        const sum = (of: readonly Lot[], part: (each: Lot) => number) =>
          of.reduce((total, each) => total + part(each), 0);
        const cost = ({ quantity, price }: Lot) => quantity * price;
        const [margined, early] = [
          lots.filter(({ product }) => product === 'intraday'),
          lots.filter(({ boughtAt }) => boughtAt < at),
        ];
        expect({ ...held.boughtBefore(at), loan: held.loan, all: held.cost }).toEqual({
          quantity: sum(early, ({ quantity }) => quantity),
          cost: sum(early, cost),
          loan: sum(lots, ({ loan }) => loan),
          all: sum(lots, cost),
        });
        expect([held.intradayQuantity, held.intradayCost]).toEqual([
          sum(margined, ({ quantity }) => quantity),
          sum(margined, cost),
        ]);
        expect(held.firstIntraday()).toEqual({
          boughtAt: Math.min(...margined.map(({ boughtAt }) => boughtAt)),
          orderId: Math.min(...margined.map(({ orderId }) => orderId)),
        });
      }
    }),
  );
});

test('the day since when shares are held is that of the oldest, also if younger intraday shares are sold first', () => {
  const young = lot(4, 110, { product: 'intraday', boughtAt: 2_000 });
  const held = position(lot(5, 100, { boughtAt: 1_000 }), young);
  expect(held.take(3).openedAt).toBe(2_000);
  expect(held.take(3)).toMatchObject({ openedAt: 1_000, intradayQuantity: 1 });
});
