// The single writer: gives every command its place and time, lets the engine decide, and answers when the decision is durable.
import type { Command } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import { recordOf, type OrderRecord } from '../../core/snapshot.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import { committedBatch, giveUp } from './batches.ts';
import type { CommittedBatch, Flushed, Stored, Waiter } from './batches.ts';
import { ClockWatch } from '../db/clock-watch.ts';
import { CommandKeys, fingerprintOf } from './command-keys.ts';
import type { CommandKey } from './command-keys.ts';
import { keepFigures } from './day-figures.ts';
import { Journal } from './journal.ts';
import { noticesFor } from './options.ts';
import type { ExchangeOptions } from './options.ts';
import type { KeyRow } from './rows.ts';
import type { Standing } from './standing.ts';
import { Takeover } from './takeover.ts';
import type { Taken } from './takeover.ts';
import { asUnavailable, ExchangeUnavailable } from './unavailable.ts';
import type { Writer } from './writer.ts';

export type { CommittedBatch, DecidedBatch } from './batches.ts';
export { ExchangeUnavailable } from './unavailable.ts';
export { KeyReused, KeyRunning } from './command-keys.ts';
export type { CommandKey } from './command-keys.ts';
export type { FillRecord } from './rows.ts';

/** `sequence` is the command's place in the one order of all commands. */
export type Decision =
  | { readonly isAccepted: true; readonly sequence: number; readonly order: OrderRecord | null }
  | { readonly isAccepted: false; readonly sequence: number; readonly refusal: Refusal };

/** More waiting callers than this are turned away: they would time out anyway. */
const MOST_WAITING = 20_000;
/** How often those who wait are looked through for some who have waited too long. */
const LOOK_FOR_IMPATIENT_MS = 500;
/** Clocks of two machines differ by so much: time does not go back when one takes over from the other. A clock that was hours ahead is not followed. */
const MOST_SKEW_MS = 60_000;

