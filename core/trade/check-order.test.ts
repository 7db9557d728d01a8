// The checks in their stated order: an order with every fault is refused for the first one; mended one by one it is taken.
import { describe, expect, test } from 'vitest';
import { orderOf, stillMarket } from '../../tests/still-market.ts';
import type { Command, PlaceOrder } from '../command.ts';
import type { Refusal } from './refusal.ts';
import { checkFields, MAX_PRICE, MAX_QUANTITY } from './check-order.ts';
import type { OrderFields } from './check-order.ts';
import { DEFAULT_LIMITS } from './settings.ts';

const HOSTILE = [0, -0, -1, 0.5, NaN, Infinity, -Infinity, 1e21, 2 ** 53];

function refusalOf(still: ReturnType<typeof stillMarket>, order: PlaceOrder): Refusal | null {
  const outcome = still.apply(order);
  return outcome.isAccepted ? null : outcome.refusal;
}

describe('fields', () => {
  const check = (fields: OrderFields) => checkFields(fields, DEFAULT_LIMITS);
  const limit = { side: 'buy', orderType: 'limit', quantity: 1, limitPrice: 100, stopPrice: 0 } as const;

  test.for(HOSTILE)('a quantity of %f', (quantity) => {
    expect(check({ ...limit, quantity })).toEqual({ reason: 'invalid-quantity' });
  });

  test.for([MAX_QUANTITY + 1, Number.MAX_SAFE_INTEGER])('a quantity of %d is over any limit', (quantity) => {
    expect(check({ ...limit, quantity })).toEqual({ reason: 'over-buy-limit', limit: 1000 });
    expect(check({ ...limit, side: 'sell', quantity })).toEqual({ reason: 'over-sell-limit', limit: 500 });
  });

  test.for([...HOSTILE, MAX_PRICE + 1])('a limit of %f', (limitPrice) => {
    expect(check({ ...limit, limitPrice })).toEqual({ reason: 'invalid-price' });
  });

  test.for([...HOSTILE, MAX_PRICE + 1])('a trigger of %f', (stopPrice) => {
    expect(check({ side: 'buy', orderType: 'stop', quantity: 1, limitPrice: 0, stopPrice })).toEqual({
      reason: 'invalid-stop-price',
    });
  });

  test.for([...HOSTILE, MAX_PRICE + 1])('a target or a stop loss of %f, whatever the other is', (price) => {
    const still = stillMarket({ TCS: 100_00 }, { 1: 10_000_00 });
    const buy = { account: 1, symbol: 'TCS', side: 'buy', quantity: 1, limitPrice: 99_00 } as const;
    for (const exits of [
      { target: price, stop: 90_00 },
      { target: 110_00, stop: price },
    ])
      expect(refusalOf(still, orderOf({ ...buy, exits }))).toEqual({ reason: 'invalid-exits' });
  });

  test('a price that does not belong to the type is refused, not ignored', () => {
    expect(check({ side: 'buy', orderType: 'market', quantity: 1, limitPrice: 100, stopPrice: 0 })).toEqual({
      reason: 'price-not-own',
    });
    expect(check({ side: 'buy', orderType: 'stop', quantity: 1, limitPrice: 100, stopPrice: 100 })).toEqual({
      reason: 'price-not-own',
    });
    expect(check({ side: 'buy', orderType: 'limit', quantity: 1, limitPrice: 100, stopPrice: 100 })).toEqual({
      reason: 'invalid-stop-price',
    });
  });

  test('the largest of both is possible', () => {
    expect(
      check({
        side: 'buy',
        orderType: 'stop-limit',
        quantity: MAX_QUANTITY,
        limitPrice: MAX_PRICE,
        stopPrice: MAX_PRICE,
      }),
    ).toBeNull();
  });
});

