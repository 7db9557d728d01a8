// What must hold when a simulated site has healed: every wish has one outcome, and all of them in their order make just this state.
import { chainHash } from '../../../server/exchange/chain.ts';
import { loadSnapshot } from '../../../server/exchange/load.ts';
import { orderFromRow } from '../../../server/exchange/rows.ts';
import type { Queryable } from '../../../server/db/open.ts';
import type { Engine, Outcome } from '../../../core/engine.ts';
import type { OrderRecord } from '../../../core/snapshot.ts';
import { recordOf, takeSnapshot } from '../../../core/snapshot.ts';
import type { Order } from '../../../core/trade/order.ts';
import type { Action } from '../action.ts';
import { Simulation } from '../simulation.ts';
import { stateHash } from '../state-hash.ts';
import type { Command } from '../../../core/command.ts';
import { canonical, listen, outcomeText, stateText } from './history.ts';
import type { Decided, Quotes } from './history.ts';
import type { Request } from './requests.ts';
import { execute } from './statements.ts';
import type { Tables } from './tables.ts';

/** Everything of a history replayed through the pure core, beside its naive twin. */
export class Replay {
  readonly simulation = new Simulation();
  readonly wrong: string[] = [];
  readonly orders = new Map<number, OrderRecord | Order>();
  readonly transfers: string[] = [];
  readonly fills: string[] = [];
  readonly #reachedBefore = new Set<number>();
  #outcome: Outcome | null = null;

