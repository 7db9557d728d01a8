// The opening auction as its participants see it: what fills, at which price, in which order, and what happens to the rest.
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlaceOrder } from '../command.ts';
import { orderOf, stillMarket } from '../../tests/still-market.ts';
import type { Still } from '../../tests/still-market.ts';
import type { Order } from './order.ts';

const TCS = 'TCS';
const [ASHA, RAVI, MEENA] = [1, 2, 3];

let still: Still;

beforeEach(() => {
  still = stillMarket({ [TCS]: 100_00 }, { [ASHA]: 100_000_00, [RAVI]: 100_000_00, [MEENA]: 100_000_00 });
  still.apply({ kind: 'set-fees', fees: { ...still.engine.venue.fees, commissionRate: 0, flatFee: 0 } });
  for (const account of [ASHA, RAVI, MEENA]) {
    still.quote(TCS, 'sell', 100_00, 100);
    place({ account, quantity: 100, limitPrice: 100_00 });
  }
  still.apply({ kind: 'close-market' });
  still.apply({ kind: 'start-day', day: 1 });
  still.fills.length = 0;
});

function place(asked: Partial<PlaceOrder> & Pick<PlaceOrder, 'quantity'>): Order {
  const outcome = still.apply(orderOf({ account: ASHA, symbol: TCS, side: 'buy', ...asked }));
  if (!outcome.isAccepted) throw new Error(outcome.refusal.reason);
  return outcome.order!;
}

const buy = (account: number, quantity: number, limitPrice = 0) => place({ account, quantity, limitPrice });
const sell = (account: number, quantity: number, limitPrice = 0) =>
  place({ account, quantity, limitPrice, side: 'sell' });
const auction = () => still.apply({ kind: 'hold-auction' });
const fills = () => still.fills.map(({ order, quantity, price }) => `${order.id}: ${quantity} @ ${price}`);
const standing = ({ orderType, limitPrice, remaining, level, endReason }: Order) =>
  endReason ?? `${orderType} ${remaining} @ ${limitPrice}${level === null ? ' queued' : ''}`;
const heldOf = (account: number) => still.engine.venue.ledger.held(still.engine.venue.traders.get(account)!.cash);