describe('order of precedence', () => {
  /** Each step mends one fault: the command that does it, or the fields that change. */
  type Step = readonly [
    expected: Refusal['reason'] | null,
    mend: Partial<Omit<PlaceOrder, 'kind'>> | Exclude<Command, PlaceOrder>,
  ];

  function walk(still: ReturnType<typeof stillMarket>, order: PlaceOrder, steps: readonly Step[]): (string | null)[] {
    return steps.map(([, mend]) => {
      const reason = refusalOf(still, order)?.reason ?? null;
      if ('kind' in mend) still.apply(mend);
      else order = { ...order, ...mend };
      return reason;
    });
  }

  test('a buy with every fault there is', () => {
    const still = stillMarket({ TCS: 100_00 }, { 1: 0 });
    still.apply({ kind: 'set-blocked', account: 1, isBlocked: true });
    still.apply({ kind: 'set-halted', symbol: 'TCS', isHalted: true });
    still.apply({ kind: 'set-limits', limits: { maxBuyLimit: 10, maxSellLimit: 10, timeframeInHours: 1 } });
    const waiting = orderOf({ account: 1, symbol: 'TCS', side: 'buy', quantity: 9, limitPrice: 80_00 });
    const worst = {
      ...waiting,
      account: 9,
      symbol: 'NONE',
      quantity: 0,
      orderType: 'stop-limit',
      limitPrice: -1,
      stopPrice: -1,
    } as const;
    const steps: Step[] = [
      ['invalid-quantity', { quantity: 11 }],
      ['invalid-price', { limitPrice: 3 }],
      ['invalid-stop-price', { stopPrice: 50_00 }],
      ['unknown-account', { account: 1 }],
      ['unknown-instrument', { symbol: 'TCS' }],
      ['invalid-price', { limitPrice: 200_00 }], // 3 paise round down to no tick at all
      ['account-blocked', { kind: 'set-blocked', account: 1, isBlocked: false }],
      ['trading-halted', { kind: 'set-halted', symbol: 'TCS', isHalted: false }],
      ['over-buy-limit', { quantity: 2 }],
    ];
    expect(walk(still, worst, steps)).toEqual(steps.map(([reason]) => reason));
    still.apply({ kind: 'deposit', account: 1, amount: 9 * 80_00 + 7_20 + 5_00, paymentId: 1 });
    expect(refusalOf(still, waiting)).toBeNull();
    const next = { ...worst, account: 1, symbol: 'TCS', quantity: 2, limitPrice: 200_00, stopPrice: 50_00 } as const;
    const then: Step[] = [
      ['over-buy-limit-in-timeframe', { quantity: 1 }],
      ['insufficient-balance', { kind: 'deposit', account: 1, amount: 1_000_00, paymentId: 2 }],
      ['outside-price-band', { limitPrice: 120_00 }], // the trigger is outside too
      ['outside-price-band', { stopPrice: 90_00 }],
      ['stop-on-wrong-side', { stopPrice: 100_05 }],
      [null, {}],
    ];
    expect(walk(still, next, then)).toEqual(then.map(([reason]) => reason));
  });

  test('a sale with every fault there is', () => {
    const still = stillMarket({ TCS: 100_00 }, { 1: 1_000_000_00 });
    still.quote('TCS', 'sell', 100_00, 20);
    still.apply(orderOf({ account: 1, symbol: 'TCS', side: 'buy', quantity: 20 }));
    still.apply({ kind: 'set-limits', limits: { maxBuyLimit: 30, maxSellLimit: 30, timeframeInHours: 1 } });
    still.apply({ kind: 'set-blocked', account: 1, isBlocked: true });
    const worst = {
      ...orderOf({ account: 1, symbol: 'TCS', side: 'sell', quantity: 31 }),
      orderType: 'stop-limit',
      limitPrice: 79_90,
      stopPrice: 100_00,
    } as const;
    const steps: Step[] = [
      ['account-blocked', { kind: 'set-blocked', account: 1, isBlocked: false }],
      ['over-sell-limit', { quantity: 21 }],
      ['not-enough-shares', { quantity: 20 }],
      ['outside-price-band', { limitPrice: 79_96 }], // up to the tick: 80.00
      ['stop-on-wrong-side', { stopPrice: 99_95 }],
      [null, { quantity: 11 }],
      ['over-sell-limit-in-timeframe', { quantity: 1 }],
      ['not-enough-shares', {}],
    ];
    expect(walk(still, worst, steps)).toEqual(steps.map(([reason]) => reason));
  });
});

describe('the figures of a refusal', () => {
  test('money: 20 x 100 and 1 % and 5', () => {
    const still = stillMarket({ TCS: 100_00 }, { 1: 100_00 });
    const order = orderOf({ account: 1, symbol: 'TCS', side: 'buy', quantity: 20 });
    expect(refusalOf(still, order)).toEqual({ reason: 'insufficient-balance', required: 2_025_00, available: 100_00 });
    // An intraday buy needs a fifth of the value: 400, and all charges.
    expect(refusalOf(still, { ...order, product: 'intraday' })).toEqual({
      reason: 'insufficient-margin',
      required: 425_00,
      available: 100_00,
    });
  });

  test('limits: at a time, and with what was bought and what waits', () => {
    const still = stillMarket({ TCS: 100_00 }, { 1: 1_000_000_00 });
    still.apply({ kind: 'set-limits', limits: { maxBuyLimit: 10, maxSellLimit: 5, timeframeInHours: 2 } });
    still.quote('TCS', 'sell', 100_00, 4);
    still.apply(orderOf({ account: 1, symbol: 'TCS', side: 'buy', quantity: 4 }));
    still.apply(orderOf({ account: 1, symbol: 'TCS', side: 'buy', quantity: 3, limitPrice: 90_00 }));
    const buy = orderOf({ account: 1, symbol: 'TCS', side: 'buy', quantity: 11 });
    expect(refusalOf(still, buy)).toEqual({ reason: 'over-buy-limit', limit: 10 });
    const figures = { limit: 10, symbol: 'TCS', hours: 2, already: 4, open: 3 };
    expect(refusalOf(still, { ...buy, quantity: 4 })).toEqual({ reason: 'over-buy-limit-in-timeframe', ...figures });
    still.at += 2 * 3_600_000;
    // The 4 are two hours old; the 3 still wait.
    expect(refusalOf(still, { ...buy, quantity: 8 })).toEqual({
      reason: 'over-buy-limit-in-timeframe',
      ...figures,
      already: 0,
    });
  });

  test('a sale of shares not held, a limit outside the band and a trigger on the wrong side are refused', () => {
    const still = stillMarket({ TCS: 100_00 }, { 1: 1_000_000_00 });
    expect(refusalOf(still, orderOf({ account: 1, symbol: 'TCS', side: 'sell', quantity: 1 }))).toEqual({
      reason: 'not-enough-shares',
      available: 0,
    });
    const buy = orderOf({ account: 1, symbol: 'TCS', side: 'buy', quantity: 1, limitPrice: 120_05 });
    expect(refusalOf(still, buy)).toEqual({ reason: 'outside-price-band', low: 80_00, high: 120_00 });
    const stop = { ...buy, orderType: 'stop', limitPrice: 0, stopPrice: 100_00 } as const;
    expect(refusalOf(still, stop)).toEqual({ reason: 'stop-on-wrong-side', side: 'buy', last: 100_00 });
  });
});
