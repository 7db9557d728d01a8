// The login form and the call refuse the same things with the same sentences.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loginInput } from './auth.ts';
import { loginForm } from './login.ts';
import type { Credentials } from './login.ts';

const EMAILS = [
  ...[
    'asha@example.com',
    '  Asha.Rao+news@Example.CO.in ',
    "o'neil@a-b.example.org",
    '\uff41sha@example.com',
    '_@x.io',
  ],
  ...['', ' ', 'asha', 'asha@', '@example.com', 'asha@example', 'a b@example.com', '.asha@example.com'],
  ...['asha.@example.com', 'a..b@example.com', 'asha@-example.com', 'asha@example-.com', 'asha@exa_mple.com'],
  ...['asha@example.c', 'asha@example.c0m', 'asha@@example.com', 'asha@example.com.', '\u0000@example.com'],
  ...['asha@deleted.invalid', 'asha@DELETED.invalid'],
  ...[`${'a'.repeat(242)}@example.com`, `${'a'.repeat(243)}@example.com`],
];
const PASSWORDS = ['', '12345', '123456', 'e\u0301'.repeat(3), 'e\u0301'.repeat(6), 'x'.repeat(128), 'x'.repeat(129)];

/** The common result of both: the values as they are sent, or the first sentence for each field. */
function said(rule: { safeParse: (typed: Credentials) => ReturnType<typeof loginForm.safeParse> }, typed: Credentials) {
  const checked = rule.safeParse(typed);
  if (checked.success) return checked.data;
  return Object.fromEntries(checked.error.issues.toReversed().map(({ path, message }) => [path[0], message]));
}

const bySchema = { safeParse: (typed: Credentials) => loginInput.safeParse(typed) as never };

test.each(EMAILS)('the address %j', (email) => {
  for (const password of PASSWORDS)
    expect(said(loginForm, { email, password })).toEqual(said(bySchema, { email, password }));
});

test('the form says what the schema says, whatever is typed', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abZ09.+-_\u2019@ \u0301\u00e9\uff41'), maxLength: 12 });
  const email = fc.oneof(
    letters,
    fc.tuple(letters, letters).map(([name, domain]) => `${name}@${domain}.com`),
  );
  fc.assert(
    fc.property(email, fc.string({ unit: 'grapheme', maxLength: 140 }), (typed, password) => {
      expect(said(loginForm, { email: typed, password })).toEqual(said(bySchema, { email: typed, password }));
    }),
    { numRuns: 500 },
  );
});

test('of all addresses, exactly the valid ones pass', () => {
  const isTaken = EMAILS.map((email) => loginForm.safeParse({ email, password: '123456' }).success);
  expect(isTaken).toEqual(EMAILS.map((_, index) => index < 5 || index === EMAILS.length - 2));
});
