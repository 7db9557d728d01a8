// The engines that are measured on one order stream: our bare book, our whole engine, a library, and the simplest book there is.
import { OrderBook, Side } from 'nodejs-order-book';
import type { Command } from '../core/command.ts';
import { Engine } from '../core/engine.ts';
import { Book, BookOrder } from '../core/market/book.ts';
import { match } from '../core/market/match.ts';
import type { Matcher } from '../core/market/match.ts';
import type { Fill, Listener } from '../core/trade/listener.ts';
import { FNV_START, hashTrade } from './workload.ts';
import type { Workload } from './workload.ts';

/** One engine with one order stream, ready to run. */
export interface Subject {
  /** Does the commands from `from` to before `to`. */
  run(from: number, to: number): void;
  /** What its trades come to, for engines that tell each one; the hash only when it was made to hash. */
  readonly tally: Tally | null;
  /** What rests at the end, for every engine alike. */
  depth(): Depth;
}

/** Best level first: price and shares. Of several symbols, one after another. */
export interface Depth {
  readonly buy: readonly (readonly [price: number, quantity: number])[];
  readonly sell: readonly (readonly [price: number, quantity: number])[];
  readonly orders: number;
}

export type MakeSubject = (workload: Workload, isHashing: boolean) => Subject;

/** Counts what every engine tells of its trades. */
export class Tally {
  trades = 0;
  volume = 0;
  hash = FNV_START;
  readonly #isHashing: boolean;

  constructor(isHashing: boolean) {
    this.#isHashing = isHashing;
  }

  add(maker: number, taker: number, price: number, quantity: number): void {
    this.trades++;
    this.volume += quantity;
    if (this.#isHashing) this.hash = hashTrade(this.hash, maker, taker, price, quantity);
  }
}

function depthOf(books: readonly Book[]): Depth {
  const side = (which: 'buy' | 'sell') => books.flatMap((book) => book.depth(which, Infinity));
  const [buy, sell] = [side('buy'), side('sell')];
  const orders = [...buy, ...sell].reduce((sum, level) => sum + level.orders, 0);
  const pairs = (levels: typeof buy) => levels.map(({ price, quantity }) => [price, quantity] as const);
  return { buy: pairs(buy), sell: pairs(sell), orders };
}

/** Keeps the orders that rest, by id, and forgets who has gone, as any user of the book does. */
class Clerk extends Tally implements Matcher {
  readonly resting: (BookOrder | null)[];

  constructor(lastId: number, isHashing: boolean) {
    super(isHashing);
    this.resting = new Array(lastId + 1).fill(null);
  }

  allow(_taker: BookOrder, _maker: BookOrder, _price: number, quantity: number): number {
    return quantity;
  }

  filled(taker: BookOrder, maker: BookOrder, price: number, quantity: number): void {
    this.add(maker.id, taker.id, price, quantity);
    if (maker.remaining === 0) this.resting[maker.id] = null;
  }

  selfTradePrevented(): void {
    throw new Error('nobody meets himself in this stream');
  }
}

export const ourBook: MakeSubject = (workload, isHashing) => {
  const { isCancel, id, isSell, price, quantity, symbol } = workload;
  const books = Array.from({ length: workload.symbols }, () => new Book());
  const tally = new Clerk(workload.lastId, isHashing);
  const { resting } = tally;
  return {
    run(from, to) {
      for (let k = from; k < to; k++) {
        const book = books[symbol[k]];
        if (isCancel[k] === 1) {
          book.remove(resting[id[k]]!);
          resting[id[k]] = null;
          continue;
        }
        const order = new BookOrder(id[k], id[k], isSell[k] === 1 ? 'sell' : 'buy', price[k], quantity[k]);
        match(book, order, price[k], tally);
        if (order.remaining === 0) continue;
        book.add(order);
        resting[id[k]] = order;
      }
    },
    tally,
    depth: () => depthOf(books),
  };
};

/**
 * Buyers and sellers are different people, so nobody meets himself: the figures must be those of the bare book. However many
 * symbols there are, the same thousand people trade, each in one of them.
 */
const PEOPLE_PER_SIDE = 500;
const SHARES_EACH = 1_000_000;
const CASH_EACH = 1_000_000_000_000;

/** Listens as a store would, to everything, and counts the trades. */
class Ear extends Tally implements Listener {
  events = 0;

