// The desk's lists of orders and trades over HTTP, on a real exchange and database: filters, pages, totals, and the cancel.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RouteName } from '../../../contract/routes.ts';
import { startTrading } from '../../../tests/trading.ts';
import type { Trading } from '../../../tests/trading.ts';
import { DeskTotals } from './totals.ts';

let server: Trading;
let admin: Awaited<ReturnType<Trading['admin']>>;
let asha: Awaited<ReturnType<Trading['trader']>>;
let ravi: Awaited<ReturnType<Trading['trader']>>;

const DAY_MS = 86_400_000;

beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, ZENITH: 100_00 });
  admin = await server.admin();
  asha = await server.trader(1_000_000_00);
  ravi = await server.trader(1_000_000_00);
  server.quote('MERIT', 'sell', 400_00, 100);
  // Asha: a market buy from the crowd, a limit buy that rests, a stop sell that waits, a market order that nobody takes.
  await place(asha, { type: 'BUY', orderType: 'MARKET', quantity: 10 });
  await place(asha, { type: 'BUY', orderType: 'LIMIT', quantity: 5, price: 390 });
  await place(asha, { type: 'SELL', orderType: 'STOP', quantity: 4, stopPrice: 350 });
  await place(asha, { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 1 });
  // Ravi comes and buys what Asha offers: a trade between two people.
  server.clear('MERIT');
  await place(asha, { type: 'SELL', orderType: 'LIMIT', quantity: 3, price: 395 });
  await place(ravi, { type: 'BUY', orderType: 'LIMIT', quantity: 2, price: 395 });
});
afterAll(() => server.close());

async function place(trader: { token: string }, order: object): Promise<string> {
  const placed = await server.call('POST /orders', { stock: 'MERIT', ...order }, { token: trader.token });
  expect(placed.body.message).toMatch(/placed successfully/);
  return placed.body.data._id;
}

const ask = (name: RouteName, input: object = {}) => server.call(name, input, { token: admin.token });

interface Row {
  _id: string;
  stock: { symbol: string };
  orderType: string;
  quantity: number;
  status: string;
}

/** The rows, the newest first, in short. */
const short = (rows: Row[]) =>
  rows.map(({ stock, orderType, quantity, status }) => `${orderType} ${quantity} ${stock.symbol} ${status}`);

test('all orders, whose they are, and how many there are of each kind', async () => {
  const { body } = await ask('GET /orders');
  expect(short(body.data.orders)).toEqual([
    'LIMIT 2 MERIT COMPLETED',
    'LIMIT 3 MERIT PENDING',
    'MARKET 1 ZENITH FAILED',
    'STOP 4 MERIT PENDING',
    'LIMIT 5 MERIT PENDING',
    'MARKET 10 MERIT COMPLETED',
  ]);
  expect(body.data.orders[0].user).toEqual({ _id: ravi.id, name: ravi.name, email: ravi.email });
  expect(body.data).toMatchObject({ totalOrders: 6, totalPages: 1, page: 1 });
  expect(body.data.counts).toEqual({
    market: { PENDING: 0, COMPLETED: 1, FAILED: 1 },
    limit: { PENDING: 2, COMPLETED: 1, FAILED: 0 },
    stop: { PENDING: 1, COMPLETED: 0, FAILED: 0 },
  });
});

test.each<[RouteName, object, string[]]>([
  ['GET /marketorders', {}, ['MARKET 1 ZENITH FAILED', 'MARKET 10 MERIT COMPLETED']],
  ['GET /marketorders', { status: 'failed' }, ['MARKET 1 ZENITH FAILED']],
  [
    'GET /limitorders',
    { status: 'all' },
    ['LIMIT 2 MERIT COMPLETED', 'LIMIT 3 MERIT PENDING', 'LIMIT 5 MERIT PENDING'],
  ],
  ['GET /limitorders', { status: 'PENDING' }, ['LIMIT 3 MERIT PENDING', 'LIMIT 5 MERIT PENDING']],
  ['GET /stoporders', {}, ['STOP 4 MERIT PENDING']],
  ['GET /orders', { q: 'zenith' }, ['MARKET 1 ZENITH FAILED']],
  ['GET /orders', { q: 'nobody is called so' }, []],
  ['GET /orders', { q: '999999' }, []],
])('%s with %j', async (name, input, rows) => {
  const { body } = await ask(name, input);
  expect(short(body.data.orders)).toEqual(rows);
  expect(body.data.totalOrders).toBe(rows.length);
});

