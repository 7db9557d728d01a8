// Saving and restoring the state: a restored engine equals the old one, whatever waits in it, and goes on in the same way.
import { expect, test } from 'vitest';
import { orderOf, stillMarket } from '../tests/still-market.ts';
import type { Still } from '../tests/still-market.ts';
import { Engine } from './engine.ts';
import { restoreEngine, takeSnapshot } from './snapshot.ts';
import type { Listener } from './trade/listener.ts';
import type { Order } from './trade/order.ts';
import { DEFAULT_FEES } from './trade/settings.ts';

const nothing = (): void => {};
const silent: Listener = {
  opened: nothing,
  transferred: nothing,
  accepted: nothing,
  rested: nothing,
  triggered: nothing,
  modified: nothing,
  exitDue: nothing,
  filled: nothing,
  ended: nothing,
  lotChanged: nothing,
  acted: nothing,
  traderChanged: nothing,
  instrumentChanged: nothing,
  venueChanged: nothing,
  traded: nothing,
};

/** Two people with orders of every kind that can be open, lots of both products, settings that are not the usual ones. */
function busy(): Still {
  const still = stillMarket({ TCS: 100_00, INFY: 200_00 }, { 1: 100_000_00, 2: 100_000_00, 3: 0 });
  still.quote('TCS', 'sell', 100_00, 60);
  const place = (asked: Parameters<typeof orderOf>[0]) => still.apply(orderOf(asked));
  place({ account: 1, symbol: 'TCS', side: 'buy', quantity: 20 });
  place({ account: 1, symbol: 'TCS', side: 'buy', quantity: 10, product: 'intraday' });
  place({ account: 2, symbol: 'TCS', side: 'buy', quantity: 30 });
  // Rested second, but was placed first: its trigger came later.
  place({
    account: 1,
    symbol: 'TCS',
    side: 'sell',
    quantity: 2,
    orderType: 'stop-limit',
    stopPrice: 99_00,
    limitPrice: 101_00,
    timeInForce: 'gtc',
  });
  place({ account: 2, symbol: 'TCS', side: 'sell', quantity: 5, limitPrice: 101_00, timeInForce: 'gtc' });
  still.mark('TCS', 99_00);
  place({ account: 1, symbol: 'TCS', side: 'buy', quantity: 8, limitPrice: 98_00, product: 'intraday' });
  still.quote('TCS', 'sell', 98_00, 3);
  place({
    account: 2,
    symbol: 'INFY',
    side: 'buy',
    quantity: 1,
    orderType: 'stop',
    stopPrice: 205_00,
    timeInForce: 'gtc',
  });
  still.apply({ kind: 'set-blocked', account: 3, isBlocked: true });
  still.apply({ kind: 'set-halted', symbol: 'INFY', isHalted: true });
  still.apply({ kind: 'set-limits', limits: { maxBuyLimit: 90, maxSellLimit: 80, timeframeInHours: 5 } });
  still.apply({
    kind: 'set-fees',
    fees: {
      ...DEFAULT_FEES,
      commissionRate: 20_000,
      flatFee: 100,
      statutory: { ...DEFAULT_FEES.statutory, isOn: true },
    },
  });
  still.apply({ kind: 'start-day', day: 12 });
  place({ account: 1, symbol: 'TCS', side: 'buy', quantity: 8, limitPrice: 97_00, timeInForce: 'gtc' });
  place({ account: 2, symbol: 'TCS', side: 'sell', quantity: 5, limitPrice: 101_00, timeInForce: 'gtc' });
  still.apply({ kind: 'close-market' });
  place({ account: 2, symbol: 'TCS', side: 'buy', quantity: 7, limitPrice: 102_00 });
  place({ account: 1, symbol: 'TCS', side: 'buy', quantity: 7 });
  for (const symbol of ['TCS', 'INFY']) still.clear(symbol);
  return still;
}

/** The sells of TCS in their order in the queue. */
function queue(engine: Engine): number[] {
  return [...engine.market('TCS')!.book.orders('sell')].map(({ id }) => id);
}

const through = (still: Still) => restoreEngine(JSON.parse(JSON.stringify(takeSnapshot(still.engine))), silent);

test('an empty engine', () => {
  const empty = takeSnapshot(new Engine(silent));
  expect(takeSnapshot(restoreEngine(JSON.parse(JSON.stringify(empty)), silent))).toEqual(empty);
});

test('everything comes back', () => {
  const still = busy();
  const restored = through(still);
  restored.venue.at = still.engine.venue.at;
  expect(takeSnapshot(restored)).toEqual(takeSnapshot(still.engine));
  const { ledger } = still.engine.venue;
  expect(ledger.accounts().map(({ id }) => restored.venue.ledger.held(id))).toEqual(
    ledger.accounts().map(({ id }) => ledger.held(id)),
  );
  const waiting = queue(still.engine);
  expect(queue(restored)).toEqual(waiting);
  expect(waiting).not.toEqual(waiting.toSorted((a, b) => a - b));
  expect([...restored.venue.intraday].map(({ traderId }) => traderId)).toEqual([1]);
});

test('a snapshot is a copy: later changes do not affect it', () => {
  const still = busy();
  const snapshot = takeSnapshot(still.engine);
  const text = JSON.stringify(snapshot);
  still.apply({ kind: 'open-market' });
  still.apply({ kind: 'deposit', account: 3, amount: 5, paymentId: 1 });
  still.apply({ kind: 'start-day', day: 13 });
  expect(JSON.stringify(snapshot)).toBe(text);
});

test('the same commands lead both to the same end', () => {
  const still = busy();
  const restored = through(still);
  const state = (order: Order) => `${order.id} ${order.filledQuantity} ${order.status}`;
  const tradesBefore = still.engine.venue.lastTradeId;
  let sequence = 1000;
  for (const command of [
    { kind: 'open-market' },
    orderOf({ account: 1, symbol: 'TCS', side: 'buy', quantity: 9, limitPrice: 101_00 }),
    { kind: 'set-halted', symbol: 'INFY', isHalted: false },
    orderOf({ account: 2, symbol: 'TCS', side: 'sell', quantity: 20, limitPrice: 97_00, timeInForce: 'gtc' }),
    { kind: 'square-off', account: 1, symbol: 'TCS', cause: 'day-end' },
    orderOf({ account: 3, symbol: 'TCS', side: 'buy', quantity: 1 }),
    { kind: 'start-day', day: 13 },
  ] as const) {
    sequence++;
    const stamp = { sequence, at: still.at };
    const [one, other] = [still.engine.apply(command, stamp), restored.apply(command, stamp)];
    expect(other.isAccepted ? other.order && state(other.order) : other.refusal).toEqual(
      one.isAccepted ? one.order && state(one.order) : one.refusal,
    );
    expect(takeSnapshot(restored)).toEqual(takeSnapshot(still.engine));
  }
  expect(still.engine.venue.lastTradeId).toBeGreaterThan(tradesBefore);
});
