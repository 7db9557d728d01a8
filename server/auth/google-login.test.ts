// Sign-in with Google against a real OpenID provider on this machine: which tokens open which account, and every token that opens none.
import { createHash, randomUUID } from 'node:crypto';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, startAccounts, type Accounts } from '../../tests/accounts.ts';
import { createGoogle } from '../adapters/google.ts';

const CLIENT_ID = '1234-istock.apps.googleusercontent.com';
const failed = 'Something went wrong during Google login. Please try again later.';
const succeeded = 'Successfully logged in with Google!';

let provider: OAuth2Server;
let stranger: OAuth2Server;
let server: Accounts;
beforeAll(async () => {
  provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  // Somebody else's provider, with keys of its own.
  stranger = new OAuth2Server();
  await stranger.issuer.keys.generate('RS256');
  await stranger.start(0, '127.0.0.1');
  const issuer = String(provider.issuer.url);
  server = await startAccounts({ google: (now) => createGoogle({ clientId: CLIENT_ID, issuer }, now) });
});
afterAll(async () => {
  await server.close();
  await provider.stop();
  await stranger.stop();
});

let people = 0;
const gmail = () => `g${++people}.person@gmail.com`;

type Claims = Record<string, unknown>;

const usual = (claims: Claims): Claims => ({
  aud: CLIENT_ID,
  azp: CLIENT_ID,
  sub: `sub-${randomUUID()}`,
  jti: randomUUID(),
  email_verified: true,
  name: 'Gauri Google',
  ...claims,
});

/** What the provider gives out, with `undefined` for claims that are to be missing. */
async function tokenOf(claims: Claims, from = provider): Promise<string> {
  const wanted = usual(claims);
  return from.issuer.buildToken({
    expiresIn: 3600,
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, wanted);
      for (const name of Object.keys(wanted)) if (wanted[name] === undefined) delete payload[name];
    },
  });
}

const logIn = (id_token: string, more: object = {}, options: object = {}) =>
  server.call('POST /auth/google/login', { id_token, ...more }, options);

async function logInAs(claims: Claims, more: object = {}) {
  return logIn(await tokenOf(claims), more);
}

async function expectRefused(id_token: unknown, more: object = {}): Promise<void> {
  const before = await server.stateHash();
  const { status, body, cookies } = await server.call('POST /auth/google/login', { id_token, ...more });
  expect([status, body.message, cookies]).toEqual([401, failed, {}]);
  expect(await server.stateHash()).toBe(before);
}

const userOf = async (email: string) => {
  const { rows } = await server.database.query<{ id: string; name: string; role: string; hasPassword: boolean }>(
    `select id, name, role, password_hash is not null as "hasPassword" from users where email = $1`,
    [email],
  );
  return rows.at(0);
};

/** Somebody with a password, at a mail address of the given kind. */
const withPassword = async (email: string) => server.signUp({ email, name: 'Asha' });