test('the user filter is a part of the name in any case, stripped of what could be markup', async () => {
  const name = ravi.name.toUpperCase();
  for (const user of [name, `  <${name}>'";/ `]) {
    const { body } = await ask('GET /limitorders', { user });
    expect([short(body.data.orders), body.data.totalOrders]).toEqual([['LIMIT 2 MERIT COMPLETED'], 1]);
  }
  const { body } = await ask('GET /limitorders', { user: '%' });
  expect(body.data.totalOrders).toBe(0);
  const both = await ask('GET /orders', { user: 'asha', q: 'MERIT', status: 'PENDING' });
  expect(short(both.body.data.orders)).toEqual([
    'LIMIT 3 MERIT PENDING',
    'STOP 4 MERIT PENDING',
    'LIMIT 5 MERIT PENDING',
  ]);
});

test('a name that fits too many people is said to', async () => {
  const add = (first: number, last: number) =>
    server.database.query(
      `insert into users (id, email, name, password_hash, role, referral_code, created_at)
       select gen_random_uuid(), 'many' || i || '@namesakes.example', 'Namesake', 'x', 'user', 'N' || i, i from generate_series($1::integer, $2::integer) i`,
      [first, last],
    );
  const notes = async () => {
    const answers = [ask('GET /orders', { q: '@namesakes' }), ask('GET /marketorders', { user: 'namesake' })];
    const trades = [ask('GET /allTransactions', { q: 'namesake' }), ask('GET /allTransactions', { user: 'namesake' })];
    return (await Promise.all([...answers, ...trades])).map(({ body }) => body.data.note);
  };
  await add(1, 500);
  expect(await notes()).toEqual(Array(4).fill(null));
  await add(501, 501);
  const note = 'More than 500 people are called so: only the 500 who joined last are looked at and counted here.';
  expect(await notes()).toEqual(Array(4).fill(note));
});

test('the orders of one person, whatever others are called', async () => {
  const total = async (input: object) => (await ask('GET /orders', input)).body.data.totalOrders;
  expect([await total({ userId: asha.id }), await total({ userId: ravi.id })]).toEqual([5, 1]);
  expect(await total({ userId: asha.id, status: 'FAILED' })).toBe(1);
  // A search within them finds nothing of others.
  expect([await total({ userId: asha.id, q: ravi.email }), await total({ userId: asha.id, q: 'ZENITH' })]).toEqual([
    0, 1,
  ]);
  expect([await total({ user: asha.name, q: ravi.email }), await total({ user: asha.name, q: asha.email })]).toEqual([
    0, 5,
  ]);
  for (const userId of [admin.id, 'nobody', '00000000-0000-4000-8000-000000000000'])
    expect(await total({ userId })).toBe(0);
});

test('the date filter is the calendar day of the market', async () => {
  const today = new Date(server.clock.at + 19_800_000).toISOString().slice(0, 10);
  const yesterday = new Date(server.clock.at + 19_800_000 - DAY_MS).toISOString().slice(0, 10);
  const total = async (dateRange: string) => (await ask('GET /orders', { dateRange })).body.data.totalOrders;
  expect(await total(today)).toBe(6);
  expect(await total(yesterday)).toBe(0);
  expect(await total(`${yesterday},${today}`)).toBe(6);
  expect(await total(new Date(server.clock.at).toISOString())).toBe(6);
  expect(await total('')).toBe(6);
  for (const dateRange of ['2026-02-30', 'today', `${today},${yesterday}`, '2026-01-01,2026-01-02,2026-01-03'])
    expect((await ask('GET /orders', { dateRange })).status).toBe(400);
});

