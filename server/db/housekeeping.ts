// Deletes, once an hour, what is no longer needed: kept replies, old sign-ups, codes, logins, spent tokens, mails of the
// built-in mailbox, and after a year what people in calls have reported of each other.
import type { Log } from '../log.ts';
import { ClockWatch } from './clock-watch.ts';
import type { Database, Queryable } from './open.ts';
import { BEHIND, politely } from './polite.ts';

const HOUR_MS = 3_600_000;

/** $1: rows from before this instant are deleted. */
const STALE: readonly (readonly [keptMs: number, statement: string])[] = [
  [72 * HOUR_MS, 'delete from idempotency_keys where started_at < to_timestamp($1::double precision / 1000)'],
  [24 * HOUR_MS, 'delete from signups where created_at < $1'],
  [24 * HOUR_MS, 'delete from resets where begun_at < $1'],
  [24 * HOUR_MS, 'delete from otps where expires_at < $1'],
  [0, 'delete from logins where expires_at < $1'],
  [7 * 24 * HOUR_MS, 'delete from logins where ended_at < $1'],
  [HOUR_MS, 'delete from spent_tokens where expires_at < $1'],
  [7 * 24 * HOUR_MS, 'delete from mailbox where created_at < $1'],
  // How long administrators can see earlier reports about a person.
  [365 * 24 * HOUR_MS, 'delete from reports where closed_at < $1'],
  [365 * 24 * HOUR_MS, 'delete from call_removals where removed_at < $1'],
];

/** The database's own clock, in epoch ms, which decides the age of kept replies. */
export async function clockOf(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ at: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as at',
  );
  return rows[0].at;
}

/**
 * Skipped when the clock has jumped: it may jump back, and deleting a reply too early would let its call take effect twice. The
 * next round trusts the clock again. A statement may take longer than usual here: otherwise a table that gains more rows in an hour than
 * the usual time limit lets it delete would only grow.
 */
export async function tidyUp(db: Database, clock: ClockWatch, now: number, signal?: AbortSignal): Promise<void> {
  if (!clock.hasRunEvenly(now)) return;
  const tidy = async (asked: Queryable): Promise<void> => {
    for (const [keptMs, statement] of STALE) await asked.query(statement, [now - keptMs]);
  };
  await politely(db, tidy, { pace: BEHIND, signal });
}

/** Returns a function that stops it. */
export async function startHousekeeping(db: Database, log: Log): Promise<() => Promise<void>> {
  const clock = new ClockWatch(await clockOf(db));
  const ending = new AbortController();
  let round = Promise.resolve();
  const tidy = async (): Promise<void> => {
    try {
      await tidyUp(db, clock, await clockOf(db), ending.signal);
    } catch (error) {
      if (!ending.signal.aborted) log.warn({ err: error }, 'old rows could not be deleted');
    }
  };
  const timer = setInterval(() => {
    round = round.then(tidy);
  }, HOUR_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    ending.abort();
    return round;
  };
}
