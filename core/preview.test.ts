// The preview against what placing the order then does on the same still book: charges, hold and cash to the paisa.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderOf, stillMarket } from '../tests/still-market.ts';
import type { Still } from '../tests/still-market.ts';
import type { PlaceOrder } from './command.ts';
import { cashOf } from './trade/portfolio.ts';
import { DEFAULT_FEES } from './trade/settings.ts';
import { previewChange, previewOrder, refusalNow } from './preview.ts';
import type { Preview } from './preview.ts';

const ASHA = 1;
const STOCK = 'MERIT';

function previewed(still: Still, order: PlaceOrder): Preview {
  const outcome = previewOrder(still.engine, order, still.at);
  if (!outcome.isPossible) throw new Error(outcome.refusal.reason);
  return outcome.preview;
}

describe('figures', () => {
  test('a market order walks the book; nothing is held or opened by asking', () => {
    const still = stillMarket({ [STOCK]: 400_00 }, { [ASHA]: 100_000_00 });
    still.quote(STOCK, 'sell', 400_00, 3);
    still.quote(STOCK, 'sell', 401_00, 5);
    const before = still.engine.venue.ledger.accounts().length;
    // 3 x 400 + 2 x 401 = 2002; 1 % is 20.02; worst case 5 x 420 + 21 + 5 = 2126.
    expect(previewed(still, orderOf({ account: ASHA, symbol: STOCK, side: 'buy', quantity: 5 }))).toEqual({
      symbol: STOCK,
      side: 'buy',
      estimatedPrice: 400_40,
      value: 2002_00,
      cost: null,
      charges: { brokerage: 20_02, flatFee: 5_00, statutory: 0 },
      chargeTerms: { commissionRate: 10_000, flatFee: 5_00, statutory: null },
      intradayValue: 0,
      before: { filledValue: 0, intradayValue: 0 },
      margin: null,
      cashNeeded: 2126_00,
      cash: 100_000_00,
      cashAfter: 97_972_98,
      heldQuantity: 0,
      availableQuantity: 0,
    });
    expect(still.engine.venue.traders.get(ASHA)!.positions.size).toBe(0);
    expect(still.engine.venue.ledger.accounts()).toHaveLength(before);
  });

  test('an intraday buy needs a fifth; a limit order waits with its rest; a stop is counted at its trigger', () => {
    const still = stillMarket({ [STOCK]: 400_00 }, { [ASHA]: 100_000_00 });
    still.quote(STOCK, 'sell', 400_00, 3);
    const buy = { account: ASHA, symbol: STOCK, side: 'buy', quantity: 5 } as const;
    expect(previewed(still, orderOf({ ...buy, quantity: 2, product: 'intraday' }))).toMatchObject({
      margin: 160_00,
      cashAfter: 99_827_00,
    });
    // 3 x 400 now and 2 x 402 later
    expect(previewed(still, orderOf({ ...buy, limitPrice: 402_00 }))).toMatchObject({
      value: 2004_00,
      estimatedPrice: 400_80,
    });
    const stop = orderOf({ ...buy, orderType: 'stop', stopPrice: 410_00 });
    expect(previewed(still, stop)).toMatchObject({ value: 2050_00, estimatedPrice: 410_00 });
    // The book is empty: the last price counts.
    still.clear(STOCK);
    expect(previewed(still, orderOf(buy))).toMatchObject({ value: 2000_00, estimatedPrice: 400_00 });
  });

  test('too little cash shows, and does not refuse', () => {
    const still = stillMarket({ [STOCK]: 400_00 }, { [ASHA]: 100_00 });
    still.quote(STOCK, 'sell', 400_00, 3);
    // 100 - 400 - 4 - 5
    expect(previewed(still, orderOf({ account: ASHA, symbol: STOCK, side: 'buy', quantity: 1 }))).toMatchObject({
      cashAfter: -309_00,
    });
  });

  test('a buy that is not affordable needs what its refusal names, not what there is', () => {
    const still = stillMarket({ [STOCK]: 400_00 }, { [ASHA]: 100_00 });
    still.quote(STOCK, 'sell', 401_00, 5);
    const buy = orderOf({ account: ASHA, symbol: STOCK, side: 'buy', quantity: 2 });
    // By the last price: 2 x 400 + 1 % + 5 = 813; of an intraday buy 160 + 8 + 5 = 173.
    expect(previewed(still, buy)).toMatchObject({ cash: 100_00, cashNeeded: 813_00 });
    const intraday = { ...buy, product: 'intraday' } as const;
    expect(previewed(still, intraday).cashNeeded).toBe(173_00);
    expect(refusalNow(still.engine, intraday, still.at)).toMatchObject({ required: 173_00, available: 100_00 });
  });

  test('an impossible order is refused', () => {
    const still = stillMarket({ [STOCK]: 400_00 }, { [ASHA]: 100_00 });
    const buy = { account: ASHA, symbol: STOCK, side: 'buy', quantity: 1 } as const;
    const reasonOf = (order: PlaceOrder) => {
      const outcome = previewOrder(still.engine, order, still.at);
      return outcome.isPossible ? 'possible' : outcome.refusal.reason;
    };
    expect(reasonOf(orderOf({ ...buy, quantity: 0 }))).toBe('invalid-quantity');
    expect(reasonOf(orderOf({ ...buy, quantity: 10_000_000, limitPrice: 1_000_000_000 }))).toBe('invalid-quantity');
    expect(reasonOf(orderOf({ ...buy, limitPrice: 2 }))).toBe('invalid-price');
    expect(reasonOf(orderOf({ ...buy, symbol: 'NOBODY' }))).toBe('unknown-instrument');
    expect(reasonOf(orderOf({ ...buy, account: 99 }))).toBe('unknown-account');
    expect(reasonOf(orderOf(buy))).toBe('possible');
  });
});

