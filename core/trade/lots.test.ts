// The rows of lots compared with a plain list: space that is allocated, cleared and reused loses and mixes nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyLot, Lots } from './lots.ts';
import type { Lot, Product } from './lots.ts';

const lot = (id: number, product: Product): Lot => ({
  id,
  quantity: id * 2,
  price: id * 3,
  product,
  loan: id * 5,
  boughtAt: 1e12 + id,
  orderId: 2 ** 40 + id,
});

test('a lot is read as it was written, and changed alone', () => {
  const lots = new Lots();
  for (const id of [1, 2, 3]) lots.insert(lots.count, lot(id, 'delivery'));
  lots.change(1, 7, 9);
  expect(lots.copies()).toEqual([
    lot(1, 'delivery'),
    { ...lot(2, 'delivery'), quantity: 7, loan: 9 },
    lot(3, 'delivery'),
  ]);
  // The changed one has seven shares, the one before it two.
  expect([1, 2, 3, 9, 10].map((shares) => lots.copies(shares).length)).toEqual([1, 1, 2, 2, 3]);
  expect(lots.read(2, emptyLot())).toEqual(lot(3, 'delivery'));
});

test('against a list that is spliced', () => {
  const step = fc.oneof(fc.constantFrom<Product>('delivery', 'intraday'), fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      const lots = new Lots();
      const plain: Lot[] = [];
      for (const [id, wanted] of steps.entries()) {
        if (typeof wanted === 'number') {
          const sold = Math.min(wanted, plain.length);
          lots.drop(sold);
          plain.splice(0, sold);
        } else {
          const place = wanted === 'delivery' ? plain.length : plain.filter(({ product }) => product === wanted).length;
          expect(lots.placeOf(wanted)).toBe(place);
          lots.insert(place, lot(id, wanted));
          plain.splice(place, 0, lot(id, wanted));
        }
        expect(lots.copies()).toEqual(plain);
      }
    }),
  );
});
