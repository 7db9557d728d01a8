// What an operator does to administrators from the terminal: who they are, a new password, and an end to a lost second factor.
import type { Database } from '../db/open.ts';
import { writeAudit } from '../audit.ts';
import type { AuditEntry } from '../audit.ts';
import { endLoginsOf } from './logins.ts';
import type { Passwords } from './passwords.ts';
import { voidResets } from './reset-flows.ts';

export interface AdminAccount {
  id: string;
  email: string;
  name: string;
  isBlocked: boolean;
  hasFactor: boolean;
}

export async function listAdmins(database: Database): Promise<AdminAccount[]> {
  const { rows } = await database.query<AdminAccount>(
    `select id, email, name, is_blocked as "isBlocked",
       exists (select 1 from second_factors where user_id = users.id and confirmed_at is not null) as "hasFactor"
     from users where role = 'admin' order by created_at, id`,
  );
  return rows;
}

/** Every login of that administrator ends. False when nobody by this address is one. */
export async function setAdminPassword(
  database: Database,
  passwords: Passwords,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const hash = await passwords.hash(password.normalize('NFC'));
  return changeAdmin(database, email, 'reset-admin-password', async (transaction, id, at) => {
    await transaction.query('update users set password_hash = $2 where id = $1', [id, hash]);
    await voidResets(transaction, id);
    await endLoginsOf(transaction, id, { reason: 'password-reset', at });
  });
}

/** False when nobody by this address is an administrator. */
export async function resetAdminFactor(database: Database, email: string): Promise<boolean> {
  return changeAdmin(database, email, 'reset-admin-factor', async (transaction, id) => {
    // In the order in which a code is spent: otherwise the two would wait for each other.
    await transaction.query('delete from second_factors where user_id = $1', [id]);
    await transaction.query('delete from recovery_codes where user_id = $1', [id]);
  });
}

async function changeAdmin(
  database: Database,
  email: string,
  action: AuditEntry['action'],
  change: (transaction: Parameters<Parameters<Database['transaction']>[0]>[0], id: string, at: number) => Promise<void>,
): Promise<boolean> {
  const address = email.normalize('NFKC').trim().toLowerCase();
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ id: string }>(
      `select id from users where email = $1 and role = 'admin' for update`,
      [address],
    );
    const id = rows.at(0)?.id;
    if (id === undefined) return false;
    const at = Date.now();
    await change(transaction, id, at);
    await writeAudit(transaction, { at, actor: null, action, subject: id, detail: {}, ip: null });
    return true;
  });
}
