// Messages on real parts: to one person, to very many without delaying others, exactly once, and for administrators alone.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ONE_PARAGRAPH } from '../../contract/wire.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { Messages } from './messages.ts';

let server: Trading;
let admin: Awaited<ReturnType<Trading['admin']>>;
beforeAll(async () => {
  server = await startTrading();
  admin = await server.admin();
});
afterAll(() => server.close());

const send = (input: object, key: string | null = null, token = admin.token) =>
  server.call('POST /sendMessage', input, { token, ...(key === null ? {} : { headers: { 'idempotency-key': key } }) });
const history = async () => (await server.call('GET /sentMessages', {}, { token: admin.token })).body.data;
const inbox = async (token: string): Promise<string[]> => {
  const { body } = await server.call('GET /notifications', { limit: 100 }, { token });
  return (body.data as { kind: string; message: string }[])
    .filter(({ kind }) => kind === 'admin')
    .map(({ message }) => message);
};
const storedOf = async (message: string): Promise<{ stored: number; people: number }> => {
  const { rows } = await server.database.query<{ stored: number; people: number }>(
    'select count(*) as stored, count(distinct account) as people from notifications where message = $1',
    [message],
  );
  return rows[0];
};

/** People as rows alone: nobody here trades. */
/** Part by part, under short addresses: the search keeps every account by all its pairs and triples of letters. */
const crowd = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 500)
    await server.database.query(
      `insert into users (id, email, name, password_hash, role, referral_code, created_at)
       select id, left(id::text, 18) || '@c.co', 'Many', 'none', 'user', id::text, 0
       from (select gen_random_uuid() as id from generate_series(1, $1::integer)) ids`,
      [Math.min(left, 500)],
    );
};

describe('to one person', () => {
  test('is in the notifications of that person at once, and of nobody else', async () => {
    const asha = await server.trader();
    const ravi = await server.trader();
    const { status, body } = await send({ audience: 'user', userId: asha.id, message: '  Your question was good.  ' });
    expect([status, body.message]).toEqual([200, 'The message has been sent.']);
    expect(body.data).toMatchObject({
      to: { _id: asha.id, name: asha.name, email: asha.email },
      message: 'Your question was good.',
      sentBy: admin.name,
      people: 1,
      told: 1,
      finishedAt: expect.any(String),
    });
    expect(await inbox(asha.token)).toEqual(['Your question was good.']);
    expect(await inbox(ravi.token)).toEqual([]);
    expect(server.told.at(-1)).toMatchObject({
      account: asha.accountNo,
      notification: { type: 'Message', isRead: false },
    });
  });

  test('is mailed to people who want mail, and not listed for people who have switched it off', async () => {
    const asha = await server.trader();
    await server.wishes.change(asha.accountNo, { admin: { inApp: false, email: true } });
    await send({ audience: 'user', userId: asha.id, message: 'By mail alone.' });
    const { rows } = await server.database.query<object>(
      'select is_listed, is_mail_due from notifications where account = $1',
      [asha.accountNo],
    );
    expect(rows).toEqual([{ is_listed: false, is_mail_due: true }]);
    expect(await inbox(asha.token)).toEqual([]);
  });

  test('somebody who wants it nowhere reads it in the application: the desk believes that it was told', async () => {
    const asha = await server.trader();
    const settings = { admin: { inApp: false, email: false }, fill: { inApp: false, email: false } };
    const { body } = await server.call('POST /notificationSettings', settings, { token: asha.token });
    expect(body.data).toMatchObject({ admin: { inApp: true, email: false }, fill: { inApp: false, email: false } });
    await send({ audience: 'user', userId: asha.id, message: 'A warning.' });
    expect(await inbox(asha.token)).toEqual(['A warning.']);
  });

  test('the button pressed twice, at once or after the first reply was lost, sends once', async () => {
    const asha = await server.trader();
    const input = { audience: 'user', userId: asha.id, message: 'Once.' };
    const key = randomUUID();
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => send(input, key)));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    // The kept reply is gone, as after a crash between the message and its reply.
    await server.database.query('delete from idempotency_keys where key = $1', [key]);
    const again = await send(input, key);
    expect([again.status, again.body.data.message]).toEqual([200, 'Once.']);
    expect(await storedOf('Once.')).toEqual({ stored: 1, people: 1 });
    expect((await history()).messages.filter(({ message }: { message: string }) => message === 'Once.')).toHaveLength(
      1,
    );
    // However late, the key is not that of another message.
    for (const other of [
      { ...input, message: 'Another.' },
      { audience: 'all', message: 'Once.' },
    ]) {
      await server.database.query('delete from idempotency_keys where key = $1', [key]);
      expect((await send(other, key)).body.error?.code).toBe('idempotency-key-reused');
    }
  });

  test('not to an administrator, a disabled account, or nobody', async () => {
    const asha = await server.trader();
    await server.database.query('update users set is_blocked = true where id = $1', [asha.id]);
    const before = await server.stateHash();
    const to = async (userId: string) => {
      const { status, body } = await send({ audience: 'user', userId, message: 'Hello.' });
      return [status, body.message];
    };
    expect(await to(admin.id)).toEqual([409, 'Administrators have no notifications. Choose a user or an instructor.']);
    expect(await to(asha.id)).toEqual([
      409,
      'This account is disabled, so nobody would read the message. Enable it first.',
    ]);
    expect(await to(randomUUID())).toEqual([404, 'Not found']);
    expect(await to("' or true --")).toEqual([404, 'Not found']);
    expect(await server.stateHash()).toBe(before);
  });

  test('a person who leaves at that moment does not exist, and no words are kept', async () => {
    const asha = await server.trader();
    const message = 'Said to somebody who is leaving.';
    const sent = await server.database.transaction(async (transaction) => {
      await transaction.query('select 1 from users where id = $1 for update', [asha.id]);
      const sending = send({ audience: 'user', userId: asha.id, message });
      await sleep(100);
      await transaction.query('update users set deleted_at = 1, is_blocked = true where id = $1', [asha.id]);
      return { sending };
    });
    expect((await sent.sending).status).toBe(404);
    expect((await server.database.query('select 1 from messages where message = $1', [message])).rows).toEqual([]);
  });
});

