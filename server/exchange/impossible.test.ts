// Damage that no sum finds is reported by table and row; data written by the exchange itself is always possible.
import { beforeEach, expect, test } from 'vitest';
import type { Snapshot } from '../../core/snapshot.ts';
import { takeSnapshot } from '../../core/snapshot.ts';
import { orderOf, stillMarket } from '../../tests/still-market.ts';
import type { Still } from '../../tests/still-market.ts';
import { impossibleIn, restorePossible } from './impossible.ts';

const [ASHA, RAVI] = [1, 2];
const TCS = 'TCS';

let still: Still;
let sound: Snapshot;

/** Asha has shares on margin, an offer, a bid and a stop; Ravi has bought with exits that are not placed yet. */
beforeEach(() => {
  still = stillMarket({ [TCS]: 100_00, INFY: 50_00 }, { [ASHA]: 10_000_00, [RAVI]: 10_000_00 });
  const place = (account: number, asked: object) =>
    still.apply(orderOf({ account, symbol: TCS, side: 'buy', quantity: 10, ...asked }));
  still.quote(TCS, 'sell', 100_00, 50);
  place(ASHA, { product: 'intraday' });
  place(ASHA, {});
  place(ASHA, { side: 'sell', orderType: 'limit', limitPrice: 104_00, quantity: 3 });
  place(ASHA, { orderType: 'limit', limitPrice: 97_00, quantity: 3 });
  place(ASHA, { orderType: 'stop', stopPrice: 103_00, quantity: 2 });
  place(RAVI, { exits: { target: 110_00, stop: 95_00 } });
  sound = structuredClone(takeSnapshot(still.engine));
});

test('the state that was written is possible', () => {
  expect(sound.orders.length).toBe(3);
  expect(sound.exitsDue.length).toBe(1);
  expect(impossibleIn(sound)).toEqual([]);
  expect(() => restorePossible(sound, still.engine.venue.listener)).not.toThrow();
});

test('a stock that has fallen until its band has one price is possible', () => {
  // Two paise, 20 % around them and a tick of one: what is traded there is the close of the next day.
  Object.assign(sound.instruments[1].instrument, { previousClose: 2, tickSize: 1 });
  Object.assign(sound.instruments[1].quote, { last: 2, open: 2, high: 3, low: 2 });
  expect(impossibleIn(sound)).toEqual([]);
  expect(() => restorePossible(sound, still.engine.venue.listener)).not.toThrow();
});

/** Writes one value where the path leads. */
function damage(state: object, path: string, value: unknown): void {
  const way = path.split('.');
  const last = way.pop()!;
  Reflect.set(
    way.reduce((part: object, step) => Reflect.get(part, step) as object, state),
    last,
    value,
  );
}

test.each<[named: string, path: string, value: unknown]>([
  ['venues: the venue has an impossible limits', 'venue.limits', 5],
  ['venues: the venue has an impossible limits', 'venue.limits.maxBuyLimit', -1],
  ['venues: the venue has an impossible fees', 'venue.fees', { a: 1 }],
  ['venues: the venue has an impossible fees', 'venue.fees.commissionRate', 2_000_000],
  ['venues: the venue has an impossible fees', 'venue.fees.statutory', undefined],
  ['venues: the venue has an impossible fees', 'venue.fees.statutory.isOn', 1],
  ['venues: the venue has an impossible fees', 'venue.fees.statutory.rates', [{ from: 1 }]],
  ['venues: the venue has an impossible market_day', 'venue.day', -5],
  ['venues: the venue has an impossible auction_day', 'venue.auctionDay', 20_000_000],
  ['instruments: TCS has an impossible tick, band or close', 'instruments.0.instrument.tickSize', 0],
  ['instruments: TCS has an impossible tick, band or close', 'instruments.0.instrument.priceBand', 0],
  ['instruments: TCS has an impossible last price or day', 'instruments.0.quote.last', 0],
  ['instruments: INFY has an impossible shares_issued', 'instruments.1.instrument.sharesIssued', -1],
  ['instruments: number 7 stands where 2 must', 'instruments.1.instrument.id', 7],
  ['traders: trader 9 has an impossible account', 'traders.1.account', 9],
  ['traders: trader 1 has an impossible bonus', 'traders.0.bonus', { rewardId: 1, left: 0, expiresAt: 1 }],
  ['ledger_accounts: account 0 has an impossible owner', 'accounts.0.account.owner', 'nobody'],
  ['lots: lot 1 of trader 1 has an impossible product', 'positions.0.lots.0.product', 'xx'],
  ['lots: lot 1 of trader 1 has an impossible price', 'positions.0.lots.0.price', -5],
  ['lots: lot 1 of trader 1 has an impossible instrument', 'positions.0.symbol', ''],
  ['lots: lot 2 of trader 1 has an impossible loan', 'positions.0.lots.1.loan', 5],
  ['fills: those of account 1 in a stock that is not listed are nobody', 'positions.0.symbol', ''],
  ['orders: order 9 has an impossible account', 'orders.0.account', 99],
  ['orders: order 9 has an impossible instrument', 'orders.0.symbol', ''],
  ['orders: order 9 has an impossible side', 'orders.0.side', 'bye'],
  ['orders: order 9 has an impossible order_type', 'orders.0.orderType', 'x'],
  ['orders: order 9 has an impossible status', 'orders.0.status', 'filled'],
  ['orders: order 9 has an impossible status', 'orders.0.status', 'stop-pending'],
  ['orders: order 9 has an impossible remaining', 'orders.0.remaining', 0],
  ['orders: order 9 has an impossible limit_price', 'orders.0.limitPrice', 104_01],
  ['orders: order 9 has an impossible priority', 'orders.0.priority', -3],
  ['orders: order 10 has an impossible charges', 'orders.1.chargeTerms.commissionRate', -5],
  ['orders: order 10 has an impossible charges', 'orders.1.statutory', -5],
  ['orders: order 10 has an impossible charges', 'orders.1.chargeTerms.statutory', { from: 1 }],
  ['orders: order 10 has an impossible sums', 'orders.1.intradayValue', 1e12],
  ['orders: order 10 has an impossible sums', 'orders.1.held', -5],
  ['orders: order 11 has an impossible stop_price', 'orders.2.stopPrice', 0],
  ['exits_due: the exit of order 12 has an impossible account', 'exitsDue.0.account', 99],
  ['exits_due: the exit of order 12 has an impossible product', 'exitsDue.0.product', 'xx'],
  ['exits_due: the exit of order 12 has an impossible target', 'exitsDue.0.exits.target', -5],
])('%s', (named, path, value) => {
  damage(sound, path, value);
  expect(impossibleIn(sound).join('; ')).toContain(named);
});

test.each([
  ['a bid that holds a paisa too much', 'orders.1.held', /: orders: order 10 holds \d+, and needs \d+$/],
  ['an account out of its turn', 'accounts.8.account.id', /: its accounts, orders and positions: /],
])('%s', (_, path, said) => {
  damage(sound, path, 60_000);
  expect(() => restorePossible(sound, still.engine.venue.listener)).toThrow(said);
});
