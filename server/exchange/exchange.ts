// The single writer: gives every command a sequence number and a time, lets the engine decide, and answers once the decision is durable.
import type { Command } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import { thinsBooks } from '../../core/market-day.ts';
import { recordOf } from '../../core/snapshot.ts';
import { committedBatch, giveUp } from './batches.ts';
import type { CommittedBatch, FlushedBatch, FlushOutcome, Waiter } from './batches.ts';
import { ClockWatch } from '../db/clock-watch.ts';
import { CommandKeys, fingerprintOf } from './command-keys.ts';
import type { CommandKey } from './command-keys.ts';
import type { Decision } from './decision.ts';
import { keepQuotes, quotesOf } from './keep-quotes.ts';
import type { DayQuotes } from './keep-quotes.ts';
import { Journal } from './journal.ts';
import { noticesFor } from './options.ts';
import type { ExchangeOptions } from './options.ts';
import type { KeyRow } from './rows.ts';
import { SlowedTime } from './slowed-time.ts';
import { withStatutory } from './statutory-terms.ts';
import type { Standing } from './standing.ts';
import { Takeover } from './takeover.ts';
import type { Taken } from './takeover.ts';
import { asUnavailable, ExchangeUnavailable, outcomeUnknown } from './unavailable.ts';
import type { Writer } from './writer.ts';

/** Beyond this many waiting callers, new ones are turned away: they would time out anyway. */
const MOST_WAITING = 20_000;
/** How often to look for callers who have waited too long. */
const LOOK_FOR_IMPATIENT_MS = 500;
/**
 * The clocks of two machines may differ by this much. Within it, time does not go back when one machine takes over from the other; a clock
 * that was hours ahead is not followed.
 */
const MOST_SKEW_MS = 60_000;

/** With the command it was claimed for. */
type ClaimedKey = CommandKey & Pick<KeyRow, 'fingerprint'>;

