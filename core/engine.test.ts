// The floor through the engine: every order type with every validity, two people, market orders, canceling, and deposits.
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
import type { PlaceOrder } from './command.ts';
import type { Order, OrderType, TimeInForce } from './trade/order.ts';

/** A bracket is a sale alone. */
type BuyType = Exclude<OrderType, 'bracket'>;

beforeEach(setScene);

describe('every order type with every validity', () => {
  const prices: Readonly<Record<BuyType, Partial<PlaceOrder>>> = {
    market: {},
    limit: { limitPrice: 101_00 },
    stop: { stopPrice: 100_50 },
    'stop-limit': { limitPrice: 101_00, stopPrice: 100_50 },
  };

  /** 6 are offered at 101.00 and 20 at 107.00; stops are set off by a trade at 100.50. */
  function meet(orderType: BuyType, timeInForce: TimeInForce, quantity: number): Order {
    still.quote(TCS, 'sell', 101_00, 6);
    still.quote(TCS, 'sell', 107_00, 20);
    const order = place({ orderType, timeInForce, quantity, limitPrice: 0, stopPrice: 0, ...prices[orderType] });
    if (order.stopPrice > 0) still.mark(TCS, 100_50);
    return order;
  }

  // Six are there at a price that all of them may pay; 107.00 is beyond the limit and beyond market protection.
  test.for([
    ['market', 'day', '6 canceled no-liquidity'],
    ['market', 'gtc', '6 canceled no-liquidity'],
    ['market', 'ioc', '6 canceled no-liquidity'],
    ['market', 'fok', '0 canceled not-whole'],
    ['limit', 'day', '6 partially-filled null'],
    ['limit', 'gtc', '6 partially-filled null'],
    ['limit', 'ioc', '6 canceled not-immediate'],
    ['limit', 'fok', '0 canceled not-whole'],
    ['stop', 'day', '6 canceled no-liquidity'],
    ['stop', 'gtc', '6 canceled no-liquidity'],
    ['stop', 'ioc', '6 canceled no-liquidity'],
    ['stop', 'fok', '0 canceled not-whole'],
    ['stop-limit', 'day', '6 partially-filled null'],
    ['stop-limit', 'gtc', '6 partially-filled null'],
    ['stop-limit', 'ioc', '6 canceled not-immediate'],
    ['stop-limit', 'fok', '0 canceled not-whole'],
  ] as const)('10 %s %s, of which 6 are there: %s', ([orderType, timeInForce, outcome]) => {
    const order = meet(orderType, timeInForce, 10);
    expect(ended(order)).toBe(outcome);
    expect(order.filledValue).toBe(order.filledQuantity * 101_00);
    expect(heldOf(ASHA)).toBe(order.isOpen ? 4 * 101_00 : 0);
  });

  const types = ['market', 'limit', 'stop', 'stop-limit'] as const;
  const validities = ['day', 'gtc', 'ioc', 'fok'] as const;

  test.for(types.flatMap((type) => validities.map((validity) => [type, validity] as const)))(
    '6 %s %s are filled',
    ([type, validity]) => {
      const order = meet(type, validity, 6);
      expect([ended(order), order.averagePrice]).toEqual(['6 filled filled', 101_00]);
      expect([balanceOf(ASHA), balanceOf(ASHA, 1), heldOf(ASHA)]).toEqual([10_000_00 - 606_00, 6, 0]);
    },
  );

  test.for(types.flatMap((type) => validities.map((validity) => [type, validity] as const)))(
    '6 %s %s with nobody there',
    ([type, validity]) => {
      const order = place({
        orderType: type,
        timeInForce: validity,
        quantity: 6,
        limitPrice: 0,
        stopPrice: 0,
        ...prices[type],
      });
      if (order.stopPrice > 0) still.mark(TCS, 100_50);
      const rests = (type === 'limit' || type === 'stop-limit') && (validity === 'day' || validity === 'gtc');
      expect([order.isOpen, order.level !== null]).toEqual([rests, rests]);
      expect(heldOf(ASHA)).toBe(rests ? 606_00 : 0);
    },
  );
});

