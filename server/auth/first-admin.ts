// Makes sure that there is an administrator: the one from the settings, or one created at the first start.
import { randomBytes } from 'node:crypto';
import { signupInput } from '../../contract/auth.ts';
import type { Database } from '../db/open.ts';
import { writeAudit } from '../audit.ts';
import type { Passwords } from './passwords.ts';
import { insertUser } from './signup.ts';

export interface AdminCredentials {
  email: string;
  password: string;
  /** Defaults to the part of the address before the @. */
  name?: string | undefined;
}

const FIRST_ADMIN_EMAIL = 'admin@istock.local';

/**
 * Null when there is nothing to tell. Otherwise the administrator just created, with the password: print it once, because it is
 * stored nowhere. @throws when the address in the settings belongs to a trader.
 */
export async function ensureAdmin(
  database: Database,
  passwords: Passwords,
  given: AdminCredentials | undefined,
  at: number,
): Promise<AdminCredentials | null> {
  if (given) return (await addAdmin(database, passwords, given, at)) ? given : null;
  const { rowCount } = await database.query(`select 1 from users where role = 'admin' limit 1`);
  if (rowCount !== 0) return null;
  const made = { email: FIRST_ADMIN_EMAIL, password: randomBytes(12).toString('base64url') };
  return (await addAdmin(database, passwords, made, at)) ? made : null;
}

/** True when created; false when this administrator already exists and keeps the old password. */
export async function addAdmin(
  database: Database,
  passwords: Passwords,
  { email, password, name = email.split('@')[0] }: AdminCredentials,
  at: number,
): Promise<boolean> {
  const address = email.normalize('NFKC').trim().toLowerCase();
  const passwordHash = await passwords.hash(password.normalize('NFC'));
  return database.transaction(async (transaction) => {
    const person = {
      email: address,
      // Not every address begins with something that people can read as a name.
      name: signupInput.shape.name.safeParse(name).data ?? 'Administrator',
      passwordHash,
      role: 'admin',
      referredBy: null,
      isEmailProven: false,
    } as const;
    const user = await insertUser(transaction, person, at);
    if (user) {
      await writeAudit(transaction, { at, actor: null, action: 'add-admin', subject: user.id, detail: {}, ip: null });
      return true;
    }
    const { rows } = await transaction.query<{ role: string }>('select role from users where email = $1', [address]);
    if (rows[0].role !== 'admin')
      throw new Error(`${address} is the address of a trader: choose another for the administrator.`);
    return false;
  });
}
