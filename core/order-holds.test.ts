// What orders set aside, at every stage: placed, filled in part or at a better price, canceled, and asked for more often than it is there.
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ASHA,
  balanceOf,
  ended,
  FREE,
  heldOf,
  place,
  RAVI,
  refusal,
  setScene,
  still,
  TCS,
} from '../tests/scenes/two-traders.ts';
import { orderOf } from '../tests/still-market.ts';

beforeEach(setScene);

describe('holds at every stage', () => {
  beforeEach(() => {
    still.apply({ kind: 'set-fees', fees: { ...FREE, commissionRate: 10_000, flatFee: 500 } });
  });

  test('a limit buy: placed, filled better than its limit, in part, canceled', () => {
    const order = place({ quantity: 10, limitPrice: 100_00 });
    expect(heldOf(ASHA)).toBe(1_015_00); // 1000 + 1 % + 5
    still.quote(TCS, 'sell', 100_00, 4);
    expect([order.filledQuantity, balanceOf(ASHA), heldOf(ASHA)]).toEqual([4, 10_000_00 - 409_00, 606_00]); // 6 x 100 + 1 %
    still.apply({ kind: 'cancel-order', account: ASHA, orderId: order.id });
    expect([ended(order), heldOf(ASHA)]).toEqual(['4 canceled canceled-by-trader', 0]);
  });

  test('a better price frees the difference at once', () => {
    still.quote(TCS, 'sell', 98_00, 5);
    const order = place({ quantity: 10, limitPrice: 100_00 });
    // 5 x 98 = 490 and 4.90 and 5 paid; 5 x 100 = 500 more: 1 % of 990 is 9.90, of which 5.00 is to come.
    expect([order.filledQuantity, balanceOf(ASHA), heldOf(ASHA)]).toEqual([5, 10_000_00 - 499_90, 505_00]);
  });

  test('a sale holds shares, and only those that are left', () => {
    const order = place({ account: RAVI, side: 'sell', quantity: 60, limitPrice: 100_00 });
    expect([heldOf(RAVI, 1), heldOf(RAVI)]).toEqual([60, 0]);
    still.quote(TCS, 'buy', 100_00, 25);
    expect([order.filledQuantity, heldOf(RAVI, 1), balanceOf(RAVI, 1)]).toEqual([25, 35, 75]);
    still.apply({ kind: 'cancel-order', account: null, orderId: order.id });
    expect([ended(order), heldOf(RAVI, 1)]).toEqual(['25 canceled canceled-by-admin', 0]);
  });

  test('a stop buy holds its trigger and 5 %; what it did not need comes back', () => {
    const order = place({ quantity: 10, orderType: 'stop', stopPrice: 102_00 });
    expect(heldOf(ASHA)).toBe(1_071_00 + 10_71 + 5_00); // 10 x 107.10
    still.quote(TCS, 'sell', 103_00, 10);
    still.mark(TCS, 102_00);
    expect([ended(order), heldOf(ASHA), balanceOf(ASHA)]).toEqual([
      '10 filled filled',
      0,
      10_000_00 - 1_030_00 - 10_30 - 5_00,
    ]);
  });

  test('a stop-limit buy holds its limit while it waits', () => {
    place({ quantity: 10, orderType: 'stop-limit', stopPrice: 102_00, limitPrice: 103_00 });
    expect(heldOf(ASHA)).toBe(1_030_00 + 10_30 + 5_00);
  });

  test('an intraday buy holds a fifth and all charges', () => {
    place({ quantity: 10, limitPrice: 100_00, product: 'intraday' });
    expect(heldOf(ASHA)).toBe(200_00 + 10_00 + 5_00);
  });

  test('of a hundred buys with cash for one, one is taken', () => {
    still.apply({ kind: 'set-fees', fees: FREE });
    const outcomes = Array.from({ length: 100 }, () =>
      refusal(still.apply(orderOf({ account: ASHA, symbol: TCS, side: 'buy', quantity: 99, limitPrice: 100_00 }))),
    );
    expect(outcomes).toEqual([null, ...Array.from({ length: 99 }, () => 'insufficient-balance')]);
  });

  test('of a hundred sales of one holding, one is taken', () => {
    const outcomes = Array.from({ length: 100 }, () =>
      refusal(still.apply(orderOf({ account: RAVI, symbol: TCS, side: 'sell', quantity: 51, limitPrice: 110_00 }))),
    );
    expect(outcomes).toEqual([null, ...Array.from({ length: 99 }, () => 'not-enough-shares')]);
  });
});