function restFills(still: Still, side: 'buy' | 'sell', quantity: number, price: number): void {
  still.engine.desk(STOCK, still.at).take(-4, side === 'buy' ? 'sell' : 'buy', quantity, price);
}

describe('a change', () => {
  const taxed = { ...DEFAULT_FEES, statutory: { ...DEFAULT_FEES.statutory, isOn: true } };
  const dearer = { ...DEFAULT_FEES, commissionRate: 30_000, flatFee: 20_00 };

  /** An order of ten, this many of them filled already; then everything becomes dearer. */
  function waiting(side: 'buy' | 'sell', product: 'delivery' | 'intraday', filled: number) {
    const still = stillMarket({ [STOCK]: 400_00 }, { [ASHA]: 10_000_00 });
    const own = { account: ASHA, symbol: STOCK, quantity: 10, product } as const;
    still.apply({ kind: 'set-fees', fees: taxed });
    if (side === 'sell') {
      still.quote(STOCK, 'sell', 400_00, 10);
      still.apply(orderOf({ ...own, side: 'buy' }));
    }
    const limitPrice = side === 'buy' ? 390_00 : 410_00;
    const outcome = still.apply(orderOf({ ...own, side, limitPrice, timeInForce: 'gtc' }));
    if (!outcome.isAccepted || outcome.order === null) throw new Error('not accepted');
    const { order } = outcome;
    if (filled > 0) restFills(still, side, filled, limitPrice);
    still.apply({ kind: 'set-fees', fees: dearer });
    return { still, order };
  }

  test.each([
    ['buy', 'delivery', 0],
    ['buy', 'delivery', 4],
    ['buy', 'intraday', 4],
    ['sell', 'delivery', 0],
    ['sell', 'delivery', 4],
    ['sell', 'intraday', 4],
  ] as const)('of a %s (%s) with %i filled costs what it then pays, by the terms it was accepted with', (...given) => {
    const [side, product, filled] = given;
    const { still, order } = waiting(side, product, filled);
    const { brokerage, flatFee, statutory, id, filledValue } = order;
    const price = side === 'buy' ? 395_00 : 405_00;
    const change = { account: ASHA, orderId: id, quantity: 10, limitPrice: price, stopPrice: 0 };
    const outcome = previewChange(still.engine, change, still.at);
    if (!outcome.isPossible) throw new Error(outcome.refusal.reason);
    const { preview } = outcome;
    expect(preview.value).toBe(price * (10 - filled));
    expect(preview.chargeTerms).toMatchObject({ commissionRate: 10_000, flatFee: 5_00 });
    still.apply({ kind: 'modify-order', ...change });
    if (side === 'buy') expect(order.held).toBe(preview.cashNeeded);
    restFills(still, side, 10 - filled, price);
    expect(order.filledValue - filledValue).toBe(preview.value);
    expect({
      brokerage: order.brokerage - brokerage,
      flatFee: order.flatFee - flatFee,
      statutory: order.statutory - statutory,
    }).toEqual(preview.charges);
    expect(cashOf(still.engine.venue, ASHA).available).toBe(preview.cashAfter);
  });

  test('of another size has the terms of now, though nothing has been decided since a promotion ended', () => {
    const still = stillMarket({ [STOCK]: 400_00 }, { [ASHA]: 10_000_00 });
    const promotion = { id: 'a', name: 'Half price', discount: 500_000, startsAt: 0, endsAt: still.at + 1 };
    still.apply({ kind: 'set-fees', fees: { ...DEFAULT_FEES, promotions: [promotion] } });
    const bid = { account: ASHA, symbol: STOCK, side: 'buy', quantity: 10, limitPrice: 390_00 } as const;
    const outcome = still.apply(orderOf({ ...bid, timeInForce: 'gtc' }));
    if (!outcome.isAccepted || outcome.order === null) throw new Error('not accepted');
    still.at++;
    const change = { account: ASHA, orderId: outcome.order.id, quantity: 9, limitPrice: 390_00, stopPrice: 0 };
    const seen = previewChange(still.engine, change, still.at);
    if (!seen.isPossible) throw new Error(seen.refusal.reason);
    expect(seen.preview.charges).toEqual({ brokerage: 35_10, flatFee: 5_00, statutory: 0 });
    still.apply({ kind: 'modify-order', ...change });
    expect(outcome.order.held).toBe(seen.preview.cashNeeded);
  });

  test('of an exit is counted at the price that is moved', () => {
    const still = stillMarket({ [STOCK]: 400_00 }, { [ASHA]: 10_000_00 });
    still.quote(STOCK, 'sell', 400_00, 5);
    const exits = { target: 410_00, stop: 390_00 };
    const bought = still.apply(orderOf({ account: ASHA, symbol: STOCK, side: 'buy', quantity: 5, exits }));
    if (!bought.isAccepted || bought.order === null) throw new Error('not bought');
    const placed = still.apply({ kind: 'place-exit', entryId: bought.order.id });
    if (!placed.isAccepted || placed.order === null) throw new Error('no exit');
    const change = { account: ASHA, orderId: placed.order.id, quantity: 5 };
    const valueAt = (limitPrice: number, stopPrice: number) => {
      const outcome = previewChange(still.engine, { ...change, limitPrice, stopPrice }, still.at);
      return outcome.isPossible ? outcome.preview.value : outcome.refusal.reason;
    };
    expect([valueAt(412_00, 390_00), valueAt(410_00, 388_00)]).toEqual([2060_00, 1940_00]);
  });

  test('of an order that is not there, or not one’s own, or cannot be, is refused', () => {
    const { still, order } = waiting('buy', 'delivery', 4);
    const change = { account: ASHA, orderId: order.id, quantity: 10, limitPrice: 395_00, stopPrice: 0 };
    const reasonOf = (other: Partial<typeof change>) => {
      const outcome = previewChange(still.engine, { ...change, ...other }, still.at);
      return outcome.isPossible ? 'possible' : outcome.refusal.reason;
    };
    expect(reasonOf({})).toBe('possible');
    expect(reasonOf({ account: 2 })).toBe('unknown-order');
    expect(reasonOf({ orderId: 77 })).toBe('unknown-order');
    expect(reasonOf({ quantity: 4 })).toBe('already-filled');
    expect(reasonOf({ limitPrice: 2 })).toBe('invalid-price');
  });
});

