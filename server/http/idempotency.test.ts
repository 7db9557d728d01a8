// One effect for one key, whatever comes at once, fails or dies in the middle.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import type { Queryable } from '../db/open.ts';
import { HttpError } from '../http-error.ts';
import { nowHere, once, readKey, type Keeper } from './idempotency.ts';
import type { PlainReply } from './reply.ts';

let database: TestDatabase;
/** What was logged. */
const logged: unknown[][] = [];
let keeper: Keeper;
/** Takes every key for that of a dead process, as when the database's clock has leapt ahead. */
let leaping: Keeper;
const [asha, ravi] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  database = await openTestDatabase();
  keeper = { database, log: { error: (...said: unknown[]) => void logged.push(said) } };
  leaping = { ...keeper, since: 'infinity' };
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
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => refusal(once(keeper, key('at once'), work))));
  expect(worked).toBe(1);
  for (const outcome of outcomes) expect(['done', '409 idempotency-key-running']).toContain(outcome);
  expect(await once(keeper, key('at once'), work)).toEqual(reply('reply 1'));
  expect(worked).toBe(1);
});

test('another body is refused; another person and another call are something else', async () => {
  await once(keeper, key('mine'), async () => reply('mine'));
  expect(await refusal(once(keeper, key('mine', { fingerprint: 'other' }), async () => reply('x')))).toBe(
    '422 idempotency-key-reused',
  );
  expect(await once(keeper, key('mine', { userId: ravi }), async () => reply('ravi'))).toEqual(reply('ravi'));
  expect(await once(keeper, key('mine', { route: 'POST /y' }), async () => reply('y'))).toEqual(reply('y'));
});

test('a request under way here is not taken over, however long it seems to take', async () => {
  let worked = 0;
  let finish = (): void => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  const first = once(keeper, key('slow'), async () => {
    await held;
    return reply(`reply ${++worked}`);
  });
  const running = () => database.query(`select 1 from idempotency_keys where key = 'slow'`);
  await expect.poll(async () => (await running()).rowCount).toBe(1);
  const again = async () => reply(`reply ${++worked}`);
  expect(await refusal(once(leaping, key('slow'), again))).toBe('409 idempotency-key-running');
  finish();
  expect(await first).toEqual(reply('reply 1'));
  expect(await once(keeper, key('slow'), again)).toEqual(reply('reply 1'));
});

test('a failed request may be repeated', async () => {
  expect(await refusal(once(keeper, key('failed'), () => Promise.reject(new HttpError(503, 'later'))))).toBe(
    '503 unavailable',
  );
  expect(await once(keeper, key('failed'), async () => reply('now'))).toEqual(reply('now'));
});

test('a failed request says why even if its key cannot be released, and may be repeated once it can', async () => {
  let isAway = true;
  const failing: Queryable = {
    query: (query, values) =>
      isAway && String(query).startsWith('delete from idempotency_keys')
        ? Promise.reject(new Error('Connection terminated'))
        : database.query(query, values),
  };
  const fail = () => Promise.reject(new HttpError(422, 'too dear', { code: 'too-dear' }));
  const away = { database: failing, log: keeper.log };
  expect(await refusal(once(away, key('unreleased'), fail))).toBe('422 too-dear');
  isAway = false;
  await expect
    .poll(() => refusal(once(keeper, key('unreleased'), async () => reply('now'))), { timeout: 5000 })
    .toBe('done');
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
  expect(await once({ database: failing, log: keeper.log }, key('unkept'), work)).toEqual(reply('reply 1'));
  expect(await refusal(once(leaping, key('unkept'), work))).toBe('409 idempotency-key-running');
  isAway = false;
  await expect
    .poll(() => once(keeper, key('unkept'), work).catch(() => null), { timeout: 5000 })
    .toEqual(reply('reply 1'));
  expect(worked).toBe(1);
});

test('a reply that the database never accepts is logged once, and a repeat is told that the request was carried out', async () => {
  await database.query('alter table idempotency_keys add constraint short check (length(body) < 1000)');
  let worked = 0;
  const long = async () => reply(`${++worked}${'x'.repeat(1000)}`);
  expect((await once(keeper, key('long'), long)).body).toHaveLength(1001);
  expect(await refusal(once(keeper, key('long'), long))).toBe('409 idempotency-key-running');
  const kept = () => once(keeper, key('long'), long).catch(() => null);
  await expect.poll(kept, { timeout: 5000 }).toMatchObject({ status: 409 });
  expect(JSON.parse((await kept())!.body)).toMatchObject({ success: false, error: { code: 'reply-not-kept' } });
  expect([worked, logged.length]).toEqual([1, 1]);
  expect(JSON.stringify(logged)).not.toContain('xxx');
  await database.query('alter table idempotency_keys drop constraint short');
});