  run(decided: readonly Decided[]): void {
    const deafen = listen((_engine, _command, _stamp, decide) => (this.#outcome = decide()));
    try {
      for (const each of decided) {
        this.#step(each);
        if (this.wrong.length > 0) return;
      }
      this.#settleOpenOrders();
    } finally {
      deafen();
    }
  }

  #step(each: Decided): void {
    const { sequence, at } = each;
    const say = (what: string): void => void this.wrong.push(`replayed, ${each.kind} ${sequence}: ${what}`);
    if (each.kind === 'restart') {
      this.#settleOpenOrders();
      for (const fault of this.#do({ sequence, at, kind: 'restart' })) say(fault);
      this.#settleOpenOrders();
      this.#setFigures(each.quotes);
      this.simulation.engine.venue.lastPriority = each.lastPriority;
      const made: string[] = [];
      differ(made, 'the state', each.state, stateText(takeSnapshot(this.simulation.engine)));
      for (const difference of made) say(difference);
      if (made.length === 0 && stateHash(this.simulation.engine) !== each.hash)
        say('what was restored from the database is another state');
      return;
    }
    if (each.kind === 'figures') return this.#setFigures(each.quotes);
    if (each.kind === 'crowd') {
      const { symbol, act, step } = each;
      for (const fault of this.#do({ sequence: step, at, kind: 'crowd', symbol, act })) say(fault);
      return this.#note();
    }
    for (const fault of this.#do({ sequence, at, kind: 'command', command: each.command })) say(fault);
    const outcome = this.#outcome!;
    const text = outcomeText(outcome);
    if (text !== each.outcome) say(`decided ${each.outcome}, and again ${text}`);
    if (outcome.isAccepted && outcome.order !== null) this.orders.set(outcome.order.id, outcome.order);
    this.#note();
  }

  #do(action: Action): string[] {
    return this.simulation.step(action).filter((fault) => {
      const stop = /order (\d+): stop at \d+ has not fired|^stop (\d+) at \d+ fires, but nothing/.exec(fault);
      return stop === null || !this.#reachedBefore.has(Number(stop[1] ?? stop[2]));
    });
  }

  /** Everything goes out as data, and comes in again. */
  restart(sequence: number, at: number): void {
    this.wrong.push(...this.#do({ sequence, at, kind: 'restart' }));
  }

  #setFigures(quotes: Quotes): void {
    const { engine, twin } = this.simulation;
    for (const { instrument, quote } of engine.markets()) {
      const known = quotes[instrument.symbol];
      Object.assign(quote, known);
      const { last, open, high, low, volume } = known;
      Object.assign(twin.markets.get(instrument.symbol)!, { last, open, high, low, volume });
    }
    // Trades that have become void may have reached a stop: it waits for the next.
    for (const order of engine.venue.orders.values()) {
      const { last } = order.market.quote;
      const isDue = order.side === 'buy' ? last >= order.stopPrice : last <= order.stopPrice;
      if (order.stopPrice > 0 && isDue) this.#reachedBefore.add(order.id);
    }
  }

  #note(): void {
    const { transfers, fills } = this.simulation.recorder;
    for (const { id, debit, credit, amount, kind, reference } of transfers)
      this.transfers.push(`${id} ${debit} ${credit} ${amount} ${kind} ${reference}`);
    for (const { tradeId, order, price, quantity, brokerage, flatFee, cost } of fills)
      this.fills.push(`${tradeId} ${order.id} ${quantity} ${price} ${brokerage} ${flatFee} ${cost}`);
  }

  /** A restart makes other objects of the orders that are open. */
  #settleOpenOrders(): void {
    for (const [id, order] of this.orders) if ('trader' in order) this.orders.set(id, recordOf(order));
    for (const order of this.simulation.engine.venue.orders.values()) this.orders.set(order.id, order);
  }
}

/** The tables, asked without any network. */
function queryable(tables: Tables): Queryable {
  const asker = { pid: 0, since: '', locks: new Set<string>() };
  const around = { tables, now: 0, sessions: [], undo: [], terminate: () => {}, lock: () => true };
  return {
    query: async (query: unknown, values: readonly unknown[] = []) =>
      execute(around, { text: query as string, values, asker, epochSeen: 0 }) as never,
  } as Queryable;
}

export async function proveTables(tables: Tables, decided: readonly Decided[], wall: number): Promise<string[]> {
  const replay = new Replay();
  replay.run(decided);
  const { wrong } = replay;
  if (wrong.length > 0) return wrong;
  const { engine } = replay.simulation;
  const at = decided.at(-1)?.at ?? 0;
  replay.restart(tables.sequence, at);
  const stored = await loadSnapshot(queryable(tables), 1, wall);
  differ(wrong, 'the state', stateText(stored), stateText(takeSnapshot(replay.simulation.engine)));
  const transfers = tables.transfers.map(
    ({ id, debit, credit, amount, kind, reference }) => `${id} ${debit} ${credit} ${amount} ${kind} ${reference}`,
  );
  differ(wrong, 'the transfers', transfers.join('\n'), replay.transfers.join('\n'));
  const fills = tables.fills.map(
    ({ tradeId, orderId, price, quantity, brokerage, flatFee, cost }) =>
      `${tradeId} ${orderId} ${quantity} ${price} ${brokerage} ${flatFee} ${cost}`,
  );
  differ(wrong, 'the fills', fills.join('\n'), replay.fills.join('\n'));
  differ(wrong, 'the orders', ordersIn(tables).join('\n'), ordersOf(replay).join('\n'));
  wrong.push(...chainFaults(tables), ...paymentFaults(tables, engine));
  return wrong;
}

function differ(wrong: string[], what: string, stored: string, replayed: string): void {
  if (stored === replayed) return;
  let from = 0;
  while (stored[from] === replayed[from]) from++;
  from = Math.max(0, from - 60);
  wrong.push(
    `${what} that is stored is not what its commands make: stored ...${stored.slice(from, from + 240)} | made ...${replayed.slice(from, from + 240)}`,
  );
}

function ordersIn(tables: Tables): string[] {
  return [...tables.orders.values()]
    .sort((a, b) => a.id - b.id)
    .map((row) => canonical(orderFromRow({ ...row, symbol: tables.symbolOf(row.instrument) })));
}

function ordersOf(replay: Replay): string[] {
  const records = [...replay.orders.values()].map((order) => ('trader' in order ? recordOf(order) : order));
  return records.sort((a, b) => a.id - b.id).map((record) => canonical(record));
}

function chainFaults({ batches, transfers }: Tables): string[] {
  let hash: Buffer = Buffer.alloc(32);
  let next = 0;
  for (const { sequence, last_transfer: last, hash: stored } of batches) {
    const from = next;
    while (next < transfers.length && transfers[next].id <= last) next++;
    hash = chainHash(hash, transfers.slice(from, next));
    if (!hash.equals(stored)) return [`the chain breaks at batch ${sequence}`];
  }
  return next === transfers.length ? [] : ['there are transfers after the last batch'];
}

/** Each payment that was captured is one deposit, each reward one payment. */
function paymentFaults({ payments, rewards, transfers }: Tables, _engine: Engine): string[] {
  const wrong: string[] = [];
  const times = (kind: string, reference: number, amount: number): number =>
    transfers.filter((each) => each.kind === kind && each.reference === reference && each.amount === amount).length;
  for (const { id, amount, status } of payments.values()) {
    const credits = times('deposit', id, amount);
    if (credits !== 1 || status !== 'credited')
      wrong.push(`payment ${id} is ${status}, and was credited ${credits} times`);
  }
  for (const { id, amount, state } of rewards.values()) {
    const paid = times('reward', id, amount);
    if (state === 'due' || paid !== (state === 'paid' ? 1 : 0))
      wrong.push(`reward ${id} is ${state}, and was paid ${paid} times`);
  }
  return wrong;
}

/**
 * What clients saw is one serial order: each kept outcome is the one decided at its place, and whoever was answered before another
 * one asked comes before him.
 */
export function historyFaults(
  requests: readonly Request[],
  decided: readonly Decided[],
  tables: Tables,
  hasEffect: (command: Command) => boolean,
): string[] {
  const wrong: string[] = [];
  const at = new Map(decided.flatMap((each) => (each.kind === 'command' ? [[each.sequence, each] as const] : [])));
  const placed: { firstSentAt: number; answeredAt: number; sequence: number }[] = [];
  for (const { account, key, outcome } of tables.keys.values()) {
    const { sequence, ...decision } = JSON.parse(outcome) as { sequence: number };
    const there = at.get(sequence);
    if (there === undefined)
      wrong.push(`the outcome of ${account}:${key} stands at ${sequence}, where nothing was decided`);
    else if (there.outcome !== JSON.stringify(decision))
      wrong.push(`the outcome of ${account}:${key} is ${outcome}, decided was ${there.outcome}`);
  }
  for (const { asked, keptAs, firstSentAt, answeredAt, reply, refusals } of requests) {
    if (asked.kind === 'command' && asked.key === null) {
      const isThere = decided.some((each) => each.kind === 'command' && each.command === asked.command);
      if (reply !== null && !isThere && hasEffect(asked.command))
        wrong.push(`${JSON.stringify(asked.command)} was acknowledged, and is lost`);
      if (isThere && refusals.some((text) => text.includes('was not carried out')))
        wrong.push(`${JSON.stringify(asked.command)} was carried out, and its caller was told that it was not`);
    }
    if (keptAs === null || reply === null || answeredAt === null || tables.forgotten.has(keptAs)) continue;
    const kept = tables.keys.get(keptAs);
    if (kept === undefined) wrong.push(`${keptAs} was answered ${reply.body}, and its outcome is not kept`);
    else
      placed.push({ firstSentAt, answeredAt, sequence: (JSON.parse(kept.outcome) as { sequence: number }).sequence });
  }
  const byAnswer = placed.toSorted((a, b) => a.answeredAt - b.answeredAt);
  let [next, highest] = [0, 0];
  for (const { firstSentAt, sequence } of placed.toSorted((a, b) => a.firstSentAt - b.firstSentAt)) {
    for (; next < byAnswer.length && byAnswer[next].answeredAt < firstSentAt; next++)
      highest = Math.max(highest, byAnswer[next].sequence);
    if (sequence <= highest) wrong.push(`command ${sequence} was asked after ${highest} had been answered`);
  }
  return wrong;
}
