// Changing a pending order over HTTP on a real exchange and database: what it holds, its story, repeats, and whose it is.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSnapshot } from '../exchange/load.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

let server: Trading;
let asha: Awaited<ReturnType<Trading['trader']>>;
let ravi: Awaited<ReturnType<Trading['trader']>>;

beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00 });
  asha = await server.trader(10_000_00);
  ravi = await server.trader(10_000_00);
});
afterAll(() => server.close());

type Person = { token: string };
const key = (value: string) => ({ 'idempotency-key': value });

async function limitBuy(quantity: number, price: number): Promise<string> {
  const order = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity, price };
  return (await server.call('POST /orders', order, { token: asha.token })).body.data._id;
}

const modify = (person: Person, id: string, change: object, headers = {}) =>
  server.call('POST /modifyOrder/{id}', { id, ...change }, { token: person.token, headers });
const free = async () => (await server.call('GET /portfolio', {}, { token: asha.token })).body.data.balance;

test('what was set aside at first is told with the charges of then, whatever an order of another size pays', async () => {
  const id = await limitBuy(5, 390);
  const fees = await server.exchange.read(({ venue }) => venue.fees);
  await server.exchange.submit({ kind: 'set-fees', fees: { ...fees, commissionRate: 20_000 } });
  await modify(asha, id, { quantity: 4, price: 390 });
  // 4 x 390, 2 % and 5.
  expect(await free()).toBe(10_000 - (1_560 + 31.2 + 5));
  const { body } = await server.call('GET /orders/{id}/events', { id }, { token: asha.token });
  expect(body.data[1].text).toBe('₹1,974.50 set aside: 5 × ₹390.00 (₹1,950.00) and charges of ₹24.50.');
  await server.exchange.submit({ kind: 'set-fees', fees });
  await server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
});

test('what a change would cost is said by the terms of the order, whatever fees are in force by then', async () => {
  const id = await limitBuy(5, 390);
  const fees = await server.exchange.read(({ venue }) => venue.fees);
  await server.exchange.submit({ kind: 'set-fees', fees: { ...fees, commissionRate: 20_000, flatFee: 50_00 } });
  const asked = (person: Person, change: object) =>
    server.call('GET /orders/{id}/charges', { id, ...change }, { token: person.token });
  // 5 x 395, 1 % and 5; the 1,974.50 that it holds come back first.
  expect((await asked(asha, { quantity: 5, price: 395 })).body.data).toMatchObject({
    value: 1_975,
    brokerage: 19.75,
    flatFee: 5,
    totalCharges: 24.75,
    cashNeeded: 1_999.75,
    balance: 10_000,
    cashAfter: 8_000.25,
  });
  // Another quantity comes as if it were new: 2 % of 1,560, and 50.
  expect((await asked(asha, { quantity: 4, price: 390 })).body.data).toMatchObject({ brokerage: 31.2, flatFee: 50 });
  expect(await free()).toBe(10_000 - 1_974.5);
  const answers = [
    asked(ravi, { quantity: 5, price: 395 }),
    asked(asha, { quantity: 0, price: 395 }),
    asked(asha, { quantity: 5 }),
    asked(asha, { quantity: 5, price: 395, stopPrice: 400 }),
    asked(asha, { quantity: 10_000_001, price: 395 }),
  ];
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 400, 400, 400, 422]);
  await server.exchange.submit({ kind: 'set-fees', fees });
  await server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
  expect((await asked(asha, { quantity: 5, price: 395 })).status).toBe(409);
});

test('what a change would meet with is said before it is asked for, in the words of the refusal', async () => {
  const id = await limitBuy(5, 390);
  for (const [change, keepsPlace] of [
    [{ quantity: 4, price: 390 }, true],
    [{ quantity: 5, price: 391 }, false],
    [{ quantity: 5, price: 300 }, false],
    [{ quantity: 100, price: 390 }, false],
    [{ quantity: 5_000, price: 390 }, false],
  ] as const) {
    const { data } = (await server.call('GET /orders/{id}/charges', { id, ...change }, { token: asha.token })).body;
    const { status, body } = await modify(asha, id, change);
    expect([data.keepsPlace, data.refusal], JSON.stringify(change)).toEqual([
      keepsPlace,
      status === 200 ? null : body.message,
    ]);
    if (status === 200) await modify(asha, id, { quantity: 5, price: 390 });
  }
  await server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
});

