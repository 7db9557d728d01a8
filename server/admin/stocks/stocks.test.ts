// The stocks desk on real trading parts: listing, halts and terms in force at once, plans of corporate actions, and who may not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTrading } from '../../../tests/trading.ts';
import type { Trading } from '../../../tests/trading.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';

let server: Trading;
let admin: Awaited<ReturnType<Trading['admin']>>;
beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, ZENITH: 100_00, HALTED: 50_00 });
  admin = await server.admin();
});
afterAll(() => server.close());

const asAdmin = (name: Parameters<Trading['call']>[0], input: object = {}) =>
  server.call(name, input, { token: admin.token });
const order = (token: string, asked: object, key = '') =>
  server.call('POST /orders', asked, { token, ...(key !== '' && { headers: { 'idempotency-key': key } }) });
const lastAct = async () => (await asAdmin('GET /auditLog', { limit: 1 })).body.data.entries[0];
const dayFrom = (days: number): string => dayText(marketDay(server.clock.at) + days);

const NEW = {
  symbol: 'nova',
  name: 'Nova Foods',
  sector: 'Consumer Staples',
  tickSize: 0.05,
  priceBand: 10,
  price: 250,
};

describe('listing', () => {
  test('a new stock trades at once, stands in every list, and in the log', async () => {
    const told = server.toldStocks.count;
    const { status, body } = await asAdmin('POST /listStock', NEW);
    expect([status, body.message]).toEqual([201, 'NOVA is listed and is trading.']);
    // 10 % of 250.
    expect(body.data).toMatchObject({
      symbol: 'NOVA',
      company: 'Nova Foods',
      price: 250,
      status: 'Active',
      priceBand: 10,
      lowestPrice: 225,
      highestPrice: 275,
      sharesIssued: 10_000_000,
      openOrders: 0,
      halt: null,
      nextAction: null,
    });
    expect(server.toldStocks.count).toBe(told + 1);
    const asha = await server.trader(10_000_00);
    server.quote('NOVA', 'sell', 250_00, 5);
    const bought = await order(asha.token, { stock: 'NOVA', type: 'BUY', orderType: 'MARKET', quantity: 2 });
    expect(bought.body.data.status).toBe('COMPLETED');
    expect((await asAdmin('GET /stocklist')).body.data.map(({ symbol }: { symbol: string }) => symbol)).toEqual([
      'HALTED',
      'MERIT',
      'NOVA',
      'ZENITH',
    ]);
    expect(await lastAct()).toMatchObject({ text: 'Listed a stock', subject: 'NOVA' });
    expect((await asAdmin('GET /ledger/verify')).body.data.ok).toBe(true);
  });

  test.each([
    [{ symbol: 'MERIT' }, 409, 'symbol', 'MERIT is listed already. Choose another symbol.'],
    [{ symbol: 'IST60' }, 409, 'symbol', 'IST60 is the market index. Choose another symbol.'],
    [{ symbol: 'A B' }, 400, 'symbol', 'A symbol can have up to 20 letters, digits and the marks . & -'],
    [{ symbol: '..' }, 400, 'symbol', 'A symbol begins with a letter or a digit.'],
    [{ symbol: '-5' }, 400, 'symbol', 'A symbol begins with a letter or a digit.'],
    [{ symbol: '' }, 400, 'symbol', 'Symbol is required.'],
    [{ name: ' ' }, 400, 'name', 'Company name is required.'],
    [{ sector: '' }, 400, 'sector', 'Sector is required.'],
    [{ tickSize: 0.07 }, 400, 'tickSize', 'Choose one of the ticks.'],
    [{ priceBand: 50 }, 400, 'priceBand', 'Choose one of the price bands.'],
    [{ price: 250.03 }, 400, 'price', 'First price must be a multiple of the tick.'],
    [{ price: -1 }, 400, 'price', 'First price must be above zero, with at most two decimals.'],
    [{ price: 20_000_000 }, 400, 'price', 'First price can be at most 10,00,000.'],
    [
      { sharesIssued: 5 },
      400,
      'sharesIssued',
      'Shares in issue must be a whole number from 1,00,000 to 10,00,00,00,000.',
    ],
  ])('%j is refused with %i, and nothing changes', async (change, status, field, message) => {
    const before = await server.stateHash();
    const reply = await asAdmin('POST /listStock', { ...NEW, symbol: 'OTHER', ...change });
    expect([reply.status, reply.body.error?.fields?.[field]]).toEqual([status, message]);
    expect(await server.stateHash()).toBe(before);
  });

  test('a tick too coarse for the price is refused', async () => {
    const reply = await asAdmin('POST /listStock', { ...NEW, symbol: 'PENNY', price: 5, tickSize: 5 });
    expect([reply.status, reply.body.error?.code]).toEqual([422, 'invalid-terms']);
  });

  test('twenty at once list it once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => asAdmin('POST /listStock', { ...NEW, symbol: 'TWENTY' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });
});

describe('halts', () => {
  test('a halt is in force at once, says why, lets people leave, and ends', async () => {
    const asha = await server.trader(10_000_00);
    const waiting = await order(asha.token, {
      stock: 'HALTED',
      type: 'BUY',
      orderType: 'LIMIT',
      quantity: 1,
      price: 45,
    });
    const halted = await asAdmin('POST /haltStock', { symbol: 'HALTED', isHalted: true, reason: 'News is awaited.' });
    expect([halted.status, halted.body.message]).toEqual([200, 'Trading in HALTED is halted.']);
    expect(halted.body.data).toMatchObject({ status: 'Halted', openOrders: 1, halt: { reason: 'News is awaited.' } });
    const asked = { stock: 'HALTED', type: 'BUY', orderType: 'MARKET', quantity: 1 };
    const refused = await order(asha.token, asked, 'in-the-halt');
    expect([refused.status, refused.body.error?.code, refused.body.message]).toEqual([
      422,
      'trading-halted',
      'Trading in HALTED is halted. Please try again later. Reason: News is awaited.',
    ]);
    const { stock: symbol, ...rest } = asked;
    const preview = await server.call('GET /charges', { symbol, ...rest }, { token: asha.token });
    expect(preview.body.data.refusal).toBe(refused.body.message);
    const news = await server.call('GET /stockNews', { symbol: 'HALTED' }, { token: asha.token });
    expect(news.body.data.halt.reason).toBe('News is awaited.');
    const left = await server.call('POST /cancelOrder/{id}', { id: waiting.body.data._id }, { token: asha.token });
    expect(left.status).toBe(200);
    const again = await asAdmin('POST /haltStock', { symbol: 'HALTED', isHalted: true });
    expect([again.status, again.body.message]).toEqual([409, 'Trading in HALTED is halted already.']);
    server.clock.at += 1000;
    const resumed = await asAdmin('POST /haltStock', { symbol: 'HALTED', isHalted: false });
    expect(resumed.body.data).toMatchObject({ status: 'Active', halt: null });
    expect(await lastAct()).toMatchObject({ text: 'Resumed trading in a stock', subject: 'HALTED' });
    const { rows } = await server.database.query('select reason from stock_halts where resumed_by = $1', [admin.id]);
    expect(rows).toEqual([{ reason: 'News is awaited.' }]);
    // Asked again after the halt, with the same key, it gets the first answer.
    expect((await order(asha.token, asked, 'in-the-halt')).body).toEqual(refused.body);
  });

  test('of twenty halts at once only one is reported as made', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => asAdmin('POST /haltStock', { symbol: 'ZENITH', isHalted: true })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await asAdmin('POST /haltStock', { symbol: 'ZENITH', isHalted: false });
  });

  test('a stock that is not there', async () => {
    expect((await asAdmin('POST /haltStock', { symbol: 'NOWHERE', isHalted: true })).status).toBe(404);
    expect((await asAdmin('GET /stockNews', { symbol: 'NOWHERE' })).status).toBe(404);
  });
});

