// One simulated world: every step goes to the engine and to its naive twin, and both must report and hold the same; invariants are checked on the way.
import { Engine } from '../../core/engine.ts';
import type { BookOrder } from '../../core/market/level.ts';
import { restoreEngine, takeSnapshot } from '../../core/snapshot.ts';
import type { Trader } from '../../core/trade/trader.ts';
import { NaiveExchange } from '../naive/naive-exchange.ts';
import type { CrowdOrder } from '../naive/naive-market.ts';
import type { Action, CrowdAct } from './action.ts';
import { brokenInvariants } from './invariants.ts';
import { auctionOf, Recorder } from './recorder.ts';
import { Hash, stateHash } from './state-hash.ts';
import { differences, differencesOf } from './twin-comparison.ts';

/** A full check of everything comes this often; the parts that a step touches are checked at once. */
const BATCH = 3;
const FULL_CHECK_EVERY = 64;

export class Simulation {
  engine: Engine;
  readonly recorder = new Recorder();
  readonly twin = new NaiveExchange();
  /** Everything that has happened at least once, by its kind: `ended filled`, `refused invalid-price`. */
  readonly happened = new Set<string>();
  /** A hash over everything that was ever reported. */
  readonly #history = new Hash();
  readonly #crowd = new Map<number, { symbol: string; real: BookOrder | null; naive: CrowdOrder | null }>();
  #steps = 0;
  #knownHash: number | null = null;

  constructor() {
    this.engine = new Engine(this.recorder);
  }

  get hash(): number {
    this.#history.number(stateHash(this.engine));
    return this.#history.value;
  }

  /** Does one step; returns its faults, empty if there are none. */
  step(action: Action): string[] {
    this.#steps++;
    this.recorder.nextStep([...this.engine.markets()].map(({ instrument, quote }) => [instrument.symbol, quote.last]));
    // As a store does after it has written its batch.
    if (this.#steps % BATCH === 0) this.engine.reuseOrders();
    this.twin.log = [];
    const faults = this.#do(action);
    this.#note(action);
    this.#history.text(this.recorder.log.join('\n'));
    faults.push(...this.recorder.faults.splice(0));
    compareLogs(this.recorder.log, this.twin.log, faults);
    faults.push(...this.#foreignHands(action));
    for (const trader of this.#touched(action)) faults.push(...differencesOf(this.engine, this.twin, trader));
    if (this.#steps % FULL_CHECK_EVERY === 0 || action.kind === 'restart') this.checkAll(faults);
    return faults;
  }

  checkAll(faults: string[]): void {
    faults.push(...brokenInvariants(this.engine, this.recorder), ...differences(this.engine, this.twin));
  }

  #do(action: Action): string[] {
    if (action.kind === 'command') return this.#command(action);
    this.#knownHash = null;
    if (action.kind === 'restart') return this.#restart();
    this.#crowdActs(action);
    return [];
  }

  #command({ command, sequence, at }: Action & { kind: 'command' }): string[] {
    const before = (this.#knownHash ??= stateHash(this.engine));
    this.recorder.auction = auctionOf(command, this.engine);
    const outcome = this.engine.apply(command, { sequence, at });
    this.recorder.auction = 'none';
    const expected = JSON.stringify(this.twin.apply(command, sequence, at));
    const decided = JSON.stringify(outcome.isAccepted ? null : outcome.refusal);
    if (!outcome.isAccepted) this.happened.add(`refused ${outcome.refusal.reason}`);
    const faults = decided === expected ? [] : [`the engine says ${decided}, the twin ${expected}`];
    if (outcome.isAccepted) this.#knownHash = null;
    else if (stateHash(this.engine) !== before) faults.push(`refused (${decided}), but something changed`);
    return faults;
  }

  #note(action: Action): void {
    this.happened.add(action.kind);
    if (action.kind === 'command' && action.command.kind === 'hold-auction') this.#noteAuction();
    for (const { kind } of this.recorder.transfers) this.happened.add(`moved ${kind}`);
    for (const { endReason } of this.recorder.endedNow) this.happened.add(`ended ${endReason}`);
    for (const line of this.recorder.log) this.happened.add(line.slice(0, line.indexOf(' ')));
  }

  #noteAuction(): void {
    if (this.recorder.fills.length > 0) this.happened.add('auction');
    if (this.recorder.log.some((line) => line.startsWith('modified'))) this.happened.add('left of a market order');
    for (const { endReason } of this.recorder.endedNow) this.happened.add(`ended ${endReason} in an auction`);
  }

  #crowdActs({ symbol, act, sequence, at }: Action & { kind: 'crowd' }): void {
    this.twin.at = at;
    if (act.kind === 'cancel') return this.#crowdCancels(act, at);
    // A shortened list of steps may have lost the listing.
    if (this.engine.market(symbol) === undefined) return;
    const desk = this.engine.desk(symbol, at);
    const { agent, side, price, quantity } = act;
    const naive = this.twin.crowd(symbol, agent, side, price, quantity, act.kind === 'place');
    if (act.kind === 'place') {
      const real = desk.place(agent, side, price, quantity);
      if (real !== null) this.recorder.noteTurn(real);
      this.#crowd.set(sequence, { symbol, real, naive });
      this.recorder.log.push(`crowd rests ${real === null ? 0 : real.remaining}`);
      this.twin.log.push(`crowd rests ${naive?.place === 'resting' ? naive.left : 0}`);
    } else {
      this.recorder.log.push(`crowd took ${desk.take(agent, side, quantity, price)}`);
      this.twin.log.push(`crowd took ${naive === null ? 0 : quantity - naive.left}`);
    }
  }

