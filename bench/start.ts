// The time from the command to an open market, for a new folder, an ordinary one, and one with a long history after kill -9; and the server's cost at rest.
import { TradingCalendar } from '../core/market/trading-calendar.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { marketDay } from '../core/market/day.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import type { Database } from '../server/db/open.ts';
import { Exchange } from '../server/exchange/exchange.ts';
import { proveAll, wrongOf } from '../server/exchange/proof/proving.ts';
import { makeMarket } from '../server/market/first-history.ts';
import { RealServer } from '../tests/crash/real-server.ts';
import { busyness, cpuSecondsOf, rssMbOf } from './load/vitals.ts';
import { short, spreadOf, type Section } from './section.ts';

const VENUE = 1;
const ROUNDS = 5;
const TRADES = Number(process.env.BENCH_START_TRADES ?? 1_000_000);
const OPEN_ORDERS = Number(process.env.BENCH_START_OPEN ?? 100_000);
const PEOPLE = 1_000;
const STOCKS = ['MERIT', 'VAYUSYS', 'DHANVIKA', 'NAKSOFT'];
/** Commands submitted at the same time while the history is made. */
const AT_ONCE = 1_000;
const SETTLE_MS = 15_000;
const REST_SECONDS = 30;

/** Two years of days and thirty days of minutes for sixty companies, in memory and into a database. */
async function historySeconds(db: Database, exchange: Exchange): Promise<number> {
  const from = performance.now();
  await makeMarket({
    db,
    venue: VENUE,
    exchange,
    seed: 1,
    calendar: new TradingCalendar('always'),
    now: Date.now(),
    report: () => {},
  });
  return (performance.now() - from) / 1000;
}

/** Trades of a thousand people with simulated traders, each with its order, and then orders that rest. */
async function live(exchange: Exchange): Promise<void> {
  const prices = await exchange.read((engine) => STOCKS.map((symbol) => engine.market(symbol)!.quote.last));
  exchange.turn((engine, at) =>
    STOCKS.forEach((symbol, n) => {
      engine.desk(symbol, at).place(-1, 'sell', prices[n], 100_000_000);
      engine.desk(symbol, at).place(-1, 'buy', prices[n] - 100, 100_000_000);
    }),
  );
  await all(PEOPLE, async (n) => {
    await exchange.submit({ kind: 'open-account', account: n + 1 });
    await exchange.submit({ kind: 'deposit', account: n + 1, amount: 100_000_000_00, paymentId: n + 1 });
  });
  const terms = { kind: 'place-order', product: 'delivery', quantity: 1, stopPrice: 0 } as const;
  await all(TRADES, async (n) => {
    const whose = { account: 1 + (n % PEOPLE), symbol: STOCKS[Math.floor(n / PEOPLE) % STOCKS.length] };
    const side = Math.floor(n / PEOPLE / STOCKS.length) % 2 === 0 ? 'buy' : 'sell';
    const order = { ...terms, ...whose, side, orderType: 'market', timeInForce: 'day', limitPrice: 0 } as const;
    const decision = await exchange.submit(order, { account: whose.account, key: `order:${n}` });
    if (!decision.isAccepted) throw new Error(`an order was refused: ${decision.refusal.reason}`);
  });
  await all(OPEN_ORDERS, async (n) => {
    const limitPrice = Math.floor((prices[n % STOCKS.length] * 9) / 10 / 5) * 5;
    const order = { ...terms, side: 'buy', orderType: 'limit', timeInForce: 'gtc', limitPrice } as const;
    const decision = await exchange.submit({ ...order, account: 1 + (n % PEOPLE), symbol: STOCKS[n % STOCKS.length] });
    if (!decision.isAccepted) throw new Error(`an order was refused: ${decision.refusal.reason}`);
  });
}

async function all(count: number, work: (n: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => work(from + n));
    await Promise.all(some);
  }
}

