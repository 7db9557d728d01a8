// Sign-up as people and attackers do it: addresses, codes, names, and what strangers may learn.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAccounts, type Accounts } from '../../tests/accounts.ts';
import { differenceOf } from '../../tests/same-time.ts';

let server: Accounts;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const person = (email: string, more: object = {}) => ({
  name: 'Ravi',
  email,
  password: 'secret1',
  role: 'user',
  ...more,
});

test('a person signs up, reads the code and is logged in', async () => {
  const asked = await server.call('POST /signup', person('Ravi@Example.com', { role: 'instructor' }));
  expect(asked).toMatchObject({
    status: 200,
    body: { message: 'An OTP has been sent to your email.', data: { email: 'ravi@example.com' } },
  });
  const otp = await server.codeFor('ravi@example.com');
  const opened = await server.call('POST /verifyOtp', { otp }, { cookies: { flow: asked.cookies.flow } });
  expect(opened.body.message).toBe('OTP verified! You are successfully signed up.');
  expect(opened.body.data.user).toMatchObject({
    name: 'Ravi',
    email: 'ravi@example.com',
    role: 'instructor',
    is_instructor: true,
  });
  expect(opened.headers['set-cookie']).toContainEqual(expect.stringMatching(/^refresh=.*HttpOnly.*SameSite=Strict/));
  const profile = await server.call('GET /Userprofile', {}, { token: opened.body.data.token });
  expect(profile.body.data).toMatchObject({ name: 'Ravi', balance: 0, portfolio: [] });
  expect(profile.body.data.referralCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect([server.told.opened.length, server.told.welcomed]).toEqual([1, server.told.opened]);
});

test('a password that is sent twice must be the same twice; once is enough', async () => {
  const twice = (confirmPassword: unknown) =>
    server.call('POST /signup', person('twice@example.com', { confirmPassword }));
  for (const other of ['secret2', '', 7])
    expect(await twice(other)).toMatchObject({ status: 400, body: { message: 'Passwords do not match' } });
  expect((await twice('secret1')).status).toBe(200);
});

test('the referral code of a person counts; that of an administrator or of a blocked person is not known', async () => {
  const [asha, blocked, admin] = [await server.signUp(), await server.signUp(), await server.admin()];
  await server.call('POST /disableUser/{id}', { id: blocked.id, blocked: true }, { token: admin.token });
  const { rows } = await server.database.query<{ id: string; code: string }>(
    'select id, referral_code as code from users',
  );
  const codes = new Map(rows.map(({ id, code }) => [id, code]));
  const withCode = (id: string) =>
    server.call('POST /signup', { ...person('mira@example.com'), referralCode: codes.get(id) });
  const answers = [await withCode(asha.id), await withCode(blocked.id), await withCode(admin.id)];
  expect(answers.map(({ body }) => body.message)).toEqual([
    'An OTP has been sent to your email.',
    'This referral code is not known',
    'This referral code is not known',
  ]);
});

test.each([
  [{}, 'Full Name is required'],
  [{ name: ' ' }, 'Full Name is required'],
  [{ name: 'A\r\nBcc: all@example.com' }, 'A name is one line of text, with a letter or figure in it.'],
  [{ name: '...' }, 'A name is one line of text, with a letter or figure in it.'],
  [{ name: 'A', email: '' }, 'Email is required'],
  [{ name: 'A', email: 'nobody' }, 'Please enter a valid email address'],
  [{ name: 'A', email: { $ne: null } }, 'Email is required'],
  [{ name: 'A', email: 'a@b.co', password: '12345' }, 'Password must be at least 6 characters long'],
  [{ name: 'A', email: 'a@b.co', password: 'x'.repeat(90_000) }, 'Password can be at most 128 characters long'],
  [{ name: 'A', email: 'a@b.co', password: 'secret1', role: 'admin' }, 'Role is required: user or instructor'],
  [{ name: 'A', email: 'a@b.co', password: 'secret1', role: ['user'] }, 'Role is required: user or instructor'],
  [{ ...person('a@b.co'), referralCode: 'NOBODYS1' }, 'This referral code is not known'],
])('%j is refused: %s', async (input, sentence) => {
  const before = await server.stateHash();
  const { status, body } = await server.call('POST /signup', input);
  expect([status, body.message]).toEqual([400, sentence]);
  expect(await server.stateHash()).toBe(before);
});

test('unknown fields of a client are dropped', async () => {
  const extra = { is_instructor: true, balance: 1e9, is_Blocked: false, emailVerified: true, _id: 'x', accountNo: 1 };
  await server.call('POST /signup', person('plain@example.com', extra));
  expect((await server.call('POST /login', { email: 'plain@example.com', password: 'secret1' })).status).toBe(401);
  const { body } = await server.call('POST /verifyOtp', {
    otp: await server.codeFor('plain@example.com'),
    email: 'plain@example.com',
  });
  expect(body.data.user).toMatchObject({ role: 'user', is_instructor: false });
});

test('a known address gets the same reply, and its owner a notice without a code', async () => {
  const owner = await server.signUp();
  const fresh = await server.call('POST /signup', person('fresh@example.com'));
  const known = await server.call('POST /signup', person(owner.email, { password: 'attacker1' }));
  const { expiresAt: _, ...freshData } = fresh.body.data;
  const { expiresAt: __, ...knownData } = known.body.data;
  expect({ ...known.body, data: knownData }).toEqual({ ...fresh.body, data: { ...freshData, email: owner.email } });
  expect(known.cookies.flow).toHaveLength(fresh.cookies.flow.length);
  const [notice] = await server.mailsTo(owner.email);
  expect(notice.subject).toBe('You already have an Istock account');
  expect(notice.text).not.toMatch(/\d{6}/);
  for (const otp of ['000000', '123456'])
    expect((await server.call('POST /verifyOtp', { otp }, { cookies: { flow: known.cookies.flow } })).status).toBe(400);
  expect((await server.call('POST /login', { email: owner.email, password: owner.password })).status).toBe(200);
});

test('known and unknown addresses take the same time', async () => {
  const owner = await server.signUp();
  let n = 0;
  const known = () => server.call('POST /signup', person(owner.email));
  const unknown = () => server.call('POST /signup', person(`unknown${++n}@example.com`));
  expect(await differenceOf(known, unknown)).toBeLessThan(0.5);
});

test('variants of an address are one address', async () => {
  const owner = await server.signUp({ email: 'one.person@example.com' });
  for (const variant of ['ONE.PERSON@EXAMPLE.COM', ' one.person@example.com ', 'ｏｎｅ.person@example.com']) {
    await server.call('POST /signup', person(variant));
    expect((await server.mailsTo(owner.email))[0].subject).toBe('You already have an Istock account');
  }
});

test('nobody signs up with an address of the domain that deleted accounts are given', async () => {
  for (const email of ['ravi@deleted.invalid', 'deleted-1f@Deleted.Invalid', 'ravi@\uff44eleted.invalid'])
    expect(await server.call('POST /signup', person(email))).toMatchObject({
      status: 400,
      body: { message: 'Please enter a valid email address', data: null },
    });
  expect((await server.call('POST /signup', person('ravi@not-deleted.invalid'))).status).toBe(200);
});

test('a person who signed up first with another\u2019s address does not get in when the owner verifies', async () => {
  const attacker = await server.call('POST /signup', person('victim@example.com', { password: 'attacker1' }));
  const stolen = await server.codeFor('victim@example.com');
  const owner = await server.call('POST /signup', person('victim@example.com', { password: 'owner-pw' }));
  // The attacker signs up again, so that the newest sign-up of the address is theirs.
  const again = await server.call('POST /signup', person('victim@example.com', { password: 'attacker2' }));
  const resent = await server.call(
    'POST /resendOtp',
    { email: 'victim@example.com' },
    { cookies: { flow: owner.cookies.flow } },
  );
  expect(resent.body.message).toBe('New OTP sent to your email!');
  const otp = await server.codeFor('victim@example.com');
  for (const flow of [attacker.cookies.flow, again.cookies.flow])
    for (const code of [otp, stolen])
      expect((await server.call('POST /verifyOtp', { otp: code }, { cookies: { flow } })).status).toBe(400);
  expect((await server.call('POST /verifyOtp', { otp }, { cookies: { flow: owner.cookies.flow } })).status).toBe(200);
  for (const [password, status] of [
    ['attacker1', 401],
    ['attacker2', 401],
    ['owner-pw', 200],
  ] as const)
    expect((await server.call('POST /login', { email: 'victim@example.com', password })).status).toBe(status);
});

test('without the cookie a code opens what was begun from the same place: the owner never proves the password of a stranger', async () => {
  const email = 'squatted@example.com';
  const [home, elsewhere] = ['198.51.100.7', '203.0.113.9'];
  const verify = (otp: string, ip: string) => server.call('POST /verifyOtp', { otp, email }, { ip });
  await server.call('POST /signup', person(email, { password: 'attacker1', name: 'Eve' }), { ip: elsewhere });
  // A mail that nobody requested, or a link to the page for its code.
  expect((await verify(await server.codeFor(email), home)).body.message).toBe('Invalid OTP. Please try again.');
  await server.call('POST /signup', person(email, { password: 'owner-pw' }), { ip: home });
  await server.call('POST /signup', person(email, { password: 'attacker2', name: 'Eve' }), { ip: elsewhere });
  // The newest letter is for the stranger's sign-up, and opens neither.
  expect((await verify(await server.codeFor(email), home)).status).toBe(400);
  const letters = (await server.mailsTo(email)).length;
  await server.call('POST /resendOtp', { email }, { ip: '192.0.2.1' });
  expect(await server.mailsTo(email)).toHaveLength(letters);
  await server.call('POST /resendOtp', { email }, { ip: home });
  const opened = await verify(await server.codeFor(email), `::ffff:${home}`);
  expect(opened.body.data.user.name).toBe('Ravi');
  for (const [password, status] of [
    ['attacker1', 401],
    ['attacker2', 401],
    ['owner-pw', 200],
  ] as const)
    expect((await server.call('POST /login', { email, password })).status).toBe(status);
});

test('a name is text, in mails too', async () => {
  const name = '<b onmouseover=alert(1)>=HYPERLINK("http://evil")';
  const email = 'text@example.com';
  await server.call('POST /signup', person(email, { name }));
  // The address has no owner yet: a stranger's name is not sent there.
  expect((await server.mailsTo(email))[0].text).not.toContain('evil');
  const opened = await server.call('POST /verifyOtp', { otp: await server.codeFor(email), email });
  expect(opened.body.data.user.name).toBe(name);
  await server.call('POST /forgotPassword', { email });
  const [mail] = await server.mailsTo(email);
  expect(mail.text).toContain(name);
  expect(mail.html).not.toContain('<b ');
});

test('a code alone names nobody', async () => {
  await server.call('POST /signup', person('bound@example.com'));
  const otp = await server.codeFor('bound@example.com');
  const { status, body } = await server.call('POST /verifyOtp', { otp });
  expect([status, body.message]).toEqual([400, 'Invalid OTP. Please try again.']);
  const flow = '00000000-0000-4000-8000-000000000000';
  expect((await server.call('POST /verifyOtp', { otp }, { cookies: { flow } })).status).toBe(400);
  expect((await server.call('POST /verifyOtp', { otp }, { cookies: { flow: "' or 1=1" } })).status).toBe(400);
  expect((await server.call('POST /verifyOtp', { otp, email: 'bound@example.com' })).status).toBe(200);
});

test('the sixth try is too late, even with the right code; a new code opens', async () => {
  const email = 'tries@example.com';
  await server.call('POST /signup', person(email));
  const otp = await server.codeFor(email);
  const wrong = otp === '111111' ? '222222' : '111111';
  for (let n = 0; n < 5; n++) expect((await server.call('POST /verifyOtp', { otp: wrong, email })).status).toBe(400);
  expect((await server.call('POST /verifyOtp', { otp, email })).body.message).toBe('Invalid OTP. Please try again.');
  await server.call('POST /resendOtp', { email });
  expect((await server.call('POST /verifyOtp', { otp: await server.codeFor(email), email })).status).toBe(200);
});

test('a new code has tries of its own, also if the browser has come to another network meanwhile', async () => {
  const email = 'moved@example.com';
  const { cookies } = await server.call('POST /signup', person(email));
  const flow = { cookies: { flow: cookies.flow } };
  const otp = await server.codeFor(email);
  const wrong = otp === '111111' ? '222222' : '111111';
  for (let n = 0; n < 5; n++) await server.call('POST /verifyOtp', { otp: wrong }, flow);
  await server.call('POST /resendOtp', { email }, { ...flow, ip: '198.51.100.8' });
  expect((await server.call('POST /verifyOtp', { otp: await server.codeFor(email) }, flow)).status).toBe(200);
});

test('of several sign-ups at once with one address, the code of the newest mail opens the account', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `hurried${round}@example.com`;
    await Promise.all(Array.from({ length: 8 }, () => server.call('POST /signup', person(email))));
    expect((await server.call('POST /verifyOtp', { otp: await server.codeFor(email), email })).status).toBe(200);
  }
});

