// A simulated PostgreSQL: sessions with locks and transactions over tables, and everything that can happen to a statement under way.
import pg from 'pg';
import type { CommitInput } from '../../../server/exchange/commit.ts';
import type { Random } from '../random.ts';
import { execute, rowOf } from './statements.ts';
import type { Answer, Asker } from './question.ts';
import { SqlState, Tables } from './tables.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The server's statement, and the reply to it. */
export interface Wire {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly input?: CommitInput;
}

/**
 * The fate of the next statement of its kind. `lost`: the connection breaks before the database has received it, or after it
 * has executed it; `silent`: the same, and neither side is told. `slow`: takes this long. `refused`: an error with a code of five letters.
 */
export type Mishap = { readonly on: 'commit' | 'any' } & (
  | { readonly kind: 'lost' | 'silent'; readonly moment: 'before' | 'after' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'refused'; readonly code: string }
  /** The process that has sent it ends: the statement may arrive, its answer does not. */
  | { readonly kind: 'killed'; readonly moment: 'before' | 'underway' | 'after' | 'answered' }
);

export interface Session extends Asker {
  isActive: boolean;
  isEnded: boolean;
  /** Ends as soon as its present statement is done. */
  isEnding: boolean;
  /** In the last part of a commit, which nothing interrupts. */
  isFlushing: boolean;
  inTransaction: boolean;
  /** How to roll back the changes of the open transaction. */
  readonly undo: (() => void)[];
  /** The changes that others see once it commits. */
  readonly pending: (() => void)[];
  /** How many statements it has begun. */
  statements: number;
  /** The rows it is changing: until its transaction ends, or its statement if that stands alone. */
  readonly rows: Set<string>;
  statementTimeoutMs: number;
  /** Called when the session has ended, if the network is up. */
  onEnd: () => void;
}

const POLL_MS = 20;
const LOCK_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 5_000;
/** How long a transaction may be idle: then its session ends, whether or not the other side is told. */
const IDLE_IN_TRANSACTION_MS = 10_000;
/** The part of a slow commit in which it can no longer be canceled. */
const FLUSH_SHARE = 0.5;

export const databaseError = (code: string): Error =>
  Object.assign(new pg.DatabaseError(`simulated error ${code}`, 0, 'error'), { code });

const isChange = ({ text, input }: Wire): boolean => input !== undefined || /^\s*(insert|update|delete)/.test(text);

export class SimulatedDatabase {
  readonly tables = new Tables();
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #sessions = new Map<number, Session>();
  readonly #mishaps: Mishap[] = [];
  #pids = 100;
  isUp = true;
  /** Every commit fails for lack of space. */
  isFull = false;
  /** Nothing can be written. */
  isReadOnly = false;
  /** No new connections are accepted. */
  isCrowded = false;
  /** Writes reach the disk at this instant or later. */
  stallsUntil = 0;
  /** Statements that take effect, by the usual time on the disk. */
  readonly usualMs: number;
  /** Called for each batch at the moment it is durable. */
  onDurable: (input: CommitInput) => void = () => {};

  constructor(time: VirtualTime, random: Random) {
    this.#time = time;
    this.#random = random;
    this.usualMs = random.pick([0.2, 1, 4]);
  }

  /** The next statement of the kind meets this mishap. */
  arm(mishap: Mishap): void {
    this.#mishaps.push(mishap);
  }

  disarm(): void {
    this.#mishaps.length = 0;
    this.isFull = false;
    this.isReadOnly = false;
    this.isCrowded = false;
    this.stallsUntil = this.#time.now;
  }

  /** The mishap of the next statement, if any. */
  mishapFor(wire: Wire): Mishap | null {
    const index = this.#mishaps.findIndex(({ on }) => on === 'any' || wire.input !== undefined);
    return index < 0 ? null : this.#mishaps.splice(index, 1)[0];
  }

  connect(owner: string): Session {
    const pid = this.#pids++;
    const session: Session = {
      pid,
      since: `session ${pid}`,
      owner,
      locks: new Set(),
      isActive: false,
      isEnded: false,
      isEnding: false,
      isFlushing: false,
      inTransaction: false,
      undo: [],
      pending: [],
      statements: 0,
      rows: new Set(),
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      onEnd: () => {},
    };
    this.#sessions.set(pid, session);
    return session;
  }

  /** Stops and starts again: every session ends, together with its statements. */
  stop(): void {
    this.isUp = false;
    for (const session of this.#sessions.values()) {
      session.isFlushing = false;
      this.end(session);
    }
  }

  /** At once, or after a commit that cannot be interrupted. */
  end(session: Session): void {
    if (session.isEnded) return;
    if (session.isActive && session.isFlushing) {
      session.isEnding = true;
      return;
    }
    session.isEnded = true;
    session.isActive = false;
    this.#rollBack(session);
    session.locks.clear();
    this.#sessions.delete(session.pid);
    session.onEnd();
  }

