// What a person has kept here is gone with them, table by table, and what others have kept stays.
import { expect, test } from 'vitest';
import { admin, leave, rowOf, server } from '../../tests/scenes/deletion.ts';

const LESSON = '(select min(id) from lessons)';

/** The column that says whose a row is, a row (its columns, and its values in words of the person), and what is left to forget where the row stays. */
const ROWS: Record<string, readonly [owner: string, columns: string, values: string, unless?: string]> = {
  signups: ['email', 'id, email, name, password_hash, role, created_at', `id, email, 'n', '', 'user', 0`],
  resets: ['user_id', 'id, user_id, network, begun_at', `id, id, '', 0`],
  // Of the sign-up and the reset above, which have the person's id.
  otps: ['subject', 'purpose, subject, code_hash, expires_at', `'reset', id, '', 0`],
  // The last mail says that the account was deleted.
  mailbox: [
    'recipient',
    'recipient, subject, text, html, created_at',
    `email, 's', 't', 'h', 0`,
    `subject = 'Your Istock account was deleted'`,
  ],
  outbox: ['recipient', 'recipient, subject, text, html, created_at, due_at', `email, 's', 't', 'h', 0, 0`],
  logins: [
    'user_id',
    'id, user_id, created_at, expires_at, token_hash, rotated_at',
    `gen_random_uuid(), id, 0, 0, '', 0`,
  ],
  photos: ['user_id', 'key, user_id, file_url, expires_at', `id::text, id, '', 0`, `state = 'discarded'`],
  messages: [
    'user_id',
    'public_id, audience, user_id, message, sent_by, sent_at, last_account, people',
    `gen_random_uuid(), 'user', id, 'm', admin, 0, account, 1`,
    `message = ''`,
  ],
  identities: ['user_id', 'issuer, subject, user_id, created_at', `'i', id::text, id, 0`],
  second_factors: ['user_id', 'user_id, secret, begun_at', `id, '', 0`],
  recovery_codes: ['user_id', 'user_id, code_hash', `id, ''`],
  idempotency_keys: ['user_id', 'user_id, route, key, fingerprint', `id, 'r', 'k', 'f'`],
  notifications: ['account', 'account, kind, message, created_at', `account, 'admin', 'm', 0`],
  notice_wishes: ['account', 'account, muted, mailed', `account, '{}', '{}'`],
  watchlists: ['account', 'venue, account, name, folded, place, created_at', `1, account, 'n', 'n', 1, 0`],
  watchlist_stocks: ['account', 'venue, account, instrument, added_at, place', '1, account, 1, 0, 1'],
  price_alerts: ['account', 'venue, account, instrument, direction, price, created_at', `1, account, 1, 'above', 1, 0`],
  drawn_lines: [
    'account',
    'venue, account, instrument, version, split, lines, changed_at',
    `1, account, 1, 1, '', '[]', 0`,
  ],
  diary_notes: ['account', 'venue, account, entry, notes, tags, updated_at', `1, account, 'e', 'n', '{}', 0`],
  diary_comments: [
    'account',
    'public_id, account, entry, author, message, written_at',
    `gen_random_uuid(), account, 'e', admin, 'm', 0`,
  ],
  diary_shares: [
    'learner',
    'public_id, learner, instructor, opened_at, expires_at',
    'gen_random_uuid(), id, admin, 0, 1',
  ],
  reports: [
    'account',
    'account, reporter_account, room, reason, words, created_at',
    `account, 0, id::text, 'other', 'w', 0`,
  ],
  call_removals: ['account', 'lesson, account, removed_by, removed_at', `${LESSON}, account, admin, 0`],
};

/** Tables that no person is named in. */
const OF_NOBODY = [
  ...['account_deletions', 'corporate_actions', 'daily_bars', 'desk_days', 'instruments', 'market_halts', 'materials'],
  ...['migrations', 'minute_bars', 'minute_pages', 'promotions', 'proven_books', 'sandbox_orders'],
  ...['sandbox_payments', 'set_backs', 'spent_tokens', 'stock_halts', 'stray_payments', 'venues'],
];

/** The books and records that others need, which know a person by a number or have the name replaced: the tests of deletion look at those. */
const KEPT = [
  ...['audit_log', 'batches', 'begun_acts', 'command_keys', 'enrolments', 'entitlements', 'exits_due', 'fill_paths'],
  ...['fills', 'flags', 'ledger_accounts', 'lesson_ratings', 'lessons', 'lots', 'order_changes', 'orders', 'payments'],
  ...['past_instructors', 'refunds', 'rewards', 'traders', 'transfers', 'users', 'visits'],
];

