// The accounts part of the server for one test file, and the calls of logging in.
import { afterAll, beforeAll } from 'vitest';
import { type Accounts, startAccounts } from '../accounts.ts';

export let server: Accounts;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

export const failure = 'Something went wrong. Please try again later.';
export const blockedText = 'User is blocked. Logged out';

export const login = (email: string, password: string, ip?: string) =>
  server.call('POST /login', { email, password }, { ip });
export const profile = (token: string) => server.call('GET /Userprofile', {}, { token });
export const refresh = (token: string, headers?: Record<string, string>) =>
  server.call('POST /refresh', {}, { cookies: { refresh: token }, headers });
