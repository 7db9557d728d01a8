// Deletes, once an hour, what has served its time: kept replies, old sign-ups, codes, logins, spent tokens and mails of the built-in mailbox.
import type { Log } from '../log.ts';
import type { Queryable } from './open.ts';

const HOUR_MS = 3_600_000;

/** Instants are compared with the database's own clock: hours matter here, not milliseconds. */
const stale = [
  `delete from idempotency_keys where started_at < now() - interval '72 hours'`,
  `delete from signups where created_at < extract(epoch from now() - interval '24 hours') * 1000`,
  `delete from resets where begun_at < extract(epoch from now() - interval '24 hours') * 1000`,
  `delete from otps where expires_at < extract(epoch from now() - interval '24 hours') * 1000`,
  `delete from logins where expires_at < extract(epoch from now()) * 1000
     or ended_at < extract(epoch from now() - interval '7 days') * 1000`,
  `delete from spent_tokens where expires_at < extract(epoch from now() - interval '1 hour') * 1000`,
  `delete from mailbox where created_at < extract(epoch from now() - interval '7 days') * 1000`,
];

export async function tidyUp(database: Queryable): Promise<void> {
  for (const statement of stale) await database.query(statement);
}

/** Returns what stops it. */
export function startHousekeeping(database: Queryable, log: Log): () => void {
  const timer = setInterval(() => {
    tidyUp(database).catch((error: unknown) => log.warn({ err: error }, 'old rows could not be deleted'));
  }, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
