// Deletes, once an hour, what is no longer needed: kept replies, old sign-ups, codes, logins, spent tokens, mails of the
// built-in mailbox and those that no mail server has taken, and after a year what people in calls have reported of each other.
import { HOUR_MS } from '../../core/market/day.ts';
import type { Log } from '../log.ts';
import { ClockWatch } from './clock-watch.ts';
import type { Database, Queryable } from './open.ts';
import { BEHIND, politely } from './polite.ts';

/** $1: rows from before this instant are deleted. */
const STALE: readonly (readonly [table: string, keptMs: number, isOld: string])[] = [
  ['idempotency_keys', 72 * HOUR_MS, 'started_at < to_timestamp($1::double precision / 1000)'],
  ['signups', 24 * HOUR_MS, 'created_at < $1'],
  ['resets', 24 * HOUR_MS, 'begun_at < $1'],
  ['otps', 24 * HOUR_MS, 'expires_at < $1'],
  ['logins', 0, 'expires_at < $1'],
  ['logins', 7 * 24 * HOUR_MS, 'ended_at < $1'],
  ['spent_tokens', HOUR_MS, 'expires_at < $1'],
  ['mailbox', 7 * 24 * HOUR_MS, 'created_at < $1'],
  ['outbox', 24 * HOUR_MS, 'created_at < $1'],
  // How long administrators can see earlier reports about a person.
  ['reports', 365 * 24 * HOUR_MS, 'closed_at < $1'],
  ['call_removals', 365 * 24 * HOUR_MS, 'removed_at < $1'],
];
/** Pages of a table that one statement goes through: other work at this pace has its turn after each. */
const PAGES_AT_ONCE = 200;

/** The database's own clock, in epoch ms, which decides the age of kept replies. */
export async function clockOf(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ at: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as at',
  );
  return rows[0].at;
}

/**
 * Skipped when the clock has jumped: it may jump back, and deleting a reply too early would let its call take effect twice. The
 * next round trusts the clock again.
 */
export async function tidyUp(db: Database, clock: ClockWatch, now: number, signal?: AbortSignal): Promise<void> {
  if (!clock.hasRunEvenly(now)) return;
  const tidy = async (asked: Queryable): Promise<void> => {
    for (const [table, keptMs, isOld] of STALE) await deleteFrom(asked, table, isOld, now - keptMs);
  };
  await politely(db, tidy, { pace: BEHIND, signal });
}

async function deleteFrom(asked: Queryable, table: string, isOld: string, before: number): Promise<void> {
  const { rows } = await asked.query<{ pages: number }>(
    `select pg_relation_size($1::regclass) / current_setting('block_size')::integer as pages`,
    [table],
  );
  for (let page = 0; page < rows[0].pages; page += PAGES_AT_ONCE)
    await asked.query(`delete from ${table} where ${isOld} and ctid >= $2::tid and ctid < $3::tid`, [
      before,
      `(${page},0)`,
      `(${page + PAGES_AT_ONCE},0)`,
    ]);
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
