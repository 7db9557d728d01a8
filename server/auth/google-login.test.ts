// Sign-in with Google against a real OpenID provider on this machine: which tokens open which account.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ADMIN } from '../../tests/accounts.ts';
import {
  expectRefused,
  gmail,
  logIn,
  logInAs,
  nextNumber,
  server,
  succeeded,
  tokenOf,
  userOf,
  withPassword,
} from '../../tests/scenes/google.ts';

describe('an account comes about', () => {
  test('the token opens one, as a user, and opens it again later', async () => {
    const email = gmail();
    const sub = 'sub-of-gauri';
    const first = await logInAs({ email, sub });
    expect([first.status, first.body.message]).toEqual([200, succeeded]);
    const { token, user, refreshToken } = first.body.data;
    expect((first.body as { token?: string }).token).toBe(token);
    expect(user).toEqual({ _id: user._id, name: 'Gauri Google', email, role: 'user', is_instructor: false });
    expect(first.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^refresh=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/),
    );
    expect(refreshToken).toMatch(/^[0-9a-f-]{36}$/);
    const profile = await server.call('GET /Userprofile', {}, { token });
    expect(profile.body.data).toMatchObject({ email, role: 'user', hasPassword: false, isGoogleLinked: true });
    const { rows } = await server.database.query<{ accountNo: number }>(
      'select account_no as "accountNo" from users where id = $1',
      [user._id],
    );
    expect(server.told.opened).toContain(rows[0].accountNo);

    // Google may give a person another address later: the subject says who it is.
    const again = await logInAs({ email: gmail(), sub, name: 'Somebody Else' });
    expect([again.status, again.body.data.user]).toEqual([200, user]);
    expect(await server.mailsTo(email)).toEqual([]);
  });

  test.each([
    ['Gauri\u0000\r\nBcc: x@y.z', 'Gauri Bcc: x@y.z'],
    ['  ', 'name.less'],
    [undefined, 'name.less'],
    [{ $ne: 1 }, 'name.less'],
    ['ग'.repeat(300), 'ग'.repeat(80)],
    ['<b>Gauri</b>', '<b>Gauri</b>'],
    ['Gau\u202eri\u200b', 'Gauri'],
    ['Gauri \ud83d', 'Gauri'],
    ['Gauri\u2028Rao', 'Gauri Rao'],
    ['\u0301\ue000', 'name.less'],
    [`${'g'.repeat(79)}\u{1f600}`, 'g'.repeat(79)],
  ])('the name %j is kept as %j', async (name, kept) => {
    const email = `name.less@host${nextNumber()}.example`;
    expect((await logInAs({ email, name, hd: 'host.example' })).status).toBe(200);
    expect((await userOf(email))?.name).toBe(kept);
  });

  test('a referral code counts, and one that is not known says so', async () => {
    const asha = await withPassword(gmail());
    const { body } = await server.call('GET /Userprofile', {}, { token: asha.token });
    const email = gmail();
    const wrong = await logInAs({ email }, { referralCode: 'NOBODY00' });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'This referral code is not known']);
    expect(await userOf(email)).toBeUndefined();
    const referred = await logInAs({ email }, { referralCode: body.data.referralCode.toLowerCase() });
    const { rows } = await server.database.query<{ referrer: string; account: number }>(
      'select referred_by as referrer, account_no as account from users where id = $1',
      [referred.body.data.user._id],
    );
    expect(rows[0].referrer).toBe(asha.id);
    expect(server.told.welcomed.filter((account) => account === rows[0].account)).toHaveLength(1);
  });

  test('by the token and by the right code of a sign-up at once: one account', async () => {
    for (let round = 0; round < 8; round++) {
      const email = gmail();
      const person = { name: 'Gauri', email, password: 'secret1', role: 'user' };
      const { cookies } = await server.call('POST /signup', person);
      const otp = await server.codeFor(email);
      const token = await tokenOf({ email });
      const both = await Promise.all([server.call('POST /verifyOtp', { otp, email }, { cookies }), logIn(token)]);
      const statuses = both.map(({ status }) => status);
      // The account that the code has opened may be entered by the token, too, if that came to it late enough.
      expect([
        [200, 200],
        [200, 401],
        [400, 200],
      ]).toContainEqual(statuses);
    }
  });

  test('a sign-up that a stranger has begun with the address is void', async () => {
    const email = gmail();
    const attacker = await server.call('POST /signup', {
      name: 'Attacker',
      email,
      password: 'attacker1',
      role: 'instructor',
    });
    const code = await server.codeFor(email);
    expect((await logInAs({ email })).status).toBe(200);
    expect(await userOf(email)).toMatchObject({ role: 'user', name: 'Gauri Google', hasPassword: false });
    const { rowCount } = await server.database.query('select 1 from signups where email = $1', [email]);
    expect(rowCount).toBe(0);
    const late = await server.call('POST /verifyOtp', { otp: code, email }, { cookies: attacker.cookies });
    expect([late.status, late.body.message]).toEqual([400, 'Invalid OTP. Please try again.']);
    expect((await server.call('POST /login', { email, password: 'attacker1' })).status).toBe(401);
  });

  test('a password can be set later by mail, and both ways are open then', async () => {
    const email = gmail();
    const sub = `sub-${randomUUID()}`;
    const { body } = await logInAs({ email, sub });
    const { token } = body.data;
    const change = await server.call(
      'POST /changePassword',
      { currentPassword: 'x', newPassword: 'a-new-password' },
      { token },
    );
    expect([change.status, change.body.error?.code]).toEqual([400, 'no-password']);
    await server.call('POST /forgotPassword', { email });
    const otp = await server.codeFor(email);
    expect((await server.call('POST /resetPassword', { email, otp, newPassword: 'a-new-password' })).status).toBe(200);
    expect((await server.call('POST /login', { email, password: 'a-new-password' })).status).toBe(200);
    expect((await logInAs({ email, sub })).status).toBe(200);
  });

  test('of many at once with one new identity there is one account', async () => {
    const email = gmail();
    const sub = `sub-${randomUUID()}`;
    const tokens = await Promise.all(Array.from({ length: 6 }, () => tokenOf({ email, sub })));
    const replies = await Promise.all(tokens.map((token) => logIn(token)));
    const ids = replies.filter(({ status }) => status === 200).map(({ body }) => body.data.user._id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(1);
    expect(replies.every(({ status }) => status === 200 || status === 401)).toBe(true);
  });
});