describe('to everybody', () => {
  test('not to a person who leaves at that moment', async () => {
    const asha = await server.trader();
    const message = 'Said to all while somebody is leaving.';
    const { delivered } = await server.database.transaction(async (transaction) => {
      await transaction.query('select 1 from users where id = $1 for update', [asha.id]);
      expect((await send({ audience: 'all', message })).status).toBe(200);
      const delivering = server.messages.deliver();
      await sleep(200);
      await transaction.query('update users set deleted_at = 1, is_blocked = true where id = $1', [asha.id]);
      return { delivered: delivering };
    });
    await delivered;
    const { rows } = await server.database.query('select 1 from notifications where account = $1', [asha.accountNo]);
    expect(rows).toEqual([]);
    expect((await history()).messages[0].finishedAt).not.toBeNull();
  });

  test('reaches everybody who can read it, in parts, and goes on where it was stopped', async () => {
    const asha = await server.trader();
    const teacher = await server.instructor();
    const gone = await server.trader();
    await server.database.query('update users set is_blocked = true where id = $1', [gone.id]);
    await crowd(2300);
    const { everybody } = await history();
    // A process that dies after its first part: the one after it goes on.
    const { database, notices, clock } = server;
    const dying = new Messages({ db: database, notices, log: console as never, now: () => clock.at });
    await dying.send(
      { audience: 'all', message: 'The market is halted on Monday.' },
      { id: admin.id, ip: '', key: null },
    );
    await dying.close();
    const [halfway] = (await history()).messages;
    expect(halfway).toMatchObject({ to: null, people: everybody, finishedAt: null });
    expect(halfway.told).toBeGreaterThan(0);
    expect(halfway.told).toBeLessThan(everybody);
    // People who sign up now are not among the receivers.
    const late = await server.trader();
    await Promise.all([server.messages.deliver(), server.messages.deliver()]);
    const [done] = (await history()).messages;
    expect(done).toMatchObject({ told: everybody, people: everybody, finishedAt: expect.any(String) });
    expect(await storedOf('The market is halted on Monday.')).toEqual({ stored: everybody, people: everybody });
    expect(await inbox(asha.token)).toEqual(['The market is halted on Monday.']);
    expect(await inbox(teacher.token)).toEqual(['The market is halted on Monday.']);
    expect(await inbox(gone.token)).toEqual([]);
    expect(await inbox(late.token)).toEqual([]);
  });

  test('nobody waits for it: calls are answered while it goes out', async () => {
    await crowd(5000);
    const asha = await server.trader(1_000_00);
    await send({ audience: 'all', message: 'Very many.' }, randomUUID());
    // It has begun, and is not finished: the reply did not wait for it.
    expect((await history()).messages[0].finishedAt).toBeNull();
    let answered = 0;
    const delivered = server.messages.deliver();
    let isDone = false;
    void delivered.then(() => (isDone = true));
    while (!isDone) {
      expect((await server.call('GET /portfolio', {}, { token: asha.token })).status).toBe(200);
      answered++;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(answered).toBeGreaterThan(3);
    const { stored, people } = await storedOf('Very many.');
    expect(stored).toBe(people);
    expect(stored).toBe((await history()).messages[0].people);
  });

  test('is in the log without its words', async () => {
    const { body } = await send({ audience: 'all', message: 'Noted.' }, randomUUID());
    await server.messages.deliver();
    const { rows } = await server.database.query<{ actor: string; subject: string; detail: object }>(
      `select actor, subject, detail from audit_log where action = 'send-message' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ actor: admin.id, subject: 'everybody', detail: { message: body.data._id } }]);
  });

  test('is shown in the log with its words and its receivers, as long as the history has them', async () => {
    const shown = async () => {
      const { body } = await server.call('GET /auditLog', { action: 'send-message', limit: 1 }, { token: admin.token });
      const [{ subject, changes }] = body.data.entries;
      return { subject, changes };
    };
    await send({ audience: 'all', message: 'Closed on Monday.' }, randomUUID());
    await server.messages.deliver();
    const changes = (after: string) => [{ field: 'message', before: null, after }];
    expect(await shown()).toEqual({ subject: 'everybody', changes: changes('Closed on Monday.') });
    const asha = await server.trader();
    await send({ audience: 'user', userId: asha.id, message: 'Your question was good.' });
    expect(await shown()).toEqual({ subject: asha.email, changes: changes('Your question was good.') });
    // As it is when a person leaves.
    await server.database.query(`update messages set message = '' where user_id = $1`, [asha.id]);
    expect((await shown()).changes).toEqual([]);
  });
});

describe('refused, and nothing changes', () => {
  test.each([
    [{ audience: 'all', message: '' }, 'Write a message.'],
    [{ audience: 'all', message: '   ' }, 'Write a message.'],
    [{ audience: 'all', message: 'x'.repeat(501) }, 'A message can have at most 500 characters.'],
    [{ audience: 'all', message: 'a\u0000b' }, ONE_PARAGRAPH],
    [{ audience: 'some', message: 'x' }, 'Say who the message is for: all, or one user by userId.'],
    [{ audience: 'user', message: 'x' }, 'Say who the message is for: all, or one user by userId.'],
    [{ audience: 'all', userId: 'x', message: 'x' }, 'Say who the message is for: all, or one user by userId.'],
  ])('%j', async (input, sentence) => {
    const before = await server.stateHash();
    const { status, body } = await send(input);
    expect([status, body.message]).toEqual([400, sentence]);
    expect(await server.stateHash()).toBe(before);
  });

  test('from users and instructors', async () => {
    const people = [await server.trader(), await server.instructor()];
    const before = await server.stateHash();
    for (const { token } of people) {
      expect((await send({ audience: 'all', message: 'Hi' }, null, token)).status).toBe(403);
      expect((await server.call('GET /sentMessages', {}, { token })).status).toBe(403);
    }
    expect((await send({ audience: 'all', message: 'Hi' }, null, 'nobody')).status).toBe(401);
    expect(await server.stateHash()).toBe(before);
  });
});
