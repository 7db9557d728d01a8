// Whether this process is still the one that runs the venue: only as long as it is, what it has in memory is what holds.
import { patient } from '../db/open.ts';
import type { Database } from '../db/open.ts';
import { ExchangeUnavailable } from './unavailable.ts';

/** Who has said nothing for so long is taken for gone. Pauses of a garbage collection or of a slow disk are shorter. */
export const LEASE_MS = 3_000;
/** Clocks of two machines do not run quite alike: ours must never be the last to see the lease end. */
const MARGIN_MS = 200;
/** Whoever reads waits for the database no longer than for a commit. */
const PATIENCE_MS = 5_000;

/** Of one takeover of the venue. */
export class Standing {
  readonly #db: Pick<Database, 'query'>;
  readonly #venue: number;
  readonly #epoch: number;
  /** Nobody who stands by takes over before this instant of our own clock. */
  #sureUntil: number;
  #next: Promise<void> | null = null;
  #present: Promise<void> = Promise.resolve();

  /** `askedAt`: when the database was asked for the takeover, with which the lease began. */
  constructor(db: Pick<Database, 'query'>, venue: number, epoch: number, askedAt: number) {
    this.#db = db;
    this.#venue = venue;
    this.#epoch = epoch;
    this.#sureUntil = askedAt + LEASE_MS - MARGIN_MS;
  }

  /** Says that we are there for as long as the lease; false when another takeover has been made since. */
  async renew(limitMs?: number): Promise<boolean> {
    const askedAt = performance.now();
    const { rowCount } = await this.#db.query(
      patient(
        `update venues set lease_until = clock_timestamp() + $3 * interval '1 millisecond' where id = $1 and epoch = $2`,
        [this.#venue, this.#epoch, LEASE_MS],
        limitMs,
      ),
    );
    if (rowCount === 0) return false;
    this.#sureUntil = Math.max(this.#sureUntil, askedAt + LEASE_MS - MARGIN_MS);
    return true;
  }

  /** The venue was ours when this was called. At once while the lease lasts; else the database is asked. @throws ExchangeUnavailable */
  async proven(): Promise<void> {
    if (performance.now() < this.#sureUntil) return;
    // What is under way was asked before: its answer says nothing of now. The next one does, for everybody who waits for it.
    this.#next ??= this.#present.then(() => this.#ask());
    await this.#next;
  }

  #ask(): Promise<void> {
    this.#next = null;
    const asked = this.#renewOrThrow();
    this.#present = asked.catch(() => {});
    return asked;
  }

  async #renewOrThrow(): Promise<void> {
    const isOurs = await this.renew(PATIENCE_MS).catch((cause: unknown) => {
      throw new ExchangeUnavailable('the database does not say whether this process still runs the market', { cause });
    });
    if (!isOurs) throw new ExchangeUnavailable('another process runs the market');
  }
}