describe('an address that has an account here', () => {
  test.each([
    ['a Gmail address', () => gmail(), {}],
    ['an address of a hosted domain', () => `h${nextNumber()}@school.example`, { hd: 'school.example' }],
  ])(
    '%s is linked, because Google runs it and it was proven here; the owner is told',
    async (_kind, address, claims) => {
      const asha = await withPassword(address());
      const { status, body } = await logInAs({ email: asha.email.toUpperCase(), ...claims });
      expect([status, body.data.user]).toEqual([
        200,
        { _id: asha.id, name: 'Asha', email: asha.email, role: 'user', is_instructor: false },
      ]);
      const [mail] = await server.mailsTo(asha.email);
      expect(mail.subject).toBe('Google sign-in was connected to your Istock account');
      expect((await server.call('POST /login', { email: asha.email, password: asha.password })).status).toBe(200);
      expect((await server.call('GET /Userprofile', {}, { token: asha.token })).body.data.isGoogleLinked).toBe(true);
    },
  );

  test('an instructor stays one', async () => {
    const tara = await server.signUp({ email: gmail(), role: 'instructor' });
    const { body } = await logInAs({ email: tara.email });
    expect(body.data.user).toMatchObject({ _id: tara.id, role: 'instructor', is_instructor: true });
  });

  test('any other address asks for the password first, and the token is not spent by the question', async () => {
    const asha = await withPassword(`asha${nextNumber()}@elsewhere.example`);
    const token = await tokenOf({ email: asha.email });
    const before = await server.stateHash();
    const asked = await logIn(token);
    expect([asked.status, asked.body.error?.code, asked.body.message, asked.cookies]).toEqual([
      409,
      'password-needed',
      'This email already has an account here. Enter its password once to connect it with Google.',
      {},
    ]);
    const wrong = await logIn(token, { password: 'not-it-at-all' });
    expect([wrong.status, wrong.body.message]).toEqual([401, 'The password is not correct.']);
    expect(await server.stateHash()).toBe(before);
    const right = await logIn(token, { password: asha.password });
    expect([right.status, right.body.data.user._id]).toEqual([200, asha.id]);
    expect((await server.mailsTo(asha.email))[0].subject).toContain('Google sign-in was connected');
    await expectRefused(token, { password: asha.password });
  });

  test('an account that was never proven here is not taken over by its address; a reset by mail throws the first comer out', async () => {
    // Somebody whom Google once believed to own the address, which Google does not run.
    const email = `moved${nextNumber()}@elsewhere.example`;
    const early = `sub-${randomUUID()}`;
    const first = await logInAs({ email, sub: early });
    expect(first.status).toBe(200);
    // Even for a word of Google that is good now, the account may be another person's.
    const asked = await logInAs({ email, hd: 'elsewhere.example' });
    expect([asked.status, asked.body.error?.code]).toEqual([409, 'password-needed']);
    await server.call('POST /forgotPassword', { email });
    const otp = await server.codeFor(email);
    await server.call('POST /resetPassword', { email, otp, newPassword: 'the-owner-has-it' });
    expect((await server.call('GET /Userprofile', {}, { token: first.body.data.token })).status).toBe(401);
    const late = await logInAs({ email, sub: early });
    expect([late.status, late.body.error?.code]).toEqual([409, 'password-needed']);
    expect((await logInAs({ email, hd: 'elsewhere.example' })).status).toBe(200);
  });

  test('an address that Google has not verified opens nothing', async () => {
    const asha = await withPassword(gmail());
    for (const email_verified of [false, undefined, 'false', 1, 'yes']) {
      await expectRefused(await tokenOf({ email: asha.email, email_verified }));
      await expectRefused(await tokenOf({ email: asha.email, email_verified }), { password: asha.password });
      await expectRefused(await tokenOf({ email: gmail(), email_verified }));
    }
  });

  test('administrators do not come in this way', async () => {
    await expectRefused(await tokenOf({ email: ADMIN.email, hd: 'example.com' }));
    await expectRefused(await tokenOf({ email: ADMIN.email, hd: 'example.com' }), { password: ADMIN.password });
  });

  test('a blocked person is told so, linked or not, and gets nothing', async () => {
    const admin = await server.admin();
    const asha = await withPassword(gmail());
    const sub = `sub-${randomUUID()}`;
    await server.call('POST /disableUser/{id}', { id: asha.id, blocked: true }, { token: admin.token });
    const before = await server.stateHash();
    const unlinked = await logInAs({ email: asha.email, sub });
    expect([unlinked.status, unlinked.body.message, unlinked.cookies]).toEqual([
      403,
      'User is blocked. Logged out',
      {},
    ]);
    expect(await server.stateHash()).toBe(before);
    await server.call('POST /disableUser/{id}', { id: asha.id, blocked: false }, { token: admin.token });
    expect((await logInAs({ email: asha.email, sub })).status).toBe(200);
    await server.call('POST /disableUser/{id}', { id: asha.id, blocked: true }, { token: admin.token });
    expect((await logInAs({ email: asha.email, sub })).status).toBe(403);
  });
});

