// What was traded by a clock that was ahead, and after it was set right: each day has its own trades, and all of them.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, marketDay } from '../../core/market/day.ts';
import { openVenue, VENUE } from '../../tests/trading-venue.ts';
import type { TradingVenue } from '../../tests/trading-venue.ts';
import { Exchange } from '../exchange/exchange.ts';
import { noteSetBack } from '../exchange/set-backs.ts';
import { createLog } from '../log.ts';
import { tradedSince } from '../rewards/standing.ts';
import { feesOfDays, ordersOfDays, previewFees } from './desk/fee-figures.ts';
import { readNoteDay } from './diary/contract-note.ts';
import { fillsOfDays, listFills } from './fill-queries.ts';
import { listOrders } from './order-queries.ts';

const ASHA = { venue: VENUE, account: 1 };

let server: TradingVenue;
let today: number;
beforeEach(async () => {
  server = await openVenue({ MERIT: 400_00 });
  today = marketDay(server.clock.at);
  await server.exchange.submit({ kind: 'open-account', account: 1 });
  await server.exchange.submit({ kind: 'deposit', account: 1, amount: 1_00_000_00, paymentId: 1 });
  await server.exchange.close();
});
afterEach(() => server.database.close());

/** A start by a clock that says `at`, as many buys as that of one share each, a minute apart, and the end of the process. */
async function buyAt(at: number, buys: number): Promise<void> {
  const nothing = (): void => {};
  let now = at;
  const parts = {
    db: server.database,
    venue: VENUE,
    log: createLog({ logLevel: 'silent' }),
    onTrade: nothing,
    onLost: nothing,
  };
  const exchange = await Exchange.open({ ...parts, now: () => now });
  await noteSetBack(server.database, VENUE, now);
  for (let buy = 0; buy < buys; buy++, now += 60_000) {
    exchange.turn((engine, turned) => void engine.desk('MERIT', turned).place(-1, 'sell', 400_00, 1));
    const order = {
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'gtc',
      product: 'delivery',
      quantity: 1,
      limitPrice: 400_00,
      stopPrice: 0,
    } as const;
    const { isAccepted } = await exchange.submit({ kind: 'place-order', account: 1, symbol: 'MERIT', ...order });
    expect(isAccepted).toBe(true);
  }
  await exchange.close();
}

const FEES = {
  commissionRate: 0,
  flatFee: 0,
  volumeDiscounts: [],
  promotions: [],
  statutory: { isOn: false, rates: [] },
};

/** How many trades each reading finds in these days. */
async function counted(fromDay: number, toDay = fromDay) {
  const { database: db } = server;
  const span = { fromDay, toDay };
  const note = await readNoteDay(db, ASHA, fromDay);
  const fees = await feesOfDays(db, VENUE, span);
  const page = { page: 1, limit: 1, ...span };
  return {
    listed: (await listOrders(db, ASHA, page)).total,
    transactions: (await listFills(db, ASHA, page)).total,
    diary: (await fillsOfDays(db, ASHA, span)).length,
    orders: await ordersOfDays(db, VENUE, span),
    fees: fees.reduce((sum, { orders }) => sum + orders, 0),
    ...(fromDay === toDay && { note: note.fills.length, noteOrders: note.orders.length }),
  };
}

const all = (trades: number) => ({
  listed: trades,
  transactions: trades,
  diary: trades,
  orders: trades,
  fees: trades,
});
const ofDay = (trades: number) => ({ ...all(trades), note: trades, noteOrders: trades });

test.each([
  ['a day', [3, 2, 4]],
  ['a day, with many before', [40, 2, 3]],
  ['a day, with many by the wrong clock', [3, 40, 2]],
  ['a day, with many after', [2, 3, 40]],
])('%s ahead, then set right', async (_, [before, ahead, after]) => {
  const { at } = server.clock;
  await buyAt(at, before);
  await buyAt(at + DAY_MS, ahead);
  await buyAt(at + 3 * HOUR_MS, after);
  expect(await counted(today)).toEqual(ofDay(before + after));
  expect(await counted(today + 1)).toEqual(ofDay(ahead));
  expect(await counted(today, today + 1)).toEqual(all(before + ahead + after));
  // The day that the clock was in once is here.
  await buyAt(at + DAY_MS + HOUR_MS, 5);
  await buyAt(at + 3 * DAY_MS, 6);
  expect(await counted(today)).toEqual(ofDay(before + after));
  expect(await counted(today + 1)).toEqual(ofDay(ahead + 5));
  expect(await counted(today + 2)).toEqual(ofDay(0));
  expect(await counted(today + 3)).toEqual(ofDay(6));
  expect(await tradedSince(server.database, ASHA, at + DAY_MS - 1)).toBe((ahead + 5 + 6) * 400_00);
  expect((await previewFees({ db: server.database, venue: VENUE }, FEES, today + 1)).orders).toBe(ahead + 5 + 6);
});

test('set back twice, and once while nothing was traded', async () => {
  const { at } = server.clock;
  await buyAt(at, 2);
  await buyAt(at + 300 * DAY_MS, 3);
  await buyAt(at + DAY_MS, 4);
  await buyAt(at + HOUR_MS, 0);
  await buyAt(at - DAY_MS, 5);
  await buyAt(at + 2 * DAY_MS, 6);
  expect(await counted(today - 1)).toEqual(ofDay(5));
  expect(await counted(today)).toEqual(ofDay(2));
  expect(await counted(today + 1)).toEqual(ofDay(4));
  expect(await counted(today + 2)).toEqual(ofDay(6));
  expect(await counted(today + 300)).toEqual(ofDay(3));
  expect(await counted(today - 1, today + 2)).toEqual(all(17));
});
