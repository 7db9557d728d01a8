// The story of an order where its steps could come in another order than they are read: waits that end, changes, closed hours.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { dayStartAt, HOUR_MS, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { processorTime } from '../../tests/processor-time.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

const SECOND_MS = 1_000;
const FRIDAY = marketDay(Date.UTC(2026, 2, 6));
const MONDAY = FRIDAY + 3;
const TEN = dayStartAt(FRIDAY) + 10 * HOUR_MS;

let server: Trading;
let asha: Awaited<ReturnType<Trading['trader']>>;

beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00 }, null, new TradingCalendar('nse'), TEN);
});
beforeEach(async () => {
  asha = await server.trader(100_000_00);
  server.clear('MERIT');
  server.mark('MERIT', 400_00);
});
afterAll(() => server.close());

async function buy(more: object): Promise<string> {
  const order = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 10, ...more };
  return (await server.call('POST /orders', order, { token: asha.token })).body.data._id;
}

const change = (id: string, to: object) => server.call('POST /modifyOrder/{id}', { id, ...to }, { token: asha.token });

/** A simulated trader takes what waits at `price`. */
const take = (side: 'buy' | 'sell', quantity: number, price: number) =>
  server.turn((engine) => void engine.desk('MERIT', server.clock.at).take(-5, side, quantity, price));

/** Each step with its time in India. */
async function story(id: string): Promise<string[]> {
  const { body } = await server.call('GET /orders/{id}/events', { id }, { token: asha.token });
  const events = body.data as { at: string; kind: string; text: string }[];
  return events.map(({ at, kind, text }) => {
    const since = Date.parse(at) - dayStartAt(FRIDAY);
    return `${String(Math.floor(since / HOUR_MS))}:${new Date(since).toISOString().slice(14, 19)} ${kind}: ${text}`;
  });
}

test('an exit waits at its target before its stop fires, and its fills are counted as they came', async () => {
  server.quote('MERIT', 'sell', 400_00, 10);
  const entry = await buy({ price: 400, target: 420, stopLoss: 390 });
  await server.beat();
  server.clock.at = TEN + SECOND_MS;
  take('buy', 3, 420_00);
  server.clock.at = TEN + 2 * SECOND_MS;
  server.quote('MERIT', 'buy', 389_00, 20);
  server.mark('MERIT', 390_00);
  const [exit] = (await server.call('GET /getOrders', { limit: 1 }, { token: asha.token })).body.data.orders;
  expect(exit).toMatchObject({ entryId: entry, status: 'COMPLETED' });
  expect((await story(exit._id)).slice(1)).toEqual([
    '10:00:00 held: 10 shares set aside, so that none can be sold twice.',
    '10:00:00 queued: Joined the queue at ₹420.00, first in line.',
    '10:00:01 filled: Fill 1 of 2: sold 3 to the market at ₹420.00; 3 of 10 done.',
    '10:00:02 triggered: The price fell to the trigger at ₹390.00: the order became a market order.',
    '10:00:02 filled: Fill 2 of 2: sold 7 to the market at ₹389.00; 10 of 10 done.',
    '10:00:02 ended: Filled. 10 shares for ₹3,983.00, on average ₹398.30; charges ₹44.83.',
  ]);
});

test('of an order that was changed very often, how it was placed and the newest changes are told, and nobody waits', async () => {
  const id = await buy({ price: 399 });
  await server.database.query(
    `insert into order_changes (venue, order_id, at, before, after)
     select venue, id, created_at + n, jsonb_build_object('quantity', 9 + n, 'limitPrice', limit_price, 'stopPrice', 0),
       jsonb_build_object('quantity', 10 + n, 'limitPrice', limit_price, 'stopPrice', 0)
     from orders, generate_series(1, 20000) n where id = $1`,
    [id],
  );
  const took = processorTime();
  const told = await story(id);
  expect(took()).toBeLessThan(1_000);
  const changes = told.filter((step) => step.includes(' modified: '));
  expect(changes).toHaveLength(501);
  expect(told[0]).toContain(' accepted: Buy 10 MERIT at ');
  expect([changes[0], changes.at(-1)]).toEqual([
    expect.stringContaining('buy 11 shares at'),
    expect.stringContaining('buy 20,010 shares at'),
  ]);
  await server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
});

