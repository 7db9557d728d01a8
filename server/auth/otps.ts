// One-time codes: six digits by mail, stored as hashes, five tries, valid for five minutes and for one purpose.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_SECONDS } from '../../contract/auth.ts';
import type { Queryable } from '../db/open.ts';

type OtpPurpose = 'signup' | 'reset';

const MOST_TRIES = 5;

export interface OtpKey {
  purpose: OtpPurpose;
  /** The sign-up, or the user. */
  subject: string;
}

function hashOf(secret: string, { purpose, subject }: OtpKey, code: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${subject}\n${code}`).digest();
}

/** Creates a code; the older one for the same purpose becomes void. */
export async function issueOtp(database: Queryable, secret: string, key: OtpKey, at: number): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await database.query(
    `insert into otps (purpose, subject, code_hash, expires_at) values ($1, $2, $3, $4)
     on conflict (purpose, subject) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`,
    [key.purpose, key.subject, hashOf(secret, key, code), at + OTP_SECONDS * 1000],
  );
  return code;
}

/**
 * True once for the right code, which is then deleted. A wrong one uses up a try, and the caller must commit that. The row is locked, so
 * of two right answers at once only one wins.
 */
export async function spendOtp(
  transaction: Queryable,
  secret: string,
  key: OtpKey,
  code: string,
  at: number,
): Promise<boolean> {
  const { rows } = await transaction.query<{ codeHash: Buffer; expiresAt: number; tries: number }>(
    `select code_hash as "codeHash", expires_at as "expiresAt", tries from otps where purpose = $1 and subject = $2 for update`,
    [key.purpose, key.subject],
  );
  const row = rows.at(0);
  if (row === undefined || row.expiresAt <= at || row.tries >= MOST_TRIES) return false;
  const isRight = timingSafeEqual(row.codeHash, hashOf(secret, key, code));
  await transaction.query(
    isRight
      ? 'delete from otps where purpose = $1 and subject = $2'
      : 'update otps set tries = tries + 1 where purpose = $1 and subject = $2',
    [key.purpose, key.subject],
  );
  return isRight;
}
