// The one connection that writes the exchange: it holds the venue's lock, carries its epoch, and makes batches durable.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { patient } from '../db/open.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { NoticeRow } from '../notices/notices.ts';
import { chainHash } from './chain.ts';
import { CommitStatement } from './commit.ts';
import type { CommitAnswer } from './commit.ts';
import type { Batch } from './journal.ts';
import { loadLastBatch } from './load.ts';
import type { LastBatch } from './load.ts';
import type { KeyRow } from './rows.ts';
import { LEASE_MS, Standing } from './standing.ts';

/** Any number of our own; the second half of the lock is the venue. */
export const LOCK = 4711;
/** A commit may wait for a slow disk, but not for ever. */
const COMMIT_TIMEOUT_MS = 30_000;
/** After this long without an answer we ask, over another connection, whether the database still works on the commit. */
const DOUBT_MS = 2_000;
/** An answer that was sent while we asked arrives within this time. */
const ANSWER_MS = 250;
/** After a failure any connection may be dead, so the first attempts wait only briefly for an answer. */
const SHORT_PATIENCE_MS = 1_500;
const LONGEST_PATIENCE_MS = 5_500;
/** From this attempt on the patience is the longest; a start, before which nothing failed, begins there. */
const PATIENT_ATTEMPT = Math.ceil(LONGEST_PATIENCE_MS / SHORT_PATIENCE_MS);
/**
 * If our side dies silently, with its machine or its network, the database notices within some ten seconds and gives the lock back, whether
 * we were at rest or it was answering us: an answer that nobody acknowledges it would otherwise send again for a quarter of an hour.
 */
