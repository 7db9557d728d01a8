// Fees as an administrator sets them: enforced from the next order on, never before, and counted to the paisa.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteName } from '../../../contract/routes.ts';
import { startTrading, VENUE } from '../../../tests/trading.ts';
import type { Trading } from '../../../tests/trading.ts';
import { marketDay } from '../../../core/market/day.ts';

let server: Trading;
let admin: Awaited<ReturnType<Trading['admin']>>;
let asha: Awaited<ReturnType<Trading['trader']>>;

const DAY_MS = 86_400_000;
const dayOf = (at: number) => new Date(at + 19_800_000).toISOString().slice(0, 10);

beforeAll(async () => {
  server = await startTrading({ MERIT: 100_00 });
  // Noon in India, so that days do not roll while it runs.
  server.clock.at = Math.floor(server.clock.at / DAY_MS) * DAY_MS + 6.5 * 3_600_000 + DAY_MS;
  admin = await server.admin();
  asha = await server.trader(10_000_000_00);
  server.quote('MERIT', 'sell', 100_00, 10_000);
});
afterAll(() => server.close());

const ask = (name: RouteName, input: object = {}) => server.call(name, input, { token: admin.token });
const set = (rate: number, flat: number, volumeDiscounts: object[] = []) =>
  ask('POST /updateFees', { standardCommissionRate: rate, flatTransactionFee: flat, volumeDiscounts });

