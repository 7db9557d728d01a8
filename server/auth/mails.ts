// The mails about accounts. Nothing in them is to be clicked: only a code, and what to do with it.
import { isolated } from '../../contract/wire/isolated.ts';
import type { Letter } from '../adapters/letter.ts';

/** Letters with what joins them, blanks, and the dots of initials. */
const NAME = /^(?:[\p{L}\p{M}\p{Join_C}'\u2019 -]|\.(?= |$)){1,40}$/u;

/** Strangers choose both name and address at sign-up, so anything that could be an address or an offer is not mailed to anybody. */
const greeting = (name: string): string => (NAME.test(name) ? `Hello ${isolated(name)},` : 'Hello,');

export const signupCodeMail = (to: string, name: string, code: string): Letter => ({
  to,
  subject: 'Your Istock OTP',
  lines: [
    greeting(name),
    `your OTP is ${code}.`,
    'It opens your account and is valid for five minutes. If you did not sign up, ignore this mail.',
  ],
  isBrief: true,
});

export const alreadyRegisteredMail = (to: string): Letter => ({
  to,
  subject: 'You already have an Istock account',
  lines: [
    'Somebody, perhaps you, tried to sign up with this address, which already has an account.',
    'Log in with your password, or choose "Forgot password" to set a new one. If it was not you, nothing has changed.',
  ],
  // As the code that is sent to an address without an account: the time of the reply does not tell which of them was sent.
  isBrief: true,
});

export const resetCodeMail = (to: string, name: string, code: string): Letter => ({
  to,
  subject: 'Your Istock OTP for a new password',
  lines: [
    `Hello ${isolated(name)},`,
    `your OTP is ${code}.`,
    'It lets you set a new password and is valid for five minutes. If you did not ask for it, ignore this mail.',
  ],
  isBrief: true,
});

export const passwordChangedMail = (to: string, name: string): Letter => ({
  to,
  subject: 'Your Istock password was changed',
  lines: [
    `Hello ${isolated(name)},`,
    'your password was changed, and every login was ended. If it was not you, set a new one at once with "Forgot password".',
  ],
});

export const passwordChangedByOwnerMail = (to: string, name: string): Letter => ({
  to,
  subject: 'Your Istock password was changed',
  lines: [
    `Hello ${isolated(name)},`,
    'your password was changed in your profile, and every other login was ended. If it was not you, set a new one at once with "Forgot password".',
  ],
});

export const accountDeletedMail = (to: string, name: string): Letter => ({
  to,
  subject: 'Your Istock account was deleted',
  lines: [
    `Hello ${isolated(name)},`,
    'your account and your personal data have been deleted. This address is not kept: you can sign up with it again at any time, as a new person.',
  ],
  isBrief: true,
});

export const googleLinkedMail = (to: string, name: string): Letter => ({
  to,
  subject: 'Google sign-in was connected to your Istock account',
  lines: [
    `Hello ${isolated(name)},`,
    'from now on you can also log in with the Google account of this address. If it was not you, set a new password at once with "Forgot password" and tell us.',
  ],
});
