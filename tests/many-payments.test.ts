// The desk's list of payments and its payouts go through the tables once, however many people, lessons and payments there are.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../contract/routes.ts';
import { FROM_INSIDE } from '../server/handler.ts';
import { earningsHandlers } from '../server/learn/earnings.ts';
import type { LearnContext } from '../server/learn/context.ts';
import { paymentDeskHandlers } from '../server/wallet/payment-desk.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { rowsRead, settle } from './rows-read.ts';

const PEOPLE = 500;
const MANY = 3000;
const user = { accountNo: 0, id: '', name: '', email: '', role: 'admin', loginId: '' } as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(
    `insert into users (id, email, name, password_hash, role, referral_code, created_at, account_no) overriding system value
     select gen_random_uuid(), 'person' || n || '@example.com', 'Person ' || n, 'none', 'user', 'R' || n, 0, n from generate_series(1, $1::integer) n`,
    [PEOPLE],
  );
  await database.query(
    `insert into lessons (public_id, instructor_name, instructor_email, hourly_rate, starts_at, ends_at, status, created_at, updated_at)
     select gen_random_uuid(), 'Meera', 'meera' || n % 50 || '@example.com', 100, n * 7200000::bigint, n * 7200000::bigint + 3600000, 'COMPLETED', 0, 0
     from generate_series(1, $1) n`,
    [MANY],
  );
  await database.query(
    `insert into past_instructors (lesson, name, email, until) select id, 'Anand', 'anand@example.com', 5 from lessons where id % 3 = 0`,
  );
  await database.query(
    `insert into payments (account, user_id, purpose, amount, currency, provider, provider_order, provider_payment, status, created_at, credited_at, lesson)
     select u.account_no, u.id, 'course', 100, 'INR', case when l.id % 2 = 0 then 'sandbox' else 'razorpay' end, 'order_' || l.id, 'pay_' || l.id,
       'credited', l.id, 10, l.id
     from lessons l join users u on u.account_no = 1 + l.id % ${PEOPLE}`,
  );
  await database.query(
    `insert into enrolments (lesson, account, user_id, payment, enrolled_at) select lesson, account, user_id, id, 10 from payments`,
  );
  await settle(database);
});
afterAll(() => database.close());

test.each([
  ['a page far back', { page: MANY / 10 - 1, limit: 10 }, 3 * MANY],
  ['a number', { q: 'pay_77' }, 100],
])('of the list of payments, %s', async (_, given, most) => {
  const read = await rowsRead(database, async (db) => {
    const input = routes['GET /payments'].input.parse(given);
    const { data } = await paymentDeskHandlers(db)['GET /payments']({ ...FROM_INSIDE, user, input });
    expect(data.payments).toHaveLength('q' in given ? 1 : 10);
  });
  // People and lessons are those of the page; what is on it, and how many there are, is counted in the payments themselves.
  const { users = 0, lessons = 0, payments = 0 } = read.tables;
  expect(
    [users, lessons].every((rows) => rows <= 50),
    JSON.stringify(read),
  ).toBe(true);
  expect(payments).toBeLessThan(most);
});

test('the payouts of a month', async () => {
  const read = await rowsRead(database, async (db) => {
    const desk = earningsHandlers({ db, now: () => 10 } as LearnContext);
    const { data } = await desk['GET /payouts']({ ...FROM_INSIDE, user, input: { month: '1970-01' } });
    expect(data.asked.placesSold).toBe(MANY);
  });
  // Two statements. Looked up lesson by lesson, it would be thousands.
  expect(read.scans, JSON.stringify(read)).toBeLessThan(100);
  expect(read.tables.payments).toBeLessThanOrEqual(2 * MANY);
});