test('of several requests at once for a new password, the code of the newest mail sets it', async () => {
  for (let round = 0; round < 5; round++) {
    const { email } = await server.signUp();
    await Promise.all(Array.from({ length: 8 }, () => server.call('POST /forgotPassword', { email })));
    const answer = { email, otp: await server.codeFor(email), newPassword: 'another-one' };
    expect((await server.call('POST /resetPassword', answer)).status).toBe(200);
  }
});

test('two right answers at once open one account', async () => {
  const email = 'twice@example.com';
  await server.call('POST /signup', person(email));
  const otp = await server.codeFor(email);
  const answers = await Promise.all(Array.from({ length: 8 }, () => server.call('POST /verifyOtp', { otp, email })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  expect((await server.call('POST /verifyOtp', { otp, email })).status).toBe(400);
});

test('two right codes at once, of sign-ups begun in two places, open one account', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `two-places-${round}@example.com`;
    const begun = [];
    for (const ip of ['192.0.2.1', '198.51.100.1']) {
      const { cookies } = await server.call('POST /signup', person(email), { ip });
      begun.push({ ip, cookies, otp: await server.codeFor(email) });
    }
    const opened = await Promise.all(
      begun.map(({ otp, ip, cookies }) => server.call('POST /verifyOtp', { otp, email }, { ip, cookies })),
    );
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 400]);
  }
});