test('what was filled before a change is counted before what the change brought', async () => {
  const from = server.clock.at;
  const id = await buy({ price: 399 });
  server.clock.at = from + SECOND_MS;
  take('sell', 4, 399_00);
  server.clock.at = from + 2 * SECOND_MS;
  server.quote('MERIT', 'sell', 400_00, 3);
  await change(id, { quantity: 12, price: 400 });
  server.clock.at = from + 3 * SECOND_MS;
  take('sell', 4, 400_00);
  expect((await story(id)).slice(2)).toEqual([
    '10:00:03 filled: Fill 1 of 3: bought 4 from the market at ₹399.00; 4 of 10 done.',
    '10:00:04 modified: You changed it: buy 12 shares at ₹400.00 or better. It comes as if it were new.',
    '10:00:04 filled: Fill 2 of 3: bought 3 from the market at ₹400.00; 7 of 12 done.',
    '10:00:04 queued: Joined the queue at ₹400.00, first in line.',
    '10:00:05 filled: Fill 3 of 3: bought 4 from the market at ₹400.00; 11 of 12 done.',
    '10:00:05 waiting: 11 of 12 filled; the rest waits in the book.',
  ]);
});

test('the cash that a changed stop has set aside is told with the change, not as if it had been so from the first', async () => {
  const from = server.clock.at;
  const id = await buy({ orderType: 'STOP', stopPrice: 410 });
  expect((await story(id))[1]).toMatch(
    / held: ₹4,353.05 set aside: the cost at up to 5% above the price, with charges/,
  );
  server.clock.at = from + SECOND_MS;
  await change(id, { quantity: 20, stopPrice: 412 });
  const { heldBalance } = (await server.call('GET /portfolio', {}, { token: asha.token })).body.data;
  expect(heldBalance).toBe(8_743.52);
  expect((await story(id)).slice(1)).toEqual([
    '10:00:05 held: Set aside: the cost at up to 5% above the price, with charges, or all the free cash if that is less.',
    '10:00:06 modified: You changed it: buy 20 shares once the price reaches ₹412.00.',
    '10:00:06 held: ₹8,743.52 set aside now.',
    '10:00:06 waiting: Waits for the price to reach ₹412.00.',
  ]);
});

test('the shares of a changed stop were as many as the order named when they were set aside', async () => {
  server.quote('MERIT', 'sell', 400_00, 10);
  await buy({ orderType: 'MARKET' });
  const id = await buy({ type: 'SELL', orderType: 'STOP', quantity: 4, stopPrice: 390 });
  await change(id, { quantity: 7, stopPrice: 390 });
  expect((await story(id))[1]).toBe('10:00:06 held: 4 shares set aside, so that none can be sold twice.');
});

test('what comes over the weekend joins the queue with the auction, or between auction and opening with trading', async () => {
  server.clock.at = dayStartAt(FRIDAY) + 15.5 * HOUR_MS;
  await server.exchange.submit({ kind: 'close-market' });
  server.clock.at = dayStartAt(FRIDAY) + 20 * HOUR_MS;
  const evening = await buy({ price: 390 });
  const market = await buy({ orderType: 'MARKET', quantity: 1 });
  expect((await story(evening)).at(-1)).toBe('20:00:00 waiting: Waits for trading to open.');
  server.clock.at = dayStartAt(MONDAY) + 9 * HOUR_MS;
  await server.exchange.submit({ kind: 'start-day', day: MONDAY });
  server.clock.at = dayStartAt(MONDAY) + 9 * HOUR_MS + 8 * MINUTE_MS;
  await server.exchange.submit({ kind: 'hold-auction' });
  server.clock.at += MINUTE_MS;
  const late = await buy({ price: 391 });
  server.clock.at = dayStartAt(MONDAY) + 9.25 * HOUR_MS;
  await server.exchange.submit({ kind: 'open-market' });
  // Three days on, the ninth hour is the 81st.
  expect((await story(evening)).slice(2)).toEqual([
    '81:08:00 queued: Joined the queue at ₹390.00, first in line.',
    '81:08:00 waiting: Waits in the book.',
  ]);
  expect((await story(market)).slice(2)).toEqual([
    '81:08:00 modified: What the opening auction left of it waits as a limit order at ₹400.00.',
    '81:08:00 queued: Joined the queue at ₹400.00, first in line.',
    '81:08:00 waiting: Waits in the book.',
  ]);
  expect((await story(late)).slice(2)).toEqual([
    '81:15:00 queued: Joined the queue at ₹391.00, first in line.',
    '81:15:00 waiting: Waits in the book.',
  ]);
});

