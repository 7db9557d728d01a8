// Durable, accounted orders a second through HTTP, beside pgbench TPC-B on the very same database server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres, type RunningPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { RealServer } from '../tests/crash/real-server.ts';
import { urlOf } from '../tests/setup/cluster.ts';
import { Crowd, databaseSeconds, requestText, type LoadReport } from './http-load.ts';
import { busyness, cpuSecondsOf, endedCpuSecondsOf } from './load/vitals.ts';
import { forgetPgbench, pgbench, pgbenchP99, PGBENCH_CLIENTS, preparePgbench } from './pgbench.ts';
import { short, spreadOf, type Section } from './section.ts';

const CONNECTIONS = 64;
const SECONDS = 8;
/** Warm-up, not counted: a first trade also checks for rewards, and the code is not compiled yet. */
const WARM_SECONDS = 2;
/** How long the latency of single orders is measured. */
const CALM_SECONDS = 4;
const IDLE_PER_SECOND = 20;
const STOCKS = ['MERIT', 'VAYUSYS', 'DHANVIKA', 'NAKSOFT', 'BYTESAGAR', 'SUVBANK', 'GANITRA', 'YANTRIK'];
/** Beyond what the bench trades, so that it measures orders and not refusals. */
const LIMITS = { maxBuyLimit: 10_000_000, maxSellLimit: 10_000_000, timeframeInHours: 24 };

export interface OrderRate {
  readonly ordersPerSecond: number;
  readonly refused: number;
  /** At the highest rate, at half of it, and with single orders. */
  readonly full: LoadReport['latencyMs'];
  readonly half: LoadReport['latencyMs'];
  readonly idle: LoadReport['latencyMs'];
  /** Processor time for each order, in microseconds. */
  readonly cost: { readonly server: number; readonly database: number; readonly generator: number };
  readonly pgbenchPerSecond: number;
  /** At half of its own rate, in milliseconds. */
  readonly pgbenchHalfP99: number;
  /** Orders a second for each TPC-B transaction a second. */
  readonly ratio: number;
  /** Processor time of a TPC-B transaction, of the database and pgbench together, in microseconds. */
  readonly pgbenchCost: number;
  readonly isProven: boolean;
}

interface Stand {
  readonly dataDir: string;
  readonly postgres: RunningPostgres;
  readonly server: RealServer;
  readonly tokens: readonly string[];
  readonly crowd: Crowd;
}

