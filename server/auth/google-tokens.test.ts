// Every Google token that opens nothing, and the provider changing its keys or being away.
import { createHash, randomUUID } from 'node:crypto';
import { OAuth2Server } from 'oauth2-mock-server';
import { describe, expect, test } from 'vitest';
import { startAccounts } from '../../tests/accounts.ts';
import {
  type Claims,
  CLIENT_ID,
  expectRefused,
  failed,
  gmail,
  logIn,
  logInAs,
  provider,
  server,
  stranger,
  tokenOf,
  usual,
} from '../../tests/scenes/google.ts';
import { createGoogle } from '../adapters/google.ts';

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

  test('a token that is not even text is malformed', async () => {
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