describe('a reply kept in the transaction of the effect', () => {
  const effects = async (name: string) =>
    (await database.query('select 1 from mailbox where recipient = $1', [name])).rowCount;
  /** Sends a mail, and keeps the reply with it. */
  const send = (name: string, keep: Parameters<Parameters<typeof once>[2]>[0]) =>
    database.transaction(async (transaction) => {
      await transaction.query(
        `insert into mailbox (recipient, subject, text, html, created_at) values ($1, '', '', '', 0)`,
        [name],
      );
      await keep(transaction, reply('sent'));
      return reply('sent');
    });

  test('outlives a process that is killed right after it', async () => {
    let isSent = false;
    void once(keeper, key('killed'), async (keep) => {
      await send('killed', keep);
      isSent = true;
      return new Promise(() => {});
    });
    await expect.poll(() => isSent).toBe(true);
    expect(await once(keeper, key('killed'), (keep) => send('killed', keep))).toEqual(reply('sent'));
    expect(await effects('killed')).toBe(1);
  });

  test('stays when only the answer of the commit is lost', async () => {
    const lost = once(keeper, key('lost'), async (keep) => {
      await send('lost', keep);
      throw new HttpError(503, 'later');
    });
    expect(await refusal(lost)).toBe('503 unavailable');
    expect(await once(keeper, key('lost'), (keep) => send('lost', keep))).toEqual(reply('sent'));
    expect(await effects('lost')).toBe(1);
  });

  test('goes with an effect that is rolled back', async () => {
    const failed = once(keeper, key('back'), (keep) =>
      database.transaction(async (transaction) => {
        await keep(transaction, reply('sent'));
        throw new HttpError(409, 'no');
      }),
    );
    expect(await refusal(failed)).toBe('409 conflict');
    expect(await once(keeper, key('back'), (keep) => send('back', keep))).toEqual(reply('sent'));
    expect(await effects('back')).toBe(1);
  });

  test('is that of the first, where a process that was taken for dead goes on', async () => {
    let goOn = (): void => {};
    const frozen = new Promise<void>((resolve) => (goOn = resolve));
    const slow = once(keeper, key('frozen'), async (keep) => {
      await frozen;
      return send('frozen', keep);
    });
    const claimed = () => database.query(`select 1 from idempotency_keys where key = 'frozen'`);
    await expect.poll(async () => (await claimed()).rowCount).toBe(1);
    // Another process has taken the key over, and is done.
    await database.query(`update idempotency_keys set status = 200, body = 'by another' where key = 'frozen'`);
    goOn();
    expect(await refusal(slow)).toBe('409 idempotency-key-running');
    expect(await effects('frozen')).toBe(0);
    expect(await once(keeper, key('frozen'), (keep) => send('frozen', keep))).toEqual(reply('by another'));
  });

  test.each(['goes on', 'fails'])(
    'is left to the process that has taken the key over and is at work, where the one that was taken for dead %s',
    async (how) => {
      let goOn = (): void => {};
      const frozen = new Promise<void>((resolve) => (goOn = resolve));
      const slow = once(keeper, key(how), async (keep) => {
        await frozen;
        if (how === 'fails') throw new HttpError(503, 'later');
        return send(how, keep);
      });
      const claimed = () => database.query(`select 1 from idempotency_keys where key = $1 and status is null`, [how]);
      await expect.poll(async () => (await claimed()).rowCount).toBe(1);
      // As another process does that takes it over.
      await database.query('update idempotency_keys set started_at = now() where key = $1', [how]);
      goOn();
      expect(await refusal(slow)).toBe(how === 'fails' ? '503 unavailable' : '409 idempotency-key-running');
      expect(await effects(how)).toBe(0);
      expect((await claimed()).rowCount).toBe(1);
    },
  );
});

describe('an unfinished request of a dead process', () => {
  const leave = (name: string, since: string) =>
    database.query(
      `insert into idempotency_keys (user_id, route, key, fingerprint, started_at)
       values ($1, 'POST /x', $2, 'same', now() - $3::interval)`,
      [asha, name, since],
    );

  test('is taken over at once by the next process, but not by another body', async () => {
    await leave('before', '1 second');
    const next = { ...keeper, since: await nowHere(database) };
    expect(await refusal(once(next, key('before', { fingerprint: 'other' }), async () => reply('x')))).toBe(
      '422 idempotency-key-reused',
    );
    expect(await once(next, key('before'), async () => reply('taken'))).toEqual(reply('taken'));
  });

  test('is not one that began after the next process', async () => {
    const next = { ...keeper, since: await nowHere(database) };
    await leave('after', '-1 second');
    expect(await refusal(once(next, key('after'), async () => reply('x')))).toBe('409 idempotency-key-running');
  });

  test('is taken over after two minutes where nobody knows that it died, and not before', async () => {
    await leave('left', '1 minute');
    expect(await refusal(once(keeper, key('left'), async () => reply('taken')))).toBe('409 idempotency-key-running');
    await database.query(`update idempotency_keys set started_at = now() - interval '3 minutes' where key = 'left'`);
    expect(await once(keeper, key('left'), async () => reply('taken'))).toEqual(reply('taken'));
  });
});

test('a key has 1 to 255 printable characters', () => {
  expect(readKey(undefined)).toBeNull();
  for (const good of ['a', '~'.repeat(255), 'with space']) expect(readKey(good)).toBe(good);
  for (const bad of ['', '~'.repeat(256), 'a\u0007', 'é', ['a', 'b']]) expect(() => readKey(bad)).toThrow(HttpError);
});