test('a stop waits for its trigger and is pending', () => {
  const order = place({ quantity: 1, orderType: 'stop', stopPrice: 101_00 });
  expect([order.status, order.isOpen, order.level]).toEqual(['stop-pending', true, null]);
});

describe('canceling', () => {
  test('by its owner once; by others never; by an administrator always', () => {
    const [one, two] = [place({ quantity: 1, limitPrice: 90_00 }), place({ quantity: 1, limitPrice: 91_00 })];
    const cancel = (account: number | null, orderId: number) =>
      refusal(still.apply({ kind: 'cancel-order', account, orderId }));
    expect(cancel(RAVI, one.id)).toBe('unknown-order');
    expect(one.isOpen).toBe(true);
    expect([cancel(ASHA, one.id), cancel(ASHA, one.id)]).toEqual([null, 'unknown-order']);
    expect([cancel(null, two.id), two.endReason]).toEqual([null, 'canceled-by-admin']);
    for (const hostile of [NaN, -1, 0.5, Infinity, 2 ** 53]) expect(cancel(ASHA, hostile)).toBe('unknown-order');
  });

  test('a stop that waits and an order in the queue are taken out for good', () => {
    const stop = place({ quantity: 1, orderType: 'stop', stopPrice: 101_00 });
    still.apply({ kind: 'cancel-order', account: ASHA, orderId: stop.id });
    still.mark(TCS, 102_00);
    expect([ended(stop), stop.triggeredAt]).toEqual(['0 canceled canceled-by-trader', null]);
  });
});

describe('market orders', () => {
  test('protection: at most 5 % from the last price, and inside the band', () => {
    still.quote(TCS, 'sell', 105_00, 1);
    still.quote(TCS, 'sell', 105_05, 1);
    expect(ended(place({ quantity: 2 }))).toBe('1 canceled no-liquidity');
    still.mark(TCS, 105_05);
    still.clear(TCS);
    for (const price of [119_00, 120_00]) still.mark(TCS, price);
    still.quote(TCS, 'sell', 120_00, 5);
    // 5 % from 120 would be 126, but the band ends at 120.
    expect(place({ quantity: 1 }).heldAtFirst).toBe(120_00);
  });

  test('cash: taken in at the last price, capped by what it could hold', () => {
    still.quote(TCS, 'sell', 100_00, 50);
    still.quote(TCS, 'sell', 104_00, 50);
    const order = place({ quantity: 100 }); // 10,000 is there: 50 x 100 + 48 x 104 = 9992
    expect([ended(order), balanceOf(ASHA), heldOf(ASHA)]).toEqual(['98 canceled cash-exhausted', 8_00, 0]);
  });

  test('a fill-or-kill buy is killed rather than cut short by its cash', () => {
    still.quote(TCS, 'sell', 100_00, 50);
    still.quote(TCS, 'sell', 104_00, 50);
    expect(ended(place({ quantity: 100, timeInForce: 'fok' }))).toBe('0 canceled not-whole');
    expect([balanceOf(ASHA), still.engine.market(TCS)!.book.depth('sell', 1)[0].quantity]).toEqual([10_000_00, 50]);
    expect(ended(place({ quantity: 98, timeInForce: 'fok' }))).toBe('98 filled filled');
  });
});

