// A buy with target and stop loss over HTTP on a real exchange and database: one exit, sold once, at one of its two prices.
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
});
afterAll(() => server.close());

const bracket = (more = {}) => ({
  stock: 'MERIT',
  type: 'BUY',
  orderType: 'LIMIT',
  quantity: 10,
  price: 400,
  target: 420,
  stopLoss: 390,
  ...more,
});
const place = (order: object, trader = asha, headers = {}) =>
  server.call('POST /orders', order, { token: trader.token, headers });
const cancel = (id: string) => server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
const modify = (id: string, change: object) =>
  server.call('POST /modifyOrder/{id}', { id, ...change }, { token: asha.token });
const portfolio = async () => (await server.call('GET /portfolio', {}, { token: asha.token })).body.data;
const isProven = async () =>
  (await server.call('GET /ledger/verify', {}, { token: (await server.admin()).token })).body.data.ok;

interface Shown {
  _id: string;
  entryId: string | null;
  orderType: string;
  quantity: number;
  filledQuantity: number;
  status: string;
  reason: string;
  averagePrice: number | null;
  price: number;
  stopPrice: number | null;
}

async function exits(): Promise<Shown[]> {
  const { body } = await server.call('GET /getOrders', { limit: 50 }, { token: asha.token });
  return (body.data.orders as Shown[]).filter(({ orderType }) => orderType === 'BRACKET').reverse();
}

async function bought(quantity = 10): Promise<string> {
  server.quote('MERIT', 'sell', 400_00, quantity);
  const id = (await place(bracket())).body.data._id;
  await server.beat();
  return id;
}

test('the buy tells its target and stop loss; what it brings waits in one exit, and its story says so', async () => {
  server.quote('MERIT', 'sell', 400_00, 4);
  const placed = await place(bracket());
  expect(placed.body.data).toMatchObject({
    orderType: 'LIMIT',
    target: 420,
    stopLoss: 390,
    entryId: null,
    filledQuantity: 4,
  });
  const id = placed.body.data._id;
  await server.beat();
  expect(await exits()).toMatchObject([
    { type: 'SELL', entryId: id, quantity: 4, price: 420, stopPrice: 390, timeInForce: 'GTC', status: 'PENDING' },
  ]);
  expect((await exits())[0].reason).toBe('Waits for the target at ₹420.00, or the stop loss at ₹390.00.');
  // The rest of the buy brings more: an exit for just that.
  server.quote('MERIT', 'sell', 400_00, 6);
  server.turn((engine) => engine.desk('MERIT', server.clock.at));
  await server.beat();
  const sum = (await exits()).reduce((count, { quantity }) => count + quantity, 0);
  expect(sum).toBe((await portfolio()).portfolio[0].quantity);
  const { body } = await server.call('GET /orders/{id}/events', { id }, { token: asha.token });
  expect(body.data[0].text).toMatch(/with a target at ₹420.00 and a stop loss at ₹390.00/);
  const exit = (await server.call('GET /orders/{id}/events', { id: (await exits())[0]._id }, { token: asha.token }))
    .body;
  expect(exit.data[0].text).toBe(
    `Sell the 4 shares of MERIT that order ${id} brought: at ₹420.00 or better, or at the market once the price falls to ₹390.00. Whichever comes first; the other is gone then.`,
  );
});

test('a buy that waits is not moved to its stop loss or its target: what it brings would be sold at once', async () => {
  const id = (await place(bracket({ price: 395 }))).body.data._id;
  for (const price of [385, 390, 420, 425]) {
    const { status, body } = await modify(id, { quantity: 10, price });
    const sentence = `The target must be above ₹${price}.00, and the stop loss below it.`;
    expect([status, body.message]).toEqual([422, sentence]);
  }
  expect((await modify(id, { quantity: 10, price: 391 })).body.data).toMatchObject({ price: 391, status: 'PENDING' });
  await cancel(id);
});