  /** Executes one statement and answers; never answers if the session ends before. */
  perform(
    session: Session,
    wire: Wire,
    mishap: Mishap | null,
    done: (error: Error | null, answer?: Answer) => void,
  ): void {
    session.isActive = true;
    session.statements++;
    const epochSeen = this.tables.epoch;
    const takesMs = this.#takesMs(session, wire, mishap);
    const answer = (error: Error | null, found?: Answer): void => {
      session.isActive = false;
      if (session.isEnding) return this.end(session);
      if (session.inTransaction) this.#endIdle(session);
      else session.rows.clear();
      done(error, found);
    };
    const finish = (): void => {
      session.isFlushing = false;
      answer(...this.#finish(session, wire, epochSeen, mishap));
    };
    const wait = (waited: number): void => {
      if (session.isEnded) return;
      if (this.#isBlocked(session, wire)) {
        if (waited < LOCK_TIMEOUT_MS) return void this.#time.after(POLL_MS, () => wait(waited + POLL_MS));
        return answer(databaseError('55P03'));
      }
      const isWriting = wire.input !== undefined || wire.text === 'commit';
      const flushMs = isWriting ? takesMs * FLUSH_SHARE : 0;
      this.#time.after(takesMs - flushMs, () => {
        if (session.isEnded) return;
        const stallMs =
          isWriting || (isChange(wire) && !session.inTransaction) ? Math.max(0, this.stallsUntil - this.#time.now) : 0;
        session.isFlushing = isWriting || stallMs > 0;
        this.#time.after(Math.max(flushMs, stallMs), () => !session.isEnded && finish());
      });
    };
    wait(0);
  }

  #endIdle(session: Session): void {
    const { statements } = session;
    this.#time.after(IDLE_IN_TRANSACTION_MS, () => {
      if (session.inTransaction && session.statements === statements) this.end(session);
    });
  }

  #takesMs(session: Session, wire: Wire, mishap: Mishap | null): number {
    if (mishap?.kind === 'slow') return Math.min(mishap.ms, session.statementTimeoutMs);
    const usual = wire.input === undefined ? 0.1 : this.usualMs;
    return usual * (0.5 + this.#random.next());
  }

  /** A change of a row that another session is changing waits for the end of that transaction, or of its statement if it stands alone. */
  #isBlocked(session: Session, wire: Wire): boolean {
    const row = rowOf(wire);
    if (row === null) return false;
    for (const other of this.#sessions.values()) if (other !== session && other.rows.has(row)) return true;
    session.rows.add(row);
    return false;
  }

  #finish(session: Session, wire: Wire, epochSeen: number, mishap: Mishap | null): [Error | null, Answer?] {
    const { text, values, input } = wire;
    if (mishap?.kind === 'refused') return [databaseError(mishap.code)];
    if (mishap?.kind === 'slow' && mishap.ms > session.statementTimeoutMs) return [databaseError('57014')];
    if (this.isReadOnly && isChange(wire)) return [databaseError('53100')];
    if (input !== undefined && this.isFull) return [databaseError('53100')];
    if (text === 'begin') {
      session.inTransaction = true;
      return [null, { rows: [], rowCount: 0, command: 'BEGIN' }];
    }
    if (text === 'commit' || text === 'rollback') {
      if (text === 'rollback') this.#rollBack(session);
      for (const change of session.pending.splice(0)) change();
      session.undo.length = 0;
      session.rows.clear();
      session.inTransaction = false;
      return [null, { rows: [], rowCount: 0, command: text.toUpperCase() }];
    }
    const timeout = /^set statement_timeout = (\d+)/.exec(text);
    if (timeout !== null) session.statementTimeoutMs = Number(timeout[1]);
    try {
      const answer = execute(this.#surroundings(session), { text, values, input, asker: session, epochSeen });
      if (!session.inTransaction) session.undo.length = 0;
      if (input !== undefined) this.onDurable(input);
      return [null, answer];
    } catch (error) {
      if (error instanceof SqlState) return [databaseError(error.code)];
      throw error;
    }
  }

  #surroundings(session: Session) {
    const sessions = this.#sessions;
    return {
      tables: this.tables,
      now: this.#time.now,
      sessions: sessions.values(),
      undo: session.undo,
      onCommit: (change: () => void) => void (session.inTransaction ? session.pending.push(change) : change()),
      terminate: (pid: number) => {
        const other = sessions.get(pid);
        if (other !== undefined) this.end(other);
      },
      lock: (name: string, asker: Asker) => {
        for (const { pid, locks } of sessions.values()) if (pid !== asker.pid && locks.has(name)) return false;
        asker.locks.add(name);
        return true;
      },
    };
  }

  #rollBack(session: Session): void {
    for (const undo of session.undo.splice(0).reverse()) undo();
    session.pending.length = 0;
    session.rows.clear();
    session.inTransaction = false;
  }
}