test('a code for a new password does not open an account, nor the reverse', async () => {
  const owner = await server.signUp();
  await server.call('POST /forgotPassword', { email: owner.email });
  const reset = await server.codeFor(owner.email);
  expect((await server.call('POST /verifyOtp', { otp: reset, email: owner.email })).status).toBe(400);
  await server.call('POST /signup', person('purpose@example.com'));
  const otp = await server.codeFor('purpose@example.com');
  const { status, body } = await server.call('POST /resetPassword', {
    email: 'purpose@example.com',
    otp,
    newPassword: 'new-password',
  });
  expect([status, body.message]).toEqual([400, 'Invalid OTP or password reset failed']);
});

test.each([[123456], [['123456']], [{ $gt: '' }], [null], [''], ['12']])(
  'the code %j is no text of a code',
  async (otp) => {
    const { status, body } = await server.call('POST /verifyOtp', { otp, email: 'a@b.co' });
    expect([status, body.message]).toEqual([400, 'OTP is required and should be at least 4 characters long.']);
  },
);

test('a code lasts 300 seconds, and no longer', async () => {
  for (const [seconds, status] of [
    [299, 200],
    [300, 400],
  ] as const) {
    const email = `late${seconds}@example.com`;
    await server.call('POST /signup', person(email));
    server.clock.offsetMs = seconds * 1000;
    const { status: answered } = await server.call('POST /verifyOtp', { otp: await server.codeFor(email), email });
    server.clock.offsetMs = 0;
    expect([seconds, answered]).toEqual([seconds, status]);
  }
});