  opened(): void {
    this.events++;
  }
  transferred(): void {
    this.events++;
  }
  accepted(): void {
    this.events++;
  }
  rested(): void {
    this.events++;
  }
  triggered(): void {
    this.events++;
  }
  ended(): void {
    this.events++;
  }
  lotChanged(): void {
    this.events++;
  }
  traderChanged(): void {
    this.events++;
  }
  instrumentChanged(): void {
    this.events++;
  }
  venueChanged(): void {
    this.events++;
  }
  traded(): void {
    this.events++;
  }
  filled({ order, counterparty, isMaker, price, quantity }: Fill): void {
    this.events++;
    if (!isMaker && counterparty !== null) this.add(counterparty.id, order.id, price, quantity);
  }
}

export const ourEngine: MakeSubject = (workload, isHashing) => {
  const tally = new Ear(isHashing);
  const engine = new Engine(tally);
  setUp(engine, workload.symbols);
  const { id, isCancel, isSell, price, quantity, symbol } = workload;
  const names = Array.from({ length: workload.symbols }, (_, number) => `S${number}`);
  const perSymbol = PEOPLE_PER_SIDE / workload.symbols;
  const first = names.map((_, number) => 1 + number * perSymbol);
  const stamp = { sequence: 0, at: START };
  return {
    run(from, to) {
      for (let k = from; k < to; k++) {
        stamp.sequence = id[k];
        stamp.at = START + k;
        const account = first[symbol[k]] + (id[k] % perSymbol) + (isSell[k] === 1 ? PEOPLE_PER_SIDE : 0);
        const outcome = engine.apply(
          isCancel[k] === 1
            ? { kind: 'cancel-order', account, orderId: id[k] }
            : placing(names[symbol[k]], account, isSell[k] === 1, price[k], quantity[k]),
          stamp,
        );
        if (!outcome.isAccepted) throw new Error(`command ${k}: ${outcome.refusal.reason}`);
      }
    },
    tally,
    depth() {
      checkSums(engine);
      return depthOf([...engine.markets()].map(({ book }) => book));
    },
  };
};

function checkSums({ venue: { ledger } }: Engine): void {
  const sums = new Map<number, number>();
  for (const { id, asset } of ledger.accounts()) sums.set(asset, (sums.get(asset) ?? 0) + ledger.balance(id));
  for (const [asset, sum] of sums) if (sum !== 0) throw new Error(`asset ${asset} adds up to ${sum}`);
}

const START = 40 * 24 * 3_600_000;

/** Numbers below one stand before every order of the stream. */
function setUp(engine: Engine, symbols: number): void {
  let sequence = -10_000_000;
  const apply = (command: Command) => {
    sequence++;
    if (!engine.apply(command, { sequence, at: 0 }).isAccepted) throw new Error(`setting up: ${command.kind}`);
  };
  apply({ kind: 'set-limits', limits: { maxBuyLimit: 10_000_000, maxSellLimit: 10_000_000, timeframeInHours: 24 } });
  for (let account = 1; account <= 2 * PEOPLE_PER_SIDE; account++) {
    apply({ kind: 'open-account', account });
    apply({ kind: 'deposit', account, amount: CASH_EACH, paymentId: account });
  }
  const terms = {
    name: 'Bench',
    sector: 'Bench',
    tickSize: 1,
    priceBand: 900_000,
    previousClose: 20_000,
    sharesIssued: 1e12,
  };
  for (let number = 0; number < symbols; number++) {
    const symbol = `S${number}`;
    apply({ kind: 'list-instrument', instrument: { ...terms, symbol } });
    const perSymbol = PEOPLE_PER_SIDE / symbols;
    const firstSeller = PEOPLE_PER_SIDE + 1 + number * perSymbol;
    for (let seller = firstSeller; seller < firstSeller + perSymbol; seller++) {
      engine.desk(symbol, 0).place(-1, 'sell', 20_000, SHARES_EACH);
      apply(placing(symbol, seller, false, 20_000, SHARES_EACH));
    }
  }
}

function placing(symbol: string, account: number, isSell: boolean, limitPrice: number, quantity: number): Command {
  const side = isSell ? 'sell' : 'buy';
  return {
    kind: 'place-order',
    account,
    symbol,
    side,
    orderType: 'limit',
    timeInForce: 'gtc',
    product: 'delivery',
    quantity,
    limitPrice,
    stopPrice: 0,
  };
}

export const library: MakeSubject = (workload) => {
  const { isCancel, id, isSell, price, quantity } = workload;
  const book = new OrderBook();
  const names = Array.from({ length: workload.lastId + 1 }, (_, number) => String(number));
  let orders = 0;
  return {
    run(from, to) {
      for (let k = from; k < to; k++) {
        if (isCancel[k] === 1) {
          book.cancel(names[id[k]]);
          orders--;
          continue;
        }
        const side = isSell[k] === 1 ? Side.SELL : Side.BUY;
        const { done, err } = book.limit({ id: names[id[k]], side, size: quantity[k], price: price[k] });
        if (err !== null) throw err;
        // The new order stays, unless it is among those that are done.
        orders += 1 - done.length;
      }
    },
    tally: null,
    depth() {
      const [asks, bids] = book.depth();
      return { buy: bids, sell: asks, orders };
    },
  };
};

interface Waiting {
  readonly id: number;
  readonly price: number;
  left: number;
}

/** Two arrays in order of price and time, searched from the front and spliced. */
export const sortedArray: MakeSubject = (workload, isHashing) => {
  const { isCancel, id, isSell, price, quantity } = workload;
  const sides: [Waiting[], Waiting[]] = [[], []];
  const tally = new Tally(isHashing);
  const take = (taker: number, sell: number, limit: number, wanted: number): number => {
    const others = sides[1 - sell];
    let left = wanted;
    while (left > 0 && others.length > 0 && (sell === 1 ? others[0].price >= limit : others[0].price <= limit)) {
      const [maker] = others;
      const part = Math.min(left, maker.left);
      left -= part;
      maker.left -= part;
      tally.add(maker.id, taker, maker.price, part);
      if (maker.left === 0) others.shift();
    }
    return left;
  };
  return {
    run(from, to) {
      for (let k = from; k < to; k++) {
        const own = sides[isSell[k]];
        if (isCancel[k] === 1) {
          own.splice(
            own.findIndex((order) => order.id === id[k]),
            1,
          );
          continue;
        }
        const left = take(id[k], isSell[k], price[k], quantity[k]);
        if (left === 0) continue;
        const behind = own.findIndex((order) => (isSell[k] === 1 ? order.price > price[k] : order.price < price[k]));
        own.splice(behind < 0 ? own.length : behind, 0, { id: id[k], price: price[k], left });
      }
    },
    tally,
    depth: () => ({ buy: levelsOf(sides[0]), sell: levelsOf(sides[1]), orders: sides[0].length + sides[1].length }),
  };
};

function levelsOf(orders: readonly Waiting[]): [number, number][] {
  const levels: [number, number][] = [];
  for (const { price, left } of orders) {
    const last = levels.at(-1);
    if (last?.[0] === price) last[1] += left;
    else levels.push([price, left]);
  }
  return levels;
}