export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #keys: CommandKeys;
  readonly #journal: Journal;
  readonly #takeover: Takeover;
  readonly #clock: ClockWatch;
  readonly #time: SlowedTime;
  readonly #subscribers: ((batch: CommittedBatch) => void)[] = [];
  #engine!: Engine;
  #writer!: Writer;
  #sequence = 0;
  #at = 0;
  #waiters: Waiter[] = [];
  #isFlushing = false;
  #state: 'running' | 'recovering' | 'closed' = 'recovering';
  #generation = 0;
  /** An error thrown while deciding. The engine may be half changed, so nothing that it decided since the last batch is stored. */
  #defect: { readonly error: unknown } | null = null;
  #requote: (engine: Engine, at: number) => void = () => {};
  /** The figures of the day that was running when the last one began. */
  #endedDay: DayQuotes | null = null;

  private constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#keys = new CommandKeys(options.db);
    this.#clock = new ClockWatch(options.now());
    this.#time = new SlowedTime(options.log);
    this.#journal = new Journal(options.onTrade, options.pathSince, options.onActed);
    this.#takeover = new Takeover(options, this.#journal);
  }

  /** Takes over the venue and restores its state. @throws VenueTaken while another process runs it. */
  static async open(options: ExchangeOptions): Promise<Exchange> {
    const exchange = new Exchange(options);
    exchange.#adopt(await exchange.#takeover.atStart());
    return exchange;
  }

  /** Ready to take commands: not recovering, not closed. */
  get isRunning(): boolean {
    return this.#state === 'running';
  }

  /** The database has been away for some time, which a running exchange that nobody asks does not notice by itself. */
  get isOutOfTouch(): boolean {
    return this.#writer.standing.isOverdue;
  }

  /** Goes up each time the engine is rebuilt. Parts that keep orders of the old books must drop them then. */
  get generation(): number {
    return this.#generation;
  }

  /** The number of our takeover of the venue; a commit with an older number fails. */
  get epoch(): number {
    return this.#writer.epoch;
  }

  /** When we last held, or may have held, the venue's lock; by `performance.now()`. */
  get lockedAt(): number {
    return this.#takeover.lockedAt;
  }

  /** Extends our lease on the venue. False when another takeover has been made since ours. */
  renewLease(): Promise<boolean> {
    return this.#writer.standing.renew();
  }

  /** How many callers wait for durability now. */
  get backlog(): number {
    return this.#waiters.length;
  }

  /**
   * Decides a command at once, as the next in the one order of all commands, and resolves when the decision is durable. A command
   * repeated with the same key has no second effect and gets the first decision again.
   * @throws KeyReused, KeyRunning, ExchangeUnavailable
   */
  submit(command: Command, key?: CommandKey): Promise<Decision> {
    const since = performance.now();
    return key === undefined ? this.#decideDurably(command, null, since) : this.#submitOnce(command, key, since);
  }

  async #submitOnce(command: Command, key: CommandKey, since: number): Promise<Decision> {
    const fingerprint = fingerprintOf(command);
    const kept = await this.#keys.claim(key, fingerprint).catch(asUnavailable);
    if (kept !== null) return completed(kept.outcome as Decision);
    return this.#decideDurably(command, { ...key, fingerprint }, since);
  }

  /**
   * Returns what `look` saw once all of it is durable, and only if the venue is still ours: a process cut off from its database
   * must not answer from memory. `look` must not keep objects of the engine. @throws ExchangeUnavailable
   */
  async read<T>(look: (engine: Engine) => T): Promise<T> {
    this.#requireRunning();
    const since = performance.now();
    const { standing } = this.#writer;
    const seen = look(this.#engine);
    if (this.#isFlushing) await this.#durable(null, since);
    await standing.proven(since);
    return seen;
  }

  /** Lets the simulated traders act, as one step in the order of commands. Does nothing while the exchange recovers or is closed. */
  turn(work: (engine: Engine, at: number) => void): void {
    if (this.#state !== 'running') return;
    const { at } = this.#stamp();
    this.#guarded(() => work(this.#engine, at));
    if (!this.#journal.isEmpty) this.#startFlush();
  }

  /** `work` comes with each command that thins the books, before any other command. */
  whenThinned(work: (engine: Engine, at: number) => void): void {
    this.#requote = work;
  }

  /** The subscriber is told after each commit, in order. */
  subscribe(subscriber: (batch: CommittedBatch) => void): void {
    this.#subscribers.push(subscriber);
  }

  /** Forgets the outcomes of commands that nobody will repeat any more. Skipped after the clock has jumped, since it may jump back. */
  async prune(): Promise<void> {
    const now = this.#options.now();
    if (this.#clock.hasRunEvenly(now)) await this.#keys.prune(now, () => this.#isClosed);
  }

  /** Stops taking commands, makes durable what was decided, and releases the venue. A recovery under way is abandoned. */
  async close(): Promise<void> {
    if (this.#state === 'running' && this.#isFlushing) await this.#durable(null, performance.now()).catch(() => {});
    const wasRunning = this.#state === 'running';
    this.#state = 'closed';
    if (wasRunning) await this.#writer.close();
  }

  async #decideDurably(command: Command, key: ClaimedKey | null, since: number): Promise<Decision> {
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
    const isKept = key !== null && (decision.isAccepted || key.forgetsRefusal !== true);
    if (key !== null && !isKept) this.#keys.forget(key);
    await this.#durable(isKept ? { ...key, outcome: decision } : null, since);
    // A refusal that is not stored: no commit has proven that the venue is still ours.
    if (!isKept && !decision.isAccepted) await standing.proven(since);
    return decision;
  }

  // There is no `await` between reading the state and deciding, so no other command can come in between.
  #decide(command: Command): Decision {
    const stamp = this.#stamp();
    const { sequence, at } = stamp;
    if (command.kind === 'start-day') this.#endedDay = quotesOf(this.#engine);
    const outcome = this.#guarded(() => this.#engine.apply(command, stamp));
    if (thinsBooks(command)) this.#guarded(() => this.#requote(this.#engine, at));
    if (!outcome.isAccepted) return { isAccepted: false, sequence, at, refusal: outcome.refusal };
    const { order } = outcome;
    if (order === null) return { isAccepted: true, sequence, at, order, last: null };
    return { isAccepted: true, sequence, at, order: recordOf(order), last: order.market.quote.last };
  }

  /** Runs work on the engine. An exception is a programmer's error that may have left the engine half changed: it is then rebuilt. */
  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.#state = 'recovering';
      this.#defect = { error };
      this.#startFlush();
      throw error;
    }
  }

  /** The next sequence number, and a time that never goes back. */
  #stamp(): { sequence: number; at: number } {
    this.#sequence++;
    this.#at = this.#time.next(this.#at, this.#options.now());
    this.#journal.at = this.#at;
    return { sequence: this.#sequence, at: this.#at };
  }

  get #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #requireRunning(): void {
    if (this.#state !== 'running') throw new ExchangeUnavailable(`the exchange is ${this.#state}`);
  }

  /** Resolves when everything decided until now is durable. The key's outcome is stored with it. */
  #durable(key: KeyRow | null, since: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject, key, since });
      this.#startFlush();
    });
  }

  #startFlush(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    // Input that has already arrived is decided first, so that callers who arrive together share a commit.
    setImmediate(() => void this.#flush());
  }

  /** Commits batch after batch until nothing is left. While one commits, the callers of the previous one are answered and the next is decided. */
  async #flush(): Promise<void> {
    let waiters: readonly Waiter[] = [];
    const impatient = setInterval(() => giveUp([...waiters, ...this.#waiters]), LOOK_FOR_IMPATIENT_MS);
    let durable: FlushedBatch | null = null;
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
      // Only now: the database should not wait for its next batch while we answer callers.
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
    // Whatever an abandoned recovery left behind is void, and a closed exchange does not take the venue again.
    if (this.#hasWork && !this.#isClosed) this.#startFlush();
  }

  get #hasWork(): boolean {
    return this.#waiters.length > 0 || !this.#journal.isEmpty || this.#defect !== null;
  }

  /** Sends everything decided so far to the database before anything else is decided. Even after a failure it may be durable. */
  async #store(waiters: readonly Waiter[], keys: readonly KeyRow[]): Promise<FlushOutcome> {
    const sequence = this.#sequence;
    const batch = this.#journal.take(this.#engine, this.#at);
    const startedAt = performance.now();
    const notices = noticesFor(batch, this.#options);
    const flushed = (ids?: readonly number[]): FlushedBatch => ({
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

  #publish(flushed: FlushedBatch): void {
    this.#answer(flushed.waiters, null);
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
   * A commit failed or its answer was lost (`flushed` is what it was to store), or a decision threw while no commit was under way.
   * Everything decided since is void. The engine is rebuilt from the database, as at a start, and whether the commit became durable is
   * read back, never guessed. An exchange closed meanwhile stays closed, and leaves the reading back to the next process.
   */
  async #recover(error: unknown, flushed: FlushedBatch | null): Promise<void> {
    if (!this.#isClosed) this.#state = 'recovering';
    this.#defect = null;
    const what = flushed === null ? 'a decision broke off' : 'a commit failed';
    this.#options.log.error({ err: error }, `${what}; the exchange recovers from the database`);
    const later = this.#waiters;
    this.#waiters = [];
    const notCarriedOut = new ExchangeUnavailable('the command was not carried out');
    this.#answer(later, notCarriedOut);
    const taken = await this.#takeover.afterFailure(this.#writer, flushed?.sequence ?? null, () => this.#isClosed);
    if (taken !== null) this.#adopt(taken);
    if (flushed === null) return;
    if (taken === null) return this.#answer(flushed.waiters, outcomeUnknown());
    if (taken.hasStoredLost) this.#publish(flushed);
    else this.#answer(flushed.waiters, notCarriedOut);
  }

  /** Answers callers, and frees their keys. A key stays claimed until now even if its caller has stopped waiting. */
  #answer(waiters: readonly Waiter[], error: Error | null): void {
    for (const { key, resolve, reject } of waiters) {
      if (error === null) {
        if (key !== null) this.#keys.keep(key);
        resolve();
      } else {
        if (key !== null) this.#keys.forget(key);
        reject(error);
      }
    }
  }

  /** The venue is ours, at the start or again: commands continue from what is stored. */
  #adopt({ writer, engine }: Taken): void {
    if (this.#generation > 0) keepQuotes(this.#engine, engine, this.#endedDay);
    this.#engine = engine;
    this.#writer = writer;
    this.#sequence = Math.max(this.#sequence, writer.sequence);
    const aheadMs = writer.lastAt - this.#options.now();
    if (aheadMs <= MOST_SKEW_MS) this.#at = Math.max(this.#at, writer.lastAt);
    else if (this.#generation === 0) this.#tellOfSetBack(aheadMs);
    this.#generation++;
    this.#state = 'running';
    // Another process may have run the venue meanwhile, and used keys that we do not know.
    const generation = this.#generation;
    void this.#keys.read(() => this.#isClosed || this.#generation !== generation);
  }

  #tellOfSetBack(aheadMs: number): void {
    this.#options.log.warn(
      { aheadSeconds: Math.round(aheadMs / 1000) },
      'what was stored last is later than the clock says: the market follows the clock, and charts show the later minutes once it gets there',
    );
  }
}

/** An outcome stored before an upgrade may lack fields that orders have now. */
function completed(kept: Decision): Decision {
  if (!kept.isAccepted || kept.order === null) return kept;
  return { ...kept, at: kept.at ?? 0, order: withStatutory(kept.order), last: kept.last ?? null };
}
