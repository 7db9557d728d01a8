// An accounts server with a real OpenID provider on this machine beside it, for one test file.
import { randomUUID } from 'node:crypto';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, expect } from 'vitest';
import { createGoogle } from '../../server/adapters/google.ts';
import { type Accounts, startAccounts } from '../accounts.ts';

export const CLIENT_ID = '1234-istock.apps.googleusercontent.com';
export const failed = 'Something went wrong during Google login. Please try again later.';
export const succeeded = 'Successfully logged in with Google!';

export let provider: OAuth2Server;
export let stranger: OAuth2Server;
export let server: Accounts;
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
export const nextNumber = (): number => ++people;
export const gmail = () => `g${nextNumber()}.person@gmail.com`;

export type Claims = Record<string, unknown>;

export const usual = (claims: Claims): Claims => ({
  aud: CLIENT_ID,
  azp: CLIENT_ID,
  sub: `sub-${randomUUID()}`,
  jti: randomUUID(),
  email_verified: true,
  name: 'Gauri Google',
  ...claims,
});

/** The provider's token, with `undefined` for claims that are to be missing. */
export async function tokenOf(claims: Claims, from = provider): Promise<string> {
  const wanted = usual(claims);
  return from.issuer.buildToken({
    expiresIn: 3600,
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, wanted);
      for (const name of Object.keys(wanted)) if (wanted[name] === undefined) delete payload[name];
    },
  });
}

export const logIn = (id_token: string, more: object = {}, options: object = {}) =>
  server.call('POST /auth/google/login', { id_token, ...more }, options);

export async function logInAs(claims: Claims, more: object = {}) {
  return logIn(await tokenOf(claims), more);
}

export async function expectRefused(id_token: unknown, more: object = {}): Promise<void> {
  const before = await server.stateHash();
  const { status, body, cookies } = await server.call('POST /auth/google/login', { id_token, ...more });
  expect([status, body.message, cookies]).toEqual([401, failed, {}]);
  expect(await server.stateHash()).toBe(before);
}

export const userOf = async (email: string) => {
  const { rows } = await server.database.query<{ id: string; name: string; role: string; hasPassword: boolean }>(
    `select id, name, role, password_hash is not null as "hasPassword" from users where email = $1`,
    [email],
  );
  return rows.at(0);
};

/** A person with a password, with a mail address of the given kind. */
export const withPassword = async (email: string) => server.signUp({ email, name: 'Asha' });
