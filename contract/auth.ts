// Sign-up, one-time passwords, login and reset: the input of the forms and calls, and what the calls return.
import * as z from 'zod/mini';
import { PASSWORD_MAX, PASSWORD_MIN, RESET_PASSWORD_MIN } from './login.ts';
import { googleMessages, otpMessages, passwordMessages, resetMessages, signupMessages } from './messages/account.ts';
import { loginMessages } from './messages/login.ts';
import { emailInput, id, idInput, instant, nameText, text } from './wire.ts';
import { normal } from './wire/normal.ts';

/** Spec 9. */
const OTP_MIN = 4;
const RESET_OTP_MIN = 6;
export const OTP_SECONDS = 300;
export const LONGEST_NAME = 80;

export const roles = ['user', 'instructor', 'admin'] as const;
export type UserRole = (typeof roles)[number];

/** In Unicode normal form C, so that a password is the same from every keyboard. */
export function passwordField(min: number, tooShort: string, tooLong: string) {
  return z.string({ error: tooShort }).check(
    z.overwrite((value) => normal(value, 'NFC')),
    z.minLength(min, tooShort),
    z.maxLength(PASSWORD_MAX, tooLong),
  );
}

function otpField(min: number, tooShort: string) {
  return z.string({ error: tooShort }).check(z.trim(), z.minLength(min, tooShort), z.maxLength(64, tooShort));
}

const resetEmail = emailInput(resetMessages.emailRequired, resetMessages.emailInvalid);

const signupFields = z.object({
  name: nameText(LONGEST_NAME, signupMessages.nameTooLong, signupMessages.nameRequired),
  email: emailInput(signupMessages.emailRequired, signupMessages.emailInvalid),
  password: passwordField(PASSWORD_MIN, signupMessages.passwordTooShort, signupMessages.passwordTooLong),
  role: z.enum(['user', 'instructor'], { error: signupMessages.roleRequired }),
  referralCode: z.optional(z.nullable(text(32, signupMessages.referralInvalid).check(z.toUpperCase()))),
});

const samePassword = z.refine<{ password: string; confirmPassword?: string }>(
  ({ password, confirmPassword }) => confirmPassword === undefined || normal(confirmPassword, 'NFC') === password,
  { error: signupMessages.mismatch, path: ['confirmPassword'] },
);

/** The form asks for the password twice. One is enough in the call, but if two are sent they must be equal. */
export const signupInput = z
  .extend(signupFields, { confirmPassword: z.optional(z.string({ error: signupMessages.mismatch })) })
  .check(samePassword);

export const signupForm = z
  .extend(signupFields, {
    confirmPassword: z
      .string({ error: signupMessages.confirmRequired })
      .check(z.minLength(1, signupMessages.confirmRequired)),
  })
  .check(samePassword);

export const verifyOtpInput = z.object({
  otp: otpField(OTP_MIN, otpMessages.tooShort),
  email: z.optional(emailInput(otpMessages.invalid, otpMessages.invalid)),
});

export const resendOtpInput = z.object({ email: resetEmail });

export const loginInput = z.object({
  email: emailInput(loginMessages.emailInvalid, loginMessages.emailInvalid),
  password: passwordField(PASSWORD_MIN, loginMessages.passwordTooShort, loginMessages.passwordTooLong),
});

export const forgotPasswordInput = z.object({ email: resetEmail });

export const resetPasswordInput = z.object({
  email: resetEmail,
  otp: otpField(RESET_OTP_MIN, resetMessages.otpTooShort),
  newPassword: passwordField(RESET_PASSWORD_MIN, resetMessages.passwordTooShort, resetMessages.passwordTooLong),
});

export const changePasswordInput = z.object({
  currentPassword: passwordField(1, passwordMessages.currentRequired, passwordMessages.currentWrong),
  newPassword: passwordField(RESET_PASSWORD_MIN, resetMessages.passwordTooShort, resetMessages.passwordTooLong),
});

/** The form asks for the new password twice. */
export const changePasswordForm = z.extend(changePasswordInput, { confirmPassword: z.string() }).check(
  z.refine((form) => form.newPassword === normal(form.confirmPassword, 'NFC'), {
    error: signupMessages.mismatch,
    path: ['confirmPassword'],
  }),
);

/** Compact JWTs of Google have about 1,200 characters. */
const LONGEST_TOKEN = 8192;

export const googleLoginInput = z.object({
  id_token: z
    .string({ error: googleMessages.failed })
    .check(z.maxLength(LONGEST_TOKEN, googleMessages.failed), z.regex(/^[\w.-]+$/, googleMessages.failed)),
  /** The secret that the token's nonce was made from: shows that this browser began the sign-in (GOOGLE_NONCE_PREFIX). */
  nonce: z.optional(z.string({ error: googleMessages.failed }).check(z.maxLength(200, googleMessages.failed))),
  /** The password of the account that already has this address, if the reply asked for it. */
  password: z.optional(passwordField(1, googleMessages.failed, googleMessages.failed)),
  /** Counts only when the sign-in opens an account. */
  referralCode: z.optional(z.nullable(text(32, signupMessages.referralInvalid).check(z.toUpperCase()))),
});

/** Our own page sends Google this prefix and the SHA-256 (base64url) of a secret; the token is then valid only with that secret. */
export const GOOGLE_NONCE_PREFIX = 'istock-';

/**
 * Whose login is meant when several people are logged in in one browser; defaults to the one begun last. The cookie is the proof, not
 * this.
 */
export const keptLoginInput = z.object({ userId: z.optional(text(64, loginMessages.sessionExpired)) });

export const loginIdInput = z.object({ id: idInput });

/** A place where somebody is logged in. */
export const activeLogin = z.object({
  _id: id,
  /** Browser and system in words, as far as the browser reveals them. */
  device: z.string(),
  ip: z.string(),
  createdAt: instant,
  lastUsedAt: instant,
  /** The login that asks. */
  isCurrent: z.boolean(),
});

export const endedLogins = z.object({ ended: z.int() });

const loggedInUser = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  is_instructor: z.boolean(),
});

export const loginData = z.object({
  /** The access token: send it as `Authorization: Bearer`. */
  token: z.string(),
  /** The name of this login, not a secret: the secret is in a cookie that scripts cannot read. */
  refreshToken: id,
  user: loggedInUser,
});

export const tokenData = z.object({ token: z.string() });

/** The same answer for a new and a known address: only the mail says what happens next. */
export const otpSentData = z.object({ email: z.string(), expiresAt: instant });

export type LoggedInUser = z.output<typeof loggedInUser>;
export type LoginData = z.output<typeof loginData>;
export type ActiveLogin = z.output<typeof activeLogin>;