describe('on a still book the posting equals the preview', () => {
  const level = fc.record({ offset: fc.integer({ min: 1, max: 30 }), quantity: fc.integer({ min: 1, max: 30 }) });
  const world = fc.record({
    cash: fc.integer({ min: 50_00, max: 40_000_00 }),
    /** Instead of `cash`: what the order costs at the last price, and so many paise more. */
    spare: fc.option(fc.integer({ min: 0, max: 5_00 }), { nil: null, freq: 2 }),
    shares: fc.integer({ min: 0, max: 60 }),
    intraday: fc.integer({ min: 0, max: 60 }),
    move: fc.integer({ min: -300, max: 300 }),
    asks: fc.array(level, { maxLength: 6, size: 'max' }),
    bids: fc.array(level, { maxLength: 6, size: 'max' }),
    own: fc.array(
      fc.record({
        isBuy: fc.boolean(),
        offset: fc.integer({ min: 1, max: 30 }),
        quantity: fc.integer({ min: 1, max: 20 }),
      }),
      { maxLength: 3 },
    ),
    isBuy: fc.boolean(),
    isIntraday: fc.boolean(),
    /** Whether the statutory table is on. */
    isTaxed: fc.boolean(),
    timeInForce: fc.constantFrom('day', 'ioc', 'fok'),
    quantity: fc.integer({ min: 1, max: 120 }),
    limitOffset: fc.option(fc.integer({ min: -40, max: 40 }), { nil: null, freq: 2 }),
  });
  const seen = { filled: 0, resting: 0, capped: 0, besideOwn: 0, refused: 0 };

  test('charges, hold and cash', () => {
    fc.assert(
      fc.property(world, (given) => {
        const still = stillMarket({ [STOCK]: 400_00 }, { [ASHA]: 50_000_00, 2: 0 });
        const { engine } = still;
        const statutory = { ...DEFAULT_FEES.statutory, isOn: given.isTaxed };
        still.apply({ kind: 'set-fees', fees: { ...DEFAULT_FEES, statutory } });
        buyBefore(still, given.shares, 'delivery');
        buyBefore(still, given.intraday, 'intraday');
        const last = 400_00 + given.move * 10;
        const bare = given.quantity * last;
        setCash(still, given.spare === null ? given.cash : bare + Math.round(bare / 100) + 500 + given.spare);
        still.mark(STOCK, last);
        for (const { isBuy, offset, quantity } of given.own) {
          still.apply(
            orderOf({
              account: ASHA,
              symbol: STOCK,
              side: isBuy ? 'buy' : 'sell',
              quantity,
              limitPrice: last + (isBuy ? -5 : 5) * offset,
            }),
          );
        }
        for (const { offset, quantity } of given.asks) still.quote(STOCK, 'sell', last + offset * 5, quantity);
        for (const { offset, quantity } of given.bids) still.quote(STOCK, 'buy', last - offset * 5, quantity);
        const limitPrice = given.limitOffset === null ? 0 : last + given.limitOffset * 5;
        const { isBuy, quantity, timeInForce } = given;
        const product = given.isIntraday ? 'intraday' : 'delivery';
        const order = orderOf({
          account: ASHA,
          symbol: STOCK,
          side: isBuy ? 'buy' : 'sell',
          quantity,
          product,
          limitPrice,
          timeInForce,
        });
        const preview = previewed(still, order);
        const position = engine.venue.traders.get(ASHA)!.positions.get(engine.market(STOCK)!.instrument.id);
        const costBefore = position?.cost ?? 0;
        expect(preview.cash).toBe(cashOf(engine.venue, ASHA).available);
        const outcome = still.apply(order);
        if (!outcome.isAccepted || outcome.order === null) {
          seen.refused++;
          return;
        }
        const placed = outcome.order;
        expect(placed.heldAtFirst).toBe(isBuy ? preview.cashNeeded : quantity);
        const filled = placed.filledQuantity;
        // An order that never filled cost nothing; the preview then shows what it would have cost.
        if (filled === 0) return;
        if (placed.isOpen) {
          seen.resting++;
          restFills(still, placed.side, placed.remaining, placed.limitPrice);
        } else {
          seen.filled++;
          if (filled < quantity && placed.endReason === 'cash-exhausted') seen.capped++;
        }
        expect(placed.filledValue).toBe(preview.value);
        const { brokerage, flatFee, statutory: passedOn } = placed;
        expect({ brokerage, flatFee, statutory: passedOn }).toEqual(preview.charges);
        expect(placed.intradayValue).toBe(preview.intradayValue);
        expect(passedOn > 0).toBe(given.isTaxed);
        expect(preview.cost).toBe(isBuy ? null : costBefore - position!.cost);
        expect(cashOf(engine.venue, ASHA).available).toBe(preview.cashAfter);
        if (given.own.some(({ isBuy: isOwnBuy }) => isOwnBuy !== isBuy) && !isBuy) seen.besideOwn++;
      }),
      { numRuns: 3000 },
    );
    // The worlds cover every case of the preview.
    expect(seen.filled).toBeGreaterThan(200);
    expect(seen.resting).toBeGreaterThan(10);
    expect(seen.capped).toBeGreaterThan(0);
    expect(seen.besideOwn).toBeGreaterThan(20);
    expect(seen.refused).toBeGreaterThan(100);
  });

  test('of lots that a split has parted, one by one', () => {
    const still = stillMarket({ [STOCK]: 100_00 }, { [ASHA]: 10_000_00 });
    for (const price of [100_00, 100_05]) still.quote(STOCK, 'sell', price, 3);
    still.apply(orderOf({ account: ASHA, symbol: STOCK, side: 'buy', quantity: 6, product: 'intraday' }));
    const split = { kind: 'split', id: 1, symbol: STOCK, from: 1, to: 7 } as const;
    still.apply({ kind: 'start-day', day: 1, actions: [split] });
    // The cost of three shares does not come out even on 21: the dearer part of the first lot costs as much each as the next lot.
    const { lots } = still.engine.venue.traders.get(ASHA)!.position(still.engine.market(STOCK)!);
    expect(lots.map(({ quantity, price }) => [quantity, price])).toEqual([
      [9, 14_28],
      [12, 14_29],
      [15, 14_29],
      [6, 14_30],
    ]);
    still.quote(STOCK, 'buy', 14_30, 22);
    const sale = orderOf({ account: ASHA, symbol: STOCK, side: 'sell', quantity: 22, product: 'intraday' });
    const { cashAfter } = previewed(still, sale);
    still.apply(sale);
    expect(cashOf(still.engine.venue, ASHA).available).toBe(cashAfter);
  });

  function buyBefore(still: Still, quantity: number, product: 'delivery' | 'intraday'): void {
    if (quantity === 0) return;
    still.quote(STOCK, 'sell', 400_00, quantity);
    still.apply(orderOf({ account: ASHA, symbol: STOCK, side: 'buy', quantity, product }));
    still.clear(STOCK);
  }

  /** Buys for all but `cash`, so that the trader is left with little. */
  function setCash(still: Still, cash: number): void {
    const { available } = cashOf(still.engine.venue, ASHA);
    if (available < cash) still.apply({ kind: 'deposit', account: ASHA, amount: cash - available, paymentId: 99 });
    else
      still.engine.venue.ledger.transfer(
        still.engine.venue.traders.get(ASHA)!.cash,
        still.engine.venue.ledger.open('provider', 0),
        available - cash,
        'deposit',
        98,
      );
  }
});

