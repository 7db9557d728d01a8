// The crowd: limit orders that come and go, market orders, large orders split into many, and traders who know the value.
import type { Paise, Quantity } from '../../money.ts';
import type { BookOrder } from '../level.ts';
import type { Side } from '../instrument.ts';
import { AGENTS } from './arena.ts';
import type { Arena } from './arena.ts';

/** Log mean and deviation of sizes. */
const LIMIT_SIZE = [4.1, 0.95] as const;
const MARKET_SIZE = [3.7, 1.05] as const;
/** The parts of limit orders that go inside a wide spread, and that join the best price; the rest waits behind. */
const IMPROVE = 0.3;
const JOIN = 0.3;
const FARTHEST = 120;
const CANCEL_EXPONENT = 0.8;
const CANCEL_FARTHEST = 60;
const CANCEL_SHARE = 0.25;
/** Oldest orders go when there are more: nothing may pile up for days. */
const MOST_RESTING = 700;
/** How many grains past the best price a market order reaches at most. */
const REACH = 60;
/** Parent orders: least number of parts, exponent of the power law of their number, most parts, most at a time. */
const PARENT = { least: 3, exponent: 1.5, most: 400, atOnce: 60 };

interface ParentOrder {
  readonly direction: 1 | -1;
  left: number;
}

/** What a taker did: nothing when there was nobody to trade with. */
export interface Taken {
  readonly direction: 1 | -1;
  readonly quantity: Quantity;
}

export class OrderFlow {
  readonly #parents: ParentOrder[] = [];
  #resting: BookOrder[] = [];

  get parents(): number {
    return this.#parents.length;
  }

  /** One limit order, in front or behind; with `behind`, only there, as when a market is about to open. */
  placeLimit(arena: Arena, behind = false): void {
    const { random } = arena;
    const side: Side = random.chance(0.5) ? 'buy' : 'sell';
    const price = this.#limitPrice(arena, side, behind);
    if (!arena.isAllowed(price)) return;
    const size = Math.max(1, Math.round(arena.lot(...LIMIT_SIZE) * arena.queue));
    const order = arena.desk.place(AGENTS.public, side, price, size);
    if (order === null) return;
    this.#resting.push(order);
    if (this.#resting.length > 2 * MOST_RESTING) this.#tidy(arena);
  }

  /** Cancels orders at one level, more likely at one with a better price. */
  cancelSome(arena: Arena): void {
    const { random, desk } = arena;
    const side = random.chance(0.5) ? 'buy' : 'sell';
    const depth = Math.min(CANCEL_FARTHEST, Math.floor(random.powerLaw(CANCEL_EXPONENT)) - 1);
    let level = desk.book.top(side);
    for (let i = 0; i < depth && level !== null; i++) level = desk.book.behind(side, level);
    if (level === null) return;
    let wanted = Math.max(CANCEL_SHARE * level.quantity, arena.lot(...LIMIT_SIZE));
    for (let order = level.last; order !== null && wanted > 0;) {
      const before = order.ahead;
      if (order.owner === AGENTS.public) {
        wanted -= order.remaining;
        desk.cancel(order);
      }
      order = before;
    }
  }

  takeAtRandom(arena: Arena): Taken {
    return this.#take(arena, AGENTS.taker, arena.random.sign(), arena.lot(...MARKET_SIZE));
  }

  addParent(arena: Arena): void {
    if (this.#parents.length >= PARENT.atOnce) return;
    const left = Math.min(PARENT.most, Math.floor(PARENT.least * arena.random.powerLaw(PARENT.exponent)));
    this.#parents.push({ direction: arena.random.sign(), left });
  }

  /** One part of one of the large orders; careful not to take more than the best queue. */
  takeForParent(arena: Arena): Taken {
    const index = arena.random.below(this.#parents.length);
    const parent = this.#parents[index];
    parent.left--;
    if (parent.left <= 0) this.#parents.splice(index, 1);
    const size = Math.min(arena.lot(...MARKET_SIZE), bestQueue(arena, parent.direction));
    return this.#take(arena, AGENTS.parent, parent.direction, size);
  }

  takeTowards(arena: Arena, direction: 1 | -1): Taken {
    const size = Math.min(1.3 * arena.lot(...MARKET_SIZE), 1.2 * bestQueue(arena, direction));
    return this.#take(arena, AGENTS.informed, direction, Math.ceil(size));
  }

  withdraw(arena: Arena): void {
    for (const order of this.#resting) arena.desk.cancel(order);
    this.#resting.length = 0;
    this.#parents.length = 0;
  }

  #take(arena: Arena, agent: number, direction: 1 | -1, size: Quantity): Taken {
    const quantity = size < 1 ? 0 : arena.take(agent, direction, size, REACH * arena.grain);
    return { direction, quantity };
  }

  #limitPrice(arena: Arena, side: Side, behind: boolean): Paise {
    const { random, grain, tick } = arena;
    const sign = side === 'buy' ? 1 : -1;
    const other = arena.best(side === 'buy' ? 'sell' : 'buy');
    const best = arena.best(side) || (other === 0 ? arena.desk.lastPrice : other - sign * grain);
    const room = other === 0 ? 0 : Math.floor(((other - best) * sign) / grain) - 1;
    const draw = behind ? 1 : random.uniform();
    let price: Paise;
    if (draw < IMPROVE && room > 0) price = best + sign * grain * (1 + random.below(Math.min(3, room)));
    else if (draw < IMPROVE + JOIN) price = best;
    else price = best - sign * grain * Math.min(FARTHEST, Math.floor(random.powerLaw(1)));
    return other !== 0 && (other - price) * sign <= 0 ? other - sign * tick : price;
  }

  /** Forgets what no longer rests, and cancels the oldest of too many. */
  #tidy(arena: Arena): void {
    const alive = this.#resting.filter((order) => order.level !== null);
    const excess = Math.max(0, alive.length - MOST_RESTING);
    for (const order of alive.slice(0, excess)) arena.desk.cancel(order);
    this.#resting = alive.slice(excess);
  }
}

function bestQueue(arena: Arena, direction: 1 | -1): Quantity {
  return arena.desk.book.top(direction > 0 ? 'sell' : 'buy')?.quantity ?? 0;
}
