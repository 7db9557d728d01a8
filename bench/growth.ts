// How the cost grows with the orders at rest in a book, the sockets that listen, and the orders stored. Ideally the bars are flat.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../contract/routes.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import type { Database, Queryable } from '../server/db/open.ts';
import { Exchange } from '../server/exchange/exchange.ts';
import { FROM_INSIDE } from '../server/handler.ts';
import type { Caller } from '../server/handler.ts';
import { createLog } from '../server/log.ts';
import { tradeHandlers } from '../server/trade/routes.ts';
import { listed, orderOf } from '../tests/still-market.ts';
import { FILLING, fillOrders, fillUsers, vacuum } from './desk.ts';
import { Crowds } from './load/crowds.ts';
import { ourEngine } from './our-engine.ts';
import { short, spreadOf } from './section.ts';
import type { Section, Spread } from './section.ts';
import { liveSender } from './sockets.ts';
import { makeWorkload } from './workload.ts';
import type { Workload } from './workload.ts';

const DEPTHS = [100, 1_000, 10_000, 100_000];
const COMMANDS = 200_000;
const SOCKETS = [100, 1_000, 5_000, 10_000];
const BEATS = 20;
const BEAT_MS = 500;
const QUOTES = 17;
const STORED = (process.env.BENCH_GROWTH_ORDERS ?? '10000,100000,1000000,5000000').split(',').map(Number);
const ROUNDS = 5;
const VENUE = 1;
const TRADER = 500_001;
const ASKED = 200;
/** Older than every limit's timeframe: orders that count against limits are loaded at start, by design. */
const LONG_AGO_MS = 60 * 86_400_000;

const BAR = '█';
const LONGEST_BAR = 30;

/** A row for each size, with a bar as long as its cost. */
function chart(costs: readonly (readonly [size: number, cost: Spread])[], text: (cost: number) => string): string[][] {
  const most = Math.max(...costs.map(([, { median }]) => median));
  return costs.map(([size, { median, min, max }]) => [
    short(size),
    BAR.repeat(Math.max(1, Math.round((median / most) * LONGEST_BAR))),
    `${text(median)} (${text(min)} to ${text(max)})`,
  ]);
}

function section(title: string, size: string, rows: string[][], note: string): Section {
  return { title, columns: [size, 'cost', `median of ${ROUNDS} (least to most)`], rows, notes: [note] };
}

/** Processor time per command, which depends little on what else the machine does. */
function cpuNanosecondsOf(workload: Workload): number {
  const subject = ourEngine(workload, false);
  subject.run(0, workload.prefill);
  const before = process.cpuUsage();
  subject.run(workload.prefill, workload.count);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / (workload.count - workload.prefill);
}

function bookDepth(): Section {
  const workloads = DEPTHS.map((resting) => makeWorkload({ resting, commands: COMMANDS }));
  const costs: number[][] = DEPTHS.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, workload] of workloads.entries()) costs[index].push(cpuNanosecondsOf(workload));
  const rows = chart(
    DEPTHS.map((depth, index) => [depth, spreadOf(costs[index])] as const),
    (cost) => `${cost.toFixed(0)} ns`,
  );
  return section(
    'A command, by orders at rest',
    'orders at rest',
    rows,
    'The whole engine: checks, holds, matching, double entry, lots, charges, events; processor time for each command.',
  );
}

/** Processor time of the server per message received by a socket. */
async function perMessage(sockets: number): Promise<number> {
  const sender = await liveSender();
  const crowds = new Crowds(Math.ceil(sockets / 5_000));
  try {
    const tokens = Array.from({ length: sockets }, (_, n) => `client-${n}`);
    const { connected } = await crowds.connect(sender.url.replace('ws:', 'http:'), tokens);
    if (connected !== sockets) throw new Error(`${connected} of ${sockets} sockets are connected`);
    const quote = { price: 101.5, change: 1.05, changePercent: 1.01, open: 100, high: 102, low: 99, volume: 12_345 };
    const payload = Array.from({ length: QUOTES }, (_, n) => ({ symbol: `STOCK${n}`, ...quote }));
    await sleep(BEAT_MS);
    await crowds.report();
    const before = process.cpuUsage();
    for (let beat = 0; beat < BEATS; beat++) {
      sender.send(payload);
      await sleep(BEAT_MS);
    }
    const { user, system } = process.cpuUsage(before);
    const { messages } = await crowds.report();
    return (user + system) / messages;
  } finally {
    crowds.close();
    await sender.close();
  }
}

