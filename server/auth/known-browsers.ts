// Browsers in which somebody has logged in to an account before: a cookie tells the login's brake, so that guesses by others in the same
// network do not keep the owner waiting. It lets nobody in. See decision 063.
import { randomBytes } from 'node:crypto';
import { areEqualTexts } from '../equal-texts.ts';
import type { Cookie } from '../http-error.ts';
import type { Reading } from './refresh-cookies.ts';
import { proofOf } from './tokens.ts';

const NAME = 'known';
const LIFETIME_SECONDS = 180 * 24 * 3600;
/** One for each of as many people as a browser keeps logins of. */
const MOST = 5;

interface Account {
  readonly id: string;
  /** A new password makes every browser unknown. */
  readonly passwordHash: string | null;
}

export const saysKnown = ({ cookies }: Pick<Reading, 'cookies'>): boolean => cookies[NAME] !== undefined;

/** The random id under which this browser is known to the account; null if it is not. */
export function knownBrowser(reading: Reading, account: Account): string | null {
  const own = marksOf(reading).find((mark) => isOf(mark, reading, account));
  return own?.split('.')[0] ?? null;
}

/** After a login, or a new password: this browser is known from now on. */
export function knownCookie(reading: Reading, account: Account): Cookie {
  const others = marksOf(reading).filter((mark) => !isOf(mark, reading, account));
  const until = Math.floor(reading.at / 1000) + LIFETIME_SECONDS;
  const named = `${randomBytes(12).toString('base64url')}.${until.toString(36)}`;
  const marks = [`${named}.${proof(reading.secret, named, account)}`, ...others].slice(0, MOST);
  return { name: NAME, value: marks.join('~'), lifetimeSeconds: LIFETIME_SECONDS };
}

/** `id . end . proof that we made it for one account`. Whose the others are cannot be told; what we cannot have made is left out. */
const marksOf = ({ cookies }: Reading): readonly string[] =>
  (cookies[NAME] ?? '').split('~', MOST).filter((mark) => /^[\w-]{16}\.[0-9a-z]{1,9}\.[\w-]{22}$/.test(mark));

function isOf(mark: string, { secret, at }: Reading, account: Account): boolean {
  const [id, until, given] = mark.split('.');
  const isOver = Number.parseInt(until, 36) * 1000 <= at;
  return !isOver && areEqualTexts(given, proof(secret, `${id}.${until}`, account));
}

const proof = (secret: string, named: string, { id, passwordHash }: Account): string =>
  proofOf(secret, `known browser ${named} ${id} ${passwordHash}`);