export async function benchHttp(rounds: number): Promise<OrderRate[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'istock-bench-'));
  const postgres = await startPostgres({ dataDir });
  const crowd = new Crowd();
  try {
    const url = urlOf(postgres.connection);
    await prepare(url);
    const server = await RealServer.create({ DATABASE_URL: url });
    await server.start();
    const results: OrderRate[] = [];
    for (let round = 0; round < rounds; round++) {
      const tokens: string[] = [];
      // New tokens for each round, because they expire sooner than the bench ends.
      for (let n = 0; n < CONNECTIONS; n++) tokens.push(await server.newTrader(`bench-${round}-${n}`, 1_000_000));
      results.push(await measure({ dataDir, postgres, server, tokens, crowd }));
    }
    await server.remove();
    return results;
  } finally {
    crowd.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function prepare(url: string): Promise<void> {
  const db = await openDatabase({ dataDir: '', databaseUrl: url });
  await migrate(db);
  await db.query('update venues set limits = $1', [JSON.stringify(LIMITS)]);
  await db.close();
}

/** Each connection is one trader who buys a share and sells it again, both at market. */
function ordersOf(tokens: readonly string[]): string[][] {
  return tokens.map((token, n) =>
    ['BUY', 'SELL'].map((type) => {
      const body = { stock: STOCKS[n % STOCKS.length], type, orderType: 'MARKET', quantity: 1 };
      return requestText({ method: 'POST', where: '/orders', token, body });
    }),
  );
}

async function measure({ dataDir, postgres, server, tokens, crowd }: Stand): Promise<OrderRate> {
  const requests = ordersOf(tokens);
  const warm = await crowd.fire(server.url, { requests, seconds: WARM_SECONDS, perSecond: null });
  const fire = (): Promise<Full> => fireFull({ dataDir, server, requests, crowd });
  // Before and after the comparison, because a shared machine is faster in one minute than in the next.
  const first = await fire();
  await preparePgbench(postgres);
  const tpcB = await costOfTpcB({ dataDir, postgres });
  const pgbenchHalfP99 = await pgbenchP99(postgres, { perSecond: tpcB.perSecond / 2, seconds: SECONDS });
  await forgetPgbench(postgres);
  const second = await fire();
  const sumOf = (of: (full: Full) => number): number => of(first) + of(second);
  const answered = sumOf((full) => full.answered);
  const ordersPerSecond = answered / SECONDS;
  const calm = { requests, seconds: CALM_SECONDS };
  const atHalf = { requests, perSecond: ordersPerSecond / 2 };
  // What the full rate has left to do, such as the proof of what was traded, is done before this counts.
  const settled = await crowd.fire(server.url, { ...atHalf, seconds: WARM_SECONDS });
  const half = await crowd.fire(server.url, { ...atHalf, seconds: SECONDS });
  const idle = await crowd.fire(server.url, { ...calm, perSecond: IDLE_PER_SECOND });
  const proof = await server.call('GET', '/ledger/verify', { token: await server.adminToken() });
  const each = (seconds: number): number => (seconds * 1e6) / answered;
  return {
    ordersPerSecond,
    refused: warm.refused + sumOf(({ refused }) => refused) + settled.refused + half.refused + idle.refused,
    full: second.latencyMs,
    half: half.latencyMs,
    idle: idle.latencyMs,
    cost: {
      server: each(sumOf((full) => full.serverSeconds)),
      database: each(sumOf((full) => full.databaseSeconds)),
      generator: each(sumOf((full) => full.cpuSeconds)),
    },
    pgbenchPerSecond: tpcB.perSecond,
    pgbenchHalfP99,
    ratio: ordersPerSecond / tpcB.perSecond,
    pgbenchCost: tpcB.cost,
    isProven: (proof.body.data as { ok: boolean }).ok,
  };
}

type Firing = Pick<Stand, 'dataDir' | 'server' | 'crowd'> & { readonly requests: string[][] };

interface Full extends LoadReport {
  readonly serverSeconds: number;
  readonly databaseSeconds: number;
}

/** At the highest rate, for half of the time. */
async function fireFull({ dataDir, server, requests, crowd }: Firing): Promise<Full> {
  const used = () => ({ server: cpuSecondsOf(server.pid!), database: databaseSeconds(dataDir) });
  const before = used();
  const report = await crowd.fire(server.url, { requests, seconds: SECONDS / 2, perSecond: null });
  const after = used();
  return {
    ...report,
    serverSeconds: after.server - before.server,
    databaseSeconds: after.database - before.database,
  };
}

/** On a shared machine, processor time says more than speed, because thirty-two clients get more of the processors than one server. */
async function costOfTpcB({ dataDir, postgres }: Pick<Stand, 'dataDir' | 'postgres'>) {
  const used = (): number => databaseSeconds(dataDir) + endedCpuSecondsOf('self');
  const before = used();
  const { perSecond, transactions } = await pgbench(postgres, SECONDS);
  return { perSecond, cost: ((used() - before) * 1e6) / transactions };
}

const ROUNDS = 5;

const allOf = ({ server, database, generator }: OrderRate['cost']): number => server + database + generator;

/** The part `http` of `npm run bench`. */
export async function bench(): Promise<Section[]> {
  const load = busyness();
  const results = await benchHttp(ROUNDS);
  if (results.some(({ isProven, refused }) => !isProven || refused > 0))
    throw new Error('the books do not add up, or orders were refused');
  const row = (name: string, of: (result: OrderRate) => number, say: (value: number) => string) => {
    const { median, min, max } = spreadOf(results.map(of));
    return [name, say(median), say(min), say(max)];
  };
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  const µs = (value: number): string => `${value.toFixed(0)} µs`;
  const times = (value: number): string => `${value.toFixed(2)} x`;
  return [
    {
      title: 'Durable, accounted orders through HTTP, beside pgbench TPC-B on the same database server',
      columns: ['measure', 'median', 'least', 'most'],
      rows: [
        row(`orders/s, ${CONNECTIONS} connections`, ({ ordersPerSecond }) => ordersPerSecond, short),
        row('order to answer, p50', ({ full }) => full.p50, ms),
        row('order to answer, p99', ({ full }) => full.p99, ms),
        row(`pgbench TPC-B/s, ${PGBENCH_CLIENTS} clients`, ({ pgbenchPerSecond }) => pgbenchPerSecond, short),
        row('orders for each TPC-B', ({ ratio }) => ratio, times),
        row('at half that rate, random arrivals: p50', ({ half }) => half.p50, ms),
        row('at half that rate, random arrivals: p99', ({ half }) => half.p99, ms),
        row('pgbench TPC-B at half of its rate, random arrivals: p99', ({ pgbenchHalfP99 }) => pgbenchHalfP99, ms),
        row('p99 of an order against that', ({ half, pgbenchHalfP99 }) => half.p99 / pgbenchHalfP99, times),
        row(`${IDLE_PER_SECOND} orders/s: p50`, ({ idle }) => idle.p50, ms),
        row(`${IDLE_PER_SECOND} orders/s: p99`, ({ idle }) => idle.p99, ms),
        row('processor time an order: server', ({ cost }) => cost.server, µs),
        row('processor time an order: database', ({ cost }) => cost.database, µs),
        row('processor time an order: generator', ({ cost }) => cost.generator, µs),
        row('processor time a TPC-B: database and pgbench', ({ pgbenchCost }) => pgbenchCost, µs),
        row('a TPC-B for each order, in processor time', ({ cost, pgbenchCost }) => pgbenchCost / allOf(cost), times),
      ],
      notes: [
        'Each order is authenticated, validated, checked, matched in the live market, posted and committed before it is answered; fsync on.',
        `${ROUNDS} rounds of ${SECONDS} s each; load generator, server and database share the machine. The books are proven after each round.`,
        `In each round everybody trades for ${WARM_SECONDS} s before anything counts; then come the full rate, pgbench, and the full rate again, half of ${SECONDS} s on either side; then half of the rate, for ${WARM_SECONDS} s before it counts and ${SECONDS} s that count, and single orders for ${CALM_SECONDS} s.`,
        'What runs beside in every row: the market of 60 stocks, the proof of the books that moves along each 200,000 transfers, and the clearing up of the database.',
        `Latency counts from when an order was due. Programs that wanted a processor when it began: ${load}.`,
      ],
    },
  ];
}