describe('the opening auction', () => {
  test('everybody trades at one price, whatever their limit, and the rest of their hold is released', () => {
    const [one, two] = [buy(ASHA, 4, 102_00), buy(ASHA, 6, 100_00)];
    const other = sell(RAVI, 10, 99_00);
    expect(fills()).toEqual([]);
    auction();
    // 10 of 10 at each price from 99.00 to 100.00: the previous close.
    expect([one, two, other].map(standing)).toEqual(['filled', 'filled', 'filled']);
    expect(new Set(still.fills.map(({ price }) => price))).toEqual(new Set([100_00]));
    expect(heldOf(ASHA)).toBe(0);
    expect(still.engine.market(TCS)!.quote).toMatchObject({ open: 100_00, last: 100_00, volume: 10 });
  });

  test('the taker is who came to the book, or the later one if both did', () => {
    const takers = () => still.fills.filter(({ isMaker }) => !isMaker).map(({ order }) => order);
    const [bid, offer] = [buy(ASHA, 4, 100_00), sell(RAVI, 4, 100_00)];
    auction();
    expect([bid, offer].map(standing)).toEqual(['filled', 'filled']);
    expect(takers()).toEqual([offer]);
    // The next morning an offer waits in the book already.
    still.apply({ kind: 'open-market' });
    still.clear(TCS);
    const resting = place({ account: RAVI, side: 'sell', quantity: 3, limitPrice: 100_00, timeInForce: 'gtc' });
    still.apply({ kind: 'close-market' });
    still.apply({ kind: 'start-day', day: 2 });
    still.fills.length = 0;
    const early = buy(MEENA, 3, 100_00);
    auction();
    expect([resting, early].map(standing)).toEqual(['filled', 'filled']);
    expect(takers()).toEqual([early]);
  });

  test('the better price comes first, then the earlier order', () => {
    const [late, early, better] = [buy(ASHA, 5, 100_00), buy(MEENA, 5, 100_00), buy(ASHA, 5, 101_00)];
    sell(RAVI, 7, 100_00);
    auction();
    expect([better, late, early].map(standing)).toEqual(['filled', 'limit 3 @ 10000', 'limit 5 @ 10000']);
  });

  test('a simulated trader waits behind a person at the same price', () => {
    still.quote(TCS, 'sell', 101_00, 5);
    const person = sell(RAVI, 5, 101_00);
    const taker = buy(ASHA, 6, 101_00);
    auction();
    expect([person, taker].map(standing)).toEqual(['filled', 'filled']);
    expect(still.engine.market(TCS)!.book.depth('sell', 1)).toEqual([{ price: 101_00, quantity: 4, orders: 1 }]);
  });

  test('only market orders: the previous close', () => {
    const [one, other] = [buy(ASHA, 8), sell(RAVI, 5)];
    auction();
    expect(still.fills.map(({ price, quantity }) => [price, quantity])).toEqual([
      [100_00, 5],
      [100_00, 5],
    ]);
    // The three that are left become orders at the opening price, for the day.
    expect([one, other].map(standing)).toEqual(['limit 3 @ 10000', 'filled']);
    expect([one.timeInForce, heldOf(ASHA)]).toEqual(['day', 300_00]);
  });

  test('a market order that meets nobody asks the previous close', () => {
    still.quote(TCS, 'sell', 105_05, 5);
    const order = buy(ASHA, 8);
    auction();
    // 105.05 is more than 5 % above the last price.
    expect(fills()).toEqual([]);
    expect(standing(order)).toBe('limit 8 @ 10000');
  });

  test('the protection of the remainder counts from the price before the auction', () => {
    still.apply({ kind: 'open-market' });
    still.mark(TCS, 108_00);
    still.apply({ kind: 'close-market' });
    still.apply({ kind: 'start-day', day: 2 });
    // 5 % below 108.00 is 102.60: at 101.00 it does not trade, and it does not come down to the buy at 101.00 either.
    const market = sell(ASHA, 5);
    const bid = buy(RAVI, 9, 101_00);
    sell(MEENA, 4, 99_00);
    auction();
    expect([bid, market].map(standing)).toEqual(['limit 5 @ 10100', 'limit 5 @ 10260']);
  });

  test('an order of the book that is changed at night waits by its number, as all others do', () => {
    still.apply({ kind: 'open-market' });
    const old = place({ account: MEENA, quantity: 5, limitPrice: 98_00, timeInForce: 'gtc' });
    still.apply({ kind: 'close-market' });
    const evening = buy(ASHA, 5, 99_00);
    const change = { account: MEENA, orderId: old.id, quantity: 5, limitPrice: 99_00, stopPrice: 0 };
    expect(still.apply({ kind: 'modify-order', ...change }).isAccepted).toBe(true);
    expect(standing(old)).toBe('limit 5 @ 9900 queued');
    still.apply({ kind: 'start-day', day: 2 });
    sell(RAVI, 5, 99_00);
    auction();
    expect([old, evening].map(standing)).toEqual(['filled', 'limit 5 @ 9900']);
  });

  test('limits that nobody meets go to the book, in the order in which they came', () => {
    const [first, second] = [buy(ASHA, 1, 98_00), buy(RAVI, 2, 98_00)];
    auction();
    expect([first, second].map(standing)).toEqual(['limit 1 @ 9800', 'limit 2 @ 9800']);
    expect([first.queuedBehind, second.queuedBehind]).toEqual([0, 1]);
  });

  test('of orders of one person that would meet, the earlier one ends', () => {
    const [offer, bid] = [sell(ASHA, 5, 99_00), buy(ASHA, 5, 101_00)];
    const stranger = sell(RAVI, 5, 100_00);
    auction();
    expect([offer, bid, stranger].map(standing)).toEqual(['self-trade', 'filled', 'filled']);
  });

  test('cash that does not pay for all of a market order at the price', () => {
    const cash = still.engine.venue.ledger.balance(still.engine.venue.traders.get(ASHA)!.cash);
    // All the cash at the last price: 900 shares. At 104.00 it pays for 865.
    const order = buy(ASHA, 900);
    still.quote(TCS, 'sell', 104_00, 2_000);
    auction();
    expect(cash).toBe(90_000_00);
    expect([standing(order), order.filledQuantity]).toEqual(['cash-exhausted', 865]);
  });

  test('a market order goes no further than the cash of another day pays for one share', () => {
    still.apply({ kind: 'open-market' });
    still.mark(TCS, 120_00);
    still.apply({ kind: 'close-market' });
    // The band ends at 120.00 today, and so much is set aside. Tomorrow the protection lies at 126.00.
    const order = buy(ASHA, 1);
    expect(heldOf(ASHA)).toBe(120_00);
    still.apply({ kind: 'start-day', day: 2 });
    sell(RAVI, 1, 120_05);
    auction();
    expect([fills(), standing(order)]).toEqual([[], 'limit 1 @ 12000']);
  });

  test('stops, immediate-or-cancel and fill-or-kill orders wait for continuous trading', () => {
    const stop = place({ quantity: 1, orderType: 'stop', stopPrice: 101_00 });
    const ioc = place({ quantity: 1, limitPrice: 103_00, timeInForce: 'ioc' });
    const fok = place({ account: MEENA, quantity: 1, timeInForce: 'fok', orderType: 'market' });
    sell(RAVI, 5, 101_00);
    const taker = buy(MEENA, 2, 101_00);
    auction();
    expect([taker, ioc, fok].map(standing)).toEqual(['filled', 'limit 1 @ 10300 queued', 'market 1 @ 0 queued']);
    // The price of the opening has reached the trigger; it fires when trading is continuous.
    still.quote(TCS, 'sell', 104_00, 1);
    expect([still.engine.market(TCS)!.quote.last, stop.status]).toEqual([101_00, 'stop-pending']);
    still.apply({ kind: 'open-market' });
    expect([ioc, fok, stop].map(standing)).toEqual(['filled', 'filled', 'filled']);
  });

  test('once a day, not while trading is open, and not in a stock that is halted', () => {
    still.apply({ kind: 'set-halted', symbol: TCS, isHalted: true });
    auction();
    still.apply({ kind: 'set-halted', symbol: TCS, isHalted: false });
    const [one, other] = [buy(ASHA, 1, 100_00), sell(RAVI, 1, 100_00)];
    auction();
    expect([one, other].map(standing)).toEqual(['limit 1 @ 10000 queued', 'limit 1 @ 10000 queued']);
    still.apply({ kind: 'open-market' });
    expect([one, other].map(standing)).toEqual(['filled', 'filled']);
    still.apply({ kind: 'start-day', day: 2 });
    auction();
    expect(still.engine.venue.auctionDay).toBe(1);
  });
});

describe('a day that ends', () => {
  test('day orders end with trading; those good till canceled stay, and so do those for the next day', () => {
    still.apply({ kind: 'open-market' });
    const [day, gtc] = [buy(ASHA, 1, 90_00), place({ quantity: 1, limitPrice: 91_00, timeInForce: 'gtc' })];
    still.apply({ kind: 'close-market' });
    const next = buy(ASHA, 1, 92_00);
    still.apply({ kind: 'close-market' });
    still.apply({ kind: 'start-day', day: 2 });
    expect([day, gtc, next].map(standing)).toEqual(['day-ended', 'limit 1 @ 9100', 'limit 1 @ 9200 queued']);
  });
});
