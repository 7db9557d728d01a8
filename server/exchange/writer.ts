// The one connection that writes the exchange: it holds the venue's lock, carries its epoch, and makes batches durable.
import type pg from 'pg';
import type { Database } from '../db/open.ts';
import type { NoticeRow } from '../notices/notices.ts';
import { chainHash, commitStatement } from './commit.ts';
import type { CommitAnswer, KeyRow } from './commit.ts';
import type { Batch } from './journal.ts';
import { loadLastBatch } from './load.ts';

/** Any number of our own; the second half of the lock is the venue. */
export const LOCK = 4711;
/** A commit may wait for a slow disk, but not for ever. */
const COMMIT_TIMEOUT_MS = 30_000;

/** Another process is the exchange of this venue. */
export class VenueTaken extends Error {
  constructor() {
    super('Another Istock process runs the exchange of this database. Stop it first.');
    this.name = 'VenueTaken';
  }
}

/** What one commit makes durable. */
export interface Committable {
  readonly batch: Batch;
  readonly keys: readonly KeyRow[];
  readonly notices: readonly NoticeRow[];
}

export class Writer {
  readonly #client: pg.PoolClient;
  readonly #venue: number;
  readonly #epoch: number;
  #sequence: number;
  #hash: Buffer;

  private constructor(client: pg.PoolClient, venue: number, epoch: number, sequence: number, hash: Buffer) {
    this.#client = client;
    this.#venue = venue;
    this.#epoch = epoch;
    this.#sequence = sequence;
    this.#hash = hash;
  }

  /** Takes the venue over: nobody else can commit to it afterwards. @throws VenueTaken while another process holds it. */
  static async open(db: Pick<Database, 'pool'>, venue: number): Promise<Writer> {
    const client = await db.pool.connect();
    try {
      const lock = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
        LOCK,
        venue,
      ]);
      if (!lock.rows[0].taken) throw new VenueTaken();
      await client.query(`set statement_timeout = ${COMMIT_TIMEOUT_MS}`);
      const taken = await client.query<{ epoch: number }>(
        'update venues set epoch = epoch + 1 where id = $1 returning epoch',
        [venue],
      );
      const { sequence, hash } = await loadLastBatch(client as never, venue);
      return new Writer(client, venue, taken.rows[0].epoch, sequence, hash);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Raised by every takeover: a commit with an older one fails. */
  get epoch(): number {
    return this.#epoch;
  }

  /** The last durable sequence number. */
  get sequence(): number {
    return this.#sequence;
  }

  /**
   * Makes a batch durable under the sequence number of its last command, and answers the numbers of its notices. Throws when
   * it did not, or may not have.
   */
  async commit(sequence: number, { batch, keys, notices }: Committable): Promise<readonly number[]> {
    const hash = chainHash(this.#hash, batch.transfers);
    const input = { venue: this.#venue, epoch: this.#epoch, sequence, batch, keys, notices, hash };
    const { rows } = await this.#client.query<CommitAnswer>(commitStatement(input));
    this.#sequence = sequence;
    this.#hash = hash;
    return rows[0].notice_ids;
  }

  /** Gives the venue back. `isBroken` also closes the connection. */
  async close(isBroken: boolean): Promise<void> {
    if (!isBroken) await this.#client.query('select pg_advisory_unlock($1, $2)', [LOCK, this.#venue]).catch(() => {});
    this.#client.release(true);
  }
}
