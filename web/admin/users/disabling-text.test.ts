// What the question before disabling says to each role.
import { expect, test } from 'vitest';
import { disablingText } from './disabling-text.ts';

const email = 'leela@istock.local';

test('a trader loses open orders', () => {
  expect(disablingText({ email, role: 'user' })).toBe(
    'leela@istock.local is logged out everywhere within a second, open orders are canceled, and logging in is refused. Holdings and money stay as they are. You can enable the account again at any time.',
  );
});

test('nobody can buy what an instructor who is disabled would teach', () => {
  const text = disablingText({ email, role: 'instructor' });
  expect(text).toContain('Sessions to come are not sold meanwhile. Those who have bought one keep their places');
  expect(text).not.toContain('on sale');
});

test('of an administrator nothing is said about orders and money', () => {
  expect(disablingText({ email, role: 'admin' })).toBe(
    'leela@istock.local is logged out everywhere within a second, and logging in is refused. You can enable the account again at any time.',
  );
});
