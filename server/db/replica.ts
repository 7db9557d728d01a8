// Reads from a replica, and never shows less than what was stored when the read began.
import { setTimeout as sleep } from 'node:timers/promises';
import { inTime } from '../in-time.ts';
import type { Log } from '../log.ts';
import { isUnavailable, openCopy } from './open.ts';
import type { Database, Queryable } from './open.ts';

/** How long to wait for a replica that is behind; then the primary is asked. */
const CATCH_UP_MS = 250;
const LOOK_MS = 5;
/** How long to wait for a replica that does not answer: the primary may be fine. */
const SILENT_MS = 2_000;
/** How long to avoid a replica that did not answer. */
const AWAY_MS = 5_000;
/** The replica canceled a read because it conflicted with changes it had to apply. */
const CONFLICT = '40001';

type Query = Queryable['query'];

/** @throws with a sentence when it does not answer, or is no replica. */
export async function openReplica(url: string, report: (sentence: string) => void): Promise<Database> {
  const replica = await openCopy(url, report).catch((error: unknown) => {
    throw new Error(`DATABASE_READ_URL: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
  const { rows } = await replica.query<{ isCopy: boolean }>('select pg_is_in_recovery() as "isCopy"');
  if (rows[0].isCopy) return replica;
  await replica.close();
  throw new Error('DATABASE_READ_URL must lead to a read replica; this server is a database of its own.');
}

/**
 * Everybody sees their own latest write, through whichever process: before each read the primary is asked how far it has written, which
 * costs almost nothing, and the replica is read once it has come that far.
 */
export class FreshReads implements Queryable {
  readonly #primary: Queryable;
  readonly #replica: Queryable;
  readonly #log: Log;
  /** The position that the replica is known to have reached. */
  #reached = 0n;
  #awayUntil = 0;
  #asking: Promise<unknown> = Promise.resolve();
  #next: Promise<bigint> | null = null;
  /** How many reads the replica has answered; for measurements. */
  count = 0;

  constructor(primary: Queryable, replica: Queryable, log: Log) {
    this.#primary = primary;
    this.#replica = replica;
    this.#log = log;
  }

  readonly query: Query = async (query, values) => {
    if (performance.now() < this.#awayUntil) return this.#primary.query(query, values);
    const written = await this.#written();
    try {
      if (await this.#hasReached(written)) {
        const result = await inTime(this.#replica.query(query, values), SILENT_MS, silent);
        this.count++;
        return result as never;
      }
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if ((error as { code?: unknown }).code !== CONFLICT) this.#leaveAlone(error);
    }
    return this.#primary.query(query, values);
  };

  /** A question already under way may be answered with an older position than the caller has seen: later callers share the next one. */
  #written(): Promise<bigint> {
    this.#next ??= this.#asking.then(() => {
      this.#next = null;
      const asked = positionOf(this.#primary, 'pg_current_wal_insert_lsn()');
      this.#asking = asked.catch(() => {});
      return asked;
    });
    return this.#next;
  }

  async #hasReached(position: bigint): Promise<boolean> {
    const until = performance.now() + CATCH_UP_MS;
    while (this.#reached < position) {
      const reached = await inTime(positionOf(this.#replica, 'pg_last_wal_replay_lsn()'), SILENT_MS, silent);
      if (reached > this.#reached) this.#reached = reached;
      if (this.#reached >= position) return true;
      if (performance.now() > until) return false;
      await sleep(LOOK_MS);
    }
    return true;
  }

  #leaveAlone(error: unknown): void {
    if (performance.now() >= this.#awayUntil) this.#log.warn({ err: error }, 'the read replica does not answer');
    this.#awayUntil = performance.now() + AWAY_MS;
    // It may return as another replica that is further behind.
    this.#reached = 0n;
  }
}

const silent = (): Error => Object.assign(new Error('the read replica says nothing'), { code: 'ETIMEDOUT' });

/** Bytes written since the beginning of the database. */
async function positionOf(database: Queryable, place: string): Promise<bigint> {
  const { rows } = await database.query<{ bytes: string | null }>(`select (${place} - '0/0'::pg_lsn)::text as bytes`);
  return BigInt(rows[0].bytes ?? '0');
}
