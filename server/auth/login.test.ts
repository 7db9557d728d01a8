// Login, refresh, logout, reset and blocking as people and attackers do them.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, startAccounts, type Accounts } from '../../tests/accounts.ts';
import { differenceOf } from '../../tests/same-time.ts';
import { unavailable } from '../http-error.ts';
import { endLoginsOf } from './logins.ts';

let server: Accounts;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const failure = 'Something went wrong. Please try again later.';
const blockedText = 'User is blocked. Logged out';

const login = (email: string, password: string, ip?: string) => server.call('POST /login', { email, password }, { ip });
const profile = (token: string) => server.call('GET /Userprofile', {}, { token });
const refresh = (token: string, headers?: Record<string, string>) =>
  server.call('POST /refresh', {}, { cookies: { refresh: token }, headers });

test('a login gives a token for the calls and a cookie for the next token', async () => {
  const person = await server.signUp({ role: 'instructor' });
  const { body, cookies, headers } = await login(person.email.toUpperCase(), person.password);
  expect(body.data.user).toEqual({
    _id: person.id,
    name: person.name,
    email: person.email,
    role: 'instructor',
    is_instructor: true,
  });
  expect(headers['set-cookie']).toMatch(/^refresh=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(cookies.refresh).not.toContain(body.data.token);
  expect(body.data.refreshToken).toMatch(/^[0-9a-f-]{36}$/);
  expect((await profile(body.data.token)).status).toBe(200);
  expect((await server.call('POST /logout', {}, { token: body.data.refreshToken })).status).toBe(200);
  expect((await profile(body.data.token)).status).toBe(200);
});

test('one answer for an unknown address, a wrong password and an unverified account', async () => {
  const person = await server.signUp();
  await server.call('POST /signup', { name: 'A', email: 'unverified@example.com', password: 'secret1', role: 'user' });
  const replies = await Promise.all([
    login('nobody@example.com', 'secret1'),
    login(person.email, 'wrong-password'),
    login('unverified@example.com', 'secret1'),
    login(ADMIN.email, ADMIN.password),
    server.call('POST /adminLogin', { email: person.email, password: person.password }),
  ]);
  for (const { status, body, cookies } of replies) {
    expect([status, body.message, body.error]).toEqual([401, failure, { code: 'login-failed' }]);
    expect(cookies).toEqual({});
  }
});

test.each([
  [{}, 'Please enter a valid email address.'],
  [{ email: { $ne: null }, password: { $ne: null } }, 'Please enter a valid email address.'],
  [{ email: "' or '1'='1", password: 'secret1' }, 'Please enter a valid email address.'],
  [{ email: 'a@b.co', password: '12345' }, 'Password must be at least 6 characters long.'],
  [{ email: 'a@b.co', password: ['secret1'] }, 'Password must be at least 6 characters long.'],
  [{ email: 'a@b.co', password: 'x'.repeat(129) }, 'Password can be at most 128 characters long.'],
])('login with %j is refused: %s', async (input, sentence) => {
  const { status, body } = await server.call('POST /login', input);
  expect([status, body.message]).toEqual([400, sentence]);
});

test('after ten failures the place is slowed, the account is not locked, and waiting helps', async () => {
  const limited = await startAccounts({ hasRateLimit: true });
  try {
    const person = await limited.signUp();
    const attempt = (password: string, ip: string) =>
      limited.call('POST /login', { email: person.email, password }, { ip });
    for (let n = 0; n < 10; n++) expect((await attempt('wrong-password', '10.0.0.1')).status).toBe(401);
    const { status, headers } = await attempt(person.password, '10.0.0.1');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await attempt(person.password, '10.0.0.2')).status).toBe(200);
    limited.clock.offsetMs += 61_000;
    expect((await attempt(person.password, '10.0.0.1')).status).toBe(200);
    expect((await attempt('wrong-password', '10.0.0.1')).status).toBe(401);
  } finally {
    await limited.close();
  }
});

