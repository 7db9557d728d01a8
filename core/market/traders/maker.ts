// A market maker: quotes both sides round the value, leans against what it holds, and moves only the quotes that are off.
import { roundDownToTick, roundUpToTick } from '../../money.ts';
import type { Paise, Quantity } from '../../money.ts';
import type { BookOrder } from '../level.ts';
import type { Side } from '../instrument.ts';
import type { Arena } from './arena.ts';

const LEVELS = 6;
const LOT = 180;
/** How far a maker trusts its own value; for the rest it trusts the middle of the book. */
const OWN_VIEW = 0.65;
/** How many grains lower it quotes at most when it holds much; as many higher when it is short. */
const LEAN = 1.2;
const LEAN_LOTS = 12;
/** Half of its stock is worked off elsewhere in this time. */
const INVENTORY_HALF_LIFE_SECONDS = 3_600;
/** Full spread of a careful quote in natural steps. */
const WIDTH = 3;
/** A quote that is mostly filled is made anew. */
const TOO_SMALL = 0.35;

/** A resting quote and how much of it was left when last looked at. */
interface Quote {
  readonly order: BookOrder;
  readonly size: Quantity;
  seen: Quantity;
}

export interface MakerMood {
  /** What the maker believes a share is worth, in paise. */
  readonly value: number;
  /** Width and size of quotes as multiples of the usual. */
  readonly caution: number;
  readonly depth: number;
}

export class Maker {
  readonly #owner: number;
  readonly #quotes: Record<Side, Quote[]> = { buy: [], sell: [] };
  #inventory = 0;

  constructor(owner: number) {
    this.#owner = owner;
  }

  /** `middle` (paise) is what the book says of the price. */
  requote(arena: Arena, mood: MakerMood, middle: number): void {
    const { random, tick, grain, habits } = arena;
    this.#countFills('buy', 1);
    this.#countFills('sell', -1);
    const lean = LEAN * grain * Math.tanh(this.#inventory / (LOT * habits.lots * arena.queue * LEAN_LOTS));
    const centre = OWN_VIEW * mood.value + (1 - OWN_VIEW) * middle - lean;
    const natural = mood.value * habits.naturalStep;
    const usual = Math.max(0.02 * tick, (WIDTH * natural) / 2 - tick / 2);
    const half = usual * mood.caution * (0.7 + 0.6 * random.uniform());
    // At the edge of the band the book locks: the side that has something to do waits there.
    const buy = Math.min(arena.highest, roundDownToTick(centre - half, tick));
    const sell = Math.max(arena.lowest, roundUpToTick(centre + half, tick));
    this.#dropStale(arena, 'buy', buy);
    this.#dropStale(arena, 'sell', sell);
    // Makers never take: a quote that would trade steps back to the other side's best.
    const bestSell = arena.best('sell');
    const bestBuy = arena.best('buy');
    this.#fill(arena, 'buy', bestSell === 0 ? buy : Math.min(buy, bestSell - tick), mood.depth);
    this.#fill(arena, 'sell', bestBuy === 0 ? sell : Math.max(sell, bestBuy + tick), mood.depth);
  }

  withdraw(arena: Arena): void {
    for (const side of ['buy', 'sell'] as const) {
      for (const { order } of this.#quotes[side]) arena.desk.cancel(order);
      this.#quotes[side].length = 0;
    }
  }

  pass(seconds: number): void {
    this.#inventory *= Math.exp((-Math.LN2 * seconds) / INVENTORY_HALF_LIFE_SECONDS);
  }

  #countFills(side: Side, direction: 1 | -1): void {
    for (const quote of this.#quotes[side]) {
      this.#inventory += direction * (quote.seen - quote.order.remaining);
      quote.seen = quote.order.remaining;
    }
  }

  /** Cancels quotes better than the wanted best, too far behind it, or nearly used up. */
  #dropStale(arena: Arena, side: Side, best: Paise): void {
    const sign = side === 'buy' ? 1 : -1;
    const kept: Quote[] = [];
    for (const quote of this.#quotes[side]) {
      const { order } = quote;
      if (order.level === null) continue;
      const behind = (best - order.price) * sign;
      const isGood = behind >= 0 && behind < LEVELS * arena.grain && order.remaining >= TOO_SMALL * quote.size;
      if (isGood) kept.push(quote);
      else arena.desk.cancel(order);
    }
    this.#quotes[side] = kept;
  }

  /** Places what is missing of the ladder that starts at `best`. */
  #fill(arena: Arena, side: Side, best: Paise, depth: number): void {
    const { random, grain, habits } = arena;
    const quotes = this.#quotes[side];
    for (let level = 0; level < LEVELS; level++) {
      const price = best + (side === 'buy' ? -level : level) * grain;
      if (!arena.isAllowed(price)) continue;
      const slack = level === 0 ? 0 : grain / 2;
      if (quotes.some(({ order }) => Math.abs(order.price - price) <= slack)) continue;
      const size = LOT * habits.lots * arena.queue * depth * (0.6 + 0.8 * random.uniform()) * (1 + 0.35 * level);
      const quantity = Math.max(1, Math.round(size));
      const order = arena.desk.place(this.#owner, side, price, quantity);
      if (order !== null) quotes.push({ order, size: quantity, seen: order.remaining });
    }
  }
}
