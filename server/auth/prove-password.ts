// Asks a logged-in person for the password again before something irreversible: somebody else may have found the screen open.
import { passwordMessages } from '../../contract/messages/account.ts';
import type { Queryable } from '../db/open.ts';
import type { Caller } from '../handler.ts';
import { HttpError } from '../http-error.ts';
import { createBrake, tryUnder } from './brake.ts';
import type { AuthContext } from './context.ts';

/** Returns the hash that the password matched. @throws HttpError 400 at `field`, or 429 after too many tries. */
export type PasswordProof = (user: Caller, given: string, field: { name: string; wrong: string }) => Promise<string>;

export function wrongField(field: string, message: string, code: string): HttpError {
  return new HttpError(400, message, { code, fields: { [field]: message } });
}

/** Shared by all calls that ask: failing at one slows down the others, too. */
export function createPasswordProof({ database, passwords, hasRateLimit, now }: AuthContext): PasswordProof {
  const brake = hasRateLimit ? createBrake({ freeFailures: 5, longestPauseMs: 60_000, mostUnderway: 2, now }) : null;
  return async (user, given, field) => {
    const kept = await readPasswordHash(database, user.id);
    if (kept === null) throw wrongField(field.name, passwordMessages.none, 'no-password');
    const isRight = await tryUnder(brake, user.id, () => passwords.matches(given, kept));
    if (!isRight) throw wrongField(field.name, field.wrong, 'wrong-password');
    return kept;
  };
}

async function readPasswordHash(database: Queryable, userId: string): Promise<string | null> {
  const { rows } = await database.query<{ passwordHash: string | null }>(
    'select password_hash as "passwordHash" from users where id = $1',
    [userId],
  );
  return rows.at(0)?.passwordHash ?? null;
}
