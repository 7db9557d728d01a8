// Under which circumstances a trade was begun: what had closed that day before it, how many had been begun before it, and how large it was.
import { firstPlace } from '../../first-place.ts';
import { marketDay } from '../../market/day.ts';
import type { Instant, Paise } from '../../money.ts';
import { netOf } from './closed-trades.ts';
import type { ClosedTrade } from './closed-trades.ts';

/** What the newest trade that had been closed on the same day had brought, after charges. */
export type Before = 'nothing' | 'win' | 'loss' | 'even';

/** Trades of a day from this one on are counted together. */
export const LATE_TURN = 4;

/** So many times the usual sum is large. */
const LARGE = 1.5;

interface Closing {
  readonly at: Instant;
  readonly net: Paise;
}

/** What a trader did on one day, in order of time. */
interface Day {
  /** What was bought at one instant and sold by several orders was begun once. */
  readonly begun: Instant[];
  readonly closings: Closing[];
}

export class Circumstances {
  /** Those on which shown trades were begun. */
  readonly #days = new Map<number, Day>();
  readonly #usualCost: number;

  /** Of `shown` trades, among `all` that were ever closed, in order of closing; what is usual is the median of those shown. */
  constructor(all: readonly ClosedTrade[], shown: readonly ClosedTrade[]) {
    for (const { openedAt } of shown) {
      const day = marketDay(openedAt);
      if (!this.#days.has(day)) this.#days.set(day, { begun: [], closings: [] });
    }
    for (const trade of all) {
      this.#dayOf(trade.openedAt)?.begun.push(trade.openedAt);
      this.#dayOf(trade.closedAt)?.closings.push({ at: trade.closedAt, net: netOf(trade) });
    }
    for (const { begun } of this.#days.values()) keepOneOfEach(begun);
    const costs = shown.map(({ cost }) => cost).sort((a, b) => a - b);
    this.#usualCost = costs[costs.length >> 1] ?? 0;
  }

  before({ openedAt }: ClosedTrade): Before {
    const { closings } = this.#dayOf(openedAt)!;
    const next = firstPlace(closings.length, (place) => closings[place].at >= openedAt);
    if (next === 0) return 'nothing';
    const { net } = closings[next - 1];
    return net > 0 ? 'win' : net < 0 ? 'loss' : 'even';
  }

  /** 1 for the first trade that was begun on its day, up to `LATE_TURN`. Shares that are still held are of no closed trade, and not counted. */
  turn({ openedAt }: ClosedTrade): number {
    const { begun } = this.#dayOf(openedAt)!;
    const place = firstPlace(begun.length, (index) => begun[index] >= openedAt);
    return Math.min(place + 1, LATE_TURN);
  }

  isLarge({ cost }: ClosedTrade): boolean {
    return cost > LARGE * this.#usualCost;
  }

  #dayOf(at: Instant): Day | undefined {
    return this.#days.get(marketDay(at));
  }
}

function keepOneOfEach(instants: Instant[]): void {
  instants.sort((a, b) => a - b);
  let kept = 0;
  for (const at of instants) if (kept === 0 || instants[kept - 1] !== at) instants[kept++] = at;
  instants.length = kept;
}