test('pages go on from where they are, forwards and back', async () => {
  const ids = (await ask('GET /orders')).body.data.orders.map(({ _id }: Row) => _id);
  const page = async (input: object) => (await ask('GET /orders', { limit: 2, ...input })).body.data;
  expect((await page({ page: 2 })).orders.map(({ _id }: Row) => _id)).toEqual(ids.slice(2, 4));
  const second = await page({ page: 2, after: ids[1] });
  expect([second.orders.map(({ _id }: Row) => _id), second.totalPages, second.page]).toEqual([ids.slice(2, 4), 3, 2]);
  expect((await page({ page: 1, before: ids[2] })).orders.map(({ _id }: Row) => _id)).toEqual(ids.slice(0, 2));
  expect((await page({ page: 2, after: ids[1], user: 'asha' })).orders.map(({ _id }: Row) => _id)).toEqual(
    ids.slice(2, 4),
  );
  for (const after of ['0', '-1', 'x', '1.5']) expect((await ask('GET /orders', { after })).status).toBe(400);
});

test('an order with its execution, its fills and its story', async () => {
  const [order] = (await ask('GET /orders', { q: 'MERIT' })).body.data.orders;
  const { body } = await ask('GET /orderDetails/{id}', { id: order._id });
  expect(body.data.order).toEqual(order);
  expect(body.data.transaction).toMatchObject({ price: 395, quantity: 2 });
  // 1 % of 790 and 5.
  expect(body.data.fills).toMatchObject([{ price: 395, quantity: 2, charges: 12.9 }]);
  expect(body.data.events.map(({ kind }: { kind: string }) => kind)).toEqual(['accepted', 'held', 'filled', 'ended']);
  const [waiting] = (await ask('GET /stoporders')).body.data.orders;
  expect((await ask('GET /orderDetails/{id}', { id: waiting._id })).body.data).toMatchObject({
    transaction: null,
    fills: [],
  });
  for (const id of ['999999', 'x', '-1', '1e3']) expect((await ask('GET /orderDetails/{id}', { id })).status).toBe(404);
});

test('trades with buyer and seller, and what they add up to', async () => {
  const { body } = await ask('GET /allTransactions');
  expect(body.data.transactions).toMatchObject([
    { buyer: { name: ravi.name }, seller: { name: asha.name }, type: 'BUY', quantity: 2, price: 395, totalAmount: 790 },
    {
      buyer: { name: asha.name },
      seller: { _id: null, name: 'Practice market' },
      type: 'BUY',
      quantity: 10,
      totalAmount: 4000,
    },
  ]);
  // Charges of both: 1 % of 790 twice, and 5 twice.
  expect(body.data.transactions[0].charges).toBe(25.8);
  expect(body.data.stats).toEqual({
    totalTransactions: 2,
    totalVolume: 12,
    totalValue: 4790,
    buyTransactions: 2,
    sellTransactions: 1,
  });
  const ravis = await ask('GET /allTransactions', { user: ravi.name });
  expect(ravis.body.data).toMatchObject({
    totalTransactions: 1,
    stats: { totalVolume: 2, buyTransactions: 1, sellTransactions: 0 },
  });
  expect((await ask('GET /allTransactions', { type: 'sell' })).body.data).toMatchObject({
    transactions: [],
    totalTransactions: 0,
  });
  // Of days, and of one trade, they are added up from the fills.
  const dateRange = new Date(server.clock.at).toISOString();
  expect((await ask('GET /allTransactions', { dateRange })).body.data.stats).toEqual(body.data.stats);
  const none = { totalTransactions: 0, totalVolume: 0, totalValue: 0, buyTransactions: 0, sellTransactions: 0 };
  expect((await ask('GET /allTransactions', { dateRange, type: 'sell' })).body.data.stats).toEqual(none);
  expect((await ask('GET /allTransactions', { q: body.data.transactions[0]._id })).body.data.stats).toEqual({
    totalTransactions: 1,
    totalVolume: 2,
    totalValue: 790,
    buyTransactions: 1,
    sellTransactions: 1,
  });
  expect((await ask('GET /allTransactions', { q: 'ZENITH' })).body.data.totalTransactions).toBe(0);
  // Both a searched person and one in the filter: what they traded with each other.
  const both = async (q: string, user: string) => (await ask('GET /allTransactions', { q, user })).body.data;
  expect((await both(ravi.email, asha.name)).transactions).toEqual([body.data.transactions[0]]);
  expect((await both(ravi.email, asha.name)).stats).toMatchObject({ totalTransactions: 1, totalVolume: 2 });
  expect((await both(asha.email, asha.name)).totalTransactions).toBe(2);
  expect((await both('nobody is called so', asha.name)).totalTransactions).toBe(0);
  const [first, second] = body.data.transactions;
  const next = await ask('GET /allTransactions', { limit: 1, page: 2, after: first._id });
  expect(next.body.data.transactions).toEqual([second]);
  expect((await ask('GET /allTransactions', { limit: 1, before: second._id })).body.data.transactions).toEqual([first]);
  expect((await ask('GET /allTransactions', { q: first._id })).body.data.transactions).toEqual([first]);
});

