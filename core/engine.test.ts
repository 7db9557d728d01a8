// The floor through the engine: every order type with every validity, and what happens to money, shares and holds at each stage.
import { beforeEach, describe, expect, test } from 'vitest';
import { orderOf, stillMarket } from '../tests/still-market.ts';
import type { Still } from '../tests/still-market.ts';
import type { PlaceOrder } from './command.ts';
import type { Outcome } from './engine.ts';
import { RUPEES } from './ledger/ledger.ts';
import type { Owner } from './ledger/ledger.ts';
import type { Order, PlaceableType, TimeInForce } from './trade/order.ts';
import { wireStatus } from './trade/order.ts';

const [ASHA, RAVI] = [1, 2];
const TCS = 'TCS';
const FREE = { commissionRate: 0, flatFee: 0, volumeDiscounts: [], promotions: [] };
const UNLIMITED = { maxBuyLimit: 10_000_000, maxSellLimit: 10_000_000, timeframeInHours: 24 };

let still: Still;

function place(asked: Partial<PlaceOrder>): Order {
  return ordered(still.apply(orderOf({ account: ASHA, symbol: TCS, side: 'buy', quantity: 10, ...asked })));
}

function ordered(outcome: Outcome): Order {
  if (!outcome.isAccepted || outcome.order === null) throw new Error(`no order: ${JSON.stringify(outcome)}`);
  return outcome.order;
}

function refusal(outcome: Outcome): string | null {
  return outcome.isAccepted ? null : outcome.refusal.reason;
}

function balanceOf(owner: Owner, asset = RUPEES): number {
  const { ledger } = still.engine.venue;
  const account = ledger.accounts().find((each) => each.owner === owner && each.asset === asset);
  return account === undefined ? 0 : ledger.balance(account.id);
}

function heldOf(owner: Owner, asset = RUPEES): number {
  const { ledger } = still.engine.venue;
  const account = ledger.accounts().find((each) => each.owner === owner && each.asset === asset);
  return account === undefined ? 0 : ledger.held(account.id);
}

function ended(order: Order): string {
  return `${order.filledQuantity} ${order.status} ${order.endReason}`;
}

/** Asha has 10,000 rupees, Ravi as much and 100 shares; the last price is 100; nothing costs anything. */
beforeEach(() => {
  still = stillMarket({ [TCS]: 100_00, INFY: 100_00 }, { [ASHA]: 10_000_00, [RAVI]: 20_000_00 });
  still.apply({ kind: 'set-fees', fees: FREE });
  still.apply({ kind: 'set-limits', limits: UNLIMITED });
  still.quote(TCS, 'sell', 100_00, 100);
  place({ account: RAVI, quantity: 100 });
  still.fills.length = 0;
});

