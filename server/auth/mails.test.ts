// Mails that strangers can cause by signing up with another person's address.
import { expect, test } from 'vitest';
import { signupCodeMail } from './mails.ts';

const greetingOf = (name: string): string => signupCodeMail('asha@example.com', name, '123456').lines[0];

test.each(['Asha Rao', 'A. P. J. Kalam', "Síle O'Brien-Ní", 'आशा राव', 'Martin Luther King Jr.', 'क्\u200dषमा'])(
  '%s is greeted',
  (name) => expect(greetingOf(name)).toBe(`Hello ${name},`),
);

test.each([
  'Win at evil.example',
  'https://evil.example',
  'Call 99 99 99',
  'me@evil.example',
  'evil．example',
  'x'.repeat(41),
])('%s is not passed on', (name) => expect(greetingOf(name)).toBe('Hello,'));

test('a name from right to left stands apart from the words around it', () =>
  expect(greetingOf('می\u200cنا')).toBe('Hello \u2068می\u200cنا\u2069,'));