test('what an auction trades comes before the queue, also for the order that was there first', async () => {
  const ravi = await server.trader(100_000_00);
  server.quote('MERIT', 'sell', 400_00, 4);
  const asRavi = { token: ravi.token };
  await server.call('POST /orders', { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 4 }, asRavi);
  server.clock.at = dayStartAt(MONDAY) + 15.5 * HOUR_MS;
  await server.exchange.submit({ kind: 'close-market' });
  const id = await buy({ price: 410 });
  const sale = { stock: 'MERIT', type: 'SELL', orderType: 'LIMIT', quantity: 4, price: 405 };
  await server.call('POST /orders', sale, asRavi);
  server.clock.at = dayStartAt(MONDAY + 1) + 9 * HOUR_MS;
  await server.exchange.submit({ kind: 'start-day', day: MONDAY + 1 });
  server.clock.at += 8 * MINUTE_MS;
  await server.exchange.submit({ kind: 'hold-auction' });
  server.clock.at = dayStartAt(MONDAY + 1) + 9.25 * HOUR_MS;
  await server.exchange.submit({ kind: 'open-market' });
  expect((await story(id)).slice(2)).toEqual([
    '105:08:00 filled: Fill 1 of 1: bought 4 from another trader at ₹405.00; 4 of 10 done.',
    '105:08:00 queued: Joined the queue at ₹410.00, first in line.',
    '105:08:00 waiting: 4 of 10 filled; the rest waits in the book.',
  ]);
  await server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
});

test('a trigger is told with the limit of then, whatever it has been changed to since', async () => {
  const from = server.clock.at;
  const last = await server.exchange.read((engine) => engine.market('MERIT')!.quote.last / 100);
  const id = await buy({ orderType: 'STOP-LIMIT', price: last - 1, stopPrice: last + 1 });
  server.clock.at = from + SECOND_MS;
  server.mark('MERIT', (last + 1) * 100);
  server.clock.at = from + 2 * SECOND_MS;
  await change(id, { quantity: 10, price: last - 2, stopPrice: last + 1 });
  const told = (await story(id)).filter((step) => / triggered: | queued: /.test(step));
  expect(told.map((step) => step.replace(/.* became/, 'became'))).toEqual([
    `became a limit order at ₹${(last - 1).toFixed(2)}.`,
    expect.stringContaining(`queued: Joined the queue at ₹${(last - 2).toFixed(2)}, first in line.`),
  ]);
});

