// Logging in and resetting a password, as people and attackers do it.
import { expect, test } from 'vitest';
import { ADMIN, startAccounts } from '../../tests/accounts.ts';
import { differenceOf } from '../../tests/same-time.ts';
import { blockedText, failure, login, profile, refresh, server } from '../../tests/scenes/logins.ts';
import { beginLogin } from './logins.ts';

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
  expect(headers['set-cookie']).toContainEqual(
    expect.stringMatching(/^refresh=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/),
  );
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

test('a password that was changed while it was being checked, or of somebody who was blocked or has left meanwhile, begins no login', async () => {
  const person = await server.signUp();
  const { rows } = await server.database.query<{ kept: string }>(
    'select password_hash as kept from users where id = $1',
    [person.id],
  );
  const begin = (passwordHash: string) =>
    beginLogin(server.database, 'secret', person.id, {
      at: 1,
      client: { userAgent: '', ip: '', cookies: {} },
      passwordHash,
    });
  await expect(begin(`${rows[0].kept}x`)).rejects.toMatchObject({ status: 401, code: 'login-failed' });
  expect((await begin(rows[0].kept)).loginId).toMatch(/^[0-9a-f-]{36}$/);
  for (const meanwhile of ['is_blocked = true', 'is_blocked = false, deleted_at = 1']) {
    await server.database.query(`update users set ${meanwhile} where id = $1`, [person.id]);
    await expect(begin(rows[0].kept)).rejects.toMatchObject({ status: 401, code: 'login-failed' });
  }
});

test('after ten failures the place is slowed, the account is not locked, and waiting helps', async () => {
  const limited = await startAccounts({ hasRateLimit: true, isQuiet: true });
  try {
    const person = await limited.signUp();
    const attempt = (password: string, ip: string) =>
      limited.call('POST /login', { email: person.email, password }, { ip });
    // A try that nobody could judge is none.
    await limited.database.query('alter table users rename to users_away');
    for (let n = 0; n < 11; n++) await expect(attempt(person.password, '10.0.0.1')).rejects.toThrow('answered 500');
    await limited.database.query('alter table users_away rename to users');
    for (let n = 0; n < 10; n++) expect((await attempt('wrong-password', '10.0.0.1')).status).toBe(401);
    const { status, headers, body } = await attempt(person.password, '10.0.0.1');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(body.message).toMatch(/^Too many attempts\. Please try again in \d+ seconds?\.$/);
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
    expect(tried.length).toBeGreaterThan(0);
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
