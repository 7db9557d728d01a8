// Replays a history through the pure core beside its naive twin, and compares the result with what is stored.
import type { Outcome } from '../../../core/engine.ts';
import { recordOf, takeSnapshot } from '../../../core/snapshot.ts';
import type { OrderRecord, Snapshot } from '../../../core/snapshot.ts';
import type { Action } from '../action.ts';
import type { ChangeOfOrder } from '../recorder.ts';
import { Simulation } from '../simulation.ts';
import { stateHash } from '../state-hash.ts';
import { canonical, listen, outcomeText, stateText } from './history.ts';
import type { Decided, Quotes } from './history.ts';

/** The content of a database, as lines that can be compared. */
export interface Stored {
  readonly snapshot: Snapshot;
  readonly orders: readonly OrderRecord[];
  readonly transfers: readonly TransferLine[];
  readonly fills: readonly FillLine[];
  /** Left out if they are not compared. */
  readonly changes?: readonly ChangeOfOrder[];
}

interface TransferLine {
  readonly id: number;
  readonly debit: number;
  readonly credit: number;
  readonly amount: number;
  readonly kind: string;
  readonly reference: number;
}

interface FillLine {
  readonly tradeId: number;
  readonly orderId: number;
  readonly quantity: number;
  readonly price: number;
  readonly brokerage: number;
  readonly flatFee: number;
  readonly statutory: number;
  readonly intradayValue: number;
  readonly cost: number;
}

const transferText = ({ id, debit, credit, amount, kind, reference }: TransferLine): string =>
  `${id} ${debit} ${credit} ${amount} ${kind} ${reference}`;

const fillText = ({ tradeId, orderId, quantity, price, cost, ...charged }: FillLine): string => {
  const { brokerage, flatFee, statutory, intradayValue } = charged;
  return `${tradeId} ${orderId} ${quantity} ${price} ${brokerage} ${flatFee} ${statutory} of ${intradayValue} ${cost}`;
};

const changeText = ({ orderId, before, after }: ChangeOfOrder): string =>
  [orderId, ...[before, after].flatMap((one) => [one.quantity, one.limitPrice, one.stopPrice])].join(' ');

/** A whole history replayed through the pure core, beside its naive twin. */
export class Replay {
  readonly simulation = new Simulation();
  readonly wrong: string[] = [];
  /** As they were when they ended, or are now. */
  readonly orders = new Map<number, OrderRecord>();
  readonly transfers: string[] = [];
  readonly fills: string[] = [];
  readonly changes: string[] = [];
  readonly #reachedBefore = new Set<number>();
  readonly #asCompared: (outcome: string) => string;
  #outcome: Outcome | null = null;

  /** `asCompared`: the part of an outcome that must be the same. */
  constructor(asCompared: (outcome: string) => string = (outcome) => outcome) {
    this.#asCompared = asCompared;
  }

  run(decided: readonly Decided[]): void {
    const deafen = listen((_engine, _command, _stamp, decide) => (this.#outcome = decide()));
    try {
      for (const each of decided) {
        this.#step(each);
        if (this.wrong.length > 0) return;
      }
      this.#noteOpenOrders();
    } finally {
      deafen();
    }
  }

  #step(each: Decided): void {
    const { sequence, at } = each;
    const say = (what: string): void => void this.wrong.push(`replayed, ${each.kind} ${sequence}: ${what}`);
    if (each.kind === 'restart') {
      this.#noteOpenOrders();
      for (const fault of this.#do({ sequence, at, kind: 'restart' })) say(fault);
      this.#noteOpenOrders();
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
    if (this.#asCompared(text) !== this.#asCompared(each.outcome)) say(`decided ${each.outcome}, and again ${text}`);
    if (outcome.isAccepted && outcome.order !== null) this.orders.set(outcome.order.id, recordOf(outcome.order));
    this.#note();
  }

  #do(action: Action): string[] {
    return this.simulation.step(action).filter((fault) => {
      const stop = /order (\d+): stop at \d+ has not fired|^stop (\d+) at \d+ fires, but nothing/.exec(fault);
      return stop === null || !this.#reachedBefore.has(Number(stop[1] ?? stop[2]));
    });
  }

  /** The whole state is saved as data, and loaded again. */
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
    const { transfers, fills, endedNow, changes } = this.simulation.recorder;
    this.changes.push(...changes.map(changeText));
    for (const order of endedNow) this.orders.set(order.id, recordOf(order));
    for (const transfer of transfers) this.transfers.push(transferText(transfer));
    for (const fill of fills) this.fills.push(fillText({ ...fill, orderId: fill.order.id }));
  }

  #noteOpenOrders(): void {
    for (const order of this.simulation.engine.venue.orders.values()) this.orders.set(order.id, recordOf(order));
  }
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

/** The stored data must be the result of the replayed commands, to the last field. `asText`: the compared part of an order. */
export function compareStored({ wrong, simulation, ...replay }: Replayed, stored: Stored, asText = canonical): void {
  // Open orders are compared together with those that have ended.
  const stateOf = (snapshot: Snapshot): string => stateText({ ...snapshot, orders: [] });
  differ(wrong, 'the state', stateOf(stored.snapshot), stateOf(takeSnapshot(simulation.engine)));
  differ(wrong, 'the transfers', stored.transfers.map(transferText).join('\n'), replay.transfers.join('\n'));
  differ(wrong, 'the fills', stored.fills.map(fillText).join('\n'), replay.fills.join('\n'));
  if (stored.changes !== undefined)
    differ(wrong, 'the changes of orders', stored.changes.map(changeText).join('\n'), replay.changes.join('\n'));
  const byId = (orders: readonly OrderRecord[]): string =>
    orders
      .toSorted((a, b) => a.id - b.id)
      .map((order) => asText(order))
      .join('\n');
  differ(wrong, 'the orders', byId(stored.orders), byId([...replay.orders.values()]));
}

type Replayed = Pick<Replay, 'wrong' | 'simulation' | 'transfers' | 'fills' | 'orders' | 'changes'>;
