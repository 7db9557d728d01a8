// Halted, blocked, closed, and the end of the day: what orders may do then, and how waiting orders end.
import { beforeEach, describe, expect, test } from 'vitest';
import { ASHA, ended, heldOf, place, RAVI, refusal, setScene, still, TCS } from '../tests/scenes/two-traders.ts';
import { orderOf } from '../tests/still-market.ts';
import { thinsBooks } from './market-day.ts';

beforeEach(setScene);

describe('halted, blocked, closed, and the end of the day', () => {
  test('halted: no orders, but waiting ones may be canceled; stops do not fire', () => {
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
    expect([ended(day), gtc.isOpen, stop.status]).toEqual(['0 expired day-ended', true, 'stop-pending']);
    const { quote, instrument } = still.engine.market(TCS)!;
    expect([instrument.previousClose, quote.open, quote.high, quote.low, quote.volume]).toEqual([
      105_00, 105_00, 105_00, 105_00, 0,
    ]);
    expect(
      refusal(still.apply(orderOf({ account: ASHA, symbol: TCS, side: 'buy', quantity: 1, limitPrice: 83_95 }))),
    ).toBe('outside-price-band');
    expect([still.engine.venue.day, heldOf(ASHA)]).toEqual([7, 90_00 + 115_50]);
  });

  test('a day that the market notices late: orders from after its beginning stay', () => {
    const evening = place({ quantity: 1, limitPrice: 90_00 });
    const beganAt = (still.at += 500);
    const morning = place({ quantity: 1, limitPrice: 91_00 });
    const stop = place({ quantity: 1, orderType: 'stop', stopPrice: 110_00 });
    still.at += 500;
    still.apply({ kind: 'start-day', day: 7, beganAt });
    expect([evening, morning, stop].map(({ endReason }) => endReason)).toEqual(['day-ended', null, null]);
    still.apply({ kind: 'start-day', day: 8 });
    expect([morning.endReason, stop.endReason]).toEqual(['day-ended', 'day-ended']);
  });

  test('a day that comes after a later one does nothing', () => {
    still.apply({ kind: 'start-day', day: 7 });
    const order = place({ quantity: 1, limitPrice: 90_00 });
    still.apply({ kind: 'start-day', day: 6 });
    expect([still.engine.venue.day, order.isOpen]).toEqual([7, true]);
  });
});

test('after the end of a halt and after new terms simulated traders quote at once, and after nothing else', () => {
  const ofStock = (isHalted: boolean) => thinsBooks({ kind: 'set-halted', symbol: TCS, isHalted });
  const ofMarket = (isHalted: boolean) => thinsBooks({ kind: 'halt-market', isHalted });
  expect([true, false].map(ofStock)).toEqual([false, true]);
  expect([true, false].map(ofMarket)).toEqual([false, true]);
  expect(thinsBooks({ kind: 'set-terms', symbol: TCS, tickSize: 5, priceBand: 100_000 })).toBe(true);
  expect([thinsBooks({ kind: 'open-market' }), thinsBooks({ kind: 'open-account', account: 1 })]).toEqual([
    false,
    false,
  ]);
});
