// Whether this process still runs the venue. Only while it does may it answer from memory.
import { patient } from '../db/open.ts';
import type { Database } from '../db/open.ts';
import { inTime } from '../in-time.ts';
import { ExchangeUnavailable, PATIENCE_MS } from './unavailable.ts';

/** A process that has not renewed its lease for this long counts as gone. Garbage collection and slow disks pause it for less. */
export const LEASE_MS = 3_000;
/** Clocks of two machines do not run at exactly the same speed: we must never be the last to see our lease end. */
const MARGIN_MS = 200;
const doesNotSay = (cause?: unknown): ExchangeUnavailable =>
  new ExchangeUnavailable('the database does not say whether this process still runs the market', { cause });

/**
 * An instant by two clocks: the steady one, `performance.now()`, stands still while a machine is suspended, for hours perhaps, and the other
 * one may be set.
 */
interface Moment {
  readonly steady: number;
  readonly date: number;
}

const momentOf = (steady: number): Moment => ({ steady, date: Date.now() - (performance.now() - steady) });

/** Belongs to one takeover of the venue. */
export class Standing {
  readonly #db: Pick<Database, 'query'>;
  readonly #venue: number;
  readonly #epoch: number;
  /** When the lease was asked for that lasts longest: no standby takes over before its end. */
  #askedAt: Moment;
  #next: Promise<void> | null = null;
  #present: Promise<void> = Promise.resolve();

  /** `askedAt`: when the takeover was requested, which began the lease. The answer came later, so it would promise too much. */
  constructor(db: Pick<Database, 'query'>, venue: number, epoch: number, askedAt: number) {
    this.#db = db;
    this.#venue = venue;
    this.#epoch = epoch;
    this.#askedAt = momentOf(askedAt);
  }

  /** Extends the lease. False when another takeover has been made since. */
  async renew(limitMs?: number): Promise<boolean> {
    const askedAt = momentOf(performance.now());
    const { rowCount } = await this.#db.query(
      patient(
        `update venues set lease_until = clock_timestamp() + $3 * interval '1 millisecond' where id = $1 and epoch = $2`,
        [this.#venue, this.#epoch, LEASE_MS],
        limitMs,
      ),
    );
    if (rowCount === 0) return false;
    if (askedAt.steady > this.#askedAt.steady) this.#askedAt = askedAt;
    return true;
  }

  /** So long without an answer to any renewal that all who asked meanwhile have been refused. Also while nobody asks, as in a quiet night. */
  get isOverdue(): boolean {
    return performance.now() - this.#askedAt.steady > LEASE_MS + PATIENCE_MS;
  }

  /** Where either clock says that it may be over, it is. */
  #isSure(now: number): boolean {
    const { steady, date } = this.#askedAt;
    const sureMs = LEASE_MS - MARGIN_MS;
    return now - steady < sureMs && Date.now() - date < sureMs;
  }

  /**
   * Proves that the venue was ours when this was called: at once while the lease lasts, else by asking. `since`: when the caller began to
   * wait. @throws ExchangeUnavailable
   */
  async proven(since: number): Promise<void> {
    const now = performance.now();
    if (this.#isSure(now)) return;
    // A question already under way was asked before this call, so its answer does not count. One that follows it serves all who wait.
    this.#next ??= this.#present.then(() => this.#ask());
    await inTime(this.#next, since + PATIENCE_MS - now, doesNotSay);
  }

  #ask(): Promise<void> {
    this.#next = null;
    const asked = this.#renewOrThrow();
    this.#present = asked.catch(() => {});
    return asked;
  }

  async #renewOrThrow(): Promise<void> {
    const isOurs = await this.renew(PATIENCE_MS).catch((cause: unknown) => {
      throw doesNotSay(cause);
    });
    if (!isOurs) throw new ExchangeUnavailable('another process runs the market');
  }
}