describe('two people', () => {
  test('cash, shares and charges change hands; both sides carry the same trade', () => {
    still.apply({ kind: 'set-fees', fees: { ...FREE, commissionRate: 10_000, flatFee: 500 } });
    const sale = place({ account: RAVI, side: 'sell', quantity: 10, limitPrice: 101_00 });
    const buy = place({ quantity: 4, limitPrice: 105_00 });
    expect(still.fills).toHaveLength(2);
    const [bought, sold] = still.fills;
    expect([bought.tradeId, bought.price, bought.quantity]).toEqual([sold.tradeId, sold.price, sold.quantity]);
    expect(bought).toMatchObject({
      order: buy,
      price: 101_00,
      quantity: 4,
      brokerage: 4_04,
      flatFee: 5_00,
      isMaker: false,
      counterparty: sale,
    });
    expect(sold).toMatchObject({
      order: sale,
      brokerage: 4_04,
      flatFee: 5_00,
      cost: 400_00,
      isMaker: true,
      counterparty: buy,
    });
    expect(balanceOf(ASHA)).toBe(10_000_00 - 404_00 - 9_04);
    expect(balanceOf(RAVI)).toBe(10_000_00 + 404_00 - 9_04);
    expect([balanceOf('fees'), balanceOf('crowd', 1)]).toEqual([18_08, 1_000_000_000 - 100]);
  });

  test('with a simulated trader: the crowd has the other side', () => {
    still.quote(TCS, 'sell', 100_00, 3);
    place({ quantity: 3 });
    expect(still.fills).toMatchObject([{ counterparty: null, isMaker: false }]);
    expect(balanceOf('crowd')).toBe(10_000_00 + 300_00); // what Ravi paid for his shares, and this
  });

  test('the same two, never with themselves', () => {
    const own = place({ quantity: 5, limitPrice: 99_00 });
    still.quote(TCS, 'sell', 95_00, 1);
    expect(own.filledQuantity).toBe(1);
    const sale = place({ side: 'sell', quantity: 1, limitPrice: 99_00 });
    expect([ended(own), sale.level === null, still.engine.market(TCS)!.book.best('sell')]).toEqual([
      '1 canceled self-trade',
      false,
      99_00,
    ]);
  });
});

describe('the objects of orders', () => {
  test('those that have ended, in whichever way, are used for the next orders; one that is open never is', () => {
    still.quote(TCS, 'sell', 100_00, 1);
    const filled = place({ quantity: 1 });
    const canceled = place({ quantity: 1, limitPrice: 90_00 });
    still.apply({ kind: 'cancel-order', account: ASHA, orderId: canceled.id });
    const open = place({ quantity: 1, limitPrice: 90_00 });
    still.engine.reuseOrders();
    // One more had ended before, as the scene was set.
    const next = [1, 2, 3].map(() => place({ quantity: 1, limitPrice: 91_00 }));
    expect([filled, canceled, open].map((order) => next.includes(order))).toEqual([true, true, false]);
  });
});

describe('the people’s pressure on the price', () => {
  test('the crowd is told once what people have taken: bought less sold', () => {
    const desk = still.engine.desk(TCS, still.at);
    desk.drainPeopleFlow();
    still.quote(TCS, 'sell', 100_00, 8);
    still.quote(TCS, 'buy', 99_00, 8);
    place({ quantity: 5 });
    place({ account: RAVI, side: 'sell', quantity: 2 });
    place({ quantity: 1, limitPrice: 98_00 });
    expect([desk.drainPeopleFlow(), desk.drainPeopleFlow()]).toEqual([3, 0]);
  });
});

describe('deposits and accounts', () => {
  test.for([0, -1, 0.5, NaN, Infinity, -0, 2 ** 53, 10_000_000_000_000])('%f paise are refused', (amount) => {
    expect(refusal(still.apply({ kind: 'deposit', account: ASHA, amount, paymentId: 1 }))).toBe('invalid-amount');
    expect(balanceOf(ASHA)).toBe(10_000_00);
  });

  test('up to the most there can be, and not a paisa more', () => {
    const deposit = (amount: number) => still.apply({ kind: 'deposit', account: ASHA, amount, paymentId: 1 });
    expect(refusal(deposit(10_000_000_000_000 - 10_000_00))).toBe(null);
    expect(refusal(deposit(1))).toBe('invalid-amount');
  });

  test('a deposit to an account that is not there is refused', () => {
    expect(refusal(still.apply({ kind: 'deposit', account: 99, amount: 1, paymentId: 1 }))).toBe('unknown-account');
  });

  test('opening or listing twice changes nothing', () => {
    still.apply({ kind: 'open-account', account: ASHA });
    still.apply({
      kind: 'list-instrument',
      instrument: { ...still.engine.market(TCS)!.instrument, previousClose: 5_00 },
    });
    expect([balanceOf(ASHA), still.engine.market(TCS)!.instrument.previousClose]).toEqual([10_000_00, 100_00]);
  });
});