/** Makes a data folder with a history. Returns how long the market's own past took. */
async function makeFolder(dataDir: string, isLived: boolean): Promise<number> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined });
  try {
    await migrate(db);
    const onLost = (): void => {
      throw new Error('the venue was taken');
    };
    const log = pino({ level: 'silent' });
    const exchange = await Exchange.open({ db, venue: VENUE, log, now: Date.now, onTrade: () => {}, onLost });
    try {
      return await fill(db, exchange, isLived);
    } finally {
      // Whatever has failed, the database must not be closed while the exchange still has a connection.
      await exchange.close();
    }
  } finally {
    await db.close();
  }
}

async function fill(db: Database, exchange: Exchange, isLived: boolean): Promise<number> {
  const seconds = await historySeconds(db, exchange);
  if (!isLived) return seconds;
  const limits = { maxBuyLimit: 1_000_000_000, maxSellLimit: 1_000_000_000, timeframeInHours: 24 };
  await exchange.submit({ kind: 'set-limits', limits });
  await exchange.submit({ kind: 'start-day', day: marketDay(Date.now()) });
  await live(exchange);
  // As the server does while it runs, every 200,000 transfers.
  const proof = await proveAll({ db, venue: VENUE });
  if (!proof.ok) throw new Error(`the books do not add up: ${wrongOf(proof)}`);
  return seconds;
}

interface Started {
  readonly history: number;
  readonly cold: number;
  readonly warm: readonly number[];
  readonly killed: readonly number[];
  readonly rssMb: number;
  /** The share of one processor. */
  readonly share: number;
}

async function measure(): Promise<Started> {
  const parent = await mkdtemp(path.join(tmpdir(), 'istock-bench-start-'));
  const folder = (name: string): string => path.join(parent, name);
  const onceMore = async (server: RealServer, end: () => Promise<unknown>): Promise<number[]> => {
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await end();
      seconds.push((await server.start()) / 1000);
    }
    return seconds;
  };
  try {
    // As npm start does, which keeps compiled code for the next start.
    const env = { NODE_COMPILE_CACHE: folder('compiled') };
    const fresh = RealServer.on(folder('fresh'), env);
    const cold = (await fresh.start()) / 1000;
    const warm = await onceMore(fresh, () => fresh.stop());
    await sleep(SETTLE_MS);
    const before = cpuSecondsOf(fresh.pid!);
    await sleep(REST_SECONDS * 1000);
    const share = (cpuSecondsOf(fresh.pid!) - before) / REST_SECONDS;
    const rssMb = rssMbOf(fresh.pid!);
    await fresh.stop();
    const history = await makeFolder(folder('lived'), true);
    const lived = RealServer.on(folder('lived'), env);
    await lived.start();
    const killed = await onceMore(lived, () => lived.kill());
    await lived.stop();
    return { history, cold, warm, killed, rssMb, share };
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** The part `start` of `npm run bench`. */
export async function bench(): Promise<Section[]> {
  const load = busyness();
  const { history, cold, warm, killed, rssMb, share } = await measure();
  const seconds = (value: number): string => `${value.toFixed(1)} s`;
  const row = (what: string, values: readonly number[], aim: string): string[] => {
    const { median, min, max } = spreadOf(values);
    return [what, seconds(median), values.length > 1 ? `${seconds(min)} to ${seconds(max)}` : '', aim];
  };
  return [
    {
      title: 'From the command to an open market, and at rest',
      columns: ['what', 'median', 'from to', 'aim'],
      rows: [
        row('history of 60 stocks made and stored', [history], '5.0 s'),
        row('first start on a new folder', [cold], '15 s'),
        row('start after an orderly stop', warm, '2.0 s'),
        row(`start after kill -9 with ${short(OPEN_ORDERS)} open orders and ${short(TRADES)} trades`, killed, '3.0 s'),
        ['memory of the server at rest', `${rssMb.toFixed(0)} MB`, '', '250 MB'],
        ['processor, market of 60 stocks, nobody there', `${(100 * share).toFixed(1)} %`, '', '3 %'],
      ],
      notes: [
        `From the server's process to its word that it is open, embedded database and proof of the books included; compiled code kept, as npm start does; medians of ${ROUNDS}.`,
        `Every trade has its order, its key and four transfers. Programs that wanted a processor when it began: ${load}.`,
      ],
    },
  ];
}
