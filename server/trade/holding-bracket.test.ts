// A target and a stop loss for shares that are held already, over HTTP on a real exchange and database: one sale with two prices.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadSnapshot } from '../exchange/load.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

type Trader = Awaited<ReturnType<Trading['trader']>>;

let server: Trading;
let asha: Trader;

beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00 });
});
beforeEach(async () => {
  asha = await server.trader(100_000_00);
  server.clear('MERIT');
  server.mark('MERIT', 400_00);
  server.quote('MERIT', 'sell', 400_00, 10);
  await place({ stock: 'MERIT', type: 'BUY', quantity: 10 });
});
afterAll(() => server.close());

const sale = (more = {}) => ({
  stock: 'MERIT',
  type: 'SELL',
  orderType: 'BRACKET',
  quantity: 10,
  target: 420,
  stopLoss: 390,
  timeInForce: 'GTC',
  ...more,
});
const place = (order: object, headers = {}) => server.call('POST /orders', order, { token: asha.token, headers });
const read = async (id: string) => {
  const { body } = await server.call('GET /getOrders', { limit: 50 }, { token: asha.token });
  return body.data.orders.find((order: { _id: string }) => order._id === id);
};
const holding = async () => (await server.call('GET /portfolio', {}, { token: asha.token })).body.data.portfolio[0];
const storyOf = async (id: string): Promise<string[]> => {
  const { body } = await server.call('GET /orders/{id}/events', { id }, { token: asha.token });
  return body.data.map(({ text }: { text: string }) => text);
};
const isProven = async () =>
  (await server.call('GET /ledger/verify', {}, { token: (await server.admin()).token })).body.data.ok;

test('it waits at both prices, holds the shares, and says so', async () => {
  const { body } = await place(sale());
  expect(body.message).toBe('Sell order placed successfully.');
  const id = body.data._id;
  expect(await read(id)).toMatchObject({
    ...{ orderType: 'BRACKET', price: 420, stopPrice: 390, entryId: null, timeInForce: 'GTC', status: 'PENDING' },
    reason: 'Waits for the target at ₹420.00, or the stop loss at ₹390.00.',
  });
  expect((await holding()).availableQuantity).toBe(0);
  expect((await storyOf(id))[0]).toBe(
    'Sell 10 MERIT at ₹420.00 or better, or at the market once the price falls to ₹390.00, whichever comes first. Checked against trading limits, shares held and price band, and accepted.',
  );
  const stored = (await loadSnapshot(server.database, 1, server.clock.at)).orders.find(
    (order) => order.id === Number(id),
  );
  expect(stored).toMatchObject({ orderType: 'bracket', origin: 'trader', entryId: null, stopPrice: 390_00 });
});

test('the target is reached: sold there once, and the stop loss is gone', async () => {
  const id = (await place(sale())).body.data._id;
  // Others wait at this price too.
  server.turn((engine) => void engine.desk('MERIT', server.clock.at).take(-5, 'buy', 1000, 420_00));
  await server.exchange.read(() => null);
  expect(await read(id)).toMatchObject({
    ...{ status: 'COMPLETED', filledQuantity: 10, averagePrice: 420 },
    reason: 'Sold at the target of ₹420.00 or better.',
  });
  expect(server.told.at(-1)!.notification.message).toBe('Sold 10 MERIT at ₹420.00, your target.');
  server.quote('MERIT', 'buy', 384_00, 20);
  server.mark('MERIT', 385_00);
  await server.beat();
  expect(await holding()).toBe(undefined);
  expect(await isProven()).toBe(true);
});

test('the price falls to the stop loss: sold at the market, and the target is gone', async () => {
  const id = (await place(sale())).body.data._id;
  server.quote('MERIT', 'buy', 388_00, 20);
  server.mark('MERIT', 390_00);
  await server.exchange.read(() => null);
  expect(await read(id)).toMatchObject({
    ...{ status: 'COMPLETED', averagePrice: 388 },
    reason: 'Sold at the market, because the price had fallen to the stop loss at ₹390.00.',
  });
  expect(server.told.at(-1)!.notification.message).toBe('Sold 10 MERIT at ₹388.00, your stop loss.');
  server.turn((engine) => expect(engine.desk('MERIT', server.clock.at).take(-5, 'buy', 10, 420_00)).toBe(0));
});

test('its preview counts with the target, and its prices can be changed', async () => {
  const { stock: symbol, ...rest } = sale();
  const { body } = await server.call('GET /charges', { symbol, ...rest }, { token: asha.token });
  // 10 x 420, less 1 % and the flat fee of 5.
  expect(body.data).toMatchObject({ estimatedPrice: 420, value: 4200, totalCharges: 47 });
  const id = (await place(sale())).body.data._id;
  const change = { id, quantity: 4, price: 430, stopPrice: 380 };
  const changed = await server.call('POST /modifyOrder/{id}', change, { token: asha.token });
  expect(changed.body.data).toMatchObject({ quantity: 4, price: 430, stopPrice: 380, status: 'PENDING' });
  expect((await holding()).availableQuantity).toBe(6);
});

test('what cannot be is refused with a sentence, and nothing changes', async () => {
  const before = await server.stateHash();
  const around = 'The target must be above ₹400.00, and the stop loss below it.';
  const fields =
    'A target and a stop loss belong to a buy or to a bracket sale, and both are sums above zero with at most two decimals.';
  const together = 'Set both a target and a stop loss, or neither.';
  const waits = 'A bracket sale waits for its prices, so its validity must be DAY or GTC.';
  const tries: [object, number, string][] = [
    [{ target: 400 }, 422, around],
    [{ target: 300, stopLoss: 390 }, 422, around],
    [{ stopLoss: 400 }, 422, 'A sell stop must be below the last price, ₹400.00.'],
    [{ quantity: 11 }, 422, 'Not enough Istock to sell'],
    [{ type: 'BUY' }, 400, fields],
    [{ target: undefined, stopLoss: undefined }, 400, fields],
    [{ target: undefined, stopLoss: undefined, price: 420, stopPrice: 390 }, 400, fields],
    [{ target: undefined }, 400, together],
    [{ stopLoss: null }, 400, together],
    [{ target: 0 }, 400, fields],
    [{ stopLoss: '390' }, 400, fields],
    [{ target: 420.005 }, 400, fields],
    [{ timeInForce: 'IOC' }, 400, waits],
    [{ timeInForce: 'FOK' }, 400, waits],
    [{ orderType: 'LIMIT', price: 410 }, 400, fields],
  ];
  for (const [change, status, message] of tries) {
    const reply = await place(sale(change));
    expect([change, reply.status, reply.body.message]).toEqual([change, status, message]);
  }
  expect(await server.stateHash()).toBe(before);
});

test('twenty at once for ten shares: each share is in one of them, a key counts once, and the books are true', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => place(sale({ quantity: 3 }), { 'idempotency-key': `bracket-${i % 10}` })),
  );
  const placed = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.data._id));
  expect(placed.size).toBe(3);
  expect((await holding()).availableQuantity).toBe(1);
  server.quote('MERIT', 'buy', 389_00, 50);
  server.mark('MERIT', 390_00);
  await server.exchange.read(() => null);
  expect((await holding()).quantity).toBe(1);
  expect(await isProven()).toBe(true);
});