test('of every table it is decided what a deleted account leaves in it', async () => {
  const { rows } = await server.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`,
  );
  const decided = [...Object.keys(ROWS), ...OF_NOBODY, ...KEPT];
  expect(rows.map(({ name }) => name)).toEqual(decided.toSorted());
});

test('every table forgets the person, and only the person', async () => {
  const { database } = server;
  await database.query(
    `insert into instruments (venue, id, symbol, name, sector, tick_size, price_band, previous_close, shares_issued,
       last_price, day_open, day_high, day_low, day_volume, traded_at)
     values (1, 1, 'MERIT', 'Merit', 'Banks', 5, 1, 1, 1, 1, 1, 1, 1, 1, 1)`,
  );
  await database.query(
    `insert into lessons (public_id, instructor_name, instructor_email, hourly_rate, starts_at, ends_at, created_at, updated_at)
     values (gen_random_uuid(), 'i', 'i@example.com', 0, 1, 2, 0, 0)`,
  );
  const people = [await server.signUp(), await server.signUp()];
  const accounts = await Promise.all(people.map(async ({ id }) => (await rowOf(id)).account_no as number));
  const count = async (place: number): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    const { id, email } = people[place];
    for (const [table, [owner, , , unless = 'false']] of Object.entries(ROWS)) {
      const whose = { account: accounts[place], email, recipient: email }[owner] ?? id;
      const { rows } = await database.query<{ count: number }>(
        `select count(*) as count from ${table} where ${owner} = $1 and not (${unless})`,
        [whose],
      );
      counts[table] = rows[0].count;
    }
    return counts;
  };
  for (const place of [0, 1])
    for (const [table, [, columns, values]] of Object.entries(ROWS))
      await database.query(
        `with person as (select $1::uuid as id, $2::integer as account, $3::uuid as admin, $4::text as email)
         insert into ${table} (${columns}) select ${values} from person`,
        [people[place].id, accounts[place], admin.id, people[place].email],
      );
  const [asha, ravi] = [await count(0), await count(1)];
  expect(Object.values(asha)).not.toContain(0);
  expect((await leave(people[0].token)).status).toBe(200);
  expect(await count(0)).toEqual(Object.fromEntries(Object.keys(ROWS).map((table) => [table, 0])));
  expect(await count(1)).toEqual(ravi);
});

test('an instructor leaves whose class was opened again and ran into the next one', async () => {
  const { database } = server;
  const meera = await server.signUp({ role: 'instructor' });
  const plan = async (start: number, end: number): Promise<number> => {
    const { rows } = await database.query<{ id: number }>(
      `insert into lessons (public_id, instructor_name, instructor_email, hourly_rate, starts_at, ends_at, created_at, updated_at)
       values (gen_random_uuid(), 'Meera', $1, 0, $2, $3, 0, 0) returning id`,
      [meera.email, start, end],
    );
    return rows[0].id;
  };
  const first = await plan(10, 60);
  await database.query(`update lessons set status = 'COMPLETED', call_ended_at = 20 where id = $1`, [first]);
  const next = await plan(30, 90);
  await database.query('update lessons set call_ended_at = null where id = $1', [first]);
  expect((await leave(meera.token)).status).toBe(200);
  const { rows } = await database.query('select distinct instructor_name as name from lessons where id = any($1)', [
    [first, next],
  ]);
  expect(rows).toEqual([{ name: 'Deleted account' }]);
});

test('an instructor leaves who has taken a lesson over: not everybody\u2019s notifications are gone through for it', async () => {
  const { database } = server;
  const [meera, asha] = [await server.signUp({ role: 'instructor' }), await server.signUp()];
  const { rows } = await database.query<{ id: number }>(
    `insert into lessons (public_id, instructor_name, instructor_email, hourly_rate, starts_at, ends_at, created_at, updated_at)
     values (gen_random_uuid(), 'Meera', $1, 0, 110, 160, 0, 0) returning id`,
    [meera.email],
  );
  await database.query(
    `insert into past_instructors (lesson, name, email, until) values ($1, 'R', 'r@example.com', 7)`,
    [rows[0].id],
  );
  const { account_no: account } = await rowOf(asha.id);
  await database.query(
    `insert into notifications (account, kind, message, created_at, source)
     select a, 'admin', 'm', 0, 'message:' || n from generate_series(1001, 1200) a, generate_series(1, 100) n
     union all select $1, 'lesson', 'Meera teaches \u201cBasics\u201d on Monday now.', 0, 'lesson:' || $2::text || ':instructor:7'`,
    [account, String(rows[0].id)],
  );
  await database.query('analyze notifications');
  const looks = async (): Promise<number> => {
    const found = await database.query<{ looks: number }>(
      `select idx_scan as looks from pg_stat_user_indexes where indexrelname = 'notifications_of_given_lessons'`,
    );
    return Number(found.rows[0].looks);
  };
  const before = await looks();
  expect((await leave(meera.token)).status).toBe(200);
  const told = await database.query('select message from notifications where account = $1 and source like $2', [
    account,
    'lesson:%',
  ]);
  expect(told.rows).toEqual([{ message: 'Deleted account teaches \u201cBasics\u201d on Monday now.' }]);
  // Such counts come a moment later.
  await expect.poll(looks, { timeout: 10_000 }).toBeGreaterThan(before);
});