test('a hundred guesses sent at once are not a hundred tries', async () => {
  const limited = await startAccounts({ hasRateLimit: true });
  try {
    const person = await limited.signUp();
    const guesses = Array.from({ length: 100 }, () =>
      limited.call('POST /login', { email: person.email, password: 'wrong-password' }, { ip: '10.0.0.9' }),
    );
    const tried = (await Promise.all(guesses)).filter(({ status }) => status === 401);
    expect(tried.length).toBeLessThanOrEqual(20);
  } finally {
    await limited.close();
  }
});

test('an unknown address takes as long as a wrong password', async () => {
  const person = await server.signUp();
  let n = 0;
  await login('warm@example.com', 'wrong-password');
  const known = () => login(person.email, 'wrong-password');
  const unknown = () => login(`nobody${++n}@example.com`, 'wrong-password');
  expect(await differenceOf(known, unknown)).toBeLessThan(0.5);
});

test('only the right password learns that the account is blocked', async () => {
  const person = await server.signUp();
  const { token } = await server.admin();
  await server.call('POST /disableUser/{id}', { id: person.id, blocked: true }, { token });
  expect((await login(person.email, 'wrong-password')).body.message).toBe(failure);
  const { status, body, cookies } = await login(person.email, person.password);
  expect([status, body.message, cookies]).toEqual([403, blockedText, {}]);
});

test('forgotten passwords answer alike, and mails carry no address of ours', async () => {
  const person = await server.signUp();
  const headers = { host: 'evil.example' };
  for (const email of [person.email, 'nobody@example.com']) {
    const { status, body } = await server.call('POST /forgotPassword', { email }, { headers });
    expect([status, body.message]).toEqual([200, 'An OTP has been sent to your email.']);
  }
  const [mail] = await server.mailsTo(person.email);
  expect(mail.text + mail.html).not.toMatch(/evil|https?:/);
  expect(await server.mailsTo('nobody@example.com')).toHaveLength(0);
  expect((await server.call('POST /forgotPassword', {})).body.message).toBe('Email is required.');
  expect((await server.call('POST /forgotPassword', { email: 'x' })).body.message).toBe('Please enter a valid email.');
});

