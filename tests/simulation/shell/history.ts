// The history of decisions, in their one order: recorded as they happen, with void decisions removed, and at the end replayed through the pure core.
import { Engine } from '../../../core/engine.ts';
import type { Outcome } from '../../../core/engine.ts';
import { recordOf, takeSnapshot } from '../../../core/snapshot.ts';
import type { Snapshot } from '../../../core/snapshot.ts';
import type { Command, Stamp } from '../../../core/command.ts';
import type { Quote } from '../../../core/market/quote.ts';
import type { CrowdAct } from '../action.ts';
import { stateHash } from '../state-hash.ts';

export type Decided =
  | {
      readonly kind: 'command';
      readonly sequence: number;
      readonly at: number;
      readonly command: Command;
      readonly outcome: string;
    }
  | {
      readonly kind: 'crowd';
      readonly sequence: number;
      readonly at: number;
      readonly symbol: string;
      readonly act: CrowdAct;
      readonly step: number;
    }
  /** The engine was rebuilt from the stored data, and then had this hash and these figures of the day. */
  | ({ readonly kind: 'restart'; readonly sequence: number; readonly at: number } & Restored)
  /** A starting process restores the day's figures in a turn of the market. */
  | { readonly kind: 'figures'; readonly sequence: number; readonly at: number; readonly quotes: Quotes };

interface Restored {
  readonly hash: number;
  readonly state: string;
  readonly quotes: Quotes;
  /** Only the order among the resting ones matters: the count goes on from the highest of them. */
  readonly lastPriority: number;
}

const restored = (engine: Engine): Restored => ({
  hash: stateHash(engine),
  state: stateText(takeSnapshot(engine)),
  quotes: quotesOf(engine),
  lastPriority: engine.venue.lastPriority,
});

/** The day's figures by symbol: they are not stored with trades, so a restart may find older ones. */
export type Quotes = Readonly<Record<string, Quote>>;

export const quotesOf = (engine: Engine): Quotes =>
  Object.fromEntries([...engine.markets()].map(({ instrument, quote }) => [instrument.symbol, { ...quote }]));

