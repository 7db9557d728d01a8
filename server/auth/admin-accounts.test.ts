// Changes to administrators at the terminal are in force at once, beside a running server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, startAccounts } from '../../tests/accounts.ts';
import type { Accounts } from '../../tests/accounts.ts';
import { setAdminPassword } from './admin-accounts.ts';
import { createPasswords } from './passwords.ts';

let server: Accounts;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

test('a new password ends the logins with the old one', async () => {
  const { token } = await server.admin();
  const asks = () => server.call('GET /logins', {}, { token });
  expect((await asks()).status).toBe(200);
  // Another process does it, which tells this one nothing.
  expect(await setAdminPassword(server.database, createPasswords(), { ...ADMIN, password: 'another-desk' })).toBe(true);
  expect((await asks()).status).toBe(401);
  const logIn = (password: string) => server.call('POST /adminLogin', { email: ADMIN.email, password });
  expect([(await logIn(ADMIN.password)).status, (await logIn('another-desk')).status]).toEqual([401, 200]);
});

test('a code that was mailed before sets no other password, and nobody but an administrator gets one here', async () => {
  const asha = await server.signUp();
  await server.call('POST /forgotPassword', { email: ADMIN.email });
  const otp = await server.codeFor(ADMIN.email);
  const set = (email: string) =>
    setAdminPassword(server.database, createPasswords(), { email, password: 'third-desk' });
  expect([await set(ADMIN.email), await set(asha.email)]).toEqual([true, false]);
  const reset = await server.call('POST /resetPassword', { email: ADMIN.email, otp, newPassword: 'of-a-stranger' });
  expect([reset.status, reset.body.error?.code]).toEqual([400, 'reset-failed']);
  expect((await server.call('POST /login', asha)).status).toBe(200);
});