export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #keys: CommandKeys;
  readonly #journal: Journal;
  readonly #takeover: Takeover;
  readonly #clock: ClockWatch;
  readonly #subscribers: ((batch: CommittedBatch) => void)[] = [];
  #engine!: Engine;
  #writer!: Writer;
  #sequence = 0;
  #at = 0;
  #waiters: Waiter[] = [];
  #isFlushing = false;
  #state: 'running' | 'recovering' | 'closed' = 'recovering';
  #generation = 0;
  /** A defect that may have left the engine half changed: nothing of it is stored. */
  #defect: { readonly error: unknown } | null = null;

  private constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#keys = new CommandKeys(options.db);
    this.#clock = new ClockWatch(options.now());
    this.#journal = new Journal(options.onTrade, options.pathSince, options.onActed);
    this.#takeover = new Takeover(options, this.#journal);
  }

  /** Takes the venue over and restores its state. @throws VenueTaken while another process runs it. */
  static async open(options: ExchangeOptions): Promise<Exchange> {
    const exchange = new Exchange(options);
    exchange.#adopt(await exchange.#takeover.atStart());
    return exchange;
  }

  /** Ready to take commands: not recovering, not closed. */
  get isRunning(): boolean {
    return this.#state === 'running';
  }

  /** Grows each time the engine is built anew: whoever keeps orders of the old books must drop them. */
  get generation(): number {
    return this.#generation;
  }

  /** Of the last takeover of the venue. */
  get epoch(): number {
    return this.#writer.epoch;
  }

  /** When the venue's lock was, or may have been, in our hand for the last time. */
  get lockedAt(): number {
    return this.#takeover.lockedAt;
  }

  /** The venue stays ours for as long as a lease; false when another takeover has been made. */
  renewLease(): Promise<boolean> {
    return this.#writer.standing.renew();
  }

  /** Callers that wait for durability now. */
  get backlog(): number {
    return this.#waiters.length;
  }

  /**
   * Decides a command at once, in the one order of all commands, and answers when the decision is durable. With a key,
   * the same command again gets the first decision again.
   * @throws KeyReused, KeyRunning, ExchangeUnavailable
   */
  submit(command: Command, key?: CommandKey): Promise<Decision> {
    return key === undefined ? this.#decideDurably(command, null) : this.#submitOnce(command, key);
  }

  async #submitOnce(command: Command, key: CommandKey): Promise<Decision> {
    const fingerprint = fingerprintOf(command);
    const kept = await this.#keys.claim(key, fingerprint).catch(asUnavailable);
    if (kept !== null) return kept.outcome as Decision;
    return this.#decideDurably(command, { ...key, fingerprint });
  }

  /**
   * What `look` saw, answered when everything it saw is durable, and was the venue's newest state: not what a process remembers that
   * is cut off from its database. `look` must not keep objects of the engine. @throws ExchangeUnavailable
   */
  async read<T>(look: (engine: Engine) => T): Promise<T> {
    this.#requireRunning();
    const { standing } = this.#writer;
    const seen = look(this.#engine);
    if (this.#isFlushing) await this.#durable(null);
    await standing.proven();
    return seen;
  }

  /** A turn of the simulated traders inside the single writer. */
  turn(work: (engine: Engine, at: number) => void): void {
    if (this.#state !== 'running') return;
    const { at } = this.#stamp();
    this.#whole(() => work(this.#engine, at));
    if (!this.#journal.isEmpty) this.#startFlush();
  }

  /** Told after each commit, in order. */
  subscribe(subscriber: (batch: CommittedBatch) => void): void {
    this.#subscribers.push(subscriber);
  }

  /** Forgets outcomes of commands that nobody will repeat any more. Not by a clock that has leapt: it may leap back. */
  async prune(): Promise<void> {
    const now = this.#options.now();
    if (this.#clock.hasRunEvenly(now)) await this.#keys.prune(now, () => this.#state === 'closed');
  }

  /** Takes nothing more, makes durable what was decided, and gives the venue back. */
  async close(): Promise<void> {
    if (this.#state === 'running' && this.#isFlushing) await this.#durable(null).catch(() => {});
    const wasRunning = this.#state === 'running';
    this.#state = 'closed';
    if (wasRunning) await this.#writer.close();
  }

  async #decideDurably(command: Command, key: Omit<KeyRow, 'outcome'> | null): Promise<Decision> {
    let decision: Decision;
    let standing: Standing;
    try {
      this.#requireRunning();
      ({ standing } = this.#writer);
      if (this.#waiters.length >= MOST_WAITING) throw new ExchangeUnavailable('too many callers wait');
      decision = this.#decide(command);
    } catch (error) {
      if (key !== null) this.#keys.forget(key);
      throw error;
    }
    await this.#durable(key === null ? null : { ...key, outcome: decision });
    // Nothing had to be stored, so no commit has said that the venue is ours.
    if (key === null && !decision.isAccepted) await standing.proven();
    return decision;
  }

  // Nothing awaits between reading and deciding.
  #decide(command: Command): Decision {
    const stamp = this.#stamp();
    const { sequence } = stamp;
    const outcome = this.#whole(() => this.#engine.apply(command, stamp));
    if (!outcome.isAccepted) return { isAccepted: false, sequence, refusal: outcome.refusal };
    return { isAccepted: true, sequence, order: outcome.order === null ? null : recordOf(outcome.order) };
  }

  /** Work that throws is a programmer's error, and may have done half of what it meant to: the engine is built anew from the database. */
  #whole<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.#state = 'recovering';
      this.#defect = { error };
      this.#startFlush();
      throw error;
    }
  }

  /** The next place in the order of commands, and a time that never goes back. */
  #stamp(): { sequence: number; at: number } {
    this.#sequence++;
    this.#at = Math.max(this.#at, this.#options.now());
    this.#journal.at = this.#at;
    return { sequence: this.#sequence, at: this.#at };
  }

  #requireRunning(): void {
    if (this.#state !== 'running') throw new ExchangeUnavailable(`the exchange is ${this.#state}`);
  }

  /** Resolves when all that has been decided until now is durable. */
  #durable(key: KeyRow | null): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject, key, since: performance.now() });
      this.#startFlush();
    });
  }

  #startFlush(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    // After the input that is already here: callers that arrive together share a commit.
    setImmediate(() => void this.#flush());
  }

  /** Commits batch after batch until nothing is left. While one commits, those of the one before are answered, and the next is decided. */
  async #flush(): Promise<void> {
    let waiters: readonly Waiter[] = [];
    const impatient = setInterval(() => giveUp([...waiters, ...this.#waiters]), LOOK_FOR_IMPATIENT_MS);
    let durable: Flushed | null = null;
    const publish = (): void => {
      if (durable !== null) this.#publish(durable);
      durable = null;
    };
    while (this.#hasWork) {
      if (this.#defect !== null) {
        publish();
        await this.#recover(this.#defect.error, null);
        break;
      }
      waiters = this.#waiters;
      this.#waiters = [];
      const keys = waiters.flatMap(({ key }) => (key === null ? [] : [key]));
      if (this.#journal.isEmpty && keys.length === 0) {
        publish();
        for (const { resolve } of waiters) resolve();
        continue;
      }
      const storing = this.#store(waiters, keys);
      // Not before the database has work again.
      publish();
      const { flushed, failure } = await storing;
      if (failure !== null) {
        await this.#recover(failure.error, flushed);
        break;
      }
      durable = flushed;
    }
    publish();
    clearInterval(impatient);
    this.#isFlushing = false;
    if (this.#hasWork) this.#startFlush();
  }

  get #hasWork(): boolean {
    return this.#waiters.length > 0 || !this.#journal.isEmpty || this.#defect !== null;
  }

  /** Sends what was decided until now to the database at once. With a failure it is not known whether it is durable. */
  async #store(waiters: readonly Waiter[], keys: readonly KeyRow[]): Promise<Stored> {
    const sequence = this.#sequence;
    const batch = this.#journal.take(this.#engine, this.#at);
    const startedAt = performance.now();
    const notices = noticesFor(batch, this.#options);
    const flushed = (ids?: readonly number[]): Flushed => ({
      sequence,
      batch,
      waiters,
      notices: notices.map((row, index) => ({ ...row, id: ids?.[index] ?? null })),
      commitMs: performance.now() - startedAt,
    });
    try {
      const ids = await this.#writer.commit(sequence, { batch, keys, notices });
      return { flushed: flushed(ids), failure: null };
    } catch (error) {
      return { flushed: flushed(), failure: { error } };
    }
  }

  #publish(flushed: Flushed): void {
    this.#settle(flushed.waiters, null);
    const committed = committedBatch(flushed);
    for (const subscriber of this.#subscribers) {
      try {
        subscriber(committed);
      } catch (error) {
        this.#options.log.error({ err: error }, 'a subscriber of the exchange failed');
      }
    }
  }

  /**
   * A commit failed, or its answer was lost; or a defect broke off what was being decided, and no commit is under way. What was
   * decided since is void. Whether the commit is durable is read back, never guessed; then the engine is built anew from the
   * database, as at start.
   */
  async #recover(error: unknown, flushed: Flushed | null): Promise<void> {
    this.#state = 'recovering';
    this.#defect = null;
    const what = flushed === null ? 'a decision broke off' : 'a commit failed';
    this.#options.log.error({ err: error }, `${what}; the exchange recovers from the database`);
    const later = this.#waiters;
    this.#waiters = [];
    const unknown = new ExchangeUnavailable('the command was not carried out');
    this.#settle(later, unknown);
    const lost = this.#writer;
    this.#adopt(await this.#takeover.afterFailure(lost));
    if (flushed === null) return;
    if (this.#writer.hasFound(flushed.sequence, lost)) this.#publish(flushed);
    else this.#settle(flushed.waiters, unknown);
  }

  /** Tells those who wait what became of it, and frees their keys: only now, whoever has stopped waiting meanwhile. */
  #settle(waiters: readonly Waiter[], error: Error | null): void {
    for (const { key, resolve, reject } of waiters) {
      if (key !== null) this.#keys[error === null ? 'keep' : 'forget'](key);
      if (error === null) resolve();
      else reject(error);
    }
  }

  /** The venue is ours, at the start or again: commands go on from what is stored. */
  #adopt({ writer, engine }: Taken): void {
    if (this.#generation > 0) keepFigures(this.#engine, engine);
    this.#engine = engine;
    this.#writer = writer;
    this.#sequence = Math.max(this.#sequence, writer.sequence);
    if (writer.lastAt - this.#options.now() <= MOST_SKEW_MS) this.#at = Math.max(this.#at, writer.lastAt);
    this.#generation++;
    this.#state = 'running';
    // Another process may have run the venue meanwhile, and used keys that are new to us.
    const generation = this.#generation;
    void this.#keys.read(() => this.#state === 'closed' || this.#generation !== generation);
  }
}