describe('terms', () => {
  test('orders that the new terms do not allow end, and their traders are told why', async () => {
    const asha = await server.trader(10_000_00);
    const buy = async (price: number) =>
      (await order(asha.token, { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price })).body.data._id;
    const ids = [await buy(390), await buy(390.05), await buy(330)];
    const { status, body } = await asAdmin('POST /updateStock', { symbol: 'MERIT', tickSize: 0.5, priceBand: 10 });
    expect([status, body.message]).toEqual([
      200,
      'MERIT has its new tick and band. 2 open orders ended because of that.',
    ]);
    expect(body.data).toMatchObject({
      tickSize: 0.5,
      priceBand: 10,
      lowestPrice: 360,
      highestPrice: 440,
      openOrders: 1,
    });
    const { orders } = (await server.call('GET /getOrders', {}, { token: asha.token })).body.data;
    const reasonOf = new Map(orders.map((one: { _id: string; reason: string | null }) => [one._id, one.reason]));
    expect(ids.slice(1).map((id) => reasonOf.get(id))).toEqual([
      'Canceled because the tick of the stock was changed, and its price is between two ticks.',
      'Its limit is outside the price band.',
    ]);
    const told = server.told.filter(({ account }) => account === asha.accountNo);
    expect(told).toHaveLength(2);
    expect(await lastAct()).toMatchObject({
      text: 'Changed a stock’s tick or band',
      changes: [
        { field: 'band', before: '20%', after: '10%' },
        { field: 'tick', before: '₹0.05', after: '₹0.50' },
      ],
    });
    expect((await asAdmin('POST /updateStock', { symbol: 'MERIT', tickSize: 0.5, priceBand: 10 })).status).toBe(409);
    const later = await order(asha.token, {
      stock: 'MERIT',
      type: 'BUY',
      orderType: 'LIMIT',
      quantity: 1,
      price: 390.3,
    });
    expect(later.body.data.price).toBe(390);
  });

  test('if another administrator has changed them meanwhile they are refused, and nothing changes', async () => {
    const save = (terms: object, seen?: object) =>
      asAdmin('POST /updateStock', { symbol: 'MERIT', ...terms, ...(seen && { seen }) });
    const before = { tickSize: 0.5, priceBand: 10 };
    const theirs = { tickSize: 0.5, priceBand: 20 };
    expect((await save(theirs, before)).status).toBe(200);
    const state = await server.stateHash();
    const refused = await save({ tickSize: 0.1, priceBand: 10 }, before);
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'changed-meanwhile']);
    expect((await save({ tickSize: 0.1, priceBand: 10 }, { tickSize: 'cheap' })).status).toBe(400);
    expect(await server.stateHash()).toBe(state);
    // Twenty at once over the same: one is first.
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, place) => save({ tickSize: place % 2 ? 0.1 : 1, priceBand: 20 }, theirs)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test('a band that leaves the last price outside is refused, and nothing changes', async () => {
    server.mark('ZENITH', 112_00);
    const before = await server.stateHash();
    const reply = await asAdmin('POST /updateStock', { symbol: 'ZENITH', tickSize: 0.05, priceBand: 10 });
    expect([reply.status, reply.body.message]).toEqual([
      422,
      'The last price lies outside the new band of ₹90.00 to ₹110.00. Choose a wider band, or wait for a new day.',
    ]);
    expect(await server.stateHash()).toBe(before);
  });
});

