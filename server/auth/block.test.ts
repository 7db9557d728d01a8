// Blocking: at once, everywhere, once, and also if it is interrupted; and the list from which people are blocked.
import { expect, test } from 'vitest';
import { startAccounts } from '../../tests/accounts.ts';
import { blockedText, login, profile, refresh, server } from '../../tests/scenes/logins.ts';
import { unavailable } from '../http-error.ts';
import { endLoginsOf } from './logins.ts';

test('a block holds from the next call on, cuts sockets, is written down, and can be lifted', async () => {
  const [person, admin] = [await server.signUp(), await server.admin()];
  expect((await profile(person.token)).status).toBe(200);
  const block = (input: object) =>
    server.call('POST /disableUser/{id}', { id: person.id, ...input }, { token: admin.token });
  const first = await block({});
  expect(first.body).toMatchObject({
    message: 'User disabled successfully',
    data: { _id: person.id, is_Blocked: true },
  });
  const { status, body } = await profile(person.token);
  expect([status, body.message, body.error]).toEqual([403, blockedText, { code: 'blocked' }]);
  expect(server.told.ended).toContainEqual({ userId: person.id, loginId: null });
  expect((await block({ blocked: true })).body.message).toBe('User disabled successfully');
  expect((await block({ is_Blocked: false })).body.message).toBe('User enabled successfully');
  expect((await profile(person.token)).body.message).toBe('Unauthorized');
  const again = await login(person.email, person.password);
  expect((await profile(again.body.data.token)).status).toBe(200);
  const { rows } = await server.database.query<{ accountNo: number }>(
    'select account_no as "accountNo" from users where id = $1',
    [person.id],
  );
  expect(
    server.told.blocked.filter(([accountNo]) => accountNo === rows[0].accountNo).map(([, isBlocked]) => isBlocked),
  ).toEqual([true, false]);
  const audit = await server.database.query<{ action: string; actor: string }>(
    'select action, actor from audit_log where subject = $1 order by id',
    [person.id],
  );
  expect(audit.rows).toEqual([
    { action: 'disable-user', actor: admin.id },
    { action: 'enable-user', actor: admin.id },
  ]);
});

/** How many statements wait for a row that another transaction has. */
async function waiting(): Promise<number> {
  const { rows } = await server.database.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].count;
}

test('a refresh that waits for a block under way is told of the block', async () => {
  const person = await server.signUp();
  const answer = await server.database.transaction(async (transaction) => {
    await transaction.query('update users set is_blocked = true where id = $1', [person.id]);
    await endLoginsOf(transaction, person.id, { reason: 'blocked', at: Date.now() });
    const asked = refresh(person.refresh);
    await expect.poll(waiting).toBe(1);
    return { asked };
  });
  const { status, body } = await answer.asked;
  expect([status, body.message]).toEqual([403, blockedText]);
});

test('of two administrators who disable each other at once, one stays', async () => {
  const [first, second] = [await server.signUp(), await server.signUp()];
  for (const { id } of [first, second]) {
    await server.database.query(`update users set role = 'admin' where id = $1`, [id]);
    server.auth.access.forget(id);
  }
  const block = (id: string, token: string) => server.call('POST /disableUser/{id}', { id, blocked: true }, { token });
  const asked = await server.database.transaction(async (transaction) => {
    await transaction.query(`select 1 from users where role = 'admin' for update`);
    const both = [block(second.id, first.token), block(first.id, second.token)];
    await expect.poll(waiting).toBe(2);
    return both.map((reply) => reply.then(({ status, body }) => [status, body.message]));
  });
  expect((await Promise.all(asked)).toSorted()).toEqual([
    [200, 'User disabled successfully'],
    [403, blockedText],
  ]);
});

test('an administrator who is being deleted disables nobody any more: of two, one stays', async () => {
  const [first, second] = [await server.signUp(), await server.signUp()];
  for (const { id } of [first, second]) {
    await server.database.query(`update users set role = 'admin' where id = $1`, [id]);
    server.auth.access.forget(id);
  }
  const asked = await server.database.transaction(async (transaction) => {
    await transaction.query(`select 1 from users where role = 'admin' for update`);
    const deletion = server.call('POST /deleteUser/{id}', { id: first.id }, { token: second.token });
    await expect.poll(waiting).toBe(1);
    const block = server.call('POST /disableUser/{id}', { id: second.id, blocked: true }, { token: first.token });
    await expect.poll(waiting).toBe(2);
    return [deletion, block];
  });
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 401]);
});

test('a block does not wait for requests that add something of the person\u2019s', async () => {
  const [person, admin] = [await server.signUp(), await server.admin()];
  const { status } = await server.database.transaction(async (transaction) => {
    // As a row that names the person does until it is stored.
    await transaction.query('select 1 from users where id = $1 for key share', [person.id]);
    return server.call('POST /disableUser/{id}', { id: person.id, blocked: true }, { token: admin.token });
  });
  expect(status).toBe(200);
});

test('a block that could not be stored is taken back from the exchange, which may have carried it out', async () => {
  const answers = [() => Promise.reject(unavailable())];
  const shaky = await startAccounts({ onTraderBlocked: async () => answers.pop()?.() });
  try {
    const [person, admin] = [await shaky.signUp(), await shaky.admin()];
    const reply = await shaky.call('POST /disableUser/{id}', { id: person.id, blocked: true }, { token: admin.token });
    expect(reply.status).toBe(503);
    await expect.poll(() => shaky.told.blocked.map(([, isBlocked]) => isBlocked)).toEqual([true, false]);
    expect((await shaky.call('GET /Userprofile', {}, { token: person.token })).status).toBe(200);
  } finally {
    await shaky.close();
  }
});