test('the admin cancels an open order: its owner is told, it is written down, and an ended one is refused', async () => {
  const id = await place(asha, { type: 'BUY', orderType: 'LIMIT', quantity: 7, price: 380 });
  const canceled = await ask('POST /changeStatus/{id}', { id, status: 'FAILED' });
  expect(canceled.body).toMatchObject({
    message: 'Order canceled.',
    data: { status: 'FAILED', reason: 'Canceled by an administrator.' },
  });
  const again = await ask('POST /changeStatus/{id}', { id });
  expect([again.status, again.body.message]).toEqual([409, 'Order is already FAILED']);
  expect((await ask('POST /changeStatus/{id}', { id, status: 'COMPLETED' })).status).toBe(400);
  expect((await ask('POST /changeStatus/{id}', { id: '424242' })).status).toBe(404);
  const { rows } = await server.database.query(
    `select actor, subject, detail from audit_log where action = 'cancel-order'`,
  );
  const detail = { before: 'PENDING', after: 'canceled' };
  expect(rows).toEqual([{ actor: admin.id, subject: `order ${id}`, detail }]);
  expect(server.told.filter(({ account }) => account === asha.accountNo).at(-1)?.notification.message).toMatch(
    /administrator/i,
  );
});

test('a cancel whose reply was lost is told of again, and written down once', async () => {
  const id = await place(asha, { type: 'BUY', orderType: 'LIMIT', quantity: 7, price: 378 });
  const press = () =>
    server.call('POST /changeStatus/{id}', { id }, { token: admin.token, headers: { 'idempotency-key': 'cancel' } });
  const first = await press();
  await server.database.query(`delete from idempotency_keys where key = 'cancel'`);
  const again = await press();
  expect([again.status, again.body]).toEqual([200, first.body]);
  const { rowCount } = await server.database.query('select 1 from audit_log where subject = $1', [`order ${id}`]);
  expect(rowCount).toBe(1);
});