test('codes are not kept as they are', async () => {
  await server.call('POST /signup', person('hashed@example.com'));
  const otp = await server.codeFor('hashed@example.com');
  const { rows } = await server.database.query<{ row: string }>(
    `select o::text as row from otps o union all select s::text from signups s`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) {
    expect(row).not.toContain(otp);
    expect(row).not.toContain('secret1');
  }
});

test('one mail in 30 seconds and five an hour, the same for an unknown address, and the older code is void', async () => {
  const limited = await startAccounts({ hasRateLimit: true });
  try {
    const email = 'mails@example.com';
    // A person who has mistyped a friend's code has had no mail, and need not wait for one.
    expect((await limited.call('POST /signup', person(email, { referralCode: 'NOBODYS1' }))).status).toBe(400);
    expect((await limited.call('POST /signup', person(email))).status).toBe(200);
    const first = await limited.codeFor(email);
    const { status, headers, body } = await limited.call('POST /resendOtp', { email });
    const wait = Number(headers['retry-after']);
    expect(wait).toBeGreaterThan(20);
    expect([status, body.message]).toEqual([429, `You can ask for another OTP in ${wait} seconds.`]);
    expect(await limited.mailsTo(email)).toHaveLength(1);
    expect((await limited.call('POST /resendOtp', { email: 'nobody@example.com' })).body.message).toBe(
      'New OTP sent to your email!',
    );
    expect((await limited.call('POST /resendOtp', { email: 'nobody@example.com' })).status).toBe(429);
    expect(await limited.mailsTo('nobody@example.com')).toHaveLength(0);
    expect(first).toMatch(/^\d{6}$/);
  } finally {
    await limited.close();
  }
  const email = 'older@example.com';
  await server.call('POST /signup', person(email));
  const older = await server.codeFor(email);
  await server.call('POST /resendOtp', { email });
  const newer = await server.codeFor(email);
  // Once in a million both are the same.
  const again = older === newer ? 400 : (await server.call('POST /verifyOtp', { otp: older, email })).status;
  expect(again).toBe(400);
  expect((await server.call('POST /verifyOtp', { otp: newer, email })).status).toBe(200);
});

test('PASSWORD_MIN raises the minimum, in the sentence too', async () => {
  const strict = await startAccounts({ passwordMin: 12 });
  try {
    // A face is one character, as everywhere else.
    for (const password of ['12345678901', '\u{1f600}'.repeat(11)]) {
      const { status, body } = await strict.call('POST /signup', person('short@example.com', { password }));
      expect([status, body.message]).toEqual([400, 'Password must be at least 12 characters long']);
    }
    const reset = { email: 'short@example.com', otp: '123456', newPassword: '12345678901' };
    expect((await strict.call('POST /resetPassword', reset)).body.error?.fields?.newPassword).toMatch(
      /\b12 characters/,
    );
    // Nobody's login is told outside a demo.
    expect((await strict.call('GET /config', {})).body.data).toMatchObject({
      passwordMin: { signup: 12, login: 6, reset: 12 },
      demoLogins: [],
    });
  } finally {
    await strict.close();
  }
});
