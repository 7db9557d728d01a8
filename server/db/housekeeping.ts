// Deletes, once an hour, what is no longer needed: kept replies, old sign-ups, codes, logins, spent tokens, mails of the
// built-in mailbox and those that no mail server has taken, after a year what people in calls have reported of each other, and of each
// person's notifications all but the newest.
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
/**
 * Of each person, the newest notifications stay. Of older ones go those that tell of orders, shares and their exits, one for each fill: others
 * have a source, and are kept so that nothing is told twice.
 */
const NOTICES_KEPT = 1000;
const PEOPLE_AT_ONCE = 5000;
const NOTICES_AT_ONCE = 5000;
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
    await deleteNotices(asked);
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

/** Whose oldest have to go, among the accounts from $1 to $2: counted in the index alone. */
const OVERFULL = `select account from notifications where account between $1 and $2 group by account having count(*) > ${NOTICES_KEPT}`;
const NEWEST_OLD = `select id from notifications where account = $1 order by id desc offset ${NOTICES_KEPT} limit 1`;
/** Those that are still to be mailed stay until they are. */
const DELETE_NOTICES = `
  delete from notifications where account = $1 and id in (
    select id from notifications where account = $1 and id <= $2 and source is null and not is_mail_due order by id limit ${NOTICES_AT_ONCE})`;

async function deleteNotices(asked: Queryable): Promise<void> {
  const { rows: ends } = await asked.query<{ last: number }>(
    'select coalesce(max(account), 0) as last from notifications',
  );
  for (let from = 1; from <= ends[0].last; from += PEOPLE_AT_ONCE) {
    const { rows } = await asked.query<{ account: number }>(OVERFULL, [from, from + PEOPLE_AT_ONCE - 1]);
    for (const { account } of rows) {
      const { rows: old } = await asked.query<{ id: number }>(NEWEST_OLD, [account]);
      for (let deleted = NOTICES_AT_ONCE; old.length > 0 && deleted === NOTICES_AT_ONCE;)
        deleted = (await asked.query(DELETE_NOTICES, [account, old[0].id])).rowCount ?? 0;
    }
  }
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
