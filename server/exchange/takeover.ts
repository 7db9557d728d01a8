// Takes a venue over and builds its engine from the database: the same way at a start and after a failure.
import type { Engine } from '../../core/engine.ts';
import { restorePossible } from './impossible.ts';
import type { Journal } from './journal.ts';
import { besideOn, loadBehind, loadSnapshot } from './load.ts';
import type { ExchangeOptions } from './options.ts';
import { isEnded, VenueTaken, Writer } from './writer.ts';
import type { LostCommit, Session } from './writer.ts';

const RETRY_MS = 250;
/** With none of our own old sessions left, the lock may be found taken this often; after that it is another process that holds it. */
const MOST_TAKEN = 40;

/** A venue that is ours now: the connection that writes it, and the engine as the database has it. */
export interface Taken {
  readonly writer: Writer;
  readonly engine: Engine;
  /** Whether the commit whose outcome was not known is durable. */
  readonly hasStoredLost: boolean;
}

/** One of several, after a failure. */
interface Attempt {
  /** Counts from 1. */
  readonly number: number;
  /** Hears which connection asks for the lock. */
  readonly onLocking: (session: Session) => void;
  readonly lost: LostCommit | null;
}

export class Takeover {
  readonly #options: ExchangeOptions;
  readonly #journal: Journal;
  #lockedAt = 0;
  /** Connections we have given up. Each may still hold the venue's lock until the database says that it is gone. */
  #givenUp: Session[] = [];
  /** Why the last attempt failed. */
  #told = '';

  /** `journal` listens to the engines that are built. */
  constructor(options: ExchangeOptions, journal: Journal) {
    this.#options = options;
    this.#journal = journal;
  }

  /** When we last held the venue's lock, or may have held it; by `performance.now()`. */
  get lockedAt(): number {
    return this.#givenUp.length > 0 ? performance.now() : this.#lockedAt;
  }

  /** @throws VenueTaken while another process runs the venue. */
  atStart(): Promise<Taken> {
    return this.#take();
  }

  /**
   * Gives up `broken`, and tries until the database is back and the venue is ours again. `sequence` is what `broken` was to commit last, if
   * that is not known to be durable. Null when the venue is not wanted any more.
   */
  async afterFailure(broken: Writer, sequence: number | null, isUnwanted: () => boolean): Promise<Taken | null> {
    const lost = sequence === null ? null : { sequence, epoch: broken.epoch };
    const onLocking = (session: Session): void => void this.#givenUp.push(session);
    broken.release();
    this.#givenUp = [broken.session];
    this.#told = '';
    let timesTaken = 0;
    // An attempt that failed may have taken the lock and raised the epoch.
    let mayHaveRaised = false;
    for (let attempt = 1; !isUnwanted(); attempt++) {
      try {
        // The last commit may still be running in a session that holds the lock, and so may an attempt whose connection has died.
        await this.#endGivenUp(attempt);
        const venue = await this.#take({ number: attempt, onLocking, lost });
        this.#givenUp = [];
        this.#lockedAt = performance.now();
        if (!isUnwanted()) return venue;
        await venue.writer.close();
      } catch (error) {
        if (error instanceof VenueTaken) {
          // The connection that was refused the lock does not hold it.
          this.#givenUp.pop();
          // A session that we have given up may hold the lock for as long as the disk does not take what it writes. The epoch alone does
          // not show whose it is: a later one than ours is that of another process, or of an earlier attempt of our own.
          const isOurs = mayHaveRaised && (this.#givenUp.length > 0 || ++timesTaken <= MOST_TAKEN);
          if (error.epoch > broken.epoch && !isOurs) this.#options.onLost();
        } else {
          mayHaveRaised = true;
          this.#tell(error);
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    return null;
  }

  /** Each reason once: an attempt that fails again in the same way says nothing new. */
  #tell(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason !== this.#told)
      this.#options.log.warn({ err: error }, 'the venue could not be taken back yet; trying again');
    this.#told = reason;
  }

  async #endGivenUp(attempt: number): Promise<void> {
    for (const session of [...this.#givenUp]) {
      if (!(await isEnded(this.#options.db, session, attempt))) continue;
      this.#givenUp.splice(this.#givenUp.indexOf(session), 1);
      this.#lockedAt = performance.now();
    }
  }

  /** `attempt` is left out at a start. */
  async #take(attempt?: Attempt): Promise<Taken> {
    const { db, venue, now, onTaken } = this.#options;
    const writer = await Writer.open(db, venue, attempt?.number, attempt?.onLocking);
    try {
      if (attempt === undefined) onTaken?.();
      // At a start any connection will do for reading; after a failure only the writer's own is known to be alive.
      const beside = attempt === undefined ? besideOn(db) : undefined;
      const snapshot = await loadSnapshot(writer.asked, venue, now(), beside);
      const behind = await loadBehind(writer.asked, venue);
      this.#journal.discard(snapshot.lastTradeId, behind);
      const engine = restorePossible(snapshot, this.#journal);
      // A new engine opens the accounts of the house. If they are stored already, that is nothing to commit.
      if (snapshot.accounts.length > 0) this.#journal.discard(snapshot.lastTradeId, behind);
      const lost = attempt?.lost ?? null;
      const hasStoredLost = lost !== null && (await writer.hasStored(lost));
      await writer.ready();
      return { writer, engine, hasStoredLost };
    } catch (error) {
      writer.release();
      throw error;
    }
  }
}