test('another price and more shares: what is held follows, and the story tells it', async () => {
  const id = await limitBuy(5, 390);
  // 5 x 390, 1 % and 5.
  expect(await free()).toBe(10_000 - 1_974.5);
  server.clock.at += 1_000;
  const changed = await modify(asha, id, { quantity: 6, price: 395 });
  expect(changed.body).toMatchObject({
    message: 'Order changed.',
    data: { quantity: 6, price: 395, status: 'PENDING' },
  });
  expect(await free()).toBe(10_000 - (2_370 + 23.7 + 5));
  server.clock.at += 1_000;
  await modify(asha, id, { quantity: 4, price: 395 });
  const { body } = await server.call('GET /orders/{id}/events', { id }, { token: asha.token });
  expect(body.data.map(({ kind, text }: { kind: string; text: string }) => `${kind}: ${text}`)).toEqual([
    expect.stringMatching(/^accepted: Buy 5 MERIT at ₹390.00 or better/),
    expect.stringMatching(/^held: ₹1,974.50 set aside: 5 × ₹390.00 \(₹1,950.00\) and charges of ₹24.50/),
    'modified: You changed it: buy 6 shares at ₹395.00 or better. It comes as if it were new.',
    'queued: Joined the queue at ₹395.00, first in line.',
    'modified: You changed it: buy 4 shares at ₹395.00 or better. It keeps its place.',
    'waiting: Waits in the book.',
  ]);
  // What is stored is what the engine knows.
  const stored = (await loadSnapshot(server.database, 1, server.clock.at)).orders.find(
    (order) => String(order.id) === id,
  );
  expect(stored).toMatchObject({ quantity: 4, remaining: 4, limitPrice: 395_00, held: 4 * 395_00 + 15_80 + 5_00 });
  await server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
  expect(await free()).toBe(10_000);
});

test('reply and list say when an order was changed last, as the screen was told at once', async () => {
  const id = await limitBuy(3, 385);
  server.clock.at += 90_000;
  const reply = await modify(asha, id, { quantity: 3, price: 384 }, key('changed-later'));
  server.clock.at += 5_000;
  const again = await modify(asha, id, { quantity: 3, price: 384 }, key('changed-later'));
  expect(again.body).toEqual(reply.body);
  const { body } = await server.call('GET /getOrders', { q: id }, { token: asha.token });
  const [{ createdAt, updatedAt }] = body.data.orders;
  expect(Date.parse(updatedAt) - Date.parse(createdAt)).toBe(90_000);
  expect(reply.body.data.updatedAt).toBe(updatedAt);
  await server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
});

test('a repeat with the same key changes nothing further and gets the same reply', async () => {
  const id = await limitBuy(5, 390);
  const first = await modify(asha, id, { quantity: 2, price: 390 }, key('change-1'));
  await modify(asha, id, { quantity: 3, price: 390 }, key('change-2'));
  const again = await modify(asha, id, { quantity: 2, price: 390 }, key('change-1'));
  expect(again.body).toEqual(first.body);
  const { rows } = await server.database.query<{ n: number }>(
    'select count(*) as n from order_changes where order_id = $1',
    [id],
  );
  expect(rows[0].n).toBe(2);
  expect((await modify(asha, id, { quantity: 9, price: 390 }, key('change-1'))).status).toBe(422);
  await server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
});

test('a fill is told by what the order asked for when it came', async () => {
  const { token } = await server.trader(10_000_00);
  server.quote('MERIT', 'sell', 390_00, 2);
  const order = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 5, price: 390 };
  const id: string = (await server.call('POST /orders', order, { token })).body.data._id;
  server.clock.at += 1_000;
  await modify({ token }, id, { quantity: 3, price: 390 });
  const { body } = await server.call('GET /orders/{id}/events', { id }, { token });
  expect(body.data.map(({ text }: { text: string }) => text)).toEqual(
    expect.arrayContaining([
      'Fill 1 of 1: bought 2 from the market at ₹390.00; 2 of 5 done.',
      'You changed it: buy 3 shares at ₹390.00 or better. It keeps its place.',
      '2 of 3 filled; the rest waits in the book.',
    ]),
  );
  await server.call('POST /cancelOrder/{id}', { id }, { token });
});

