// Placing and refusing orders over HTTP on a real exchange and database: statuses, sentences, one effect, and races.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { buy, cancel, get, holder, place, sell, server, type Trader } from '../../tests/scenes/orders.ts';

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
    ['a quantity beyond counting', buy(2 ** 53), 400, 'invalid', 'Quantity is too large.'],
    ['a price beyond all', buy(1, { ...off, price: 1e15 }), 400, 'invalid', 'Price can be at most ₹1,00,00,000.00.'],
    [
      'a stop price beyond all',
      buy(1, { orderType: 'STOP', stopPrice: 10_000_000.01 }),
      400,
      'invalid',
      'Stop price can be at most ₹1,00,00,000.00.',
    ],
    [
      'a quantity of text',
      { ...buy(1), quantity: '5' },
      400,
      'invalid',
      'Quantity must be a whole number of at least 1.',
    ],
    [
      'more than any order may name',
      buy(20_000_000_000),
      422,
      'over-buy-limit',
      'You cannot buy more than 1000 units at a time.',
    ],
    ['no stock', { type: 'BUY', quantity: 1 }, 400, 'invalid', 'Choose a stock.'],
    ['no such side', { ...buy(1), type: 'HOLD' }, 400, 'invalid', 'Type must be BUY or SELL.'],
    [
      'no such type',
      { ...buy(1), orderType: 'ICEBERG' },
      400,
      'invalid',
      'Order type must be MARKET, LIMIT, STOP, STOP-LIMIT or BRACKET.',
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
      'Price must be at least one tick of this stock.',
    ],
    ['a stop without a price', buy(1, { orderType: 'STOP' }), 400, 'invalid', 'A stop order needs a stop price.'],
    ['an unknown stock', buy(1, { stock: 'NOBODY' }), 404, 'not-found', 'There is no such stock.'],
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
      'The price band is ₹320.00 to ₹480.00. Choose a price inside it.',
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
      'You cannot buy more than 1000 units of MERIT in 24 hours. Already bought: 700. Your open orders count too: 200.',
    ]);
    expect(await server.stateHash()).toBe(before);
  });

  test('a client\u2019s own claims about its order are ignored', async () => {
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
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect((await get(asha, 'GET /getOrders')).body.data.totalOrders).toBe(1);
    const again = await place(asha, buy(1), 'at-once');
    const placed = [...replies, again].filter(({ status }) => status === 200);
    expect(placed.length).toBeGreaterThan(1);
    for (const { body } of placed) expect(body).toEqual(again.body);
    // 400 and the charges of one order: 4 and 5.
    expect((await get(asha, 'GET /portfolio')).body.data.balance).toBe(100_000 - 409);
  });

  test('a bad key is refused', async () => {
    const asha = await server.trader();
    for (const key of ['x'.repeat(256), 'with\ttab']) expect((await place(asha, buy(1), key)).status, key).toBe(400);
    expect((await get(asha, 'GET /getOrders')).body.data.totalOrders).toBe(0);
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

test('a blocked trader is told so', async () => {
  const asha = await server.trader(10_000_00);
  await server.exchange.submit({ kind: 'set-blocked', account: asha.accountNo, isBlocked: true });
  const refused = await place(asha, buy(1));
  expect([refused.status, refused.body.message]).toEqual([403, 'User is blocked. Logged out']);
});