describe('an account comes about', () => {
  test('the token opens one, as a user, and opens it again later', async () => {
    const email = gmail();
    const sub = 'sub-of-gauri';
    const first = await logInAs({ email, sub });
    expect([first.status, first.body.message]).toEqual([200, succeeded]);
    const { token, user, refreshToken } = first.body.data;
    expect((first.body as { token?: string }).token).toBe(token);
    expect(user).toEqual({ _id: user._id, name: 'Gauri Google', email, role: 'user', is_instructor: false });
    expect(first.headers['set-cookie']).toMatch(/^refresh=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
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
  ])('the name %j is kept as %j', async (name, kept) => {
    const email = `name.less@host${++people}.example`;
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

  test('what somebody else has begun with the address is void', async () => {
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
    ['an address of a hosted domain', () => `h${++people}@school.example`, { hd: 'school.example' }],
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
    const asha = await withPassword(`asha${++people}@elsewhere.example`);
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
    expect([wrong.status, wrong.body.message]).toEqual([401, 'The password is not right.']);
    expect(await server.stateHash()).toBe(before);
    const right = await logIn(token, { password: asha.password });
    expect([right.status, right.body.data.user._id]).toEqual([200, asha.id]);
    expect((await server.mailsTo(asha.email))[0].subject).toContain('Google sign-in was connected');
    await expectRefused(token, { password: asha.password });
  });

  test('an account that was never proven here is not taken over by its address; a reset by mail throws the first comer out', async () => {
    // Somebody whom Google once believed to own the address, which Google does not run.
    const email = `moved${++people}@elsewhere.example`;
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

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('tokens that open nothing', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const claimsOf = (token: string): Claims => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());

  const bad: Record<string, () => Promise<string>> = {
    'without a signature (alg none)': async () => {
      const claims = claimsOf(await tokenOf({ email: gmail() }));
      return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
    },
    'signed with the public key as a secret': async () => {
      const claims = claimsOf(await tokenOf({ email: gmail() }));
      return `${part({ alg: 'HS256', typ: 'JWT', kid: provider.issuer.keys.toJSON()[0].kid })}.${part(claims)}.${part({})}`;
    },
    'with changed words': async () => {
      const [head, body, signature] = (await tokenOf({ email: gmail() })).split('.');
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
      return `${head}.${part({ ...claims, email: gmail() })}.${signature}`;
    },
    'of another provider': () => tokenOf({ email: gmail() }, stranger),
    'of another provider, in the name of this one': () =>
      tokenOf({ email: gmail(), iss: provider.issuer.url }, stranger),
    'with the key of another provider in its head': async () =>
      stranger.issuer.buildToken({
        scopesOrTransform: (header, payload) => {
          header.jwk = stranger.issuer.keys.toJSON()[0];
          header.jku = `${stranger.issuer.url}/jwks`;
          Object.assign(payload, usual({ email: gmail(), iss: provider.issuer.url }));
        },
      }),
    'for another audience': () => tokenOf({ email: gmail(), aud: 'other.apps.googleusercontent.com' }),
    'for no audience': () => tokenOf({ email: gmail(), aud: undefined }),
    'for others too, and asked for by them': () => tokenOf({ email: gmail(), aud: [CLIENT_ID, 'other'], azp: 'other' }),
    'asked for by another': () => tokenOf({ email: gmail(), azp: 'other' }),
    'of another issuer': () => tokenOf({ email: gmail(), iss: 'https://accounts.google.com' }),
    'of an issuer that begins alike': () => tokenOf({ email: gmail(), iss: `${provider.issuer.url}.evil.example` }),
    'that is over': () => tokenOf({ email: gmail(), iat: now() - 7200, exp: now() - 60 }),
    'without an end': () => tokenOf({ email: gmail(), exp: undefined }),
    'not valid yet': () => tokenOf({ email: gmail(), nbf: now() + 600 }),
    'without a person': () => tokenOf({ email: gmail(), sub: undefined }),
    'with an empty person': () => tokenOf({ email: gmail(), sub: '' }),
    'with a number for a person': () => tokenOf({ email: gmail(), sub: 7 }),
    'without an address': () => tokenOf({ email: undefined }),
    'with an address that is none': () => tokenOf({ email: 'no address@gmail.com' }),
    'with a list of addresses': () => tokenOf({ email: [gmail()] }),
    'that is no token': async () => 'a.b.c',
    'that is hardly a token': async () => '...',
    'with an access token of ours': async () => (await server.signUp()).token,
  };

  test.each(Object.keys(bad))('%s', async (name) => {
    await expectRefused(await bad[name]());
  });

  test('what is not even a word is malformed', async () => {
    for (const id_token of ['', null, 7, ['x'], { $ne: null }, 'a b', 'x'.repeat(8193), '\u0000']) {
      const { status, body } = await server.call('POST /auth/google/login', { id_token });
      expect([status, body.message]).toEqual(status === 401 ? [401, failed] : [400, failed]);
    }
    expect((await server.call('POST /auth/google/login', {})).status).toBe(400);
  });

  test('the same token opens once, and of many at once one', async () => {
    const token = await tokenOf({ email: gmail() });
    const replies = await Promise.all(Array.from({ length: 5 }, () => logIn(token)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
    await expectRefused(token);
    // Base64 leaves spare bits: another spelling of the signature is the same token.
    await expectRefused(`${token}A`);
  });

  test('neither does its id or its nonce open a second time', async () => {
    const jti = randomUUID();
    const nonce = randomUUID();
    expect((await logInAs({ email: gmail(), jti })).status).toBe(200);
    await expectRefused(await tokenOf({ email: gmail(), jti }));
    expect((await logInAs({ email: gmail(), nonce })).status).toBe(200);
    await expectRefused(await tokenOf({ email: gmail(), nonce }));
    // Tokens without an id are told apart by their words.
    expect((await logInAs({ email: gmail(), jti: undefined })).status).toBe(200);
    expect((await logInAs({ email: gmail(), jti: undefined })).status).toBe(200);
  });

  test('a token that a page of ours asked for is good only with what stayed in that page', async () => {
    const secret = 'kept-in-the-page';
    const nonce = `istock-${createHash('sha256').update(secret).digest('base64url')}`;
    const token = await tokenOf({ email: gmail(), nonce });
    await expectRefused(token);
    await expectRefused(token, { nonce: 'guessed' });
    await expectRefused(token, { nonce });
    expect((await logIn(token, { nonce: secret })).status).toBe(200);
    await expectRefused(await tokenOf({ email: gmail() }), { nonce: secret });
  });

  test('another site cannot log its visitors in', async () => {
    const token = await tokenOf({ email: gmail() });
    const reply = await logIn(
      token,
      {},
      { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
    );
    expect([reply.status, reply.cookies]).toEqual([403, {}]);
    expect((await logIn(token)).status).toBe(200);
  });
});

describe('the provider', () => {
  test('keys are asked for once, and anew when it has a new one', async () => {
    const turning = new OAuth2Server();
    await turning.issuer.keys.generate('RS256');
    await turning.start(0, '127.0.0.1');
    const asked: string[] = [];
    const issuer = String(turning.issuer.url);
    const google = createGoogle({ clientId: CLIENT_ID, issuer });
    const fetchBefore = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      asked.push(new URL(String(input)).pathname);
      return fetchBefore(input, init);
    };
    try {
      for (let at = 0; at < 5; at++)
        expect((await google.verify(await tokenOf({ email: gmail() }, turning)))?.issuer).toBe(issuer);
      expect(asked).toEqual(['/.well-known/openid-configuration', '/jwks']);
    } finally {
      globalThis.fetch = fetchBefore;
      await turning.stop();
    }
  });

  test('away, it is a 503 in plain words, and login goes on when it is back', async () => {
    const gone = new OAuth2Server();
    await gone.issuer.keys.generate('RS256');
    await gone.start(0, '127.0.0.1');
    const issuer = String(gone.issuer.url);
    const token = await tokenOf({ email: gmail() }, gone);
    const { port } = gone.address();
    const other = await startAccounts({ google: (now) => createGoogle({ clientId: CLIENT_ID, issuer }, now) });
    try {
      await gone.stop();
      const reply = await other.call('POST /auth/google/login', { id_token: token });
      expect([reply.status, reply.body.message, reply.headers['retry-after']]).toEqual([
        503,
        'Google could not be reached. Please log in with your email and password, or try again later.',
        '5',
      ]);
      await gone.start(port, '127.0.0.1');
      expect((await other.call('POST /auth/google/login', { id_token: token })).status).toBe(200);
    } finally {
      await other.close();
      await gone.stop();
    }
  });

  test('not set up, the call says so', async () => {
    const without = await startAccounts();
    const { status, body } = await without.call('POST /auth/google/login', {
      id_token: await tokenOf({ email: gmail() }),
    });
    expect([status, body.message, body.error?.code]).toEqual([
      404,
      'Google sign-in is not set up on this server. Please log in with your email and password.',
      'google-off',
    ]);
    await without.close();
  });
});