describe('a new password while somebody is coming in', () => {
  /** Holds the sign-in up between the account that was recognised and the login. */
  async function heldUp(signIn: () => Promise<{ status: number }>, meanwhile: () => Promise<unknown>): Promise<number> {
    let under!: Promise<{ status: number }>;
    await server.database.transaction(async (transaction) => {
      await transaction.query('lock table spent_tokens in access exclusive mode');
      under = signIn();
      const waiting = `select 1 from pg_locks where relation = 'spent_tokens'::regclass and not granted`;
      await expect.poll(async () => (await transaction.query(waiting)).rowCount).toBe(1);
      await meanwhile();
    });
    return (await under).status;
  }

  const linksOf = async (email: string) =>
    (
      await server.database.query('select 1 from identities i join users u on u.id = i.user_id where u.email = $1', [
        email,
      ])
    ).rowCount;

  test('the first comer is out for good after the reset of an address that was never proven', async () => {
    const email = `moved${nextNumber()}@elsewhere.example`;
    const sub = `sub-${randomUUID()}`;
    expect((await logInAs({ email, sub })).status).toBe(200);
    await server.call('POST /forgotPassword', { email });
    const otp = await server.codeFor(email);
    const token = await tokenOf({ email, sub });
    const status = await heldUp(
      () => logIn(token),
      () => server.call('POST /resetPassword', { email, otp, newPassword: 'the-owner-has-it' }),
    );
    expect([status, await linksOf(email)]).toEqual([401, 0]);
  });

  test('whose address is proven keeps what was linked, also with a new password', async () => {
    const asha = await withPassword(`asha${nextNumber()}@elsewhere.example`);
    expect((await logIn(await tokenOf({ email: asha.email }), { password: asha.password })).status).toBe(200);
    await server.call('POST /forgotPassword', { email: asha.email });
    const otp = await server.codeFor(asha.email);
    const reset = { email: asha.email, otp, newPassword: 'a-new-password' };
    expect((await server.call('POST /resetPassword', reset)).status).toBe(200);
    expect(await linksOf(asha.email)).toBe(1);
  });

  test('the old password connects nothing any more', async () => {
    const asha = await withPassword(`asha${nextNumber()}@elsewhere.example`);
    const token = await tokenOf({ email: asha.email });
    const change = { currentPassword: asha.password, newPassword: 'a-new-password' };
    const status = await heldUp(
      () => logIn(token, { password: asha.password }),
      () => server.call('POST /changePassword', change, { token: asha.token }),
    );
    expect([status, await linksOf(asha.email)]).toEqual([401, 0]);
  });
});
