// Renews the lease of the process that runs the venue; and in a standby, waits until nobody renews it any more.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../db/open.ts';
import type { Log } from '../log.ts';
import { LEASE_MS } from './standing.ts';
import { LOCK } from './writer.ts';

const RENEW_MS = 500;
const LOOK_MS = 250;
/** A standby that can be reached says so each time it looks. Others may count on it for this long. */
const STANDBY_MS = 1_000;
/** How long to wait for the other process's session to end. Only then is the lock free, and its last commit either stored or void. */
const ENDED_WITHIN_MS = 4_000;
/** A lease that has not moved for this long by our own clock is not renewed any more, whatever the clock of the database says. */
const STILL_MS = LEASE_MS + RENEW_MS;

/** What the lease needs from the exchange that holds it. */
interface Holder {
  /** The epoch of this process's own takeover. If the venue has another one, somebody has taken it over since. */
  readonly epoch: number;
  /** False while it recovers: a takeover of its own is then on its way. */
  readonly isRunning: boolean;
  /** When it last held the venue's lock, or may have held it; by `performance.now()`. */
  readonly lockedAt: number;
  /** False when another takeover has been made. */
  renewLease(): Promise<boolean>;
}

export interface LeaseOptions {
  readonly db: Queryable;
  readonly venue: number;
  readonly log: Log;
  readonly holder: Holder;
  /** Another process has taken the venue over: this one must end. */
  readonly onLost: () => void;
}

export class Lease {
  readonly #options: LeaseOptions;
  #timer: NodeJS.Timeout | undefined;
  #isRenewing = false;
  #renewedAt = performance.now();
  /** Since it was renewed last. */
  #hasFailed = false;
  /** When the other process's lease was to end, the last time we looked. */
  #seenUntil: string | null = null;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#renew();
    this.#timer = setInterval(() => void this.#renew(), RENEW_MS);
  }

  /** Ends the lease early, so that a standby can take over at once. */
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
      this.#hasFailed = false;
      if (isHeld) this.#renewedAt = performance.now();
      // Our own recovery raises the epoch too, and `holder.epoch` shows it only when the recovery has finished.
      else if ((holder.isRunning && holder.epoch === epoch) || (await this.#isAnothers())) onLost();
    } catch (error) {
      // Twice a second while the database is away: what is said of that would fill a disk.
      if (!this.#hasFailed) log.warn({ err: error }, 'the lease cannot be renewed; trying again');
      this.#hasFailed = true;
    } finally {
      this.#isRenewing = false;
    }
  }

  /** Our lease has run out. If the stored one still moves on, another process renews it. */
  async #isAnothers(): Promise<boolean> {
    const { db, venue, holder } = this.#options;
    // Our own unfinished recovery may have taken the venue over, perhaps more than once: that is no other process.
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
  /** Behind gateways: whether people could reach this process now. One that cannot be reached must not run the venue. */
  readonly isReached?: (() => Promise<boolean>) | undefined;
}

/**
 * Resolves when nobody runs the venue: it was given back, or its lease ran out. A process that let it run out but still holds the venue's
 * lock is disconnected; its epoch is out of date, so nothing that it decides afterwards is stored.
 */
export async function untilFree({ db, venue, report, isReached }: StandbyOptions): Promise<void> {
  const stillness = new Stillness(db, venue);
  for (let hasSaid = false; ; hasSaid = true) {
    const canBe = (await isReached?.()) ?? true;
    const claim = canBe ? await claimFree(db, venue, stillness) : null;
    if (claim !== null) return endOther(db, venue, claim);
    if (!hasSaid) report?.('Another Istock runs this market. This one stands by, and takes over when that one stops.');
    if (canBe && isReached !== undefined) await sayStandby(db, venue);
    await sleep(LOOK_MS);
  }
}

/**
 * The clock of the database was wrong and is set back: the lease of a process that died before would then last for an hour or a day. One that
 * nobody renews is given back in the place of that process.
 */
class Stillness {
  readonly #db: Queryable;
  readonly #venue: number;
  #seen: { readonly until: string; readonly at: number } | null = null;

  constructor(db: Queryable, venue: number) {
    this.#db = db;
    this.#venue = venue;
  }

  /** Told at each look until when the lease lasts that keeps us from the venue. */
  async see(until: string): Promise<void> {
    if (this.#seen?.until !== until) this.#seen = { until, at: performance.now() };
    else if (performance.now() - this.#seen.at > STILL_MS) await this.#giveBack(until);
  }

  /** Not if it is renewed in this very moment. */
  async #giveBack(until: string): Promise<void> {
    const given = 'update venues set lease_until = null where id = $1 and lease_until::text = $2';
    await this.#db.query(given, [this.#venue, until]).catch(() => {});
  }
}

/** Ends the session that holds the lock, but only while our claim is the newest: a later claimant runs the venue by right. */
async function endOther(db: Queryable, venue: number, { epoch }: Claim): Promise<void> {
  const isOurs = epoch === null ? '' : `and exists (select 1 from venues where id = $2 and epoch = ${epoch})`;
  await db.query(
    `select pg_terminate_backend(pid, ${ENDED_WITHIN_MS}) from pg_locks
     where locktype = 'advisory' and classid = $1 and objid = $2 and granted
       and database = (select oid from pg_database where datname = current_database()) ${isOurs}`,
    [LOCK, venue],
  );
}

/** Whether a standby has said within the last `withinMs` that people could reach it. False while the database is away. */
export async function hasStandby(db: Queryable, venue: number, withinMs: number): Promise<boolean> {
  const asked = db.query<{ isThere: boolean }>(
    `select coalesce(standby_until > clock_timestamp() + $2 * interval '1 millisecond', false) as "isThere"
     from venues where id = $1`,
    [venue, STANDBY_MS - withinMs],
  );
  const found = await asked.catch(() => null);
  return found?.rows[0]?.isThere ?? false;
}

/** Fails silently: an older database has no column for it, and one that is away is told at the next look. */
async function sayStandby(db: Queryable, venue: number): Promise<void> {
  const until = `clock_timestamp() + ${STANDBY_MS} * interval '1 millisecond'`;
  await db.query(`update venues set standby_until = ${until} where id = $1`, [venue]).catch(() => {});
}

/** `epoch` is null where the database has none yet. */
interface Claim {
  readonly epoch: number | null;
}

/**
 * Null while somebody runs the venue. The claim raises the epoch in the same statement that sees the lease run out: a process that wakes up
 * late can no longer renew it, and of several standbys only one succeeds.
 */
async function claimFree(db: Queryable, venue: number, stillness: Stillness): Promise<Claim | null> {
  try {
    const { rows } = await db.query<{ free: true } | { free: false; until: string }>(
      `select coalesce(lease_until < clock_timestamp(), true) as free, lease_until::text as until
       from venues where id = $1`,
      [venue],
    );
    if (rows.length === 0) return { epoch: null };
    if (!rows[0].free) {
      await stillness.see(rows[0].until);
      return null;
    }
    const claimed = await db.query<{ epoch: number }>(
      `update venues set epoch = epoch + 1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
       where id = $1 and coalesce(lease_until < clock_timestamp(), true) returning epoch`,
      [venue, LEASE_MS],
    );
    return claimed.rows[0] ?? null;
  } catch (error) {
    // A new database has no table of venues yet, and an older one has no leases.
    if (error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42703'))
      return { epoch: null };
    // The database may be away for a moment, just when the other process fails: nothing is known.
    return null;
  }
}