describe('plans', () => {
  const split = () => ({ symbol: 'MERIT', kind: 'split', from: 1, to: 2, effectiveDate: dayFrom(1) });

  test('a plan is seen by everybody, can be canceled before its day, and not twice', async () => {
    const asha = await server.trader();
    const { status, body } = await asAdmin('POST /corporateActions', split());
    expect([status, body.data.text]).toEqual([201, 'Split of each share into 2']);
    const news = (await server.call('GET /stockNews', { symbol: 'MERIT' }, { token: asha.token })).body.data;
    expect(news.coming).toEqual([body.data]);
    expect(
      (await asAdmin('GET /stocklist')).body.data.find(({ symbol }: { symbol: string }) => symbol === 'MERIT')
        .nextAction,
    ).toEqual({ text: 'Split of each share into 2', effectiveDate: dayFrom(1) });
    expect((await asAdmin('POST /corporateActions', split())).status).toBe(409);
    const canceled = await asAdmin('POST /corporateActions/cancel', { id: body.data._id });
    expect(canceled.body.data.state).toBe('canceled');
    expect((await asAdmin('POST /corporateActions/cancel', { id: body.data._id })).status).toBe(409);
    expect((await asAdmin('POST /corporateActions/cancel', { id: '999999' })).status).toBe(404);
    expect((await asAdmin('POST /corporateActions/cancel', { id: 'x' })).status).toBe(404);
    const other = (await asAdmin('POST /corporateActions', split())).body.data._id;
    server.clock.at += 86_400_000;
    const late = await asAdmin('POST /corporateActions/cancel', { id: other });
    expect([late.status, late.body.message]).toEqual([409, 'The day of this action has begun.']);
    server.clock.at -= 86_400_000;
    await asAdmin('POST /corporateActions/cancel', { id: other });
    expect(await lastAct()).toMatchObject({ text: 'Canceled a corporate action', subject: 'MERIT' });
  });

  test('plans of one day are in the order in which they will be carried out', async () => {
    const dividend = { symbol: 'MERIT', kind: 'dividend', perShare: 2, effectiveDate: dayFrom(2) };
    const asked = [{ ...split(), effectiveDate: dayFrom(2) }, dividend, split()];
    const ids: string[] = [];
    for (const one of asked) ids.push((await asAdmin('POST /corporateActions', one)).body.data._id);
    const { data } = (await asAdmin('GET /corporateActions', { symbol: 'MERIT' })).body;
    const planned = data.filter(({ state }: { state: string }) => state === 'planned');
    expect(planned.map(({ _id }: { _id: string }) => _id)).toEqual([ids[2], ids[0], ids[1]]);
    for (const id of ids) await asAdmin('POST /corporateActions/cancel', { id });
  });

  test('each is checked at the price that those before it leave, and may not make a later one impossible', async () => {
    await asAdmin('POST /listStock', { ...NEW, symbol: 'TURNS', price: 100 });
    const plan = async (kind: string, terms: object, days: number) => {
      const asked = { symbol: 'TURNS', kind, ...terms, effectiveDate: dayFrom(days) };
      const { status, body } = await asAdmin('POST /corporateActions', asked);
      return status === 201 ? 'planned' : Object.values(body.error?.fields ?? {})[0];
    };
    // ₹100, then 100 / 50 = ₹2, then 2 / 40 = 5 paise.
    expect(await plan('split', { from: 1, to: 50 }, 5)).toBe('planned');
    const tooHigh = 'A dividend must be less than the price after what is planned before it, ₹2.00.';
    expect(await plan('dividend', { perShare: 2 }, 5)).toBe(tooHigh);
    expect(await plan('dividend', { perShare: 1.5 }, 7)).toBe('planned');
    const spoils = 'With it, what is planned for later could not be carried out: Dividend of ₹1.50 a share.';
    expect(await plan('bonus', { from: 1, to: 40 }, 5)).toBe(spoils);
    expect(await plan('bonus', { from: 1, to: 40 }, 7)).toBe('planned');
    expect(await plan('split', { from: 1, to: 40 }, 8)).toBe(
      'That many new shares would leave a price too low to trade.',
    );
    // Before the split it is still worth ₹100.
    expect(await plan('dividend', { perShare: 99 }, 4)).toBe('planned');
    expect(await plan('dividend', { perShare: 100 }, 3)).toBe('A dividend must be less than the last price, ₹100.00.');
  });

  test('together they may not make more shares than a stock can have: on its day such an action would be dropped', async () => {
    await asAdmin('POST /listStock', {
      ...NEW,
      symbol: 'MANY',
      price: 90_000,
      tickSize: 5,
      sharesIssued: 10_000_000_000,
    });
    const plan = async (to: number, days: number) => {
      const asked = { symbol: 'MANY', kind: 'split', from: 1, to, effectiveDate: dayFrom(days) };
      const { status, body } = await asAdmin('POST /corporateActions', asked);
      return status === 201 ? 'planned' : Object.values(body.error?.fields ?? {})[0];
    };
    const tooMany =
      'With that many new shares the stock would have more than 10,00,00,00,00,000 in issue, the most there can be.';
    // 10 billion x 101 are too many; x 20, and then x 5, are a trillion.
    expect(await plan(101, 5)).toBe(tooMany);
    expect(await plan(20, 5)).toBe('planned');
    expect(await plan(6, 7)).toBe(tooMany);
    expect(await plan(5, 7)).toBe('planned');
    const spoils = 'With it, what is planned for later could not be carried out: Split of each share into 5.';
    expect(await plan(2, 6)).toBe(spoils);
  });

  test.each([
    [{ effectiveDate: () => dayFrom(0) }, 422, 'effectiveDate'],
    [{ effectiveDate: () => dayFrom(400) }, 422, 'effectiveDate'],
    [{ effectiveDate: () => '2026-02-31' }, 400, 'effectiveDate'],
    [{ to: () => 1 }, 400, 'to'],
    [{ to: () => 1001 }, 400, 'to'],
    [{ from: () => 0 }, 400, 'from'],
    [{ kind: () => 'merger' }, 400, 'kind'],
    [{ kind: () => 'dividend' }, 400, 'perShare'],
    [{ kind: () => 'dividend', perShare: () => 400 }, 422, 'perShare'],
    [{ kind: () => 'dividend', perShare: () => 0.001 }, 400, 'perShare'],
    [{ symbol: () => 'NOWHERE' }, 404, ''],
  ])('%j is refused', async (changes, status, field) => {
    const before = await server.stateHash();
    const changed = Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value()]));
    const reply = await asAdmin('POST /corporateActions', { ...split(), ...changed });
    expect([reply.status, field === '' || field in (reply.body.error?.fields ?? {})]).toEqual([status, true]);
    expect(await server.stateHash()).toBe(before);
  });
});

