// Password strength: length counts, variety helps, runs and the obvious do not.
import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test('the obvious and the short are very weak', () => {
  for (const password of ['', 'abc', 'aaaaaaaaaaaa', '12345678', 'password', 'Passw0rd1', 'qwerty12'])
    expect(passwordStrength(password), password).toBe(0);
});

test('a phrase of plain words is as good as a short mix of signs', () => {
  expect(passwordStrength('correct horse battery')).toBe(4);
  expect(passwordStrength('k8#Qz!2mW@x')).toBe(4);
});

test('more characters never make it weaker', () => {
  const password = 'mango river 27 tile';
  for (let length = 1; length < password.length; length += 1)
    expect(passwordStrength(password.slice(0, length + 1))).toBeGreaterThanOrEqual(
      passwordStrength(password.slice(0, length)),
    );
});