/** The same text for the same content, in whatever order its fields are. */
export const canonical = (content: unknown): string =>
  JSON.stringify(content, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Leaves out counters that begin anew, the day's figures, which are not stored, and trades outside the timeframe of the limits. */
export function stateText({ lastPriority: _, positions, instruments, ...rest }: Snapshot): string {
  const lots = positions
    .map(({ account, symbol, lots: held }) => ({ account, symbol, held }))
    .filter(({ held }) => held.length > 0);
  return canonical({ ...rest, lots, instruments: instruments.map(({ instrument }) => instrument) });
}

/** As the exchange stores it, without its place. */
export function outcomeText(outcome: Outcome): string {
  if (!outcome.isAccepted) return JSON.stringify({ isAccepted: false, refusal: outcome.refusal });
  const { order } = outcome;
  return order === null
    ? JSON.stringify({ isAccepted: true, order, last: null })
    : JSON.stringify({ isAccepted: true, order: recordOf(order), last: order.market.quote.last });
}

/** Called for every decision of every engine. */
export type Spy = (engine: Engine, command: Command, stamp: Stamp, outcome: () => Outcome) => Outcome;

/** Listens to all engines until the returned function is called. */
export function listen(spy: Spy): () => void {
  const apply = Engine.prototype.apply;
  Engine.prototype.apply = function heard(this: Engine, command: Command, stamp: Stamp): Outcome {
    return spy(this, command, stamp, () => apply.call(this, command, stamp));
  };
  return () => void (Engine.prototype.apply = apply);
}

export type Turn =
  | { readonly kind: 'crowd'; readonly symbol: string; readonly act: CrowdAct; readonly step: number }
  | { readonly kind: 'figures'; readonly quotes: Quotes };

/** The day's figures that a rebuilt engine has forgotten, although the one before it knew them: margin calls would depend on it. */
function lostFigures(before: Engine, built: Engine): string[] {
  if (before.venue.day !== built.venue.day) return [];
  return [...built.markets()].flatMap(({ instrument: { symbol, sharesIssued }, quote }) => {
    const known = before.market(symbol);
    const isSame = known?.instrument.sharesIssued !== sharesIssued || canonical(known.quote) === canonical(quote);
    return isSame
      ? []
      : [`${symbol} stood at ${canonical(known.quote)}, and stands at ${canonical(quote)} after a recovery`];
  });
}

const MOST_SKEW_MS = 60_000;

/** A process that decides: its places go on from where they were, whatever happened to its decisions. */
export interface Decider {
  /** What its clock said when it had taken the venue over for the first time. */
  readonly openedAt: number;
}

export class History {
  readonly #durable: () => number;
  readonly #sequences = new Map<Decider, number>();
  /** When each process decided last, durably or not. */
  readonly #times = new Map<Decider, number>();
  #decided: Decided[] = [];
  #engine: Engine | null = null;
  /** The process of this engine. */
  #decider: Decider | null = null;
  #epoch = -1;
  #at = 0;
  /** The present process began so far behind what is stored now that its time may be before that; never before its own. */
  #mayGoBack = false;
  /** The present engine has decided something, and its time goes on from there. */
  #isSettled = false;
  /** Faults in the places that commands were given. */
  readonly wrong: string[] = [];
  /** How often an engine was rebuilt. */
  generations = 0;

  /** `durable`: the number of the last command that is stored. */
  constructor(durable: () => number) {
    this.#durable = durable;
  }

  /** The valid history: everything up to the last durable command. */
  get decided(): readonly Decided[] {
    const last = this.#durable();
    return this.#decided.filter(({ sequence }) => sequence <= last);
  }

  /** An engine of the takeover `epoch` is about to decide. False if its term is over: all its decisions are void. */
  begins(engine: Engine, decider: Decider, epoch: number): boolean {
    if (epoch < this.#epoch) return false;
    if (engine === this.#engine) return true;
    const last = this.#durable();
    if (decider === this.#decider) this.wrong.push(...lostFigures(this.#engine!, engine));
    this.#decider = decider;
    // Decisions that never became durable are void.
    while (this.#decided.length > 0 && this.#decided.at(-1)!.sequence > last) this.#decided.pop();
    const at = this.#decided.at(-1)?.at ?? 0;
    if (this.#engine !== null) this.#decided.push({ kind: 'restart', sequence: last, at, ...restored(engine) });
    this.#engine = engine;
    this.#epoch = epoch;
    this.#at = at;
    this.#mayGoBack = at - decider.openedAt > MOST_SKEW_MS;
    this.#isSettled = false;
    this.generations++;
    this.#sequences.set(decider, Math.max(this.#sequences.get(decider) ?? 0, last));
    return true;
  }

  /** `command` null: its engine's term was over. */
  command(decider: Decider, { sequence, at }: Stamp, command: Command | null, outcome: string): void {
    const before = this.#sequences.get(decider) ?? sequence - 1;
    this.#sequences.set(decider, sequence);
    if (sequence !== before + 1) this.wrong.push(`command ${sequence} follows ${before}`);
    if (command === null) return;
    if (sequence <= this.#durable()) this.wrong.push(`command ${sequence} takes a place that is stored already`);
    const own = this.#times.get(decider) ?? 0;
    this.#times.set(decider, at);
    // Another process may have another clock; a clock far ahead is not followed, though it may be nearly reached by the first command.
    const isBack = at < this.#at && (this.#isSettled || (!this.#mayGoBack && this.#at - at <= MOST_SKEW_MS));
    if (at < own || isBack) this.wrong.push(`command ${sequence} happens at ${at}, after ${Math.max(own, this.#at)}`);
    this.#at = at;
    this.#isSettled = true;
    this.#decided.push({ kind: 'command', sequence, at, command, outcome });
  }

  /** A command that failed halfway has taken a place, which stays empty. */
  brokeOff(decider: Decider, { sequence }: Stamp): void {
    this.#sequences.set(decider, sequence);
  }

  /** The newest engine, however its process has ended. */
  get engine(): Engine | null {
    return this.#engine;
  }

  /** A turn of the market or of the simulated traders, which takes a place as well. */
  turn(decider: Decider, at: number, turn: Turn | null): void {
    const known = this.#sequences.get(decider);
    // Its term was over before it began: its next decision shows its places.
    if (turn === null && known === undefined) return;
    const sequence = (known ?? this.#durable()) + 1;
    this.#sequences.set(decider, sequence);
    if (turn === null) return;
    this.#at = at;
    this.#isSettled = true;
    this.#decided.push({ ...turn, sequence, at });
  }
}
