// What becomes of an order over HTTP: canceling, lists, its story, charges, and what a trader may not ask.
import { describe, expect, test } from 'vitest';
import { DAY_MS, dayText, marketDay } from '../../core/market/day.ts';
import { buy, cancel, get, holder, place, sell, server, story } from '../../tests/scenes/orders.ts';
import type { Trader } from '../../tests/scenes/orders.ts';

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
      price: 50,
      stock: { symbol: 'QUIET', price: 50 },
    });
    expect((await cancel(asha, empty.orderId)).body.message).toBe('Order is already FAILED');
  });

  test('of a large order, what is filled is counted with grouped figures', async () => {
    server.clear('MERIT');
    const asha = await server.trader(10_00_000_00);
    server.quote('MERIT', 'sell', 390_00, 2);
    const { orderId: id, reason } = (await place(asha, buy(1000, { orderType: 'LIMIT', price: 390 }))).body.data;
    expect(reason).toBe('2 of 1,000 filled; the rest waits in the book.');
    expect((await cancel(asha, id)).body.data.reason).toBe('2 of 1,000 filled. Canceled by you.');
  });

  test('an order that is placed says what its stock is traded at, and so does the repeat, whatever it is by then', async () => {
    server.clear('MERIT');
    server.mark('MERIT', 400_00);
    const asha = await server.trader(10_000_00);
    const order = buy(1, { orderType: 'LIMIT', price: 390 });
    const first = await place(asha, order, 'priced');
    expect(first.body.data).toMatchObject({ price: 390, stock: { price: 400 } });
    server.mark('MERIT', 404_00);
    expect((await place(asha, order, 'priced')).body).toEqual(first.body);
    server.mark('MERIT', 400_00);
    expect((await cancel(asha, first.body.data.orderId)).body.data).toMatchObject({
      price: 390,
      stock: { price: 400 },
    });
  });

  test('a market order that never traded has no price of its own: its cancel says what the stock is traded at', async () => {
    server.clear('MERIT');
    server.mark('MERIT', 400_00);
    const asha = await server.trader(10_000_00);
    await server.exchange.submit({ kind: 'close-market' });
    const { orderId: id } = (await place(asha, buy(2, { orderType: 'MARKET' }))).body.data;
    const canceled = await cancel(asha, id, 'never-traded');
    expect(canceled.body.data).toMatchObject({ status: 'FAILED', price: 400, stock: { price: 400 } });
    await server.exchange.submit({ kind: 'open-market' });
    server.mark('MERIT', 404_00);
    expect((await cancel(asha, id, 'never-traded')).body).toEqual(canceled.body);
    server.mark('MERIT', 400_00);
  });

  test('with a key the first reply comes again', async () => {
    server.clear('MERIT');
    const asha = await server.trader(10_000_00);
    const { orderId: id } = (await place(asha, buy(3, { orderType: 'LIMIT', price: 390 }))).body.data;
    const first = await cancel(asha, id, 'cancel-1');
    expect((await cancel(asha, id, 'cancel-1')).body).toEqual(first.body);
    expect((await cancel(asha, '999999', 'cancel-1')).body.error?.code).toBe('idempotency-key-reused');
  });

  test('a key belongs to one call: another call with it is another wish', async () => {
    server.clear('MERIT');
    const asha = await server.trader(10_000_00);
    const placed = await place(asha, buy(3, { orderType: 'LIMIT', price: 390 }), 'one-key');
    const { orderId: id } = placed.body.data;
    const headers = { 'idempotency-key': 'one-key' };
    const modified = await server.call(
      'POST /modifyOrder/{id}',
      { id, quantity: 2, price: 390 },
      { token: asha.token, headers },
    );
    expect(modified.body.data).toMatchObject({ quantity: 2, status: 'PENDING' });
    expect((await cancel(asha, id, 'one-key')).body.data.status).toBe('FAILED');
    expect((await place(asha, buy(3, { orderType: 'LIMIT', price: 390 }), 'one-key')).body).toEqual(placed.body);
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
    for (const status of ['all', ' ALL ', '']) expect(await totalOf({ status })).toBe(13);
    expect(await totalOf({ status: '', from: '', to: '', after: '' })).toBe(13);
    expect((await get(asha, 'GET /getOrders', { status: 'open' })).status).toBe(400);
    expect(await totalOf({ q: 'zen' })).toBe(6);
    expect(await totalOf({ q: 'Limit' })).toBe(6);
    // Of the company's name, MERIT Limited, any part but a word for a kind of order.
    expect(await totalOf({ q: 'limited merit' })).toBe(7);
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

  test('transactions of some days, of one side, and found by words', async () => {
    server.clear('MERIT');
    const asha = await holder(4);
    server.clear('MERIT');
    server.quote('MERIT', 'buy', 399_00, 1);
    await place(asha, sell(1));
    server.clock.at += 2 * DAY_MS;
    server.quote('MERIT', 'buy', 398_00, 2);
    const { orderId } = (await place(asha, sell(2))).body.data;
    const [then, now] = [server.clock.at - 2 * DAY_MS, server.clock.at].map((at) => dayText(marketDay(at)));
    const asked = async (input: object) => (await get(asha, 'GET /transactions', input)).body.data;
    const all = (await asked({ limit: 100 })).totalTransactions;
    const totalOf = async (input: object) => (await asked(input)).totalTransactions;
    expect(await totalOf({ type: 'sell' })).toBe(2);
    expect(await totalOf({ type: 'BUY' })).toBe(all - 2);
    expect(await totalOf({ from: now })).toBe(1);
    expect(await totalOf({ to: then })).toBe(all - 1);
    expect(await totalOf({ from: then, to: now, q: 'meri' })).toBe(all);
    expect(await totalOf({ from: now, to: now, type: 'BUY' })).toBe(0);
    expect((await asked({ q: orderId, limit: 1 })).transactions[0].orderId).toBe(orderId);
    const [{ companyName }] = (await asked({})).transactions;
    expect(await totalOf({ q: companyName.toLowerCase() })).toBe(all);
    for (const q of ['%', '_', '\\', "'", 'zenith']) expect(await totalOf({ q })).toBe(0);
    // A form sends what was left open as well.
    expect(await totalOf({ from: '', to: '', type: '', symbol: '', q: '', page: '', limit: '' })).toBe(all);
    for (const wrong of [{ from: now, to: then }, { from: '2026-02-30' }, { to: 'today' }, { type: 'HOLD' }])
      expect((await get(asha, 'GET /transactions', wrong)).status).toBe(400);
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

describe('the place in the queue', () => {
  const placeOf = async (trader: Trader, id: string) => {
    const { status, body } = await server.call('GET /orders/{id}/queue', { id }, { token: trader.token });
    return status === 200 ? (body.data as { place: unknown }).place : status;
  };
  const limit = async (trader: Trader, quantity: number, price: number, more = {}) =>
    (await place(trader, buy(quantity, { orderType: 'LIMIT', price, ...more }))).body.data.orderId as string;

  test('what came earlier at the price and what waits at better ones, as others come, fill and go', async () => {
    server.clear('MERIT');
    server.mark('MERIT', 400_00);
    const [asha, ravi, meena] = [
      await server.trader(100_000_00),
      await server.trader(100_000_00),
      await server.trader(100_000_00),
    ];
    const first = await limit(ravi, 7, 397);
    const own = await limit(asha, 3, 397);
    expect(await placeOf(asha, own)).toEqual({ price: 397, orders: 1, quantity: 7, better: 0 });
    expect(await placeOf(ravi, first)).toEqual({ price: 397, orders: 0, quantity: 0, better: 0 });
    // Later at the price, and at a worse one: neither is before it. A better price is.
    await limit(meena, 9, 397);
    await limit(meena, 9, 396);
    const better = await limit(meena, 5, 398);
    expect(await placeOf(asha, own)).toEqual({ price: 397, orders: 1, quantity: 7, better: 5 });
    server.quote('MERIT', 'sell', 397_00, 6);
    // Five from the better price, one from the order before it.
    expect(await placeOf(meena, better)).toBeNull();
    expect(await placeOf(asha, own)).toEqual({ price: 397, orders: 1, quantity: 6, better: 0 });
    await cancel(ravi, first);
    expect(await placeOf(asha, own)).toEqual({ price: 397, orders: 0, quantity: 0, better: 0 });
    await cancel(asha, own);
    expect(await placeOf(asha, own)).toBeNull();
  });

  test('a stop is not in the book, and nobody learns the place of another', async () => {
    server.clear('MERIT');
    server.mark('MERIT', 400_00);
    const [asha, ravi] = [await server.trader(100_000_00), await server.trader(100_000_00)];
    const stop = await limit(asha, 1, 0, { orderType: 'STOP', price: undefined, stopPrice: 410 });
    const own = await limit(asha, 1, 397);
    expect(await placeOf(asha, stop)).toBeNull();
    expect([await placeOf(ravi, own), await placeOf(asha, '999999999'), await placeOf(asha, 'x')]).toEqual([
      404, 404, 404,
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
    // 3 x 400.05 + 1 x 400.15 = 1600.30: the shares that were bought first go first.
    expect(sale).toMatchObject({ value: 1597.9, cost: 1600.3, cashNeeded: 0, heldQuantity: 7, availableQuantity: 7 });
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
    // Too little cash leaves a preview: its figures say what is missing.
    const beyond = (await get(asha, 'GET /charges', asked)).body.data;
    expect(beyond.cashAfter).toBeLessThan(0);
    expect(beyond.refusal).toBe('Insufficient balance to buy Istock.');
  });

  test('what would be refused now is told before it is sent, in the same words', async () => {
    server.clear('MERIT');
    server.mark('MERIT', 400_00);
    const asha = await server.trader(100_000_00);
    const told = async (order: Record<string, unknown>) => {
      const asked = { type: 'BUY', quantity: 1, ...order };
      const { refusal } = (await get(asha, 'GET /charges', { symbol: 'MERIT', ...asked })).body.data;
      const { status, body } = await place(asha, { ...buy(1), ...asked });
      expect(status).toBe(refusal === null ? 200 : 422);
      if (refusal !== null) expect(body.message).toBe(refusal);
      else await cancel(asha, body.data.orderId);
      return refusal;
    };
    expect(await told({ orderType: 'LIMIT', price: 480 })).toBeNull();
    expect(await told({ orderType: 'LIMIT', price: 481 })).toMatch(/^The price band is /);
    expect(await told({ orderType: 'LIMIT', price: 319 })).toMatch(/^The price band is /);
    expect(await told({ orderType: 'STOP', price: 390 })).toMatch(/stop/i);
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

test('limits in force are shown to everybody who is logged in', async () => {
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
