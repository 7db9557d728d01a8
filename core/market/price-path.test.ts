// The path of prices: the same answer as looking at every trade, and little kept however many there were.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PricePath } from './price-path.ts';

test('since any moment it answers what looking through all trades would', () => {
  const trades = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 3 }), price: fc.integer({ min: 1, max: 40 }) }), {
    minLength: 1,
    maxLength: 80,
  });
  fc.assert(
    fc.property(trades, (steps) => {
      let at = 100;
      const path = new PricePath(100);
      const seen: { at: number; price: number }[] = [];
      for (const { wait, price } of steps) {
        at += wait;
        path.trade(at, price);
        seen.push({ at, price });
        for (const since of [90, 100, ...seen.map((trade) => trade.at)]) {
          const prices = seen.filter((trade) => trade.at >= since).map((trade) => trade.price);
          expect(path.since(since)).toEqual({
            high: Math.max(...prices),
            low: Math.min(...prices),
            fromAt: Math.max(100, since),
          });
        }
      }
    }),
  );
});

test('nothing is known before the first trade', () => {
  expect(new PricePath(0).since(0)).toBeNull();
});

test('a million trades between two prices keep no more than there are prices', () => {
  const path = new PricePath(0);
  let price = 500;
  for (let at = 0; at < 1_000_000; at++) {
    price += at % 7 === 3 ? ((at * 31) % 11) - 5 : ((at * 17) % 5) - 2;
    price = Math.min(1000, Math.max(1, price));
    path.trade(at, price);
  }
  expect(path.size).toBeLessThanOrEqual(1002);
});

test('a split restates what was seen before it', () => {
  const path = new PricePath(0);
  path.trade(1, 400_00);
  path.trade(2, 380_00);
  path.restate({ from: 1, to: 4 });
  path.trade(3, 97_00);
  expect(path.since(1)).toEqual({ high: 100_00, low: 95_00, fromAt: 1 });
  expect(path.since(3)).toEqual({ high: 97_00, low: 97_00, fromAt: 3 });
});