test('a block that was interrupted by the end of the process is completed at the next start', async () => {
  const [halfBlocked, halfFreed] = [await server.signUp(), await server.signUp()];
  const accountOf = async ({ id }: { id: string }) =>
    (await server.database.query<{ no: number }>('select account_no as no from users where id = $1', [id])).rows[0].no;
  await server.database.query('update users set is_blocked = true where id = $1', [halfFreed.id]);
  for (const [person, isBlocked] of [
    [halfBlocked, true],
    [halfFreed, false],
  ] as const)
    await server.database.query('insert into traders (venue, account, is_blocked) values (1, $1, $2)', [
      await accountOf(person),
      isBlocked,
    ]);
  server.told.blocked.length = 0;
  await server.auth.settleBlocks();
  expect(server.told.blocked.toSorted()).toEqual(
    [
      [await accountOf(halfBlocked), false],
      [await accountOf(halfFreed), true],
    ].toSorted(),
  );
});

test('a block that is refused changes nothing', async () => {
  const [person, admin] = [await server.signUp(), await server.admin()];
  const before = await server.stateHash();
  const block = (id: string, input: object = {}) =>
    server.call('POST /disableUser/{id}', { id, ...input }, { token: admin.token });
  expect((await block(admin.id)).body).toMatchObject({
    message: 'You cannot disable your own account.',
    error: { code: 'own-account' },
  });
  for (const id of ['1', "' or 1=1", '00000000-0000-4000-8000-000000000000', 'constructor', 'x'.repeat(64)])
    expect((await block(id)).body.message).toBe('Not found');
  expect((await block(person.id, { blocked: 'perhaps' })).status).toBe(400);
  expect(await server.stateHash()).toBe(before);
});

test('the same Idempotency-Key toggles once', async () => {
  const [person, admin] = [await server.signUp(), await server.admin()];
  const toggle = (key: string, input: object = {}) =>
    server.call(
      'POST /disableUser/{id}',
      { id: person.id, ...input },
      { token: admin.token, headers: { 'idempotency-key': key } },
    );
  const first = await toggle('toggle once');
  const second = await toggle('toggle once');
  expect(second.body).toEqual(first.body);
  expect(first.body.data.is_Blocked).toBe(true);
  expect((await toggle('toggle once', { blocked: false })).body).toMatchObject({
    error: { code: 'idempotency-key-reused' },
  });
  const burst = await Promise.all(Array.from({ length: 10 }, () => toggle('burst')));
  for (const { status } of burst) expect([200, 409]).toContain(status);
  expect((await toggle('burst')).body.data.is_Blocked).toBe(false);
  for (const key of ['', 'x'.repeat(256), 'tab\there'])
    expect((await toggle(key)).body.error?.code).toBe('invalid-idempotency-key');
});

test('a toggle whose reply was lost with the process is not undone by the same key', async () => {
  const [person, admin] = [await server.signUp(), await server.admin()];
  const toggle = async (key: string) => {
    const options = { token: admin.token, headers: { 'idempotency-key': key } };
    const { body } = await server.call('POST /disableUser/{id}', { id: person.id.toUpperCase() }, options);
    return body.data.is_Blocked;
  };
  const lose = () => server.database.query('delete from idempotency_keys where user_id = $1', [admin.id]);
  expect(await toggle('lost')).toBe(true);
  await lose();
  expect(await toggle('lost')).toBe(true);
  expect(await toggle('another')).toBe(false);
  await lose();
  expect(await toggle('lost')).toBe(false);
  const acts = await server.database.query('select action from audit_log where subject = $1 order by id', [person.id]);
  expect(acts.rows).toEqual([{ action: 'disable-user' }, { action: 'enable-user' }]);
});

test('the audit log cannot be rewritten', async () => {
  for (const statement of [`update audit_log set action = 'x'`, 'delete from audit_log', 'truncate audit_log'])
    await expect(server.database.query(statement)).rejects.toThrow('the audit log is written once');
});

test('the user list pages, searches literally, and never shows a hash', async () => {
  const admin = await server.admin();
  await server.signUp({ name: 'List_Person 100%' });
  const list = async (query: object) => (await server.call('GET /userlist', query, { token: admin.token })).body.data;
  const all = await list({ limit: 3 });
  expect(all.usersData).toHaveLength(3);
  expect(all.totalPages).toBe(Math.ceil(all.totalUsers / 3));
  expect(Object.keys(all.usersData[0]).sort()).toEqual(['_id', 'createdAt', 'email', 'is_Blocked', 'name', 'role']);
  const everyone = await list({ limit: 100 });
  const paged: string[] = [];
  for (let page = 1; page <= all.totalPages; page++)
    paged.push(...(await list({ page, limit: 3 })).usersData.map(({ _id }: { _id: string }) => _id));
  expect(paged).toEqual(everyone.usersData.map(({ _id }: { _id: string }) => _id));
  expect((await list({ q: '%' })).totalUsers).toBe(1);
  expect((await list({ q: 'st_p' })).totalUsers).toBe(1);
  expect((await list({ q: "' or 1=1 --" })).totalUsers).toBe(0);
  expect(await list({ page: 1_000_000 })).toMatchObject({ usersData: [], totalUsers: all.totalUsers });
  for (const page of ['0', '-1', 'abc', '1.5'])
    expect((await server.call('GET /userlist', { page }, { token: admin.token })).status).toBe(400);
});