const KEEP_ALIVE = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3;
  set tcp_user_timeout = 10000`;
/**
 * The commit is planned once. Left to itself, the planner chooses to scan a table that was small when it was last analysed, and keeps
 * scanning it as it grows: each commit would cost more than the one before.
 */
const PLANNING = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']
  .map((way) => `set enable_${way} = off`)
  .concat('set plan_cache_mode = force_generic_plan')
  .join('; ');

/** Another process is the exchange of this venue. */
export class VenueTaken extends Error {
  /** The epoch of the other process. */
  readonly epoch: number;

  constructor(epoch: number) {
    super('Another Istock process runs the exchange of this database. Stop it first.');
    this.name = 'VenueTaken';
    this.epoch = epoch;
  }
}

/** What one commit makes durable. */
export interface Committable {
  readonly batch: Batch;
  readonly keys: readonly KeyRow[];
  readonly notices: readonly NoticeRow[];
}

/** A batch whose commit failed, or whose answer was lost, and the epoch of the writer that was to store it. */
export interface LostCommit {
  readonly sequence: number;
  readonly epoch: number;
}

/** A connection as the database knows it. Process ids are reused, so the time it was opened is part of its identity. */
export interface Session {
  readonly pid: number;
  readonly since: string;
}

interface Held {
  readonly db: Pick<Database, 'pool' | 'query'>;
  readonly client: pg.PoolClient;
  readonly session: Session;
  readonly venue: number;
  readonly epoch: number;
  readonly standing: Standing;
  readonly statement: CommitStatement;
}

/**
 * Ends a connection on the database's side, where nobody may have noticed that it is broken. Returns false while it is still there, which
 * lasts at least until the next call, and as long as it is stuck writing to a disk. @throws while the database is away.
 */
export async function isEnded(db: Queryable, { pid, since }: Session, attempt: number): Promise<boolean> {
  const end = 'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start = $2';
  const { rowCount } = await db.query(patient(end, [pid, since], patienceMs(attempt)));
  return rowCount === 0;
}

const patienceMs = (attempt: number): number => Math.min(LONGEST_PATIENCE_MS, SHORT_PATIENCE_MS * attempt);

export class Writer {
  readonly #held: Held;
  #sequence: number;
  #hash: Buffer;
  #isReleased = false;
  /** The newest durable batch at the time of the takeover. */
  readonly #found: LastBatch;

  private constructor(held: Held, found: LastBatch) {
    this.#held = held;
    this.#found = found;
    this.#sequence = found.sequence;
    this.#hash = found.hash;
  }

  /**
   * Takes the venue over: afterwards nobody else can commit to it. After a failure `attempt` counts from 1, and early attempts wait less
   * long for connections that may be dead. `onLocking` hears which connection asks for the lock before it asks, because it may get the
   * lock without our ever hearing so.
   * @throws VenueTaken while another process holds it.
   */
  static async open(
    db: Held['db'],
    venue: number,
    attempt = PATIENT_ATTEMPT,
    onLocking: (session: Session) => void = () => {},
  ): Promise<Writer> {
    const client = await db.pool.connect();
    const asked: Queryable = { query: (query, values) => client.query(patient(query, values, patienceMs(attempt))) };
    try {
      const ours = await asked.query<Session>(
        'select pid, backend_start::text as since from pg_stat_activity where pid = pg_backend_pid()',
      );
      const [session] = ours.rows;
      onLocking(session);
      const lock = await asked.query<{ taken: boolean; epoch: number }>(
        'select pg_try_advisory_lock($1, $2) as taken, (select epoch from venues where id = $2) as epoch',
        [LOCK, venue],
      );
      const [{ taken, epoch: before }] = lock.rows;
      if (!taken) throw new VenueTaken(before);
      await asked.query(`set statement_timeout = ${COMMIT_TIMEOUT_MS}; ${KEEP_ALIVE}`);
      const askedAt = performance.now();
      const { rows } = await asked.query<{ epoch: number }>(
        `update venues set epoch = epoch + 1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
         where id = $1 returning epoch`,
        [venue, LEASE_MS],
      );
      const [{ epoch }] = rows;
      const last = await loadLastBatch(asked, venue);
      const statement = await CommitStatement.open(asked, venue);
      const standing = new Standing(db, venue, epoch, askedAt);
      return new Writer({ db, client, session, venue, epoch, standing, statement }, last);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Raised by every takeover: a commit with an older one fails. */
  get epoch(): number {
    return this.#held.epoch;
  }

  /** Whether the venue is still ours. */
  get standing(): Standing {
    return this.#held.standing;
  }

  /** Queries over this connection, which has just answered; others may be dead. */
  get asked(): Queryable {
    const { client } = this.#held;
    // Reading a long history back takes longer than a call may.
    return { query: (query, values) => client.query(patient(query, values, COMMIT_TIMEOUT_MS)) };
  }

  /** Call it when everything has been read back: from now on the connection only commits. */
  async ready(): Promise<void> {
    await this.asked.query(PLANNING);
  }

  /** When the newest batch that the takeover found was decided. */
  get lastAt(): number {
    return this.#found.at;
  }

  /**
   * Whether a lost batch is durable. The number alone is no proof: another process that ran the venue in between
   * may have given it to a batch of its own, even at the same instant; or it has gone on from ours, so that the newest batch is its own.
   */
  async hasStored({ sequence, epoch }: LostCommit): Promise<boolean> {
    if (this.#found.sequence <= sequence) return this.#found.sequence === sequence && this.#found.epoch === epoch;
    const { venue } = this.#held;
    const { rowCount } = await this.asked.query(
      'select 1 from batches where venue = $1 and sequence = $2 and epoch = $3',
      [venue, sequence, epoch],
    );
    return rowCount === 1;
  }

  /** The last durable sequence number. */
  get sequence(): number {
    return this.#sequence;
  }

  /**
   * Makes a batch durable under the sequence number of its last command, and returns the ids of its notices. @throws when it did not,
   * or may not have: the outcome must then be read back.
   */
  async commit(sequence: number, { batch, keys, notices }: Committable): Promise<readonly number[]> {
    const { client, epoch, statement } = this.#held;
    const hash = chainHash(this.#hash, batch.transfers);
    const input = { epoch, sequence, batch, keys, notices, hash };
    let isAnswered = false;
    const doubt = setInterval(() => void this.#releaseIfDead(() => isAnswered), DOUBT_MS);
    try {
      const { rows } = await client.query<CommitAnswer>(statement.of(input));
      this.#sequence = sequence;
      this.#hash = hash;
      return rows[0].notice_ids;
    } finally {
      isAnswered = true;
      clearInterval(doubt);
    }
  }

  /** Gives the venue back in order. */
  async close(): Promise<void> {
    const { client, venue } = this.#held;
    const unlock = patient('select pg_advisory_unlock($1, $2)', [LOCK, venue], SHORT_PATIENCE_MS);
    if (!this.#isReleased) await client.query(unlock).catch(() => {});
    this.release();
  }

  /** Closes the connection from our side, whatever it is doing. */
  release(): void {
    if (!this.#isReleased) this.#held.client.release(true);
    this.#isReleased = true;
  }

  /** How the database knows this connection. */
  get session(): Session {
    return this.#held.session;
  }

  /** If the database neither works on our commit nor has answered it, the answer or the commit was lost: waiting longer is useless. */
  async #releaseIfDead(isAnswered: () => boolean): Promise<void> {
    const { db, session } = this.#held;
    const working = `select 1 from pg_stat_activity where pid = $1 and backend_start = $2 and state = 'active'`;
    const found = await db.query(patient(working, [session.pid, session.since], SHORT_PATIENCE_MS)).catch(() => null);
    if (found?.rowCount !== 0) return;
    await sleep(ANSWER_MS);
    if (!isAnswered()) this.release();
  }
}
