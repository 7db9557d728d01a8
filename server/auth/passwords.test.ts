// Passwords checked for many at once: those from one site wait for each other, and nobody else for them.
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('somebody from elsewhere does not wait for a flood from one site', async () => {
  const passwords = createPasswords();
  const kept = await passwords.hash('secret12');
  let done = 0;
  const flood = Array.from({ length: 30 }, () => passwords.matches('a guess', kept, 'flooding').finally(() => done++));
  expect(await passwords.matches('secret12', kept, 'elsewhere')).toBe(true);
  expect(done).toBeLessThan(10);
  expect(await passwords.matches('secret12', null, 'elsewhere')).toBe(false);
  expect(done).toBeLessThan(20);
  expect(await Promise.all(flood)).toEqual(Array<boolean>(30).fill(false));
});
