// Makes order streams to measure with. Without options it makes the published workload W, number for number.
import { Book } from '../core/market/book.ts';
import { BookOrder } from '../core/market/level.ts';
import { match } from '../core/market/match.ts';
import type { Matcher } from '../core/market/match.ts';

export interface WorkloadOptions {
  /** Orders that rest when the measured part begins; about as many rest all the time. */
  readonly resting?: number;
  /** Commands in the measured part. */
  readonly commands?: number;
  readonly symbols?: number;
  /** Where the middle price goes: a slow walk (W), nowhere, a swing up and down by a share of itself, or down by a tenth at once. */
  readonly course?: 'walk' | 'still' | 'swing-25' | 'swing-40' | 'crash';
}

/** One command in each place of the arrays; the first `prefill` of them are not measured. */
export interface Workload {
  readonly count: number;
  readonly prefill: number;
  readonly symbols: number;
  /** Order ids run from 1 to this. */
  readonly lastId: number;
  /** 1 for a cancel, 0 for a limit order. */
  readonly isCancel: Uint8Array;
  readonly id: Int32Array;
  readonly isSell: Uint8Array;
  readonly price: Int32Array;
  readonly quantity: Int32Array;
  readonly symbol: Int32Array;
  readonly expected: Figures;
}

/** The result that every engine must reach; the prefill counts too. */
interface Figures {
  readonly trades: number;
  readonly volume: number;
  readonly hash: number;
  readonly live: number;
}

const SEED = 20251120;
const MIDDLE = 20_000;
const LOWEST_MIDDLE = 16_000;
const HIGHEST_MIDDLE = 24_000;
const STEP_EVERY = 50;
const SPREAD = 40;
const REACH = 200;
const FNV_PRIME = 16777619;
export const FNV_START = 0x811c9dc5 | 0;

/** Adds one trade to a running hash. */
export function hashTrade(hash: number, maker: number, taker: number, price: number, quantity: number): number {
  let next = Math.imul(hash ^ maker, FNV_PRIME);
  next = Math.imul(next ^ taker, FNV_PRIME);
  next = Math.imul(next ^ price, FNV_PRIME);
  return Math.imul(next ^ quantity, FNV_PRIME);
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Live orders in an order that random draws depend on: the last one moves into the place of one that is removed. */
class LiveOrders {
  readonly list: BookOrder[] = [];
  readonly #place: number[] = [];

  add(order: BookOrder): void {
    this.#place[order.id] = this.list.length;
    this.list.push(order);
  }

  remove(order: BookOrder): void {
    const last = this.list.pop()!;
    if (last === order) return;
    const place = this.#place[order.id];
    this.list[place] = last;
    this.#place[last.id] = place;
  }
}

export function makeWorkload(options: WorkloadOptions = {}): Workload {
  const { resting = 10_000, commands = 1_000_000, symbols = 1, course = 'walk' } = options;
  const count = resting + commands;
  const [most, least] = [Math.round(resting * 1.05), Math.round(resting * 0.95)];
  const [isCancel, isSell] = [new Uint8Array(count), new Uint8Array(count)];
  const [id, price, quantity, symbol] = Array.from({ length: 4 }, () => new Int32Array(count));
  const chance = mulberry32(SEED);
  const books = Array.from({ length: symbols }, () => new Book());
  const symbolOf: number[] = [];
  const live = new LiveOrders();
  const sums = { trades: 0, volume: 0, hash: FNV_START };
  const matcher: Matcher = {
    payable: (_taker, _price, shares) => shares,
    selfTradePrevented: () => {},
    filled: (taker, maker, at, shares) => {
      sums.trades++;
      sums.volume += shares;
      sums.hash = hashTrade(sums.hash, maker.id, taker.id, at, shares);
      if (maker.remaining === 0) live.remove(maker);
    },
  };
  let middle = MIDDLE;
  let lastId = 0;
  for (let k = 0; k < count; k++) {
    if (k % STEP_EVERY === 0) middle = stepped(middle, k / count, course, chance);
    const isCrash = course === 'crash' && k > count / 2 && k < count * 0.6;
    const doing = k < resting ? 'add' : draw(chance(), live.list.length, most, least, isCrash);
    if (doing === 'cancel') {
      const order = live.list[Math.floor(chance() * live.list.length)];
      books[symbolOf[order.id]].remove(order);
      live.remove(order);
      isCancel[k] = 1;
      id[k] = order.id;
      isSell[k] = order.side === 'sell' ? 1 : 0;
      price[k] = order.price;
      symbol[k] = symbolOf[order.id];
      continue;
    }
    lastId++;
    const isBuy = chance() < 0.5;
    const [at, shares] = doing === 'add' ? passive(middle, isBuy, chance) : marketable(middle, isBuy, chance);
    const where = symbols === 1 ? 0 : Math.floor(chance() * symbols);
    const order = new BookOrder(lastId, lastId, isBuy ? 'buy' : 'sell', at, shares);
    id[k] = lastId;
    isSell[k] = isBuy ? 0 : 1;
    price[k] = at;
    quantity[k] = shares;
    symbol[k] = symbolOf[lastId] = where;
    match(books[where], order, at, matcher);
    if (order.remaining === 0) continue;
    books[where].add(order);
    live.add(order);
  }
  const expected = { ...sums, hash: sums.hash >>> 0, live: live.list.length };
  return { count, prefill: resting, symbols, lastId, isCancel, id, isSell, price, quantity, symbol, expected };
}

/** 55 % orders that rest, 40 % cancels, 5 % that trade at once, held between the bounds; in a crash 95 % cancels. */
function draw(roll: number, live: number, most: number, least: number, isCrash: boolean): 'add' | 'cancel' | 'take' {
  if (isCrash) return roll < 0.95 && live > least / 20 ? 'cancel' : 'take';
  const drawn = roll < 0.55 ? 'add' : roll < 0.95 ? 'cancel' : 'take';
  if (drawn === 'add' && live >= most) return 'cancel';
  return drawn === 'cancel' && live <= least ? 'add' : drawn;
}

function stepped(middle: number, done: number, course: WorkloadOptions['course'], chance: () => number): number {
  const walked = middle + (chance() < 0.5 ? -1 : 1);
  switch (course) {
    case 'still':
      return MIDDLE;
    case 'swing-25':
    case 'swing-40':
      return Math.round(MIDDLE * (1 + (course === 'swing-25' ? 0.25 : 0.4) * Math.sin(done * 8 * Math.PI)));
    case 'crash':
      return done > 0.5 && done < 0.6 ? Math.round(MIDDLE * (1 - (done - 0.5))) : walked;
    default:
      return Math.min(HIGHEST_MIDDLE, Math.max(LOWEST_MIDDLE, walked));
  }
}

/** Some ticks away from the middle, distributed roughly normally. */
function passive(middle: number, isBuy: boolean, chance: () => number): [price: number, quantity: number] {
  let normal = -6;
  for (let i = 0; i < 12; i++) normal += chance();
  const distance = 1 + Math.floor(Math.abs(normal) * SPREAD);
  return [isBuy ? middle - distance : middle + distance, 1 + Math.floor(chance() * 100)];
}

function marketable(middle: number, isBuy: boolean, chance: () => number): [price: number, quantity: number] {
  return [isBuy ? middle + REACH : middle - REACH, 1 + Math.floor(chance() * 300)];
}