test('the target is reached: all is sold there, and the stop loss never fires', async () => {
  await bought();
  server.quote('MERIT', 'buy', 420_00, 10);
  server.turn((engine) => void engine.desk('MERIT', server.clock.at).take(-4, 'sell', 1, 420_00));
  // The exit rests at its target: somebody who buys takes it.
  server.turn((engine) => void engine.desk('MERIT', server.clock.at).take(-5, 'buy', 10, 420_00));
  await server.exchange.read(() => null);
  const [exit] = await exits();
  expect(exit).toMatchObject({ status: 'COMPLETED', filledQuantity: 10, averagePrice: 420 });
  expect(exit.reason).toBe('Sold at the target of ₹420.00 or better.');
  server.mark('MERIT', 385_00);
  await server.beat();
  expect(await exits()).toHaveLength(1);
  expect((await portfolio()).portfolio).toEqual([]);
  expect(server.told.at(-1)!.notification.message).toMatch(/, the target of your buy\.$/);
  expect(await isProven()).toBe(true);
});

test('the price falls to the stop loss: all goes to the market, and the target is gone', async () => {
  await bought();
  server.quote('MERIT', 'buy', 388_00, 20);
  server.mark('MERIT', 390_00);
  await server.exchange.read(() => null);
  const [exit] = await exits();
  expect(exit).toMatchObject({ status: 'COMPLETED', filledQuantity: 10, averagePrice: 388 });
  expect(exit.reason).toBe('Sold at the market, because the price had fallen to the stop loss at ₹390.00.');
  server.turn((engine) => expect(engine.desk('MERIT', server.clock.at).take(-5, 'buy', 10, 420_00)).toBe(0));
  expect((await portfolio()).portfolio).toEqual([]);
  expect(server.told.at(-1)!.notification.message).toMatch(/, the stop loss of your buy\.$/);
  expect(await isProven()).toBe(true);
});

test('what nobody buys at the stop loss is left without one, and its holder is told so', async () => {
  await bought();
  server.quote('MERIT', 'buy', 388_00, 7);
  server.mark('MERIT', 390_00);
  await server.exchange.read(() => null);
  expect(server.told.at(-1)!.notification.message).toBe(
    'Your order to sell 10 MERIT has ended. Nobody was left to trade with within 5% of the last price. Sold 7 of 10 MERIT at ₹388.00. The shares that it has not sold no longer have a target and stop loss.',
  );
});

test('a part sold at the target leaves the rest with its stop loss', async () => {
  await bought();
  server.turn((engine) => void engine.desk('MERIT', server.clock.at).take(-5, 'buy', 3, 420_00));
  server.quote('MERIT', 'buy', 389_00, 20);
  server.mark('MERIT', 390_00);
  await server.exchange.read(() => null);
  // 3 x 420 and 7 x 389, on average 398.30.
  expect(await exits()).toMatchObject([{ status: 'COMPLETED', filledQuantity: 10, averagePrice: 398.3 }]);
});

test('an exit is changed and canceled like any order, and then the shares are free', async () => {
  await bought();
  const [{ _id: id }] = await exits();
  const changed = await modify(id, { quantity: 10, price: 430, stopPrice: 395 });
  expect(changed.body.data).toMatchObject({ price: 430, stopPrice: 395, orderType: 'BRACKET' });
  const told: { text: string }[] = (await server.call('GET /orders/{id}/events', { id }, { token: asha.token })).body
    .data;
  expect(told.find(({ text }) => text.startsWith('You changed'))?.text).toMatch(
    /^You changed it: sell 10 shares at ₹430.00 or better, or at the market once the price falls to ₹395.00\. /,
  );
  for (const [change, sentence] of [
    [{ quantity: 10, price: 430, stopPrice: 431 }, /stop/i],
    [{ quantity: 11, price: 430, stopPrice: 395 }, /Not enough Istock to sell/],
    [{ quantity: 10, price: 430 }, /./],
  ] as const) {
    const refused = await modify(id, change);
    expect([refused.status >= 400 && refused.status < 500, refused.body.message]).toEqual([
      true,
      expect.stringMatching(sentence),
    ]);
  }
  expect((await portfolio()).portfolio[0].availableQuantity).toBe(0);
  expect((await cancel(id)).status).toBe(200);
  await server.beat();
  expect((await portfolio()).portfolio[0].availableQuantity).toBe(10);
  expect(await exits()).toHaveLength(1);
});