describe('every order type with every validity', () => {
  const prices: Readonly<Record<PlaceableType, Partial<PlaceOrder>>> = {
    market: {},
    limit: { limitPrice: 101_00 },
    stop: { stopPrice: 100_50 },
    'stop-limit': { limitPrice: 101_00, stopPrice: 100_50 },
  };

  /** 6 are offered at 101.00 and 20 at 107.00; stops are set off by a trade at 100.50. */
  function meet(orderType: PlaceableType, timeInForce: TimeInForce, quantity: number): Order {
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
    expect(wireStatus(order)).toBe(order.isOpen ? 'PENDING' : order.filledQuantity > 0 ? 'COMPLETED' : 'FAILED');
  });

  const types = ['market', 'limit', 'stop', 'stop-limit'] as const;
  const validities = ['day', 'gtc', 'ioc', 'fok'] as const;

  test.for(types.flatMap((type) => validities.map((validity) => [type, validity] as const)))(
    '6 %s %s are filled',
    ([type, validity]) => {
      const order = meet(type, validity, 6);
      expect([ended(order), wireStatus(order), order.averagePrice]).toEqual(['6 filled filled', 'COMPLETED', 101_00]);
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
    expect([ended(order), heldOf(ASHA), wireStatus(order)]).toEqual(['4 canceled canceled-by-trader', 0, 'COMPLETED']);
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

describe('intraday', () => {
  beforeEach(() => {
    still.quote(TCS, 'sell', 100_00, 400);
    place({ quantity: 400, product: 'intraday' }); // 40,000: 8,000 own, 32,000 lent
  });

  const position = () => still.engine.venue.traders.get(ASHA)!.positions.get(1)!;
  const squareOff = () => still.apply({ kind: 'square-off', account: ASHA, symbol: TCS, cause: 'loss' });

  test('a fifth is the trader’s, the rest the house lends', () => {
    expect([balanceOf(ASHA), balanceOf('margin-loans'), position().intradayQuantity]).toEqual([
      2_000_00, -32_000_00, 400,
    ]);
    expect([...still.engine.venue.intraday]).toEqual([position()]);
  });

  test('a sale pays back its part of the loan', () => {
    still.quote(TCS, 'buy', 110_00, 100);
    place({ side: 'sell', quantity: 100, limitPrice: 110_00 });
    expect([balanceOf('margin-loans'), balanceOf(ASHA)]).toEqual([-24_000_00, 2_000_00 + 11_000_00 - 8_000_00]);
  });

  test('a loss of 80 % of the margin calls for closing; not a paisa before', () => {
    still.clear(TCS);
    still.mark(TCS, 84_05);
    expect(still.engine.positionsOnLoss()).toEqual([]);
    still.mark(TCS, 84_00); // 400 x 16 = 6400 of 8000
    expect(still.engine.positionsOnLoss()).toEqual([position()]);
  });

  test('squared off: open sales and intraday buys go, delivery buys stay, the loan is paid', () => {
    const sale = place({ side: 'sell', quantity: 10, limitPrice: 115_00 });
    const more = place({ quantity: 1, limitPrice: 81_00, product: 'intraday' });
    const delivery = place({ quantity: 20, limitPrice: 80_00 }); // holds 1600
    still.clear(TCS);
    still.mark(TCS, 86_00);
    still.quote(TCS, 'buy', 82_00, 300);
    const order = ordered(squareOff());
    expect([order.origin, ended(order)]).toEqual(['square-off-on-loss', '300 canceled no-liquidity']);
    expect([sale.endReason, more.endReason, delivery.endReason]).toEqual(['squared-off', 'squared-off', null]);
    // 300 x 82 = 24,600 for the 24,000 that were lent for them.
    expect([balanceOf(ASHA), heldOf(ASHA), balanceOf('margin-loans')]).toEqual([2_600_00, 1_600_00, -8_000_00]);
    still.quote(TCS, 'buy', 81_90, 100);
    expect(ended(ordered(squareOff()))).toBe('100 filled filled');
    expect([balanceOf(ASHA), balanceOf('house'), balanceOf('margin-loans')]).toEqual([2_790_00, 0, 0]);
    expect(still.engine.venue.intraday.size).toBe(0);
  });

  test('a shortfall is the house’s: nobody ever owes, and what is held for other orders is not touched', () => {
    place({ symbol: 'INFY', quantity: 20, limitPrice: 100_00, timeInForce: 'gtc' }); // 2000 held: nothing is free
    still.clear(TCS);
    still.mark(TCS, 80_50);
    still.quote(TCS, 'buy', 80_00, 380);
    squareOff();
    // 380 x 80 = 30,400 is just what was lent for 380 shares.
    expect([balanceOf('house'), balanceOf('margin-loans'), balanceOf(ASHA)]).toEqual([0, -1_600_00, 2_000_00]);
    still.apply({ kind: 'start-day', day: 1 }); // the band follows the price down
    still.mark(TCS, 76_00);
    still.quote(TCS, 'buy', 75_00, 20);
    squareOff();
    // 20 x 75 = 1500 of 1600.
    expect([balanceOf('house'), balanceOf('margin-loans')]).toEqual([-100_00, 0]);
    expect([balanceOf(ASHA), heldOf(ASHA)]).toEqual([2_000_00, 2_000_00]);
  });

  test('nothing to close, nobody known, nothing listed', () => {
    expect(still.apply({ kind: 'square-off', account: RAVI, symbol: TCS, cause: 'loss' })).toEqual({
      isAccepted: true,
      order: null,
    });
    expect(refusal(still.apply({ kind: 'square-off', account: 99, symbol: TCS, cause: 'loss' }))).toBe(
      'unknown-account',
    );
    expect(refusal(still.apply({ kind: 'square-off', account: RAVI, symbol: 'NONE', cause: 'loss' }))).toBe(
      'unknown-instrument',
    );
  });
});

describe('halted, blocked, closed, and the end of the day', () => {
  test('halted: no orders, but whoever waits may leave; stops do not fire', () => {
    const waiting = place({ quantity: 1, limitPrice: 90_00 });
    still.apply({ kind: 'set-halted', symbol: TCS, isHalted: true });
    expect(refusal(still.apply(orderOf({ account: ASHA, symbol: TCS, side: 'buy', quantity: 1 })))).toBe(
      'trading-halted',
    );
    expect(still.engine.desk(TCS, still.at).place(-1, 'sell', 90_00, 5)).toBeNull();
    expect(still.engine.desk(TCS, still.at).take(-1, 'sell', 5, 90_00)).toBe(0);
    expect(waiting.filledQuantity).toBe(0);
    expect(still.apply({ kind: 'cancel-order', account: ASHA, orderId: waiting.id })).toMatchObject({
      isAccepted: true,
    });
    expect(refusal(still.apply({ kind: 'set-halted', symbol: 'NONE', isHalted: true }))).toBe('unknown-instrument');
  });

  test('blocked: every open order ends, stops and queued ones too, and nothing new is taken', () => {
    const resting = place({ quantity: 1, limitPrice: 90_00, timeInForce: 'gtc' });
    const stop = place({ quantity: 1, orderType: 'stop', stopPrice: 110_00, timeInForce: 'gtc' });
    still.apply({ kind: 'close-market' });
    const queued = place({ quantity: 1 });
    still.apply({ kind: 'set-blocked', account: ASHA, isBlocked: true });
    expect([resting, stop, queued].map(({ endReason }) => endReason)).toEqual(
      Array.from({ length: 3 }, () => 'account-blocked'),
    );
    expect(heldOf(ASHA)).toBe(0);
    expect(refusal(still.apply(orderOf({ account: ASHA, symbol: TCS, side: 'buy', quantity: 1 })))).toBe(
      'account-blocked',
    );
    still.apply({ kind: 'open-market' });
    still.mark(TCS, 110_00);
    expect([queued.filledQuantity, stop.triggeredAt]).toEqual([0, null]);
    expect(refusal(still.apply({ kind: 'set-blocked', account: 99, isBlocked: true }))).toBe('unknown-account');
  });

  test('closed: orders wait in line and trade in their turn when it opens', () => {
    const resting = place({ account: RAVI, side: 'sell', quantity: 5, limitPrice: 100_00, timeInForce: 'gtc' });
    still.apply({ kind: 'close-market' });
    const [first, second] = [place({ quantity: 3, limitPrice: 100_00 }), place({ quantity: 4 })];
    expect([resting.filledQuantity, first.level, second.level, heldOf(ASHA)]).toEqual([0, null, null, 300_00 + 420_00]);
    // Quotes may be put up, but nothing trades.
    expect(still.engine.desk(TCS, still.at).place(-1, 'buy', 100_00, 5)).toBeNull();
    expect(still.engine.desk(TCS, still.at).take(-1, 'buy', 5, 100_00)).toBe(0);
    expect(still.engine.desk(TCS, still.at).place(-1, 'sell', 101_00, 1)).not.toBeNull();
    still.apply({ kind: 'open-market' });
    expect([ended(first), ended(second)]).toEqual(['3 filled filled', '3 canceled no-liquidity']);
    expect(second.filledValue).toBe(2 * 100_00 + 101_00);
  });

  test('opened into a halt: queued orders wait on until it ends', () => {
    place({ account: RAVI, side: 'sell', quantity: 5, limitPrice: 100_00, timeInForce: 'gtc' });
    still.apply({ kind: 'close-market' });
    const queued = place({ quantity: 3, limitPrice: 100_00 });
    still.apply({ kind: 'set-halted', symbol: TCS, isHalted: true });
    still.apply({ kind: 'open-market' });
    expect(queued.filledQuantity).toBe(0);
    still.apply({ kind: 'set-halted', symbol: TCS, isHalted: false });
    expect(queued.filledQuantity).toBe(3);
  });

  test('a new day: day orders expire, good-till-canceled ones stay, the close and the band move', () => {
    const [day, gtc] = [
      place({ quantity: 1, limitPrice: 90_00 }),
      place({ quantity: 1, limitPrice: 90_00, timeInForce: 'gtc' }),
    ];
    const stop = place({ quantity: 1, orderType: 'stop', stopPrice: 110_00, timeInForce: 'gtc' });
    still.mark(TCS, 105_00);
    still.apply({ kind: 'start-day', day: 7 });
    expect([ended(day), wireStatus(day), gtc.isOpen, stop.status]).toEqual([
      '0 expired day-ended',
      'FAILED',
      true,
      'stop-pending',
    ]);
    const { quote, instrument } = still.engine.market(TCS)!;
    expect([instrument.previousClose, quote.open, quote.high, quote.low, quote.volume]).toEqual([
      105_00, 105_00, 105_00, 105_00, 0,
    ]);
    expect(
      refusal(still.apply(orderOf({ account: ASHA, symbol: TCS, side: 'buy', quantity: 1, limitPrice: 83_95 }))),
    ).toBe('outside-price-band');
    expect([still.engine.venue.day, heldOf(ASHA)]).toEqual([7, 90_00 + 115_50]);
  });
});

test('a stop waits for its trigger and is pending', () => {
  const order = place({ quantity: 1, orderType: 'stop', stopPrice: 101_00 });
  expect([order.status, order.isOpen, order.level, wireStatus(order)]).toEqual(['stop-pending', true, null, 'PENDING']);
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

  test('to nobody', () => {
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

describe('the people’s pressure on the price', () => {
  test('what people take is told to the crowd once: bought less sold', () => {
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
