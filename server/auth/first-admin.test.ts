// The first administrator: of the settings, made by itself, or already there.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { addAdmin, ensureAdmin } from './first-admin.ts';
import { createPasswords } from './passwords.ts';
import { insertUser } from './signup.ts';

const NOW = Date.UTC(2026, 10, 20);
const passwords = createPasswords();
const databases: TestDatabase[] = [];
let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
  databases.push(database);
});
afterAll(async () => {
  for (const opened of databases) await opened.close();
});

const admins = async () =>
  (
    await database.query<{ email: string; name: string; hash: string }>(
      `select email, name, password_hash as hash from users where role = 'admin' order by email`,
    )
  ).rows;

test('without settings one is made, told once, and good for a login', async () => {
  const made = await ensureAdmin(database, passwords, undefined, NOW);
  expect(made).toEqual({ email: 'admin@istock.local', password: expect.stringMatching(/^[\w-]{16}$/) });
  expect(await ensureAdmin(database, passwords, undefined, NOW)).toBeNull();
  const [{ hash }] = await admins();
  expect(await passwords.matches(made?.password ?? '', hash)).toBe(true);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('the one of the settings is made once, and its later password is not taken from there again', async () => {
  const given = { email: 'Desk@Example.com', password: 'first-password' };
  expect(await ensureAdmin(database, passwords, given, NOW)).not.toBeNull();
  const later = { email: 'desk@example.com', password: 'other-password' };
  expect(await ensureAdmin(database, passwords, later, NOW)).toBeNull();
  const [{ email, hash }] = await admins();
  expect([email, await passwords.matches('first-password', hash)]).toEqual(['desk@example.com', true]);
  expect(await ensureAdmin(database, passwords, undefined, NOW)).toBeNull();
});

test('a trader does not become an administrator by a setting', async () => {
  const trader = {
    email: 'asha@example.com',
    name: 'Asha',
    passwordHash: 'x',
    role: 'user',
    referredBy: null,
    isEmailProven: true,
  } as const;
  await insertUser(database, trader, 0);
  const given = { email: 'asha@example.com', password: 'secret1' };
  await expect(addAdmin(database, passwords, given, NOW)).rejects.toThrow('the address of a trader');
  expect(await admins()).toEqual([]);
});

test.each([
  ['nandini.rao@example.com', undefined, 'nandini.rao'],
  ['desk@example.com', '  Nandini   Rao ', 'Nandini Rao'],
  ['...@example.com', undefined, 'Administrator'],
  [`${'x'.repeat(100)}@example.com`, undefined, 'Administrator'],
])('%s, given the name %j, is called %s', async (email, name, called) => {
  await addAdmin(database, passwords, { email, password: 'long-enough', name }, NOW);
  expect((await admins()).map((admin) => admin.name)).toEqual([called]);
});
