// What a person has kept here is gone with them, table by table, and what others have kept stays.
import { expect, test } from 'vitest';
import { admin, leave, rowOf, server } from '../../tests/scenes/deletion.ts';

const LESSON = '(select min(id) from lessons)';

/** The column that says whose a row is, and a row: its columns, and its values in words of the person. */
const ROWS: Record<string, readonly [owner: string, columns: string, values: string]> = {
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
    for (const [table, [owner]] of Object.entries(ROWS)) {
      const whose = owner === 'account' ? accounts[place] : people[place].id;
      const { rows } = await database.query<{ count: number }>(
        `select count(*) as count from ${table} where ${owner} = $1`,
        [whose],
      );
      counts[table] = rows[0].count;
    }
    return counts;
  };
  for (const place of [0, 1])
    for (const [table, [, columns, values]] of Object.entries(ROWS))
      await database.query(
        `with person as (select $1::uuid as id, $2::integer as account, $3::uuid as admin)
         insert into ${table} (${columns}) select ${values} from person`,
        [people[place].id, accounts[place], admin.id],
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