test('an order whose cancel cannot be written down stays open', async () => {
  const id = await place(asha, { type: 'BUY', orderType: 'LIMIT', quantity: 3, price: 379 });
  await server.database.query('alter table begun_acts rename to away');
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: `/changeStatus/${id}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  await server.database.query('alter table away rename to begun_acts');
  expect(statusCode).toBe(500);
  expect((await ask('GET /orderDetails/{id}', { id })).body.data.order.status).toBe('PENDING');
  expect((await ask('POST /changeStatus/{id}', { id })).status).toBe(200);
});

test('nobody but an administrator sees or changes any of it', async () => {
  const id = await place(asha, { type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 381 });
  const before = await server.stateHash();
  const calls: [RouteName, object][] = [
    ['GET /orders', {}],
    ['GET /marketorders', {}],
    ['GET /limitorders', {}],
    ['GET /stoporders', {}],
    ['GET /allTransactions', {}],
    ['GET /orderDetails/{id}', { id }],
    ['POST /changeStatus/{id}', { id }],
  ];
  const teacher = await server.instructor();
  const hash = await server.stateHash();
  for (const [name, input] of calls) {
    for (const { token } of [asha, teacher]) {
      const { status, body } = await server.call(name, input, { token });
      expect([name, status, body.data]).toEqual([name, 403, null]);
    }
    expect((await server.call(name, input)).status).toBe(401);
  }
  expect(await server.stateHash()).toBe(hash);
  expect(before).not.toBe(hash);
});

test('a trade with the practice market is named after the person\u2019s side, whichever order came first', async () => {
  // Asha's limit buy has been waiting; a simulated seller comes to it.
  server.quote('MERIT', 'sell', 390_00, 5);
  await expect
    .poll(async () => (await ask('GET /allTransactions', { type: 'BUY' })).body.data.transactions[0])
    .toMatchObject({ buyer: { name: asha.name }, seller: { _id: null }, type: 'BUY', quantity: 5, price: 390 });
  expect((await ask('GET /allTransactions', { type: 'SELL' })).body.data.totalTransactions).toBe(0);
});

test('totals counted from what is stored are those that were kept with each commit', async () => {
  const fresh = new DeskTotals(server.exchange);
  // A commit that it hears of before it counts, and finds stored when it does, is counted once.
  server.exchange.subscribe((batch) => fresh.committed(batch));
  server.quote('ZENITH', 'sell', 100_00, 1);
  await place(ravi, { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 1 });
  const log = { warn: vi.fn<(about: object) => void>() };
  const { database } = server;
  let calls = 0;
  const connect = () => (calls++ === 0 ? Promise.reject(new Error('the database is away')) : database.pool.connect());
  fresh.start({ ...database, pool: { connect } } as never, 1, log as never);
  const { counts, totalOrders } = (await ask('GET /orders')).body.data;
  expect(await fresh.orders({})).toBe(totalOrders);
  for (const screen of ['market', 'limit', 'stop'] as const)
    for (const status of ['PENDING', 'COMPLETED', 'FAILED'] as const)
      expect([screen, status, await fresh.orders({ screen, status })]).toEqual([
        screen,
        status,
        counts[screen][status],
      ]);
  expect(log.warn, 'the first try failed').toHaveBeenCalledOnce();
  const { stats } = (await ask('GET /allTransactions')).body.data;
  const { trades, shares, value, buys, sells } = await fresh.trades({});
  for (const side of ['buy', 'sell'] as const)
    expect((await fresh.trades({ side })).trades).toBe(
      (await ask('GET /allTransactions', { type: side })).body.data.totalTransactions,
    );
  expect({ trades, shares, value, buys, sells }).toEqual({
    trades: stats.totalTransactions,
    shares: stats.totalVolume,
    value: stats.totalValue * 100,
    buys: stats.buyTransactions,
    sells: stats.sellTransactions,
  });
});

test('a trader\u2019s act is told about the trader at the desk, and as "you" to the trader alone', async () => {
  const buy = { type: 'BUY', orderType: 'LIMIT', quantity: 2, price: 379 };
  const as = { token: ravi.token };
  const changed = await place(ravi, buy);
  await server.call('POST /modifyOrder/{id}', { id: changed, quantity: 1, price: 379 }, as);
  await server.call('POST /cancelOrder/{id}', { id: changed }, as);
  const { order, events } = (await ask('GET /orderDetails/{id}', { id: changed })).body.data;
  expect(order.reason).toBe('Canceled by the trader.');
  expect(events.map(({ text }: { text: string }) => text).slice(2)).toEqual([
    'The trader changed it: buy 1 share at ₹379.00 or better. It keeps its place.',
    'Joined the queue at ₹379.00, first in line.',
    'Canceled by the trader. What was still set aside is free again.',
  ]);
  const [own] = (await server.call('GET /getOrders', { q: changed }, as)).body.data.orders;
  expect(own.reason).toBe('Canceled by you.');
  const story = (await server.call('GET /orders/{id}/events', { id: changed }, as)).body.data;
  expect(story.at(-1).text).toMatch(/^Canceled by you\. /);
});
