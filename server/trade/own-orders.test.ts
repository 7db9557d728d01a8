// A list that is remembered is never older than what its trader has been told.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayText, marketDay } from '../../core/market/day.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

let trading: Trading;

beforeAll(async () => {
  trading = await startTrading();
  trading.quote('MERIT', 'sell', 400_00, 1_000);
});

afterAll(() => trading.close());

interface Listed {
  readonly orders: readonly { readonly _id: string; readonly status: string }[];
  readonly totalOrders: number;
}

async function list(token: string, input: object = {}): Promise<Listed> {
  const { body } = await trading.call('GET /getOrders', input, { token });
  return body.data as Listed;
}

const buy = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1 };

test('an order, its fill and its cancel stand in the list as soon as they are answered', async () => {
  const { token } = await trading.trader(10_000_00);
  expect((await list(token)).totalOrders).toBe(0);
  const waiting = await trading.call('POST /orders', { ...buy, price: 390 }, { token });
  const { _id: id } = waiting.body.data as { _id: string };
  expect((await list(token)).orders).toMatchObject([{ _id: id, status: 'PENDING' }]);
  await trading.call('POST /cancelOrder/{id}', { id }, { token });
  expect((await list(token)).orders).toMatchObject([{ _id: id, status: 'FAILED' }]);
  await trading.call('POST /orders', { ...buy, price: 400 }, { token });
  expect((await list(token)).orders.map(({ status }) => status)).toEqual(['COMPLETED', 'FAILED']);
});

test('a fill by somebody else changes the list of the one who waited', async () => {
  const [asha, ravi] = [await trading.trader(10_000_00), await trading.trader(10_000_00)];
  await trading.call('POST /orders', { ...buy, price: 400 }, { token: ravi.token });
  await trading.call('POST /orders', { ...buy, price: 395 }, { token: asha.token });
  expect((await list(asha.token)).orders).toMatchObject([{ status: 'PENDING' }]);
  await trading.call('POST /orders', { ...buy, type: 'SELL', price: 395 }, { token: ravi.token });
  expect((await list(asha.token)).orders).toMatchObject([{ status: 'COMPLETED' }]);
});

test('pages, filters and people are kept apart', async () => {
  const [asha, ravi] = [await trading.trader(100_000_00), await trading.trader(10_000_00)];
  for (let n = 0; n < 12; n++) await trading.call('POST /orders', { ...buy, price: 380 }, { token: asha.token });
  const [first, second] = [
    await list(asha.token, { page: 1, limit: 10 }),
    await list(asha.token, { page: 2, limit: 10 }),
  ];
  expect([first.orders.length, second.orders.length, second.totalOrders]).toEqual([10, 2, 12]);
  expect((await list(asha.token, { status: 'COMPLETED' })).totalOrders).toBe(0);
  for (let page = 1; page <= 12; page++) {
    const { orders } = await list(asha.token, { page, limit: 1 });
    expect(orders.map(({ _id }) => _id)).toEqual([(await list(asha.token, { limit: 100 })).orders[page - 1]._id]);
  }
  expect((await list(ravi.token)).totalOrders).toBe(0);
});

test('lists that are read while orders come are never behind an answer', async () => {
  const { token } = await trading.trader(1_000_000_00);
  const place = async (): Promise<void> => {
    const { body } = await trading.call('POST /orders', { ...buy, price: 380 }, { token });
    const { _id: id } = body.data as { _id: string };
    const { orders } = await list(token, { limit: 100 });
    expect(orders.map(({ _id }) => _id)).toContain(id);
  };
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 10 }, place));
});

test('days: those on which orders were placed, both included, and no page of other days', async () => {
  const { token } = await trading.trader(10_000_00);
  const DAY_MS = 86_400_000;
  const days: string[] = [];
  for (let n = 0; n < 3; n++) {
    await trading.call('POST /orders', { ...buy, price: 380, timeInForce: 'GTC' }, { token });
    days.push(dayText(marketDay(trading.clock.at)));
    trading.clock.at += DAY_MS;
  }
  const found = async (span: object) => (await list(token, span)).totalOrders;
  expect(await found({ from: days[1] })).toBe(2);
  expect(await found({ to: days[1] })).toBe(2);
  expect(await found({ from: days[1], to: days[1] })).toBe(1);
  expect(await found({ from: '2001-01-01', to: '2001-12-31' })).toBe(0);
  expect(await found({})).toBe(3);
  for (const span of [{ from: days[2], to: days[0] }, { from: '2026-02-30' }, { to: 'today' }])
    expect((await trading.call('GET /getOrders', span, { token })).status).toBe(400);
});

test('beyond an order nothing is skipped, although orders end meanwhile', async () => {
  const { token } = await trading.trader(100_000_00);
  for (let n = 0; n < 6; n++) await trading.call('POST /orders', { ...buy, price: 380 }, { token });
  const pending = { status: 'PENDING', limit: 2 };
  const ids = (await list(token, { ...pending, limit: 6 })).orders.map(({ _id }) => _id);
  const first = await list(token, pending);
  expect(first.orders.map(({ _id }) => _id)).toEqual(ids.slice(0, 2));
  for (const id of ids.slice(0, 2)) await trading.call('POST /cancelOrder/{id}', { id }, { token });
  const second = await list(token, { ...pending, after: ids[1] });
  expect([second.orders.map(({ _id }) => _id), second.totalOrders]).toEqual([ids.slice(2, 4), 4]);
  // The page does not matter then.
  expect(await list(token, { ...pending, after: ids[1], page: 7 })).toMatchObject({ orders: second.orders });
  expect((await list(token, { ...pending, after: ids[5] })).orders).toEqual([]);
  for (const after of ['0', '-1', '1.5', 'x', '9'.repeat(16)])
    expect((await trading.call('GET /getOrders', { after }, { token })).status).toBe(400);
});