async function chargesOf(order: object): Promise<number> {
  const placed = await server.call(
    'POST /orders',
    { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', ...order },
    { token: asha.token },
  );
  expect(placed.body.success).toBe(true);
  return placed.body.data.charges;
}

test('by default 1 % and 5 rupees, without discounts', async () => {
  const { body } = await ask('GET /getFees');
  expect(body.data).toMatchObject({
    standardCommissionRate: 1,
    flatTransactionFee: 5,
    volumeDiscounts: [],
    promotions: [],
    feeSummary: {
      totalFeesCollected: 0,
      periodStart: `${dayOf(server.clock.at).slice(0, 7)}-01`,
      periodEnd: dayOf(server.clock.at),
    },
  });
});

test('a change holds for orders after it, and one that rests keeps its terms', async () => {
  expect(await chargesOf({ quantity: 10 })).toBe(15);
  // Rests below the market with 1 % and 5.
  const resting = await server.call(
    'POST /orders',
    { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', price: 99, quantity: 100 },
    { token: asha.token },
  );
  const saved = await set(0.25, 2.5, [{ minVolume: 100, maxVolume: 500, discountRate: 0.02 }]);
  expect(saved.body).toMatchObject({
    message: 'Transaction fees saved.',
    data: {
      standardCommissionRate: 0.25,
      flatTransactionFee: 2.5,
      volumeDiscounts: [{ minVolume: 100, maxVolume: 500, discountRate: 0.02 }],
    },
  });
  // 0.25 % of 1000 and 2.50; with the discount 0.245 % of 10,000 and 2.50.
  expect(await chargesOf({ quantity: 10 })).toBe(5);
  expect(await chargesOf({ quantity: 100 })).toBe(27);
  server.turn((engine) => void engine.desk('MERIT', server.clock.at).take(-5, 'sell', 100, 98_00));
  // 1 % of 9,900 and 5. Seen when it is durable, a moment after the turn.
  const details = async () => (await ask('GET /orderDetails/{id}', { id: resting.body.data._id })).body.data.order;
  await expect.poll(details).toMatchObject({ status: 'COMPLETED', charges: 104 });
});

test.each([
  [{ standardCommissionRate: -0.01 }, /percentage from 0 to 10/],
  [{ standardCommissionRate: 10.1 }, /percentage from 0 to 10/],
  [{ standardCommissionRate: 0.00001 }, /percentage from 0 to 10/],
  [{ standardCommissionRate: '1' }, /percentage from 0 to 10/],
  [{ standardCommissionRate: null }, /percentage from 0 to 10/],
  [{ flatTransactionFee: -1 }, /sum from 0 to 1,000/],
  [{ flatTransactionFee: 1000.01 }, /sum from 0 to 1,000/],
  [{ flatTransactionFee: 1.001 }, /sum from 0 to 1,000/],
  [{ volumeDiscounts: [{ minVolume: 0, maxVolume: 5, discountRate: 0.1 }] }, /whole number of shares/],
  [{ volumeDiscounts: [{ minVolume: 9, maxVolume: 5, discountRate: 0.1 }] }, /must not be below/],
  [{ volumeDiscounts: [{ minVolume: 1, maxVolume: 5, discountRate: 1.1 }] }, /fraction from 0 to 1/],
  [
    {
      volumeDiscounts: [
        { minVolume: 5, maxVolume: 9, discountRate: 0.1 },
        { minVolume: 1, maxVolume: 5, discountRate: 0.1 },
      ],
    },
    /must not overlap/,
  ],
  [
    {
      volumeDiscounts: Array.from({ length: 21 }, (_, i) => ({ minVolume: i + 1, maxVolume: i + 1, discountRate: 0 })),
    },
    /at most 20/,
  ],
  [{ volumeDiscounts: undefined }, /^Volume discounts must be a list/],
])('%j is refused, and nothing changes', async (wrong, sentence) => {
  const before = await server.stateHash();
  const { status, body } = await ask('POST /updateFees', {
    standardCommissionRate: 1,
    flatTransactionFee: 5,
    volumeDiscounts: [],
    ...wrong,
  });
  expect([status, body.message]).toEqual([400, expect.stringMatching(sentence)]);
  expect(await server.stateHash()).toBe(before);
});

test('a promotion takes its part off the commission while it holds, and ends when it is told to', async () => {
  await set(1, 5);
  const today = dayOf(server.clock.at);
  const tomorrow = dayOf(server.clock.at + DAY_MS);
  const added = await ask('POST /feePromotions', {
    name: 'Diwali',
    type: 'Percentage',
    discountValue: 20,
    startDate: today,
    endDate: today,
  });
  expect(added.body.message).toBe('The promotion has been added.');
  const [promotion] = added.body.data.promotions;
  expect(promotion).toMatchObject({
    name: 'Diwali',
    type: 'PERCENTAGE',
    discountValue: 20,
    startDate: today,
    endDate: today,
    status: 'ACTIVE',
  });
  // 0.8 % of 1000 and 5.
  expect(await chargesOf({ quantity: 10 })).toBe(13);
  const later = await ask('POST /feePromotions', {
    name: 'Later',
    discountValue: 50,
    startDate: tomorrow,
    endDate: tomorrow,
  });
  expect(later.body.data.promotions[1]).toMatchObject({ name: 'Later', status: 'UPCOMING' });
  expect(await chargesOf({ quantity: 10 })).toBe(13);
  server.clock.at += 1;
  const ended = await ask('POST /feePromotions', { id: promotion.id, end: true });
  expect(ended.body).toMatchObject({ message: 'The promotion has ended.' });
  expect(await chargesOf({ quantity: 10 })).toBe(15);
  expect((await ask('POST /feePromotions', { id: promotion.id, end: true })).status).toBe(409);
  expect((await ask('POST /feePromotions', { id: 'unknown', end: true })).status).toBe(404);
  // What had not begun is gone; what was in force stays to be looked at.
  const upcoming = later.body.data.promotions[1];
  const left = await ask('POST /feePromotions', { id: upcoming.id, end: true });
  expect(left.body.data.promotions).toMatchObject([{ name: 'Diwali', status: 'ENDED' }]);
});

test('the button pressed twice, also after the reply was lost, adds one promotion and one entry of the log', async () => {
  const tomorrow = dayOf(server.clock.at + DAY_MS);
  const offer = { name: 'Once', discountValue: 1, startDate: tomorrow, endDate: tomorrow };
  const add = (key: string) =>
    server.call('POST /feePromotions', offer, { token: admin.token, headers: { 'idempotency-key': key } });
  const named = (data: { promotions: { id: string; name: string }[] }) =>
    data.promotions.filter(({ name }) => name === 'Once');
  expect(named((await add('once')).body.data)).toHaveLength(1);
  await server.database.query(`delete from idempotency_keys where key = 'once'`);
  const again = await add('once');
  expect([again.status, again.body.message]).toEqual([200, 'The promotion has been added.']);
  expect(named(again.body.data)).toHaveLength(1);
  const { rowCount } = await server.database.query(
    `select 1 from audit_log where action = 'add-fee-promotion' and detail::text like '%Once%'`,
  );
  expect(rowCount).toBe(1);
  // Ended early meanwhile, it is not added again; and a repeated request for its end is confirmed.
  const [{ id: early }] = named(again.body.data);
  const end = async () => {
    await server.database.query(`delete from idempotency_keys where key in ('once', 'end')`);
    const options = { token: admin.token, headers: { 'idempotency-key': 'end' } };
    return server.call('POST /feePromotions', { id: early, end: true }, options);
  };
  expect(named((await end()).body.data)).toEqual([]);
  const ended = await end();
  expect([ended.status, ended.body.message]).toEqual([200, 'The promotion has ended.']);
  expect(named((await add('once')).body.data)).toEqual([]);
  expect((await ask('POST /feePromotions', { id: early, end: true })).status).toBe(404);
  // Another press is another promotion.
  const both = named((await add('twice')).body.data);
  expect(both).toHaveLength(1);
  for (const { id } of both) await ask('POST /feePromotions', { id, end: true });
});

test('a promotion like one that has not ended is refused; another name, discount or day is another promotion', async () => {
  const tomorrow = dayOf(server.clock.at + DAY_MS);
  const offer = { name: 'Alike', discountValue: 1, startDate: tomorrow, endDate: tomorrow };
  const add = (changes: object) => ask('POST /feePromotions', { ...offer, ...changes });
  const [first, second] = await Promise.all([add({}), add({})]);
  expect([first.status, second.status].sort()).toEqual([200, 400]);
  const refused = first.status === 400 ? first : second;
  expect(refused.body.error?.fields).toEqual({
    name: 'There is a promotion with this name, discount and days already.',
  });
  const [, , all] = [
    await add({ name: 'Unlike' }),
    await add({ discountValue: 2 }),
    await add({ endDate: dayOf(server.clock.at + 2 * DAY_MS) }),
  ];
  expect(all.status).toBe(200);
  const { promotions } = all.body.data;
  const added = promotions.filter(({ startDate }: { startDate: string }) => startDate === tomorrow);
  expect(added).toHaveLength(4);
  for (const { id } of added) await ask('POST /feePromotions', { id, end: true });
  // Taken out, it can be added again.
  const again = await add({});
  expect(again.status).toBe(200);
  await ask('POST /feePromotions', { id: again.body.data.promotions.at(-1).id, end: true });
});

test('twenty promotions at once are all kept', async () => {
  const tomorrow = dayOf(server.clock.at + DAY_MS);
  const add = (name: string) =>
    ask('POST /feePromotions', { name, discountValue: 1, startDate: tomorrow, endDate: tomorrow });
  await Promise.all(Array.from({ length: 20 }, (_, i) => add(`Offer ${i}`)));
  const { promotions } = (await ask('GET /getFees')).body.data;
  expect(promotions.filter(({ status }: { status: string }) => status === 'UPCOMING')).toHaveLength(20);
  for (const { id, status } of promotions)
    if (status === 'UPCOMING') await ask('POST /feePromotions', { id, end: true });
});

test.each([
  [{ name: '' }, /1 to 80 characters/],
  [{ name: 'x'.repeat(81) }, /1 to 80 characters/],
  [{ discountValue: 0 }, /percentage above 0/],
  [{ discountValue: 101 }, /percentage above 0/],
  [{ type: 'flat' }, /Percentage/],
  [{ startDate: '2026-02-30' }, /start date/],
  [{ endDate: '2020-01-01', startDate: '2020-01-01' }, /in the past/],
  [{ startDate: '2030-01-02', endDate: '2030-01-01' }, /before the start/],
  [{ end: true }, /./],
  [{ end: 'yes', id: 'x' }, /./],
])('the promotion %j is refused, and nothing changes', async (wrong, sentence) => {
  const before = await server.stateHash();
  const { status, body } = await ask('POST /feePromotions', {
    name: 'Holi',
    discountValue: 10,
    startDate: '2030-01-01',
    endDate: '2030-01-31',
    ...wrong,
  });
  expect([status, body.message]).toEqual([400, expect.stringMatching(sentence)]);
  expect(await server.stateHash()).toBe(before);
});

test('the preview says what the same orders would have paid, and changes nothing', async () => {
  const before = await server.stateHash();
  const same = await ask('POST /feePreview', { standardCommissionRate: 0, flatTransactionFee: 0, volumeDiscounts: [] });
  // 10 + 10 + 100 + 10 + 10 + 10 shares at 100, and 100 at 99; paid 15 + 5 + 27 + 104 + 13 + 13 + 15.
  expect(same.body.data).toMatchObject({ orders: 7, tradedValue: 24_900, feesPaid: 192, feesThen: 0, isSample: false });
  const dearer = await ask('POST /feePreview', {
    standardCommissionRate: 2,
    flatTransactionFee: 10,
    volumeDiscounts: [],
  });
  // 2 % of 24,900 is 498, and 10 each is 70. The promotion that has ended held for two orders of 1000 (and for those of the
  // same instant before it): it takes a fifth of their commission off, as it did.
  expect(dearer.body.data.feesThen).toBeLessThanOrEqual(568);
  expect(dearer.body.data.feesThen).toBeGreaterThan(450);
  expect(await server.stateHash()).toBe(before);
});

test('the report counts what was collected, day by day, to the paisa, also as a file', async () => {
  const today = dayOf(server.clock.at);
  const report = await ask('GET /feeReport', { from: today, to: today });
  expect(report.body.data).toMatchObject({
    periodStart: today,
    periodEnd: today,
    totalFeesCollected: 192,
    tradedValue: 24_900,
    orders: 7,
  });
  expect(report.body.data.days).toHaveLength(1);
  const proof = await ask('GET /ledger/verify');
  expect(proof.body.data.ok).toBe(true);
  const file = await server.app.inject({
    url: `/feeReport?from=${today}&to=${today}&format=csv`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="istock-fees-${today}-${today}.csv"`,
  });
  // Not the traded value of the dashboard, which has a trade between two people once.
  expect(file.body).toContain('"Date","Orders","Order value",');
  expect(file.body.split('\r\n')[2]).toBe(
    `"Total",7,24900,${report.body.data.commission},${report.body.data.flatFees},192,0`,
  );
  // The month is added up from the days that the dashboard has counted for good, and what was traded since.
  const { totalFeesCollected: inMonth } = (await ask('GET /feeReport')).body.data;
  const ofMonth = async () => (await ask('GET /getFees')).body.data.feeSummary.totalFeesCollected;
  const keep = (day: number, fees: number) =>
    server.database.query('insert into desk_days (venue, day, fees) values ($1, $2, $3)', [VENUE, day, fees]);
  await keep(marketDay(server.clock.at) - 40, 50_00);
  expect(await ofMonth()).toBe(inMonth);
  const yesterday = marketDay(server.clock.at) - 1;
  await keep(yesterday, 7_00);
  // On the first of a month, yesterday is of another one.
  const isInMonth = !today.endsWith('-01');
  expect(await ofMonth()).toBe(inMonth + (isInMonth ? 7 : 0));
  await server.database.query('delete from desk_days');
  expect((await ask('GET /feeReport', { from: today, to: '2020-01-01' })).status).toBe(400);
  // A whole leap year, and one day more.
  const statusUntil = async (to: string) => (await ask('GET /feeReport', { from: '2024-01-01', to })).status;
  expect([await statusUntil('2024-12-31'), await statusUntil('2025-01-01')]).toEqual([200, 400]);
});

test('a report with one day alone has an end, too: today, or the first day of its month', async () => {
  const endless = await ask('GET /feeReport', { from: '2001-01-01' });
  expect([endless.status, endless.body.message]).toEqual([400, 'A report can cover at most 366 days.']);
  const { periodStart, periodEnd } = (await ask('GET /feeReport', { to: '2026-02-10' })).body.data;
  expect([periodStart, periodEnd]).toEqual(['2026-02-01', '2026-02-10']);
  const today = dayOf(server.clock.at);
  const since = (await ask('GET /feeReport', { from: today })).body.data;
  expect([since.periodStart, since.periodEnd]).toEqual([today, today]);
});

test('fees that cannot be written down do not come into force', async () => {
  const before = (await ask('GET /getFees')).body.data;
  await server.database.query('alter table begun_acts rename to away');
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/updateFees',
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { standardCommissionRate: 0.5, flatTransactionFee: 1, volumeDiscounts: [] },
  });
  await server.database.query('alter table away rename to begun_acts');
  expect(statusCode).toBe(500);
  expect((await ask('GET /getFees')).body.data).toEqual(before);
});

test('every change is written down with before and after, and nobody else may make one', async () => {
  const { rows } = await server.database.query<{ action: string; before: object }>(
    `select action, detail->'before' as before from audit_log where subject = 'fees' order by id limit 1`,
  );
  expect(rows).toMatchObject([{ action: 'update-fees', before: { commissionRate: 10_000, flatFee: 500 } }]);
  const hash = await server.stateHash();
  const form = { standardCommissionRate: 0, flatTransactionFee: 0, volumeDiscounts: [] };
  for (const [name, input] of [
    ['POST /updateFees', form],
    ['POST /feePreview', form],
    ['POST /feePromotions', { name: 'Mine', discountValue: 100, startDate: '2030-01-01', endDate: '2030-01-31' }],
    ['GET /getFees', {}],
    ['GET /feeReport', {}],
  ] as const) {
    expect((await server.call(name, input, { token: asha.token })).status).toBe(403);
    expect((await server.call(name, input)).status).toBe(401);
  }
  expect(await server.stateHash()).toBe(hash);
});

test('an order that is traded on two days is one order of the report, and one of each day', async () => {
  const ravi = await server.trader(100_000_00);
  // In a month of its own, at noon.
  server.clock.at += 40 * DAY_MS;
  const from = dayOf(server.clock.at);
  server.clear('MERIT');
  server.quote('MERIT', 'sell', 100_00, 4);
  await server.call(
    'POST /orders',
    { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', price: 100, quantity: 10, timeInForce: 'GTC' },
    { token: ravi.token },
  );
  server.clock.at += DAY_MS;
  server.quote('MERIT', 'sell', 100_00, 6);
  const to = dayOf(server.clock.at);
  const report = async () => {
    const { data } = (await ask('GET /feeReport', { from, to })).body;
    const { data: trades } = (await ask('GET /allTransactions', { dateRange: `${from},${to}` })).body;
    return { ...data, ...trades.stats };
  };
  const counted = await report();
  const shown = counted.days.map((day: { date: string; orders: number }) => [day.date, day.orders]);
  expect([shown, counted.orders, counted.tradedValue, counted.totalTransactions]).toEqual([
    [
      [from, 1],
      [to, 1],
    ],
    1,
    1000,
    2,
  ]);
  // The first of the two days is over and kept, then both are: nothing changes, and of the second alone it is one order as well.
  await server.desk.keepDays();
  expect(await report()).toEqual(counted);
  server.clock.at += DAY_MS;
  await server.desk.keepDays();
  expect(await report()).toEqual(counted);
  expect((await ask('GET /feeReport', { from: to, to })).body.data).toMatchObject({ orders: 1, tradedValue: 600 });
});

test('a promotion begins no earlier than on the day on which it is added', async () => {
  const [past, today] = [-10, 0].map((days) => dayOf(server.clock.at + days * DAY_MS));
  const { body } = await ask('POST /feePromotions', {
    name: 'As if before',
    discountValue: 50,
    startDate: past,
    endDate: today,
  });
  // No order of the days before has had it, and no preview may say so.
  expect(body.data.promotions.at(-1)).toMatchObject({ startDate: today, endDate: today, status: 'ACTIVE' });
});

test.each([
  ['GET /feeReport', {}, 'trade_from'],
  ['POST /feePreview', { standardCommissionRate: 1, flatTransactionFee: 5, volumeDiscounts: [] }, 'order_from'],
] as const)('%s may take longer than other calls, and two at once are read', async (name, input, search) => {
  const { database } = server;
  const { rows } = await database.query<{ search: string }>(
    'select pg_get_functiondef(oid) as search from pg_proc where proname = $1',
    [search],
  );
  // As where there are many fills: finding the first takes a while, and less time than that would not do.
  const slow = `\nbegin
    if current_setting('statement_timeout')::interval < interval '1 minute' then raise 'it would have been ended'; end if;
    perform pg_sleep(0.3);\n`;
  await database.query(rows[0].search.replace('\nbegin\n', slow));
  let isOver = false;
  const all = Promise.all([1, 2, 3].map(() => ask(name, input))).finally(() => (isOver = true));
  const counts: number[] = [];
  while (!isOver) {
    const active = await database.query<{ count: number }>(
      `select count(*) as count from pg_stat_activity
       where datname = current_database() and state = 'active' and query ~ $1 and pid <> pg_backend_pid()`,
      [search],
    );
    counts.push(active.rows[0].count);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await database.query(rows[0].search);
  expect((await all).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(Math.max(...counts)).toBe(2);
});
