// Writes the append-only log of what administrators, and the server by itself, have done.
import type { NamedAct } from '../contract/messages/control.ts';
import type { Queryable } from './db/open.ts';

export interface AuditEntry {
  at: number;
  /** Null: the server itself. */
  actor: string | null;
  action: NamedAct;
  /** The person or thing it was done to. */
  subject: string;
  detail: object;
  ip: string | null;
}

export async function writeAudit(
  database: Queryable,
  { at, actor, action, subject, detail, ip }: AuditEntry,
): Promise<void> {
  await database.query(
    'insert into audit_log (at, actor, action, subject, detail, ip) values ($1, $2, $3, $4, $5, $6)',
    [at, actor, action, subject, JSON.stringify(detail), ip],
  );
}
