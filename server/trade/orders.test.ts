// Placing, refusing and canceling orders over HTTP on a real exchange and database: statuses, sentences, and nothing changed.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, ZENITH: 100_00, QUIET: 50_00, HALTED: 10_00 });
  await server.exchange.submit({ kind: 'set-halted', symbol: 'HALTED', isHalted: true });
});
afterAll(() => server.close());

type Trader = Awaited<ReturnType<Trading['trader']>>;

const place = (trader: Trader, order: unknown, key?: string) =>
  server.call('POST /orders', order, {
    token: trader.token,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const cancel = (trader: Trader, id: string, key?: string) =>
  server.call(
    'POST /cancelOrder/{id}',
    { id },
    { token: trader.token, headers: key === undefined ? {} : { 'idempotency-key': key } },
  );
const get = (
  trader: Trader,
  name: 'GET /portfolio' | 'GET /getOrders' | 'GET /transactions' | 'GET /charges',
  input = {},
) => server.call(name, input, { token: trader.token });
const story = async (trader: Trader, id: string) =>
  (await server.call('GET /orders/{id}/events', { id }, { token: trader.token })).body.data as {
    kind: string;
    text: string;
  }[];

const buy = (quantity: number, more = {}) => ({ stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity, ...more });
const sell = (quantity: number, more = {}) => ({ ...buy(quantity, more), type: 'SELL' });

/** A trader who holds `quantity` of MERIT and has the rest of `cash` left. */
async function holder(quantity: number, cash = 1_000_000_00): Promise<Trader> {
  const trader = await server.trader(cash);
  server.quote('MERIT', 'sell', 400_00, quantity);
  const bought = await place(trader, buy(quantity));
  expect(bought.body.data).toMatchObject({ status: 'COMPLETED', filledQuantity: quantity });
  return trader;
}

test('a market buy walks the book, and the reply, the list, the fills and the portfolio agree', async () => {
  server.clear('MERIT');
  const asha = await server.trader(100_000_00);
  server.quote('MERIT', 'sell', 400_00, 3);
  server.quote('MERIT', 'sell', 401_00, 9);
  const placed = await place(asha, buy(5));
  expect([placed.status, placed.body.message]).toEqual([200, 'Order placed successfully.']);
  // 3 x 400 + 2 x 401 = 2002, on average 400.40; 1 % and 5 are 25.02.
  const order = {
    user: { name: asha.name },
    stock: { _id: 'MERIT', symbol: 'MERIT', name: 'MERIT Limited' },
    type: 'BUY',
    orderType: 'MARKET',
    quantity: 5,
    price: 400.4,
    stopPrice: null,
    timeInForce: 'IOC',
    isIntraday: false,
    status: 'COMPLETED',
    filledQuantity: 5,
    averagePrice: 400.4,
    charges: 25.02,
    reason: 'Filled.',
  };
  expect(placed.body.data).toMatchObject(order);
  const orders = await get(asha, 'GET /getOrders');
  expect(orders.body.data).toMatchObject({ totalOrders: 1, totalPages: 1, page: 1 });
  // The list shows the stock as it is now: the last trade was at 401.
  expect(orders.body.data.orders[0]).toEqual({ ...placed.body.data, stock: { ...placed.body.data.stock, price: 401 } });
  const fills = await get(asha, 'GET /transactions');
  expect(fills.body.data.transactions).toMatchObject([
    {
      quantity: 2,
      price: 401,
      totalAmount: 802,
      charges: 8.02,
      type: 'BUY',
      status: 'COMPLETED',
      companyName: 'MERIT Limited',
    },
    { quantity: 3, price: 400, totalAmount: 1200, charges: 17 },
  ]);
  const portfolio = await get(asha, 'GET /portfolio');
  expect(portfolio.body.data).toMatchObject({
    totalPortfolioValue: 2005,
    overallProfit: 3,
    todaysProfit: 3,
    balance: 97_972.98,
    heldBalance: 0,
  });
  expect(portfolio.body.data.portfolio).toMatchObject([
    { symbol: 'MERIT', quantity: 5, averagePrice: 400.4, currentValue: 2005 },
  ]);
  const profile = await server.call('GET /Userprofile', {}, { token: asha.token });
  expect(profile.body.data).toMatchObject({ balance: 97_972.98, portfolio: portfolio.body.data.portfolio });
});

describe('refusals change nothing', () => {
  const off = { orderType: 'LIMIT' };
  // Cash 5000.00 and 10 shares; limits 1000 and 500; band 320 to 480; last price 400.
  test.each<[string, object, number, string, string]>([
    ['quantity 0', buy(0), 400, 'invalid', 'Quantity must be a whole number of at least 1.'],
    ['quantity below zero', buy(-1), 400, 'invalid', 'Quantity must be a whole number of at least 1.'],
    ['half a share', buy(1.5), 400, 'invalid', 'Quantity must be a whole number of at least 1.'],
    ['a quantity beyond counting', buy(2 ** 53), 400, 'invalid', 'Quantity must be a whole number of at least 1.'],
    [
      'a quantity of text',
      { ...buy(1), quantity: '5' },
      400,
      'invalid',
      'Quantity must be a whole number of at least 1.',
    ],
    ['more than any order may name', buy(20_000_000), 400, 'invalid', 'Quantity must be a whole number of at least 1.'],
    ['no stock', { type: 'BUY', quantity: 1 }, 400, 'invalid', 'Choose a stock.'],
    ['no such side', { ...buy(1), type: 'HOLD' }, 400, 'invalid', 'Type must be BUY or SELL.'],
    [
      'no such type',
      { ...buy(1), orderType: 'ICEBERG' },
      400,
      'invalid',
      'Order type must be MARKET, LIMIT, STOP or STOP-LIMIT.',
    ],
    ['a limit without a price', buy(1, off), 400, 'invalid', 'A limit order needs a price.'],
    [
      'a price of zero',
      buy(1, { ...off, price: 0 }),
      400,
      'invalid',
      'Price must be a sum above zero with at most two decimals.',
    ],
    [
      'a third decimal',
      buy(1, { ...off, price: 400.001 }),
      400,
      'invalid',
      'Price must be a sum above zero with at most two decimals.',
    ],
    [
      'a price below the tick',
      buy(1, { ...off, price: 0.01 }),
      400,
      'invalid',
      'Price must be a sum above zero with at most two decimals.',
    ],
    ['a stop without a price', buy(1, { orderType: 'STOP' }), 400, 'invalid', 'A stop order needs a stop price.'],
    ['an unknown stock', buy(1, { stock: 'NOBODY' }), 404, 'not-found', 'Not found'],
    [
      'a halted stock',
      buy(1, { stock: 'HALTED' }),
      422,
      'trading-halted',
      'Trading in HALTED is halted. Please try again later.',
    ],
    ['above the buy limit', buy(1001), 422, 'over-buy-limit', 'You cannot buy more than 1000 units at a time.'],
    ['above the sell limit', sell(501), 422, 'over-sell-limit', 'You cannot sell more than 500 units at a time.'],
    ['more than the balance', buy(20), 422, 'insufficient-balance', 'Insufficient balance to buy Istock.'],
    [
      'more than the margin',
      buy(100, { isIntraday: true }),
      422,
      'insufficient-margin',
      // A fifth of 40000, and charges of 400 and 5.
      'Insufficient margin. Required: ₹8,405.00, Available: ₹5,000.00',
    ],
    ['more than is held', sell(11), 422, 'not-enough-shares', 'Not enough Istock to sell'],
    ['what is not held at all', sell(1, { stock: 'ZENITH' }), 422, 'not-enough-shares', 'Not enough Istock to sell'],
    [
      'outside the band',
      buy(1, { ...off, price: 480.05 }),
      422,
      'outside-price-band',
      "Today's price band is ₹320.00 to ₹480.00. Choose a price inside it.",
    ],
    [
      'a buy stop below the price',
      buy(1, { orderType: 'STOP', price: 399 }),
      422,
      'stop-on-wrong-side',
      'A buy stop must be above the last price, ₹400.00.',
    ],
    [
      'a sell stop above the price',
      sell(1, { orderType: 'STOP', price: 401 }),
      422,
      'stop-on-wrong-side',
      'A sell stop must be below the last price, ₹400.00.',
    ],
  ])('%s', async (_, order, status, code, message) => {
    server.clear('MERIT');
    server.mark('MERIT', 400_00);
    const asha = await poorHolder();
    server.quote('MERIT', 'sell', 400_00, 5000);
    const before = await server.stateHash();
    const refused = await place(asha, order);
    expect([refused.status, refused.body.error?.code, refused.body.message]).toEqual([status, code, message]);
    expect(await server.stateHash()).toBe(before);
  });

  /** 10 shares, and cash of 5000.00 to the paisa. */
  async function poorHolder(): Promise<Trader> {
    // 10 x 400 + 40 + 5
    return holder(10, 4045_00 + 5000_00);
  }

  test('the rolling limit counts what was bought and what open orders may still buy', async () => {
    server.clear('MERIT');
    const asha = await server.trader(10_000_000_00);
    server.quote('MERIT', 'sell', 400_00, 700);
    await place(asha, buy(700));
    await place(asha, buy(200, { orderType: 'LIMIT', price: 350 }));
    const before = await server.stateHash();
    const refused = await place(asha, buy(101));
    expect([refused.status, refused.body.error?.code, refused.body.message]).toEqual([
      422,
      'over-buy-limit-in-timeframe',
      'You cannot buy more than 1000 units of MERIT in 24 hours. Already bought: 900.',
    ]);
    expect(await server.stateHash()).toBe(before);
  });

  test('claims of the client about its order are not looked at', async () => {
    server.clear('MERIT');
    const asha = await server.trader(5000_00);
    server.quote('MERIT', 'sell', 400_00, 5);
    const claims = {
      status: 'FAILED',
      _id: '1',
      createdAt: '2020-01-01',
      user: 'someone',
      fees: 0,
      balance: 1e9,
      price: 1,
    };
    const placed = await place(asha, buy(1, claims));
    expect(placed.body.data).toMatchObject({ status: 'COMPLETED', price: 400, charges: 9, user: { name: asha.name } });
  });
});

describe('one order, one effect', () => {
  test('the same key twice is one order and the same reply, also while the market moves', async () => {
    server.clear('MERIT');
    const asha = await server.trader(10_000_00);
    server.quote('MERIT', 'sell', 400_00, 10);
    const first = await place(asha, buy(2), 'key-1');
    server.mark('MERIT', 399_00);
    const again = await place(asha, buy(2), 'key-1');
    expect(again.body).toEqual(first.body);
    expect((await get(asha, 'GET /getOrders')).body.data.totalOrders).toBe(1);
    const other = await place(asha, buy(3), 'key-1');
    expect([other.status, other.body.error?.code]).toEqual([422, 'idempotency-key-reused']);
    // Another person's key is another key.
    const ravi = await server.trader(10_000_00);
    expect((await place(ravi, buy(2), 'key-1')).body.data.orderId).not.toBe(first.body.data.orderId);
  });

  test('a refusal is repeated too', async () => {
    server.clear('MERIT');
    const asha = await server.trader(100_00);
    const first = await place(asha, buy(1), 'poor');
    await server.exchange.submit({ kind: 'deposit', account: asha.accountNo, amount: 1_000_00, paymentId: 77 });
    const again = await place(asha, buy(1), 'poor');
    expect([first.status, again.status]).toEqual([422, 422]);
    expect(again.body).toEqual(first.body);
  });

  test('the same key twenty times at once: one order', async () => {
    server.clear('MERIT');
    const asha = await server.trader(100_000_00);
    server.quote('MERIT', 'sell', 400_00, 100);
    const replies = await Promise.all(Array.from({ length: 20 }, () => place(asha, buy(1), 'at-once')));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect((await get(asha, 'GET /getOrders')).body.data.totalOrders).toBe(1);
    expect((await place(asha, buy(1), 'at-once')).status).toBe(200);
  });

  test('a bad key is refused', async () => {
    const asha = await server.trader();
    expect((await place(asha, buy(1), 'x'.repeat(256))).status).toBe(400);
  });
});

describe('races', () => {
  test('twenty buys with cash for one', async () => {
    server.clear('MERIT');
    server.mark('MERIT', 400_00);
    // 400 + 4 + 5 and a paisa too little for two
    const asha = await server.trader(817_99);
    server.quote('MERIT', 'sell', 400_00, 100);
    const replies = await Promise.all(Array.from({ length: 20 }, () => place(asha, buy(1))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status === 422);
    expect(refused).toHaveLength(19);
    expect(new Set(refused.map(({ body }) => body.message))).toEqual(new Set(['Insufficient balance to buy Istock.']));
    expect((await get(asha, 'GET /portfolio')).body.data).toMatchObject({
      balance: 408.99,
      heldBalance: 0,
      totalPortfolioValue: 400,
    });
  });

  test('twenty sells of one holding', async () => {
    server.clear('MERIT');
    const asha = await holder(5);
    server.quote('MERIT', 'buy', 399_00, 200);
    const replies = await Promise.all(Array.from({ length: 20 }, () => place(asha, sell(5))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.message === 'Not enough Istock to sell')).toHaveLength(19);
    expect((await get(asha, 'GET /portfolio')).body.data.portfolio).toEqual([]);
  });

  test('shares that a resting sale holds cannot be sold again', async () => {
    server.clear('MERIT');
    const asha = await holder(5);
    const resting = await place(asha, sell(4, { orderType: 'LIMIT', price: 410 }));
    expect(resting.body.data.status).toBe('PENDING');
    expect((await place(asha, sell(2))).body.error?.code).toBe('not-enough-shares');
    expect((await get(asha, 'GET /portfolio')).body.data.portfolio[0]).toMatchObject({
      quantity: 5,
      availableQuantity: 1,
    });
  });

  test('cancel against fill: exactly one of them wins', async () => {
    const statuses = new Set<number>();
    for (let round = 0; round < 15; round++) {
      server.clear('MERIT');
      server.mark('MERIT', 400_00);
      const asha = await server.trader(10_000_00);
      const resting = await place(asha, buy(3, { orderType: 'LIMIT', price: 390 }));
      const id = resting.body.data.orderId as string;
      const before = (await get(asha, 'GET /portfolio')).body.data;
      expect(before.heldBalance).toBe(1186.7);
      // The fill comes before the cancel, close to it, or after it.
      const fill = () => server.quote('MERIT', 'sell', 390_00, 3);
      if (round % 3 === 0) fill();
      const canceling = cancel(asha, id);
      if (round % 3 === 1) await sleep(round % 4).then(fill);
      const canceled = await canceling;
      if (round % 3 === 2) fill();
      const after = (await get(asha, 'GET /portfolio')).body.data;
      const [order] = (await get(asha, 'GET /getOrders')).body.data.orders;
      const outcome = [canceled.status, order.status, after.balance, after.heldBalance, after.totalPortfolioValue];
      const canceledOutcome = [200, 'FAILED', 10_000, 0, 0];
      // 3 x 390, 1 % of it and 5
      const filledOutcome = [409, 'COMPLETED', 8813.3, 0, 1170];
      expect([canceledOutcome, filledOutcome]).toContainEqual(outcome);
      statuses.add(canceled.status);
    }
    // Both ends of the race were seen.
    expect([...statuses].sort()).toEqual([200, 409]);
  });
});

describe('canceling', () => {
  test('an own resting order; twice is once; what ended otherwise says so', async () => {
    server.clear('MERIT');
    const asha = await server.trader(10_000_00);
    const { orderId: id } = (await place(asha, buy(3, { orderType: 'LIMIT', price: 390 }))).body.data;
    const first = await cancel(asha, id);
    expect([first.status, first.body.message]).toEqual([200, 'Order canceled.']);
    expect(first.body.data).toMatchObject({ status: 'FAILED', reason: 'Canceled by you.', filledQuantity: 0 });
    expect((await cancel(asha, id)).body).toEqual(first.body);
    expect((await get(asha, 'GET /portfolio')).body.data).toMatchObject({ balance: 10_000, heldBalance: 0 });
    server.quote('MERIT', 'sell', 400_00, 1);
    const filled = (await place(asha, buy(1))).body.data;
    const late = await cancel(asha, filled.orderId);
    expect([late.status, late.body.message, late.body.error?.code]).toEqual([
      409,
      'Order is already COMPLETED',
      'order-ended',
    ]);
    const empty = (await place(asha, buy(1, { stock: 'QUIET' }))).body.data;
    expect(empty).toMatchObject({
      status: 'FAILED',
      reason: 'Nobody was left to trade with within 5% of the last price.',
    });
    expect((await cancel(asha, empty.orderId)).body.message).toBe('Order is already FAILED');
  });

  test('with a key the first reply comes again', async () => {
    server.clear('MERIT');
    const asha = await server.trader(10_000_00);
    const { orderId: id } = (await place(asha, buy(3, { orderType: 'LIMIT', price: 390 }))).body.data;
    const first = await cancel(asha, id, 'cancel-1');
    expect((await cancel(asha, id, 'cancel-1')).body).toEqual(first.body);
    expect((await cancel(asha, '999999', 'cancel-1')).body.error?.code).toBe('idempotency-key-reused');
  });

  test('with a key, an order that is placed later under the number keeps the first reply as it was', async () => {
    server.clear('MERIT');
    const asha = await server.trader(10_000_00);
    const resting = buy(1, { orderType: 'LIMIT', price: 390 });
    const { orderId: before } = (await place(asha, resting)).body.data;
    // The cancel itself takes the next place, so the number after that is the one of the next order.
    const number = String(Number(before) + 2);
    const first = await cancel(asha, number, 'too-early');
    expect(first.status).toBe(404);
    expect((await place(asha, resting)).body.data.orderId).toBe(number);
    expect(await cancel(asha, number, 'too-early')).toMatchObject({ status: 404, body: first.body });
    expect((await cancel(asha, number, 'in-time')).status).toBe(200);
  });

  test("another's order, and what is no order, are not found", async () => {
    server.clear('MERIT');
    const asha = await server.trader(10_000_00);
    const ravi = await server.trader(10_000_00);
    const { orderId: id } = (await place(asha, buy(3, { orderType: 'LIMIT', price: 390 }))).body.data;
    const before = await server.stateHash();
    for (const wrong of [id, '0', '-1', '1e3', '999999999', '99999999999999999999', "1' or '1'='1", 'undefined']) {
      const refused = await cancel(ravi, wrong);
      expect([refused.status, refused.body.message]).toEqual([404, 'Not found']);
      expect((await server.call('GET /orders/{id}/events', { id: wrong }, { token: ravi.token })).status).toBe(404);
    }
    expect(await server.stateHash()).toBe(before);
    expect((await cancel(asha, id)).status).toBe(200);
  });
});

describe('lists', () => {
  test('pages are stable, whole and true; search and status', async () => {
    server.clear('MERIT');
    const asha = await server.trader(1_000_000_00);
    server.quote('MERIT', 'sell', 400_00, 1000);
    for (let i = 0; i < 7; i++) await place(asha, buy(1));
    for (let i = 0; i < 6; i++) await place(asha, buy(1, { stock: 'ZENITH', orderType: 'LIMIT', price: 90 }));
    const pages = await Promise.all([1, 2, 3].map((page) => get(asha, 'GET /getOrders', { page, limit: 6 })));
    const ids = pages.flatMap(({ body }) => body.data.orders.map(({ _id }: { _id: string }) => Number(_id)));
    expect(pages.map(({ body }) => [body.data.totalOrders, body.data.totalPages, body.data.orders.length])).toEqual([
      [13, 3, 6],
      [13, 3, 6],
      [13, 3, 1],
    ]);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(new Set(ids).size).toBe(13);
    const totalOf = async (input: object) => (await get(asha, 'GET /getOrders', input)).body.data.totalOrders;
    expect(await totalOf({ status: 'pending' })).toBe(6);
    expect(await totalOf({ status: 'COMPLETED' })).toBe(7);
    expect(await totalOf({ status: 'FAILED' })).toBe(0);
    expect(await totalOf({ q: 'zen' })).toBe(6);
    expect(await totalOf({ q: 'Limit' })).toBe(6);
    expect(await totalOf({ q: 'buy' })).toBe(13);
    expect(await totalOf({ q: 'market  merit' })).toBe(7);
    expect(await totalOf({ q: 'market zenith' })).toBe(0);
    expect(await totalOf({ q: 'sell' })).toBe(0);
    expect(await totalOf({ q: String(ids[0]) })).toBeGreaterThanOrEqual(1);
    for (const q of ['%', '_', '\\', "'"]) expect(await totalOf({ q })).toBe(0);
    const beyond = await get(asha, 'GET /getOrders', { page: 1_000_000_000, limit: 100 });
    expect(beyond.body.data).toMatchObject({ orders: [], totalOrders: 13, totalPages: 1, page: 1_000_000_000 });
    const fills = await get(asha, 'GET /transactions', { limit: 5, page: 2 });
    expect(fills.body.data).toMatchObject({ totalTransactions: 7, totalPages: 2, page: 2 });
    expect(fills.body.data.transactions).toHaveLength(2);
    expect((await get(asha, 'GET /transactions', { symbol: 'zenith' })).body.data.totalTransactions).toBe(0);
    expect((await get(asha, 'GET /transactions', { symbol: 'NOBODY' })).body.data.totalTransactions).toBe(0);
  });

  test.each([{ page: 0 }, { page: -1 }, { page: 'abc' }, { limit: 0 }, { page: 1.5 }])(
    '%j is refused',
    async (input) => {
      const asha = await server.trader();
      expect((await get(asha, 'GET /getOrders', input)).status).toBe(400);
      expect((await get(asha, 'GET /transactions', input)).status).toBe(400);
    },
  );

  test("nobody sees another's, whatever is asked", async () => {
    server.clear('MERIT');
    const asha = await holder(2);
    const ravi = await server.trader();
    const spying = { userId: asha.id, user: asha.id, account: String(asha.accountNo) };
    expect((await get(ravi, 'GET /getOrders', spying)).body.data.totalOrders).toBe(0);
    expect((await get(ravi, 'GET /transactions', spying)).body.data.totalTransactions).toBe(0);
    expect((await get(ravi, 'GET /portfolio', spying)).body.data.portfolio).toEqual([]);
    const diary = await server.call('GET /tradeDiary', spying, { token: ravi.token });
    expect(diary.body.data.trades).toEqual([]);
  });
});

describe('the story of an order', () => {
  test('a limit buy: checked, held, queued, filled in parts, and why it ended', async () => {
    server.clear('MERIT');
    server.mark('MERIT', 400_00);
    const asha = await server.trader(10_000_00);
    const ravi = await holder(4);
    server.clear('MERIT');
    server.quote('MERIT', 'buy', 395_00, 1200);
    server.quote('MERIT', 'sell', 396_00, 1);
    const { orderId: id } = (await place(asha, buy(5, { orderType: 'LIMIT', price: 396 }))).body.data;
    server.clock.at += 1000;
    await place(ravi, sell(2, { orderType: 'LIMIT', price: 396 }));
    server.clock.at += 1000;
    await cancel(asha, id);
    const told = (await story(asha, id)).map(({ kind, text }) => [kind, text]);
    expect(told).toEqual([
      [
        'accepted',
        'Buy 5 MERIT at ₹396.00 or better. Checked against trading limits, cash and price band, and accepted.',
      ],
      // 1980 + 19.80 + 5
      ['held', '₹2,004.80 set aside: 5 × ₹396.00 (₹1,980.00) and charges of ₹24.80.'],
      ['filled', 'Fill 1 of 2: bought 1 from the market at ₹396.00; 1 of 5 done.'],
      ['queued', 'Joined the queue at ₹396.00, first in line.'],
      ['filled', 'Fill 2 of 2: bought 2 from another trader at ₹396.00; 3 of 5 done.'],
      [
        'ended',
        'Canceled by you. 3 shares for ₹1,188.00, on average ₹396.00; charges ₹16.88. What was still set aside is free again.',
      ],
    ]);
  });

  test('behind others, a stop, a sale, and an order that waits', async () => {
    server.clear('ZENITH');
    server.mark('ZENITH', 100_00);
    const asha = await server.trader(100_000_00);
    server.quote('ZENITH', 'buy', 99_00, 1200);
    const zenith = { stock: 'ZENITH' };
    const waiting = (await place(asha, buy(2, { ...zenith, orderType: 'LIMIT', price: 99 }))).body.data;
    expect(waiting).toMatchObject({ status: 'PENDING', reason: 'Waits in the book.' });
    expect((await story(asha, waiting.orderId)).slice(2).map(({ kind, text }) => [kind, text])).toEqual([
      ['queued', 'Joined the queue at ₹99.00, behind 1,200 shares.'],
      ['waiting', 'Waits in the book.'],
    ]);
    const stop = (await place(asha, buy(2, { ...zenith, orderType: 'STOP', price: 102 }))).body.data;
    expect(stop).toMatchObject({ stopPrice: 102, price: 102, reason: 'Waits for the price to reach ₹102.00.' });
    server.quote('ZENITH', 'sell', 102_00, 10);
    server.mark('ZENITH', 102_00);
    await server.exchange.read(() => null);
    const told = await story(asha, stop.orderId);
    // 5 % above the trigger is 107.10: 2 x 107.10, 2.14 and 5.
    expect(told[1].text).toBe(
      '₹221.34 set aside: the cost at up to 5% above the price, with charges, or all the free cash if that is less.',
    );
    expect(told.map(({ kind }) => kind)).toEqual(['accepted', 'held', 'triggered', 'filled', 'ended']);
    expect(told[2].text).toBe('The price rose to the trigger at ₹102.00: the order became a market order.');
    const sale = (await place(asha, sell(2, zenith))).body.data;
    expect((await story(asha, sale.orderId)).map(({ text }) => text)).toEqual([
      'Sell 2 ZENITH at the market price. Checked against trading limits, shares held and price band, and accepted.',
      '2 shares set aside, so that none can be sold twice.',
      'Fill 1 of 1: sold 2 to the market at ₹99.00; 2 of 2 done.',
      'Filled. 2 shares for ₹198.00, on average ₹99.00; charges ₹6.98.',
    ]);
  });
});

describe('charges before and after', () => {
  test('the preview is what the order then takes, to the paisa', async () => {
    server.clear('MERIT');
    server.mark('MERIT', 400_00);
    const asha = await server.trader(100_000_00);
    server.quote('MERIT', 'sell', 400_05, 3);
    server.quote('MERIT', 'sell', 400_15, 30);
    const asked = { symbol: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 7 };
    const preview = (await get(asha, 'GET /charges', asked)).body.data;
    // 3 x 400.05 + 4 x 400.15 = 2800.75; 1 % is 28.0075
    expect(preview).toMatchObject({
      symbol: 'MERIT',
      value: 2800.75,
      brokerage: 28.01,
      flatFee: 5,
      totalCharges: 33.01,
      margin: null,
    });
    const placed = (await place(asha, buy(7))).body.data;
    expect(placed.charges).toBe(preview.totalCharges);
    const portfolio = (await get(asha, 'GET /portfolio')).body.data;
    expect(portfolio.balance).toBe(preview.cashAfter);
    server.quote('MERIT', 'buy', 399_95, 2);
    server.quote('MERIT', 'buy', 399_00, 2);
    const sale = (await get(asha, 'GET /charges', { ...asked, type: 'SELL', quantity: 4 })).body.data;
    expect(sale).toMatchObject({ value: 1597.9, cashNeeded: 0, heldQuantity: 7, availableQuantity: 7 });
    const sold = (await place(asha, sell(4))).body.data;
    expect([sold.charges, (await get(asha, 'GET /portfolio')).body.data.balance]).toEqual([
      sale.totalCharges,
      sale.cashAfter,
    ]);
    const intraday = (await get(asha, 'GET /charges', { ...asked, quantity: 1, isIntraday: 'true' })).body.data;
    expect(intraday.margin).toBe(80.03);
  });

  test('what cannot be an order has no preview', async () => {
    const asha = await server.trader(100_00);
    const asked = { symbol: 'MERIT', type: 'BUY', quantity: 1 };
    expect((await get(asha, 'GET /charges', { ...asked, symbol: 'NOBODY' })).status).toBe(404);
    expect((await get(asha, 'GET /charges', { ...asked, quantity: 0 })).status).toBe(400);
    expect((await get(asha, 'GET /charges', { ...asked, orderType: 'LIMIT' })).status).toBe(400);
    // Too little cash is no refusal: the figures say it.
    expect((await get(asha, 'GET /charges', asked)).body.data.cashAfter).toBeLessThan(0);
  });
});

test('the portfolio a client claims is never stored', async () => {
  server.clear('MERIT');
  const asha = await holder(3);
  const truth = (await get(asha, 'GET /portfolio')).body.data;
  const before = await server.stateHash();
  const claimed = [{ stockId: 'MERIT', quantity: 1_000_000 }, { stockId: 'ZENITH', quantity: -5 }, null, 'x'];
  for (const input of [claimed, { portfolio: claimed }, {}]) {
    const reply = await server.call('POST /updatePortfolio', input, { token: asha.token });
    expect([reply.status, reply.body.data]).toEqual([200, truth]);
  }
  expect(
    (
      await server.call(
        'POST /updatePortfolio',
        Array.from({ length: 501 }, () => 1),
        { token: asha.token },
      )
    ).status,
  ).toBe(400);
  expect(await server.stateHash()).toBe(before);
});

test('limits in force are told to whoever is logged in', async () => {
  const expected = { maxBuyLimit: 1000, maxSellLimit: 500, timeframeInHours: 24 };
  for (const person of [await server.trader(), await server.admin()]) {
    expect((await server.call('GET /limit', {}, { token: person.token })).body.data).toEqual(expected);
  }
});

test('administrators do not trade, and traders do not prove the books; the books of all this add up', async () => {
  const admin = await server.admin();
  const asha = await server.trader();
  expect((await server.call('POST /orders', buy(1), { token: admin.token })).status).toBe(403);
  expect((await server.call('GET /ledger/verify', {}, { token: asha.token })).status).toBe(403);
  const proofs = await Promise.all([1, 2, 3].map(() => server.call('GET /ledger/verify', {}, { token: admin.token })));
  expect(proofs[0].body.data.checks.length).toBeGreaterThan(5);
  for (const { body } of proofs) expect(body.data).toMatchObject({ ok: true });
});

test('a blocked trader is told so', async () => {
  const asha = await server.trader(10_000_00);
  await server.exchange.submit({ kind: 'set-blocked', account: asha.accountNo, isBlocked: true });
  const refused = await place(asha, buy(1));
  expect([refused.status, refused.body.message]).toEqual([403, 'User is blocked. Logged out']);
});
