// What counts as a mail address, and its one spelling; schemas and the login form read the same rule.
import { normal } from './normal.ts';

export const LONGEST_EMAIL = 254;

/**
 * Words joined by single dots, `@`, and a domain of at least two labels, the last of which has only letters. Not the domain of deleted
 * accounts: a living person with such an address would be taken for one of them.
 */
export const EMAIL_PATTERN =
  /^[\w+'-]+(?:\.[\w+'-]+)*@(?!deleted\.invalid$)(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i;

/** One person has one spelling of an address: NFKC and small letters, so that variants cannot make a second account. */
export function spellEmail(text: string): string {
  return normal(text, 'NFKC').trim().toLowerCase();
}

/** The domain in the address of a deleted account: one that nobody can own (RFC 2606). */
export const DELETED_DOMAIN = 'deleted.invalid';

export function isOfDeleted(email: string): boolean {
  return email.endsWith(`@${DELETED_DOMAIN}`);
}