  #crowdCancels({ placedBy }: CrowdAct & { kind: 'cancel' }, at: number): void {
    const placed = this.#crowd.get(placedBy);
    if (placed === undefined) return;
    if (placed.real !== null) this.engine.desk(placed.symbol, at).cancel(placed.real);
    if (placed.naive !== null) this.twin.crowdCancel(placed.symbol, placed.naive);
  }

  /** The state is saved as text, and loaded again: the new engine must equal the old one, and the twin does not notice. */
  #restart(): string[] {
    for (const placedBy of this.#crowd.keys()) this.#crowdCancels({ kind: 'cancel', placedBy }, this.engine.venue.at);
    this.#crowd.clear();
    const before = stateHash(this.engine);
    const text = JSON.stringify(takeSnapshot(this.engine));
    this.recorder.isRestoring = true;
    const restored = restoreEngine(JSON.parse(text), this.recorder);
    this.recorder.isRestoring = false;
    restored.venue.at = this.engine.venue.at;
    this.engine = restored;
    for (const order of [...restored.venue.orders.values()].sort((a, b) => a.priority - b.priority))
      this.recorder.noteTurn(order);
    const faults: string[] = [];
    if (stateHash(restored) !== before) faults.push('the restored engine is not what was stored');
    if (JSON.stringify(takeSnapshot(restored)) !== text) faults.push('a second snapshot differs from the first');
    return faults;
  }

  /** The authorization oracle: money and shares of nobody but the caller and their counterparties may move, and only the owner cancels. */
  #foreignHands(action: Action): string[] {
    const caller = action.kind === 'command' && 'account' in action.command ? action.command.account : null;
    const mayMove = new Set<unknown>(this.recorder.fills.map(({ order }) => order.trader.id));
    mayMove.add(caller);
    // A corporate action moves what holders have of one stock, and its cash comes from the company alone.
    for (const { holders } of this.recorder.actions) for (const { account } of holders) mayMove.add(account);
    const faults: string[] = [];
    for (const { debit, credit, amount, kind } of this.recorder.transfers) {
      for (const account of [debit, credit]) {
        const { owner } = this.recorder.accounts[account];
        if (typeof owner === 'number' && !mayMove.has(owner))
          faults.push(`${kind} of ${amount} touches trader ${owner}, who had no part in it`);
      }
    }
    for (const { endReason, trader, id } of this.recorder.endedNow) {
      if (endReason === 'canceled-by-trader' && trader.id !== caller)
        faults.push(`trader ${caller} cancels order ${id} of trader ${trader.id}`);
    }
    return faults;
  }

  #touched(action: Action): Set<Trader> {
    const touched = new Set<Trader>();
    for (const { order } of this.recorder.fills) touched.add(order.trader);
    for (const { trader } of this.recorder.endedNow) touched.add(trader);
    for (const { holders } of this.recorder.actions)
      for (const { account } of holders) touched.add(this.engine.venue.traders.get(account)!);
    const caller =
      action.kind === 'command' && 'account' in action.command
        ? this.engine.venue.traders.get(action.command.account ?? 0)
        : undefined;
    return caller === undefined ? touched : touched.add(caller);
  }
}

function compareLogs(real: readonly string[], naive: readonly string[], faults: string[]): void {
  for (let i = 0; i < real.length || i < naive.length; i++) {
    if (real[i] === naive[i]) continue;
    faults.push(`engine: ${real[i] ?? 'nothing'} | twin: ${naive[i] ?? 'nothing'}`);
    return;
  }
}