test('shares that were sold before the exit came are not sold twice', async () => {
  server.quote('MERIT', 'sell', 400_00, 10);
  await place(bracket());
  server.quote('MERIT', 'buy', 399_00, 6);
  await place({ stock: 'MERIT', type: 'SELL', orderType: 'MARKET', quantity: 6 });
  await server.beat();
  expect(await exits()).toMatchObject([{ quantity: 4 }]);
});

test('in a halt the exit waits, and comes when trading goes on', async () => {
  server.quote('MERIT', 'sell', 400_00, 10);
  await place(bracket());
  await server.exchange.submit({ kind: 'set-halted', symbol: 'MERIT', isHalted: true });
  await server.beat();
  expect(await exits()).toEqual([]);
  await server.exchange.submit({ kind: 'set-halted', symbol: 'MERIT', isHalted: false });
  await server.beat();
  await server.beat();
  expect(await exits()).toMatchObject([{ quantity: 10, status: 'PENDING' }]);
});

test('what is due, and the exits that stand, are stored as the engine knows them', async () => {
  const stands = await bought();
  server.quote('MERIT', 'sell', 400_00, 7);
  const due = (await place(bracket({ quantity: 7 }))).body.data._id;
  await server.exchange.read(() => null);
  const snapshot = await loadSnapshot(server.database, 1, server.clock.at);
  expect(snapshot.exitsDue).toMatchObject([{ entryId: Number(due), quantity: 7 }]);
  expect(snapshot.orders.find((order) => order.entryId === Number(stands))).toMatchObject({
    orderType: 'bracket',
    origin: 'exit',
    limitPrice: 420_00,
    stopPrice: 390_00,
  });
});

test('what cannot be is refused with a sentence, and nothing changes', async () => {
  const before = await server.stateHash();
  const wrongSide = 'The target must be above ₹400.00, and the stop loss below it.';
  const onlyBuys =
    'A target and a stop loss belong to a buy or to a bracket sale, and both are sums above zero with at most two decimals.';
  const tries: [object, number, string][] = [
    [{ target: 400 }, 422, wrongSide],
    [{ stopLoss: 400 }, 422, wrongSide],
    [{ target: 390, stopLoss: 420 }, 422, wrongSide],
    [{ target: undefined }, 400, 'Set both a target and a stop loss, or neither.'],
    [{ stopLoss: null }, 400, 'Set both a target and a stop loss, or neither.'],
    [{ target: -1 }, 400, onlyBuys],
    [{ stopLoss: 0 }, 400, onlyBuys],
    [{ target: 420.001 }, 400, onlyBuys],
    [{ target: 1e300 }, 400, 'A target and a stop loss can be at most ₹1,00,00,000.00.'],
    [{ target: '420' }, 400, onlyBuys],
    [{ type: 'SELL' }, 400, onlyBuys],
  ];
  for (const [change, status, message] of tries) {
    const reply = await place(bracket(change));
    expect([change, reply.status, reply.body.message]).toEqual([change, status, message]);
  }
  expect(await server.stateHash()).toBe(before);
});

test('shares bought on margin keep their stop loss past midnight, until they are sold for their owner', async () => {
  server.quote('MERIT', 'sell', 400_00, 10);
  await place(bracket({ isIntraday: true }));
  await server.beat();
  const { day } = await server.exchange.read(({ venue }) => ({ day: venue.day }));
  await server.exchange.submit({ kind: 'start-day', day: day + 1 });
  expect(await exits()).toMatchObject([{ status: 'PENDING', quantity: 10, stopPrice: 390 }]);
  server.quote('MERIT', 'buy', 399_00, 10);
  const { accountNo: account } = asha;
  await server.exchange.submit({ kind: 'square-off', account, symbol: 'MERIT', cause: 'day-end' });
  expect((await exits())[0].reason).toBe('Canceled because intraday positions were closed.');
  expect((await portfolio()).portfolio).toEqual([]);
});

test('twenty at once: every share that came has one exit, and the books are true', async () => {
  server.quote('MERIT', 'sell', 400_00, 55);
  const replies = await Promise.all(Array.from({ length: 20 }, () => place(bracket({ quantity: 5 }))));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all([server.beat(), server.beat(), server.beat()]);
  const sum = (await exits()).reduce((count, { quantity }) => count + quantity, 0);
  expect(sum).toBe(55);
  expect(await isProven()).toBe(true);
});
