// The dashboard of the desk: its figures compared with the acts, the days that are kept, and the proof of the books.
import { expect, test } from 'vitest';
import { dayStartAt, marketDay } from '../../core/market/day.ts';
import { asAdmin, dashboard, order, server } from '../../tests/scenes/desk.ts';
import type { CommittedBatch } from '../exchange/batches.ts';
import { CommitTimes } from './dashboard.ts';

test('counts orders, each trade once, and nothing else', async () => {
  const before = await dashboard();
  const asha = await server.trader(10_000_00);
  const ravi = await server.trader(10_000_00);
  server.quote('MERIT', 'sell', 400_00, 10);
  // 5 x 400 = 2,000 and 1 % + 5 of it = 25.
  await order(asha.token, { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 5 });
  // Between two people, once: 2 x 410 = 820; each side pays 1 % + 5 = 13.20.
  await order(asha.token, { stock: 'MERIT', type: 'SELL', orderType: 'LIMIT', quantity: 2, price: 410 });
  server.clear('MERIT');
  await order(ravi.token, { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 2, price: 410 });
  await order(ravi.token, { stock: 'ZENITH', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 90 });
  await order(ravi.token, { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 1 });
  // A person who came and left counts neither as new nor among all.
  const gone = await server.trader();
  await server.database.query('update users set deleted_at = 1 where id = $1', [gone.id]);
  const after = await dashboard();
  const grown = (key: keyof typeof after.today): number =>
    Math.round((after.today[key] - before.today[key]) * 100) / 100;
  expect({
    users: after.users.total - before.users.total,
    newUsers: grown('newUsers'),
    pending: after.pendingOrders - before.pendingOrders,
    orders: grown('orders'),
    completed: grown('completed'),
    failed: grown('failed'),
    tradedValue: grown('tradedValue'),
    fees: grown('fees'),
    deposits: grown('deposits'),
  }).toEqual({
    users: 2,
    newUsers: 2,
    pending: 1,
    orders: 5,
    completed: 3,
    failed: 1,
    tradedValue: 2820,
    fees: 51.4,
    deposits: 20_000,
  });
  expect(after.days).toHaveLength(7);
  expect(after.days.at(-1)).toMatchObject(after.today);
  expect(after.health).toMatchObject({ isRunning: true, waiting: 0, commitMs: { typical: expect.any(Number) } });
});

test('of the last two hundred commits the middle one and one of the slowest twentieth are shown, whatever their order', () => {
  const times = new CommitTimes();
  expect(times.look()).toBeNull();
  // The first is older than those.
  for (let commitMs = 201; commitMs >= 1; commitMs--) times.committed({ commitMs } as CommittedBatch);
  expect(times.look()).toEqual({ typical: 100, slow: 190 });
});

test('a clock that is set back shows no old figures', async () => {
  const { users } = await dashboard();
  await server.trader();
  server.clock.at -= 60_000;
  const { body } = await asAdmin('GET /adminDashboard', { days: 7 });
  server.clock.at += 60_000;
  expect(body.data.users.total).toBe(users.total + 1);
});

test('the kept counts and the events since add up', async () => {
  const { total } = await dashboard();
  // Long enough ago to be counted for good.
  server.clock.at += 300_000;
  expect((await dashboard()).total).toEqual(total);
  const asha = await server.trader(10_000_00);
  await order(asha.token, { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 1 });
  const { orders, failed, newUsers, deposits } = total;
  const more = {
    ...total,
    orders: orders + 1,
    failed: failed + 1,
    newUsers: newUsers + 1,
    deposits: deposits + 10_000,
  };
  expect((await dashboard()).total).toEqual(more);
  server.clock.at += 300_000;
  expect((await dashboard()).total).toEqual(more);
});

test('days that are over are kept, and do not change', async () => {
  const { today, total } = await dashboard();
  server.clock.at += 86_400_000;
  await server.desk.keepDays();
  const tomorrow = await dashboard();
  expect(tomorrow.days.at(-2)).toMatchObject(today);
  expect(tomorrow.total).toEqual(total);
  expect(tomorrow.today).toMatchObject({ orders: 0, tradedValue: 0, deposits: 0 });
  const kept = await server.database.query<{ orders: number }>('select orders from desk_days where orders > 0');
  expect(kept.rows).toEqual([{ orders: today.orders }]);
  // Counting again changes nothing.
  await Promise.all([server.desk.keepDays(), server.desk.keepDays()]);
  expect((await dashboard()).total).toEqual(total);
});