async function sockets(): Promise<Section> {
  const costs: number[][] = SOCKETS.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, count] of SOCKETS.entries()) costs[index].push(await perMessage(count));
  const rows = chart(
    SOCKETS.map((count, index) => [count, spreadOf(costs[index])] as const),
    (cost) => `${cost.toFixed(1)} µs`,
  );
  return section(
    'A message to one socket, by sockets',
    'sockets',
    rows,
    `${QUOTES} changed quotes twice a second to everybody: processor time of the sending process for each message that arrived.`,
  );
}

const MINE: Caller = { accountNo: TRADER, id: String(TRADER), name: '', email: '', role: 'user', loginId: '' };

async function openExchange(db: Database): Promise<Exchange> {
  const onLost = (): void => {
    throw new Error('the venue was taken');
  };
  const log = createLog({ logLevel: 'error' });
  return Exchange.open({ db, venue: VENUE, log, now: Date.now, onTrade: () => {}, onLost });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function medianOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) times.push(await timed(work));
  return spreadOf(times).median;
}

interface StoredCosts {
  readonly order: number[];
  readonly page: number[];
  readonly start: number[];
}

async function measureStored(db: Database): Promise<StoredCosts> {
  const costs: StoredCosts = { order: [], page: [], start: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    const exchange = await openExchange(db);
    costs.start.push(performance.now() - startedAt);
    try {
      const order = orderOf({ account: TRADER, symbol: 'S1', side: 'buy', quantity: 1, limitPrice: 390_00 });
      costs.order.push(await medianOf(ASKED, () => exchange.submit(order)));
      // New handlers each time, because they keep a page of a list until something in it changes.
      const handlers = () => tradeHandlers({ db, venue: VENUE, exchange, now: Date.now });
      const input = routes['GET /getOrders'].input.parse({ page: '1', limit: '20' });
      const asked = { ...FROM_INSIDE, user: MINE, input };
      costs.page.push(await medianOf(ASKED, async () => handlers()['GET /getOrders'](asked)));
    } finally {
      await exchange.close();
    }
  }
  return costs;
}

async function storeOrders(db: Queryable, begin: number, end: number): Promise<void> {
  await fillOrders(db, begin, end, Date.now() - LONG_AGO_MS);
  // Only TRADER has an account: open orders of other people would belong to nobody.
  await db.query('delete from orders where end_reason is null and account <> $1', [TRADER]);
}

async function stored(): Promise<Section[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'istock-bench-growth-'));
  const db = await openDatabase({ dataDir, databaseUrl: undefined });
  try {
    await migrate(db);
    const exchange = await openExchange(db);
    for (let stock = 1; stock <= 60; stock++)
      await exchange.submit({ kind: 'list-instrument', instrument: listed(`S${stock}`, 400_00) });
    await exchange.submit({
      kind: 'set-limits',
      limits: { maxBuyLimit: 1_000_000, maxSellLimit: 1_000_000, timeframeInHours: 24 },
    });
    await exchange.submit({ kind: 'open-account', account: TRADER });
    await exchange.submit({ kind: 'deposit', account: TRADER, amount: 100_000_000_00, paymentId: 1 });
    await exchange.close();
    // The numbers that the exchange gives from now on must follow all stored ones.
    await db.query(
      `insert into batches (venue, sequence, at, last_transfer, last_trade, hash)
       select venue, $1, at, last_transfer, $1, hash from batches order by sequence desc limit 1`,
      [10 * STORED[STORED.length - 1]],
    );
    await db.transaction(fillUsers, FILLING);
    const all: StoredCosts[] = [];
    for (const [index, count] of STORED.entries()) {
      await db.transaction((slowly) => storeOrders(slowly, index === 0 ? 0 : STORED[index - 1], count), FILLING);
      await vacuum(db);
      all.push(await measureStored(db));
    }
    const rowsOf = (what: keyof StoredCosts): string[][] =>
      chart(
        STORED.map((count, index) => [count, spreadOf(all[index][what])] as const),
        (cost) => `${cost.toFixed(cost < 10 ? 2 : 0)} ms`,
      );
    return [
      section(
        'An order, from the command to the disk, by orders stored',
        'orders stored',
        rowsOf('order'),
        'One after another through the exchange, each with a commit of its own.',
      ),
      section(
        "A page of one's own orders, by orders stored",
        'orders stored',
        rowsOf('page'),
        'Handler and database, without the network, for the first time: what is asked for again has been kept.',
      ),
      section(
        'The exchange restored, by orders stored',
        'orders stored',
        rowsOf('start'),
        'Without the proof of the books, which reads every transfer there is.',
      ),
    ];
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The part `growth` of `npm run bench`. */
export async function bench(): Promise<Section[]> {
  return [bookDepth(), await sockets(), ...(await stored())];
}