test('twenty changes at once leave the order whole, and the books true', async () => {
  const id = await limitBuy(5, 390);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => modify(asha, id, { quantity: i + 1, price: 380 + i })),
  );
  for (const { status } of replies) expect([200, 422]).toContain(status);
  const { body } = await server.call('GET /getOrders', { q: id }, { token: asha.token });
  const [{ quantity, price }] = body.data.orders;
  const cost = Math.round((quantity * price + (quantity * price) / 100 + 5) * 100) / 100;
  expect(await free()).toBe(Math.round((10_000 - cost) * 100) / 100);
  await server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
  const admin = await server.admin();
  expect((await server.call('GET /ledger/verify', {}, { token: admin.token })).body.data.ok).toBe(true);
});

test('what cannot be is refused with a sentence, and nothing changes', async () => {
  const id = await limitBuy(5, 390);
  const before = await server.stateHash();
  const tries: [object, number, RegExp][] = [
    [{ quantity: 0, price: 390 }, 400, /whole number/],
    [{ quantity: 1.5, price: 390 }, 400, /whole number/],
    [{ quantity: 5 }, 400, /^The price is missing/],
    [{ quantity: 5, price: null }, 400, /^The price is missing/],
    [{ quantity: 5, price: -1 }, 400, /Price must be/],
    [{ quantity: 5, price: 390, stopPrice: 400 }, 400, /Stop price cannot be changed/],
    [{ quantity: 500, price: 390 }, 422, /Insufficient balance/],
    [{ quantity: 5000, price: 1 }, 422, /./],
    [{ quantity: 5, price: 481 }, 422, /price band/],
  ];
  for (const [change, status, sentence] of tries) {
    const reply = await modify(asha, id, change);
    expect([change, reply.status, reply.body.message]).toEqual([change, status, expect.stringMatching(sentence)]);
  }
  // Another's order is as unknown as one that never was.
  for (const [person, target] of [
    [ravi, id],
    [asha, '424242'],
    [asha, 'x'],
  ] as const)
    expect((await modify(person, target, { quantity: 1, price: 390 })).status).toBe(404);
  expect(await server.stateHash()).toBe(before);
  await server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
  const ended = await modify(asha, id, { quantity: 1, price: 390 });
  expect([ended.status, ended.body.message]).toEqual([409, 'Order is already FAILED']);
});

test('a price for an order that has none is answered with the reason', async () => {
  const stop = { stock: 'MERIT', type: 'BUY', orderType: 'STOP', quantity: 5, stopPrice: 410 };
  const id: string = (await server.call('POST /orders', stop, { token: asha.token })).body.data._id;
  const before = await server.stateHash();
  const reply = await modify(asha, id, { quantity: 5, price: 400, stopPrice: 410 });
  const sentence = 'This order has no limit price to change: it trades at the market price.';
  expect([reply.status, reply.body.message]).toEqual([400, sentence]);
  expect(await server.stateHash()).toBe(before);
  // It waits for its trigger, and has no place in the book.
  await modify(asha, id, { quantity: 4, stopPrice: 411 });
  const { body } = await server.call('GET /orders/{id}/events', { id }, { token: asha.token });
  const told = 'You changed it: buy 4 shares once the price reaches ₹411.00.';
  expect(body.data.map(({ text }: { text: string }) => text)).toContain(told);
  await server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
});

test('a changed price that reaches the other side trades at once', async () => {
  server.quote('MERIT', 'sell', 401_00, 3);
  const id = await limitBuy(5, 390);
  const changed = await modify(asha, id, { quantity: 5, price: 401 });
  expect(changed.body.data).toMatchObject({ status: 'PENDING', filledQuantity: 3, averagePrice: 401 });
  const less = await modify(asha, id, { quantity: 3, price: 401 });
  expect([less.status, less.body.message]).toEqual([
    422,
    '3 shares are filled already. The quantity must be more than that.',
  ]);
});
