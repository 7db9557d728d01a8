// Says over and over that this process runs the venue; and waits, in a process that stands by, until nobody says so any more.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import { LOCK } from './writer.ts';

const RENEW_MS = 500;
const LOOK_MS = 250;
/** The lock is free when the other one's session has ended, and what it was writing is written or not. */
const ENDED_WITHIN_MS = 4_000;

/** What the lease needs of whoever holds it. */
interface Holder {
  /** Of the takeover that this process made; another one has made a later one since when it differs. */
  readonly epoch: number;
  /** False while it recovers: a takeover of its own is then on its way. */
  readonly isRunning: boolean;
  /** For as long as a lease; false when another takeover has been made. */
  renewLease(): Promise<boolean>;
}

export interface LeaseOptions {
  readonly db: Database;
  readonly venue: number;
  readonly log: Log;
  readonly holder: Holder;
  /** The venue was taken by another process: this one must end. */
  readonly onLost: () => void;
}

export class Lease {
  readonly #options: LeaseOptions;
  #timer: NodeJS.Timeout | undefined;
  #isRenewing = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#renew();
    this.#timer = setInterval(() => void this.#renew(), RENEW_MS);
  }

  /** Whoever stands by need not wait for the end of the lease. */
  async giveBack(): Promise<void> {
    clearInterval(this.#timer);
    const { db, venue, holder } = this.#options;
    await db
      .query('update venues set lease_until = null where id = $1 and epoch = $2', [venue, holder.epoch])
      .catch(() => {});
  }

  async #renew(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const { holder, log, onLost } = this.#options;
    const { epoch } = holder;
    try {
      const isHeld = await holder.renewLease();
      // A recovery of our own also makes a new epoch, and is known by it only when it is through.
      if (!isHeld && holder.isRunning && holder.epoch === epoch) onLost();
    } catch (error) {
      log.warn({ err: error }, 'the lease could not be renewed');
    } finally {
      this.#isRenewing = false;
    }
  }
}

/**
 * Resolves when nobody runs the venue: given back, or silent for longer than a lease. A process that is silent and still holds the
 * venue's lock is cut off; what it decides afterwards is refused by its epoch.
 */
export async function untilFree(db: Database, venue: number, report: (sentence: string) => void): Promise<void> {
  let hasSaid = false;
  while (!(await isFree(db, venue))) {
    if (!hasSaid) report('Another Istock runs this market. This one stands by, and takes over when that one stops.');
    hasSaid = true;
    await sleep(LOOK_MS);
  }
  await db.query(
    `select pg_terminate_backend(pid, ${ENDED_WITHIN_MS}) from pg_locks
     where locktype = 'advisory' and classid = $1 and objid = $2 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCK, venue],
  );
}

async function isFree(db: Database, venue: number): Promise<boolean> {
  try {
    const { rows } = await db.query<{ free: boolean }>(
      'select coalesce(lease_until < clock_timestamp(), true) as free from venues where id = $1',
      [venue],
    );
    return rows.length === 0 || rows[0].free;
  } catch (error) {
    // A database that is new has no venues yet, and one of an older version has no leases.
    if (error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42703')) return true;
    // Away for a moment, as it may be while the other one fails: nothing is known.
    return false;
  }
}
