// The stop that protected a trade, where a split came between the two.
import { expect, test } from 'vitest';
import { ClosedTrades } from './closed-trades.ts';
import { ProtectingStops } from './protecting-stops.ts';

const FILL = { symbol: 'MERIT', product: 'delivery', charges: 0, openedAt: 1, high: 0, low: 0, pathFrom: 1 } as const;

/** 10 shares bought at 400 on `at` 1, split 1 into 5 at 10, 50 sold at 76 at 20. */
function splitTrade() {
  const closed = new ClosedTrades();
  closed.add({ ...FILL, tradeId: 1, orderId: 1, side: 'buy', price: 400_00, quantity: 10, at: 1 });
  const ratio = { from: 1, to: 5 };
  closed.act({ symbol: 'MERIT', day: 0, ratio, before: 10, after: 50, cash: 0, price: 80_00 });
  closed.add({ ...FILL, tradeId: 2, orderId: 3, side: 'sell', price: 76_00, quantity: 50, at: 20 });
  return closed.trades[0];
}

const split = { symbol: 'MERIT', at: 10, from: 1, to: 5 };
const stop = (at: number, price: number) => ({ symbol: 'MERIT', at, price });

test('a stop from before the split counts in shares as they were sold', () => {
  // 380 becomes 76: (80 - 76) x 50.
  const stops = new ProtectingStops([stop(5, 380_00)], [split]);
  expect(stops.of(splitTrade())).toEqual({ stopPrice: 76_00, risk: 200_00 });
});

test('one from after it, or of a trade that ended before it, stays as it was placed', () => {
  expect(new ProtectingStops([stop(15, 78_00)], [split]).of(splitTrade())).toEqual({ stopPrice: 78_00, risk: 100_00 });
  const later = { ...split, at: 30 };
  const other = { ...split, symbol: 'ZENITH' };
  expect(new ProtectingStops([stop(15, 78_00)], [other, later]).of(splitTrade())).toMatchObject({ stopPrice: 78_00 });
});

test('a split ends the orders before it: a stop of the same instant came after it, and so did a sale', () => {
  expect(new ProtectingStops([stop(10, 78_00)], [split]).of(splitTrade())).toMatchObject({ stopPrice: 78_00 });
  const sameInstant = { ...split, at: 20 };
  expect(new ProtectingStops([stop(5, 380_00)], [sameInstant]).of(splitTrade())).toMatchObject({ stopPrice: 76_00 });
});

test('a stop that comes after a thousand others is not looked for', () => {
  // At 420 a stop keeps a gain, and limits no loss.
  const useless = (many: number) => Array.from({ length: many }, () => stop(2, 420_00));
  expect(new ProtectingStops([...useless(999), stop(3, 380_00)], [split]).of(splitTrade())).not.toBeNull();
  expect(new ProtectingStops([...useless(1_000), stop(3, 380_00)], [split]).of(splitTrade())).toBeNull();
});
