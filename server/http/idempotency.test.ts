// One effect for one key, whatever comes at once, fails or dies in the middle.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import type { Queryable } from '../db/open.ts';
import { HttpError } from '../http-error.ts';
import { once, readKey } from './idempotency.ts';
import type { PlainReply } from './reply.ts';

let database: TestDatabase;
const [asha, ravi] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  database = await openTestDatabase();
  for (const id of [asha, ravi])
    await database.query(
      `insert into users (id, email, name, password_hash, role, referral_code, created_at) values ($1, $2, 'x', 'x', 'user', $2, 0)`,
      [id, id],
    );
});
afterAll(() => database.close());

const key = (name: string, more: object = {}) => ({
  userId: asha,
  route: 'POST /x',
  key: name,
  fingerprint: 'same',
  ...more,
});
const reply = (body: string): PlainReply => ({ status: 200, body });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof HttpError ? `${error.status} ${error.code}` : String(error)),
  );

test('of twenty at once one works, and later ones get its reply', async () => {
  let worked = 0;
  const work = async () => reply(`reply ${++worked}`);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => refusal(once(database, key('at once'), work))));
  expect(worked).toBe(1);
  for (const outcome of outcomes) expect(['done', '409 idempotency-key-running']).toContain(outcome);
  expect(await once(database, key('at once'), work)).toEqual(reply('reply 1'));
  expect(worked).toBe(1);
});

test('another body is refused; another person and another call are something else', async () => {
  await once(database, key('mine'), async () => reply('mine'));
  expect(await refusal(once(database, key('mine', { fingerprint: 'other' }), async () => reply('x')))).toBe(
    '422 idempotency-key-reused',
  );
  expect(await once(database, key('mine', { userId: ravi }), async () => reply('ravi'))).toEqual(reply('ravi'));
  expect(await once(database, key('mine', { route: 'POST /y' }), async () => reply('y'))).toEqual(reply('y'));
});

test('what goes on here is not taken over, however long it seems to have gone on', async () => {
  let worked = 0;
  let finish = (): void => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  const first = once(database, key('slow'), async () => {
    await held;
    return reply(`reply ${++worked}`);
  });
  const running = () => database.query(`select 1 from idempotency_keys where key = 'slow'`);
  await expect.poll(async () => (await running()).rowCount).toBe(1);
  // The database's clock leaps ahead.
  await database.query(`update idempotency_keys set started_at = now() - interval '1 hour' where key = 'slow'`);
  const again = async () => reply(`reply ${++worked}`);
  expect(await refusal(once(database, key('slow'), again))).toBe('409 idempotency-key-running');
  finish();
  expect(await first).toEqual(reply('reply 1'));
  expect(await once(database, key('slow'), again)).toEqual(reply('reply 1'));
});

test('what failed may be tried again', async () => {
  expect(await refusal(once(database, key('failed'), () => Promise.reject(new HttpError(503, 'later'))))).toBe(
    '503 unavailable',
  );
  expect(await once(database, key('failed'), async () => reply('now'))).toEqual(reply('now'));
});

test('a reply that could not be kept is given, and kept later; until then a repeat is refused', async () => {
  let worked = 0;
  const work = async () => reply(`reply ${++worked}`);
  let isAway = true;
  const failing: Queryable = {
    query: (query, values) =>
      isAway && String(query).startsWith('update idempotency_keys')
        ? Promise.reject(new Error('Connection terminated'))
        : database.query(query, values),
  };
  expect(await once(failing, key('unkept'), work)).toEqual(reply('reply 1'));
  await database.query(`update idempotency_keys set started_at = now() - interval '3 minutes' where key = 'unkept'`);
  expect(await refusal(once(database, key('unkept'), work))).toBe('409 idempotency-key-running');
  isAway = false;
  await expect
    .poll(() => once(database, key('unkept'), work).catch(() => null), { timeout: 5000 })
    .toEqual(reply('reply 1'));
  expect(worked).toBe(1);
});

test('what a dead process left running is taken over after two minutes, and not before', async () => {
  await database.query(
    `insert into idempotency_keys (user_id, route, key, fingerprint, started_at)
     values ($1, 'POST /x', 'left', 'same', now() - interval '1 minute')`,
    [asha],
  );
  expect(await refusal(once(database, key('left'), async () => reply('taken')))).toBe('409 idempotency-key-running');
  await database.query(`update idempotency_keys set started_at = now() - interval '3 minutes' where key = 'left'`);
  expect(await once(database, key('left'), async () => reply('taken'))).toEqual(reply('taken'));
});

test('a key has 1 to 255 printable characters', () => {
  expect(readKey(undefined)).toBeNull();
  for (const good of ['a', '~'.repeat(255), 'with space']) expect(readKey(good)).toBe(good);
  for (const bad of ['', '~'.repeat(256), 'a\u0007', 'é', ['a', 'b']]) expect(() => readKey(bad)).toThrow(HttpError);
});
