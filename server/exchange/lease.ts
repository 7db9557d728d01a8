// Says over and over that this process runs the venue; and waits, in a process that stands by, until nobody says so any more.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../db/open.ts';
import type { Log } from '../log.ts';
import { LEASE_MS } from './standing.ts';
import { LOCK } from './writer.ts';

const RENEW_MS = 500;
const LOOK_MS = 250;
/** Who stands by, and can be reached, says so at every look. For so long it may be counted on. */
const STANDBY_MS = 1_000;
/** The lock is free when the other one's session has ended, and what it was writing is written or not. */
const ENDED_WITHIN_MS = 4_000;

/** What the lease needs of whoever holds it. */
interface Holder {
  /** Of the takeover that this process made; another one has made a later one since when it differs. */
  readonly epoch: number;
  /** False while it recovers: a takeover of its own is then on its way. */
  readonly isRunning: boolean;
  /** When it had the venue's lock in hand for the last time, by its own clock that never goes back. */
  readonly lockedAt: number;
  /** For as long as a lease; false when another takeover has been made. */
  renewLease(): Promise<boolean>;
}

export interface LeaseOptions {
  readonly db: Queryable;
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
  #renewedAt = performance.now();
  /** When another lease than ours was to end, as it was last seen. */
  #seenUntil: string | null = null;

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
      if (isHeld) this.#renewedAt = performance.now();
      // A recovery of our own also makes a new epoch, and is known by it only when it is through.
      else if ((holder.isRunning && holder.epoch === epoch) || (await this.#isAnothers())) onLost();
    } catch (error) {
      log.warn({ err: error }, 'the lease could not be renewed');
    } finally {
      this.#isRenewing = false;
    }
  }

  /** Ours has run out. One that goes on all the same is renewed by another process. */
  async #isAnothers(): Promise<boolean> {
    const { db, venue, holder } = this.#options;
    // Nor is it another's where our own recovery has taken the venue over, perhaps more than once, and has not come to its end.
    if (performance.now() - Math.max(this.#renewedAt, holder.lockedAt) < LEASE_MS + RENEW_MS) {
      this.#seenUntil = null;
      return false;
    }
    const before = this.#seenUntil;
    const { rows } = await db.query<{ until: string | null }>(
      'select lease_until::text as until from venues where id = $1',
      [venue],
    );
    this.#seenUntil = rows[0]?.until ?? null;
    return before !== null && this.#seenUntil !== null && this.#seenUntil !== before;
  }
}

export interface StandbyOptions {
  readonly db: Queryable;
  readonly venue: number;
  readonly report?: (sentence: string) => void;
  /** Whether people could reach this process now, where they do not come to it: who cannot be reached must not run the venue. */
  readonly isReached?: (() => Promise<boolean>) | undefined;
}

/**
 * Resolves when nobody runs the venue: given back, or silent for longer than a lease. A process that is silent and still holds the
 * venue's lock is cut off; what it decides afterwards is refused by its epoch.
 */
export async function untilFree({ db, venue, report, isReached }: StandbyOptions): Promise<void> {
  for (let hasSaid = false; ; hasSaid = true) {
    const canBe = (await isReached?.()) ?? true;
    const claim = canBe ? await claimFree(db, venue) : null;
    if (claim !== null) return endOther(db, venue, claim);
    if (!hasSaid) report?.('Another Istock runs this market. This one stands by, and takes over when that one stops.');
    if (canBe && isReached !== undefined) await sayStandby(db, venue);
    await sleep(LOOK_MS);
  }
}

/** Only as long as our claim is the last: whoever has taken the venue over since then runs it by right. */
async function endOther(db: Queryable, venue: number, { epoch }: Claim): Promise<void> {
  const isOurs = epoch === null ? '' : `and exists (select 1 from venues where id = $2 and epoch = ${epoch})`;
  await db.query(
    `select pg_terminate_backend(pid, ${ENDED_WITHIN_MS}) from pg_locks
     where locktype = 'advisory' and classid = $1 and objid = $2 and granted
       and database = (select oid from pg_database where datname = current_database()) ${isOurs}`,
    [LOCK, venue],
  );
}

/** Whether a process that stands by has said within so long that people could reach it. False while the database is away. */
export async function hasStandby(db: Queryable, venue: number, withinMs: number): Promise<boolean> {
  const asked = db.query<{ isThere: boolean }>(
    `select coalesce(standby_until > clock_timestamp() + $2 * interval '1 millisecond', false) as "isThere"
     from venues where id = $1`,
    [venue, STANDBY_MS - withinMs],
  );
  const found = await asked.catch(() => null);
  return found?.rows[0]?.isThere ?? false;
}

/** A database of an older version has no place for it, and one that is away is asked again. */
async function sayStandby(db: Queryable, venue: number): Promise<void> {
  const until = `clock_timestamp() + ${STANDBY_MS} * interval '1 millisecond'`;
  await db.query(`update venues set standby_until = ${until} where id = $1`, [venue]).catch(() => {});
}

/** `epoch` null: of a database that knows none yet. */
interface Claim {
  readonly epoch: number | null;
}

/**
 * Null while somebody runs the venue. The claim is a takeover itself, made in the same instant in which the lease is seen to have run
 * out: who wakes up from a long silence cannot renew it any more, and of several that stand by one alone has it.
 */
async function claimFree(db: Queryable, venue: number): Promise<Claim | null> {
  try {
    const { rows } = await db.query<{ free: boolean }>(
      'select coalesce(lease_until < clock_timestamp(), true) as free from venues where id = $1',
      [venue],
    );
    if (rows.length === 0) return { epoch: null };
    if (!rows[0].free) return null;
    const claimed = await db.query<{ epoch: number }>(
      `update venues set epoch = epoch + 1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
       where id = $1 and coalesce(lease_until < clock_timestamp(), true) returning epoch`,
      [venue, LEASE_MS],
    );
    return claimed.rows[0] ?? null;
  } catch (error) {
    // A database that is new has no venues yet, and one of an older version has no leases.
    if (error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42703'))
      return { epoch: null };
    // Away for a moment, as it may be while the other one fails: nothing is known.
    return null;
  }
}