test('a new password ends every login, cuts the sockets and tells the owner', async () => {
  const person = await server.signUp();
  const other = await login(person.email, person.password);
  await server.call('POST /forgotPassword', { email: person.email });
  const otp = await server.codeFor(person.email);
  const input = { email: person.email, otp, newPassword: 'a-new-password' };
  const answers = await Promise.all([1, 2, 3].map(() => server.call('POST /resetPassword', input)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  const done = answers.find(({ status }) => status === 200);
  expect(done?.body).toMatchObject({ message: 'Your password has been successfully reset!', data: null });
  for (const token of [person.token, other.body.data.token])
    expect((await profile(token)).body.message).toBe('Unauthorized');
  for (const token of [person.refresh, other.cookies.refresh]) expect((await refresh(token)).status).toBe(401);
  expect(server.told.ended).toContainEqual({ userId: person.id, loginId: null });
  expect((await server.mailsTo(person.email))[0].subject).toBe('Your Istock password was changed');
  expect((await login(person.email, person.password)).status).toBe(401);
  expect((await login(person.email, 'a-new-password')).status).toBe(200);
});

test('five wrong codes, the code of another, an old code, a weak password', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  for (const { email } of [person, other]) await server.call('POST /forgotPassword', { email });
  const otp = await server.codeFor(person.email);
  const attempt = (input: object) =>
    server.call('POST /resetPassword', { email: person.email, otp, newPassword: 'a-new-password', ...input });
  const before = await server.stateHash();
  const weak = await attempt({ newPassword: '1234567' });
  expect([weak.status, weak.body.message]).toEqual([400, 'Password is required and must be at least 8 characters.']);
  expect((await attempt({ otp: '12345' })).body.message).toBe('OTP is required and must be at least 6 characters.');
  const foreign = await server.codeFor(other.email);
  const wrong = [foreign === otp ? '000000' : foreign, 'abcdef', '000001', '000002', '000003'].map((code) =>
    code === otp ? '999999' : code,
  );
  for (const code of wrong)
    expect((await attempt({ otp: code })).body.message).toBe('Invalid OTP or password reset failed');
  expect((await attempt({})).status).toBe(400);
  expect((await attempt({ email: 'nobody@example.com' })).body.message).toBe('Invalid OTP or password reset failed');
  expect(await server.stateHash()).toBe(before);
  expect((await login(person.email, person.password)).status).toBe(200);
});

test('a refresh gives the next token once, and the same next one to a second tab', async () => {
  const person = await server.signUp();
  const tabs = await Promise.all(Array.from({ length: 6 }, () => refresh(person.refresh)));
  expect(new Set(tabs.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(tabs.map(({ cookies }) => cookies.refresh)).size).toBe(1);
  expect((await profile(tabs[0].body.data.token)).status).toBe(200);
  expect(tabs[0].cookies.refresh).not.toBe(person.refresh);
  expect((await refresh(tabs[0].cookies.refresh)).status).toBe(200);
});

test('an old token that comes back ends the whole login, and is written down', async () => {
  const person = await server.signUp();
  const next = await refresh(person.refresh);
  server.clock.offsetMs += 10_001;
  const stolen = await refresh(person.refresh);
  expect([stolen.status, stolen.body.message]).toEqual([401, 'Session expired. Please log in again.']);
  expect((await refresh(next.cookies.refresh)).status).toBe(401);
  expect((await profile(next.body.data.token)).status).toBe(401);
  expect(server.told.ended).toContainEqual(expect.objectContaining({ userId: person.id, loginId: person.loginId }));
  const { rowCount } = await server.database.query(
    `select 1 from audit_log where action = 'refresh-token-reused' and subject = $1`,
    [person.id],
  );
  expect(rowCount).toBe(1);
});

test('no cookie, a made-up one, an expired one, a foreign page, a blocked person', async () => {
  const person = await server.signUp();
  const random = 'A'.repeat(43);
  for (const cookie of ['', 'x', `${person.loginId}.${random}.${'A'.repeat(22)}`, `${person.refresh}x`, person.token])
    expect((await refresh(cookie)).body.message).toBe('Session expired. Please log in again.');
  expect((await server.call('POST /refresh', {})).status).toBe(401);
  for (const headers of [
    { origin: 'https://evil.example' } as Record<string, string>,
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])
    expect((await refresh(person.refresh, headers)).body).toMatchObject({ message: 'Forbidden', data: null });
  const good = await refresh(person.refresh, {
    origin: 'http://localhost:80',
    host: 'localhost:80',
    'sec-fetch-site': 'same-origin',
  });
  expect(good.status).toBe(200);
  server.clock.offsetMs += 30 * 24 * 3600 * 1000;
  expect((await refresh(good.cookies.refresh)).status).toBe(401);
  server.clock.offsetMs -= 30 * 24 * 3600 * 1000;
  const { token } = await server.admin();
  await server.call('POST /disableUser/{id}', { id: person.id, blocked: true }, { token });
  const blocked = await refresh(good.cookies.refresh);
  expect([blocked.status, blocked.body.message]).toEqual([403, blockedText]);
});

test('a logout ends this login and no other', async () => {
  const person = await server.signUp();
  const other = await login(person.email, person.password);
  const { status, headers } = await server.call(
    'POST /logout',
    {},
    { token: person.token, cookies: { refresh: person.refresh } },
  );
  expect([status, headers['set-cookie']]).toEqual([200, 'refresh=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']);
  expect((await profile(person.token)).body.message).toBe('Unauthorized');
  expect((await refresh(person.refresh)).status).toBe(401);
  expect((await profile(other.body.data.token)).status).toBe(200);
  expect(server.told.ended).toContainEqual({ userId: person.id, loginId: person.loginId });
  expect(
    (
      await server.call(
        'POST /logout',
        {},
        { cookies: { refresh: other.cookies.refresh }, headers: { origin: 'https://evil.example' } },
      )
    ).status,
  ).toBe(403);
  expect((await profile(other.body.data.token)).status).toBe(200);
  expect((await server.call('POST /logout', {}, { cookies: { refresh: other.cookies.refresh } })).status).toBe(200);
  expect((await profile(other.body.data.token)).status).toBe(401);
});

test('only a good token past its time is answered Token expired', async () => {
  const person = await server.signUp();
  server.clock.offsetMs += 15 * 60 * 1000 + 1000;
  const expired = await profile(person.token);
  expect([expired.status, expired.body.message, expired.body.error]).toEqual([
    401,
    'Token expired',
    { code: 'token-expired' },
  ]);
  const [header, claims, signature] = person.token.split('.');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const later = part({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 4_000_000_000 });
  const sign = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64url');
  const own = 'jwt-secret-of-this-test-run-0123456789';
  const forged = [
    '',
    'x',
    'a.b.c',
    `${header}.${claims}.`,
    `${header}.${later}.${signature}`,
    `${part({ alg: 'none' })}.${later}.`,
    `${part({ alg: 'HS256' })}.${later}.${sign(`${part({ alg: 'HS256' })}.${later}`, 'another key that is long enough')}`,
    `${header}.${part({ sub: person.id, login: person.loginId, exp: 4_000_000_000 })}`,
    `${header}.${part({ sub: person.id, iss: 'istock', login: 'x' })}.${sign(`${header}.${part({ sub: person.id, iss: 'istock', login: 'x' })}`, own)}`,
  ];
  for (const token of forged) {
    const { status, body } = await server.call(
      'GET /Userprofile',
      {},
      { headers: { authorization: `Bearer ${token}` } },
    );
    expect([token, status, body.message]).toEqual([token, 401, 'Unauthorized']);
  }
  for (const authorization of ['', 'Bearer', person.token, `Basic ${person.token}`])
    expect((await server.call('GET /Userprofile', {}, { headers: { authorization } })).body.message).toBe(
      'Unauthorized',
    );
  server.clock.offsetMs -= 15 * 60 * 1000 + 1000;
  expect((await profile(person.token)).status).toBe(200);
});

test('administrators log in by their own door, and are slowed after five failures', async () => {
  const { status, body, cookies } = await server.call('POST /adminLogin', ADMIN);
  expect(status).toBe(200);
  expect(body).toMatchObject({ token: body.data.token });
  expect((await refresh(cookies.refresh)).status).toBe(200);
  const limited = await startAccounts({ hasRateLimit: true });
  try {
    const wrong = { ...ADMIN, password: 'wrong-password' };
    for (let n = 0; n < 5; n++) expect((await limited.call('POST /adminLogin', wrong)).status).toBe(401);
    expect((await limited.call('POST /adminLogin', ADMIN)).status).toBe(429);
  } finally {
    await limited.close();
  }
});

test('a wrong role is refused and changes nothing', async () => {
  const [user, instructor, admin] = [
    await server.signUp(),
    await server.signUp({ role: 'instructor' }),
    await server.admin(),
  ];
  const before = await server.stateHash();
  for (const { token } of [user, instructor]) {
    for (const name of ['GET /userlist', 'POST /disableUser/{id}'] as const) {
      const { status, body } = await server.call(name, { id: user.id }, { token });
      expect([name, status, body.message]).toEqual([name, 403, 'Forbidden']);
    }
  }
  expect((await profile(admin.token)).body.message).toBe('Forbidden');
  expect(await server.stateHash()).toBe(before);
});

test('a token in the query string is nobody', async () => {
  const { token } = await server.signUp();
  const reply = await server.app.inject({
    url: '/Userprofile',
    query: { token, access_token: token, authorization: `Bearer ${token}` },
  });
  expect(reply.json()).toMatchObject({ message: 'Unauthorized' });
});

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

test('a refresh that waits for a block under way is told of the block', async () => {
  const person = await server.signUp();
  const waiting = async () => {
    const { rows } = await server.database.query<{ count: number }>(
      `select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].count;
  };
  const answer = await server.database.transaction(async (transaction) => {
    await transaction.query('update users set is_blocked = true where id = $1', [person.id]);
    await endLoginsOf(transaction, person.id, 'blocked', Date.now());
    const asked = refresh(person.refresh);
    await expect.poll(waiting).toBe(1);
    return { asked };
  });
  const { status, body } = await answer.asked;
  expect([status, body.message]).toEqual([403, blockedText]);
});

test('whoever adds something of a person does not keep a block waiting', async () => {
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

test('what an end in the middle of a block has left is settled at the next start', async () => {
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