test('what the cash does not pay for whole at the price of an auction ends, though it would pay for some of it', async () => {
  const last = await server.exchange.read((engine) => engine.market('MERIT')!.quote.last / 100);
  const ravi = await server.trader(100_000_00);
  const asRavi = { token: ravi.token };
  server.quote('MERIT', 'sell', last * 100, 2);
  await server.call('POST /orders', { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 2 }, asRavi);
  server.clock.at = dayStartAt(MONDAY + 1) + 15.5 * HOUR_MS;
  await server.exchange.submit({ kind: 'close-market' });
  // Enough for five at the last price with 1 % and 5, and for 14 rupees more.
  const cash = last * 5 * 1.01 + 5 + 14;
  asha = await server.trader(Math.round(cash * 100));
  const id = await buy({ orderType: 'MARKET', quantity: 5 });
  const sale = { stock: 'MERIT', type: 'SELL', orderType: 'LIMIT', quantity: 2, price: last + 10 };
  await server.call('POST /orders', sale, asRavi);
  server.clock.at = dayStartAt(MONDAY + 2) + 9 * HOUR_MS;
  await server.exchange.submit({ kind: 'start-day', day: MONDAY + 2 });
  server.clock.at += 8 * MINUTE_MS;
  await server.exchange.submit({ kind: 'hold-auction' });
  expect((await story(id)).at(-1)).toMatch(/ ended: The cash set aside did not pay for the rest\. 2 shares for /);
  const { balance } = (await server.call('GET /portfolio', {}, { token: asha.token })).body.data;
  expect(balance).toBeGreaterThan((last + 10) * 2);
});

test('what trades a moment after the hour, before the exchange closes, has waited in the book', async () => {
  const dayAt = dayStartAt(MONDAY + 2);
  server.clock.at = dayAt + 9.25 * HOUR_MS;
  await server.exchange.submit({ kind: 'open-market' });
  server.clear('MERIT');
  const last = await server.exchange.read((engine) => engine.market('MERIT')!.quote.last / 100);
  server.clock.at = dayAt + 15.5 * HOUR_MS - SECOND_MS;
  const early = await buy({ price: last - 1, quantity: 2 });
  server.clock.at = dayAt + 15.5 * HOUR_MS + 100;
  const late = await buy({ price: last - 2, quantity: 2 });
  take('sell', 1, (last - 1) * 100);
  take('sell', 2, (last - 2) * 100);
  server.clock.at += SECOND_MS;
  const idle = await buy({ price: last - 3, quantity: 2 });
  server.clock.at += SECOND_MS;
  await server.exchange.submit({ kind: 'close-market' });
  const steps = async (id: string) =>
    (await story(id)).slice(2).map((step) => step.replace(/^(\S+) (\w+): .*/, '$1 $2'));
  // Five days on, the 15th hour is the 135th.
  expect(await steps(early)).toEqual(['135:29:59 queued', '135:30:00 filled', '135:30:00 ended']);
  expect(await steps(late)).toEqual(['135:30:00 queued', '135:30:00 filled', '135:30:02 ended']);
  expect(await steps(idle)).toEqual(['135:30:01 queued', '135:30:02 ended']);
});

test('changed at night, it waits for the opening before an order that was placed later', async () => {
  const dayAt = dayStartAt(MONDAY + 3);
  server.clock.at = dayAt + 9.25 * HOUR_MS;
  await server.exchange.submit({ kind: 'open-market' });
  server.clear('MERIT');
  const last = await server.exchange.read((engine) => engine.market('MERIT')!.quote.last / 100);
  const first = await buy({ price: last - 2, timeInForce: 'GTC' });
  server.clock.at = dayAt + 16 * HOUR_MS;
  await server.exchange.submit({ kind: 'close-market' });
  const second = await buy({ price: last - 1 });
  expect((await change(first, { quantity: 10, price: last - 1 })).status).toBe(200);
  expect((await story(first)).find((step) => step.includes('modified'))).toMatch(
    /It leaves the book and waits for the opening: after the orders that stay there, and before those placed later\.$/,
  );
  server.clock.at = dayStartAt(MONDAY + 4) + 9 * HOUR_MS;
  await server.exchange.submit({ kind: 'start-day', day: MONDAY + 4 });
  server.clear('MERIT');
  server.quote('MERIT', 'sell', (last - 1) * 100, 10);
  server.clock.at += 8 * MINUTE_MS;
  await server.exchange.submit({ kind: 'hold-auction' });
  const filledOf = async (id: string) =>
    (await story(id)).filter((step) => / filled: .* 10 of 10 done/.test(step)).length;
  expect([await filledOf(first), await filledOf(second)]).toEqual([1, 0]);
});