test('a day is not kept in the first minute after it: a commit of its last moments may still be under way', async () => {
  const day = marketDay(server.clock.at);
  const lastKept = async () =>
    (await server.database.query<{ day: number }>('select max(day) as day from desk_days')).rows[0].day;
  server.clock.at = dayStartAt(day + 1) + 59_000;
  await server.desk.keepDays();
  expect(await lastKept()).toBe(day - 1);
  server.clock.at = dayStartAt(day + 1) + 60_000;
  await server.desk.keepDays();
  expect(await lastKept()).toBe(day);
});

test('days that a clock counted too early, as it was ahead, are counted again', async () => {
  const rightAt = server.clock.at;
  server.clock.at += 3 * 86_400_000;
  await server.desk.keepDays();
  server.clock.at = rightAt;
  const before = await dashboard();
  const fees = async () => (await asAdmin('GET /getFees')).body.data.feeSummary.totalFeesCollected;
  const feesBefore = await fees();
  const asha = await server.trader(10_000_00);
  server.quote('ZENITH', 'sell', 90_00, 1);
  await order(asha.token, { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 1 });
  const after = await dashboard();
  expect([after.today.orders - before.today.orders, after.total.orders - before.total.orders]).toEqual([1, 1]);
  // 1 % of 90, and 5.
  expect((await fees()) - feesBefore).toBeCloseTo(5.9);
  server.clock.at += 86_400_000;
  await server.desk.keepDays();
  const tomorrow = await dashboard();
  expect(tomorrow.total).toEqual(after.total);
  expect(tomorrow.days.at(-2)).toMatchObject(after.today);
});

test('days that a clock far behind does not know yet are there again with it, also who has left since', async () => {
  const asha = await server.trader();
  const rightAt = server.clock.at + 20 * 86_400_000;
  server.clock.at = rightAt;
  await server.desk.keepDays();
  const before = await dashboard();
  await server.database.query('update users set deleted_at = $2 where id = $1', [asha.id, rightAt]);
  server.clock.at -= 40 * 86_400_000;
  await server.desk.keepDays();
  expect((await dashboard()).total.newUsers).toBe(0);
  server.clock.at = rightAt;
  expect((await dashboard()).total).toEqual(before.total);
  await server.desk.keepDays();
  expect(await dashboard()).toMatchObject({ total: before.total, days: before.days });
  // Nothing is left to be counted again.
  expect((await server.database.query('select from desk_days where is_doubted')).rowCount).toBe(0);
});

test('the proof of the books is remembered', async () => {
  const { books } = await dashboard();
  expect(books.ok).toBe(true);
  server.clock.at += 60_000;
  expect((await asAdmin('GET /ledger/verify')).body.data.ok).toBe(true);
  const now = (await dashboard()).books;
  expect(Date.parse(now.provedAt) - Date.parse(books.provedAt)).toBeGreaterThanOrEqual(60_000);
});

test.each([1, 0, -7, 31, 7.5, 'abc', '7; drop table users'])('a span of %j days is refused', async (days) => {
  const { status, body } = await asAdmin('GET /adminDashboard', { days });
  expect([status, body.message]).toEqual([400, 'Days must be 7, 30, 90 or 365.']);
});

test('without the exchange the dashboard says so, with what is stored', async () => {
  const { pendingOrders } = await dashboard();
  const asha = await server.trader(10_000_00);
  await order(asha.token, { stock: 'ZENITH', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 90 });
  await asAdmin('POST /haltMarket', { isHalted: true, reason: 'A look at the disk' });
  await server.exchange.close();
  server.clock.at += 2500;
  const { status, body } = await asAdmin('GET /adminDashboard', { days: 7 });
  expect(status).toBe(200);
  expect(body.data.health).toMatchObject({ isRunning: false, hasEnded: false });
  expect(body.data.pendingOrders).toBe(pendingOrders + 1);
  expect(body.data.market).toMatchObject({ isHalted: true, reason: 'A look at the disk' });
  // A proof while nothing runs has ended the exchange: the later one of the two counts.
  expect(body.data.books.ok).toBe(true);
  server.wrongBooks.at = server.clock.at;
  const found = { ok: false, provedAt: new Date(server.clock.at).toISOString() };
  expect((await asAdmin('GET /adminDashboard', { days: 7 })).body.data.books).toEqual(found);
  server.clock.at += 1000;
  expect((await asAdmin('GET /ledger/verify')).body.data.ok).toBe(true);
  const { books, health } = (await asAdmin('GET /adminDashboard', { days: 7 })).body.data;
  expect([books.ok, health.hasEnded], 'books that are repaired do not bring the exchange back').toEqual([true, true]);
});
