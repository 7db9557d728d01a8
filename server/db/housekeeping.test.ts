// Old rows are deleted, and nothing else.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { ClockWatch } from './clock-watch.ts';
import { clockOf, tidyUp } from './housekeeping.ts';
import { BEHIND, politely } from './polite.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const HOUR_MS = 3_600_000;
const userId = randomUUID();

test('old rows go, young ones stay', async () => {
  const ago = (hours: number) => Math.round(Date.now() - hours * HOUR_MS);
  await database.query(
    `insert into users (id, email, name, password_hash, role, referral_code, created_at) values ($1, 'a@b.co', 'A', 'x', 'user', 'X', 0)`,
    [userId],
  );
  // Both are about as old as is allowed.
  for (const [name, hours] of [
    ['old', 1],
    ['young', 0.95],
  ] as const) {
    await database.query(
      `insert into mailbox (recipient, subject, text, html, created_at) values ($1, '', '', '', $2)`,
      [name, ago(hours * 169)],
    );
    await database.query(
      `insert into outbox (recipient, subject, text, html, created_at, due_at) values ($1, '', '', '', $2, 0)`,
      [name, ago(hours * 25)],
    );
    await database.query(
      `insert into signups (id, email, name, password_hash, role, created_at) values (gen_random_uuid(), $1, '', '', 'user', $2)`,
      [name, ago(hours * 25)],
    );
    await database.query(
      `insert into idempotency_keys (user_id, route, key, fingerprint, started_at) values ($1, '', $2, '', now() - $3 * interval '73 hours')`,
      [userId, name, hours],
    );
    await database.query(
      `insert into logins (id, user_id, created_at, expires_at, token_hash, rotated_at, end_reason) values (gen_random_uuid(), $1, 0, $2, '', 0, $3)`,
      [userId, ago(name === 'old' ? 1 : -1), name],
    );
  }
  for (const [room, days] of [
    ['old', 366],
    ['young', 364],
    ['open', null],
  ] as const)
    await database.query(
      `insert into reports (account, reporter_account, room, reason, words, created_at, decision, closed_by, closed_at)
       values (1, 2, $1, 'other', '', 0, case when $3::bigint is null then null else 'dismissed' end,
         case when $3 is null then null else $2::uuid end, $3)`,
      [room, userId, days === null ? null : ago(days * 24)],
    );
  const now = await clockOf(database);
  await tidyUp(database, new ClockWatch(now), now);
  const { rows } = await database.query<{ kept: string }>(
    `select 'mail ' || recipient as kept from mailbox union all select 'letter ' || recipient from outbox union all select 'signup ' || email from signups
     union all select 'key ' || key from idempotency_keys union all select 'login ' || end_reason from logins
     union all select 'report ' || room from reports order by 1`,
  );
  expect(rows.map(({ kept }) => kept)).toEqual([
    'key young',
    'letter young',
    'login young',
    'mail young',
    'report open',
    'report young',
    'signup young',
  ]);
});

test('by a clock that has leapt nothing goes, and by the next look it is the clock', async () => {
  const keys = async () =>
    (await database.query<{ key: string }>(`select key from idempotency_keys where key = 'fresh'`)).rows.length;
  await database.query(
    `insert into idempotency_keys (user_id, route, key, fingerprint, status, body) values ($1, '', 'fresh', '', 200, 'the reply')`,
    [userId],
  );
  const now = await clockOf(database);
  const clock = new ClockWatch(now);
  const leapt = now + 96 * HOUR_MS;
  await tidyUp(database, clock, leapt);
  expect(await keys()).toBe(1);
  // It has leapt back, which is a leap as well.
  await tidyUp(database, clock, now);
  expect(await keys()).toBe(1);
  await tidyUp(database, new ClockWatch(leapt), leapt);
  expect(await keys()).toBe(0);
});

test('other work has its turn while much is deleted, and all that is old goes', async () => {
  const db = await openTestDatabase();
  const many = 50_000;
  await db.query(
    `insert into mailbox (recipient, subject, text, html, created_at)
     select 'a@b.co', '', repeat('x', 200), '', case when n % 10 = 0 then $2::bigint else 0 end from generate_series(1, $1::integer) n`,
    [many, Date.now()],
  );
  // Counted there: while so many rows are on their way here, all could be deleted.
  const left = async (): Promise<number> =>
    (await db.query<{ left: number }>('select count(*)::integer as left from mailbox')).rows[0].left;
  const now = await clockOf(db);
  const tidied = tidyUp(db, new ClockWatch(now), now);
  // Asked for later, it would have to wait for all that is deleted.
  while ((await left()) === many);
  await politely(db, (asked) => asked.query('select 1'), { pace: BEHIND });
  expect(await left()).toBeGreaterThan(many / 10);
  await tidied;
  expect(await left()).toBe(many / 10);
  await db.close();
});

test('of the notifications about orders the newest thousand of each person stay', async () => {
  const db = await openTestDatabase();
  await db.query(
    `insert into notifications (account, kind, message, created_at, source, is_mail_due)
     select case when n % 20 = 0 then 2 else 1 end, 'fill', n::text, n, case when n = 3 then 'payment:1' end, n = 5
     from generate_series(1, 12000) n`,
  );
  await db.query('create table portions (size integer)');
  await db.query(
    `create function note_portion() returns trigger language plpgsql as
       'begin insert into portions select count(*) from gone; return null; end'`,
  );
  await db.query(
    `create trigger portion after delete on notifications referencing old table as gone for each statement execute function note_portion()`,
  );
  const now = await clockOf(db);
  await tidyUp(db, new ClockWatch(now), now);
  const { rows } = await db.query<{ account: number; kept: number; oldest: string[] }>(
    `select account, count(*)::integer as kept, (array_agg(message order by id))[1:3] as oldest from notifications group by 1 order by 1`,
  );
  // Of nineteen in twenty the newest thousand begin after 10,947; 600 of the other person are fewer than that.
  expect(rows).toEqual([
    { account: 1, kept: 1002, oldest: ['3', '5', '10948'] },
    { account: 2, kept: 600, oldest: ['20', '40', '60'] },
  ]);
  // Nobody waits long for a row that is being deleted.
  const portions = await db.query<{ size: number }>('select size from portions');
  expect(portions.rows.map(({ size }) => size)).toEqual([5000, 5000, 398]);
  await db.close();
});

test('much may take longer to delete than a statement usually may last', async () => {
  const db = await openTestDatabase();
  await db.query(
    `create function be_slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return null; end'`,
  );
  await db.query('create trigger slow before delete on idempotency_keys execute function be_slow()');
  await db.query(
    `insert into signups (id, email, name, password_hash, role, created_at) values (gen_random_uuid(), 'a@b.co', '', '', 'user', 0)`,
  );
  const now = await clockOf(db);
  await db.query('set statement_timeout = 250');
  await tidyUp(db, new ClockWatch(now), now);
  expect((await db.query('select 1 from signups')).rows).toEqual([]);
  await db.close();
});
