// What the login form can check by itself (spec 5), by the call's own rules (auth.ts) but without the schemas: it is the first thing to load.
import { loginMessages } from './messages/login.ts';
import { EMAIL_PATTERN, LONGEST_EMAIL, spellEmail } from './wire/email.ts';
import { normal } from './wire/normal.ts';

/** Spec 9: minimum lengths. PASSWORD_MIN may raise the passwords' (GET /config says to what). */
export const PASSWORD_MIN = 6;
export const RESET_PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export interface Credentials {
  email: string;
  password: string;
}

interface Mistake {
  path: [keyof Credentials];
  message: string;
}

/** Shaped like a schema's answer. */
type CheckedCredentials = { success: true; data: Credentials } | { success: false; error: { issues: Mistake[] } };

/** As schemas count: an emoji is one letter. */
export const lettersOf = (text: string): number => [...text].length;

function mistakesIn({ email, password }: Credentials): Mistake[] {
  const mistakes: Mistake[] = [];
  const isEmail = lettersOf(email) <= LONGEST_EMAIL && EMAIL_PATTERN.test(email);
  if (!isEmail) mistakes.push({ path: ['email'], message: loginMessages.emailInvalid });
  const length = lettersOf(password);
  if (length < PASSWORD_MIN) mistakes.push({ path: ['password'], message: loginMessages.passwordTooShort });
  if (length > PASSWORD_MAX) mistakes.push({ path: ['password'], message: loginMessages.passwordTooLong });
  return mistakes;
}

export const loginForm = {
  safeParse(typed: Credentials): CheckedCredentials {
    const data = { email: spellEmail(typed.email), password: normal(typed.password, 'NFC') };
    const issues = mistakesIn(data);
    return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } };
  },
};