test('the check of an order gives the same refusal as placing it, and changes nothing', () => {
  const asked = { account: ASHA, symbol: STOCK, side: 'buy', quantity: 1 } as const;
  const orders = [
    orderOf(asked),
    orderOf({ ...asked, quantity: 2000 }),
    orderOf({ ...asked, quantity: 300 }),
    orderOf({ ...asked, quantity: 300, product: 'intraday' }),
    orderOf({ ...asked, limitPrice: 600_00 }),
    orderOf({ ...asked, orderType: 'stop', stopPrice: 390_00 }),
    orderOf({ ...asked, side: 'sell' }),
    orderOf({ ...asked, exits: { target: 399_00, stop: 390_00 } }),
    orderOf({ ...asked, side: 'sell', exits: { target: 420_00, stop: 390_00 } }),
    orderOf({ ...asked, exits: { target: 420_00, stop: 390_00 } }),
    orderOf({ ...asked, symbol: 'NOBODY' }),
    orderOf({ ...asked, account: 99 }),
    orderOf({ ...asked, quantity: 0.5 }),
  ];
  const reasons = orders.map((order) => {
    const still = stillMarket({ [STOCK]: 400_00 }, { [ASHA]: 20_000_00 });
    still.quote(STOCK, 'sell', 400_00, 1000);
    const refusal = refusalNow(still.engine, order, still.at);
    const outcome = still.apply(order);
    expect(refusal).toEqual(outcome.isAccepted ? null : outcome.refusal);
    return refusal?.reason ?? 'taken';
  });
  expect(reasons).toEqual([
    'taken',
    'over-buy-limit',
    'insufficient-balance',
    'insufficient-margin',
    'outside-price-band',
    'stop-on-wrong-side',
    'not-enough-shares',
    'exits-on-wrong-side',
    'not-enough-shares',
    'taken',
    'unknown-instrument',
    'unknown-account',
    'invalid-quantity',
  ]);
});