test('nobody but an administrator gets in, and nothing changes', async () => {
  const people = [await server.trader(1000_00), await server.instructor()];
  const before = await server.stateHash();
  const calls = [
    ['GET /stocklist', {}],
    ['POST /listStock', { ...NEW, symbol: 'SNEAK' }],
    ['POST /haltStock', { symbol: 'MERIT', isHalted: true }],
    ['POST /updateStock', { symbol: 'MERIT', tickSize: 0.05, priceBand: 20 }],
    ['GET /corporateActions', {}],
    ['POST /corporateActions', { symbol: 'MERIT', kind: 'split', from: 1, to: 2, effectiveDate: dayFrom(1) }],
    ['POST /corporateActions/cancel', { id: '1' }],
  ] as const;
  for (const [name, input] of calls) {
    for (const { token } of people) expect((await server.call(name, input, { token })).status).toBe(403);
    expect((await server.call(name, input, {})).status).toBe(401);
  }
  expect(await server.stateHash()).toBe(before);
});

test('listed, halted and resumed once each, and a repeat whose first reply was lost is told the same', async () => {
  const asked = async (name: 'POST /listStock' | 'POST /haltStock', key: string, input: object) => {
    await server.database.query('delete from idempotency_keys where key = $1', [key]);
    return server.call(name, input, { token: admin.token, headers: { 'idempotency-key': key } });
  };
  const acts = [
    ['POST /listStock', 'list', { ...NEW, symbol: 'TWICE' }, 201],
    ['POST /haltStock', 'halt', { symbol: 'TWICE', isHalted: true, reason: 'News' }, 200],
    ['POST /haltStock', 'resume', { symbol: 'TWICE', isHalted: false }, 200],
  ] as const;
  for (const [name, key, input, status] of acts) {
    const first = await asked(name, key, input);
    const second = await asked(name, key, input);
    expect([first.status, second.status, second.body]).toEqual([status, status, first.body]);
    expect((await asAdmin(name, input)).status).toBe(409);
  }
  const { entries } = (await asAdmin('GET /auditLog', { q: 'TWICE' })).body.data;
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(['resume-stock', 'halt-stock', 'list-stock']);
});
