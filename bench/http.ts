// Durable, accounted orders a second through HTTP, beside pgbench TPC-B on the very same database server.
import autocannon from 'autocannon';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startPostgres, type RunningPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { RealServer } from '../tests/crash/real-server.ts';
import { urlOf } from '../tests/setup/cluster.ts';
import { short, spreadOf, type Section } from './section.ts';

const run = promisify(execFile);

const CONNECTIONS = 64;
const SECONDS = 8;
const PGBENCH_CLIENTS = 32;
const STOCKS = ['MERIT', 'VAYUSYS', 'DHANVIKA', 'NAKSOFT', 'BYTESAGAR', 'SUVBANK', 'GANITRA', 'YANTRIK'];
/** Beyond what the bench trades, so that it measures orders and not refusals. */
const LIMITS = { maxBuyLimit: 1_000_000, maxSellLimit: 1_000_000, timeframeInHours: 24 };

export interface OrderRate {
  readonly ordersPerSecond: number;
  readonly refused: number;
  readonly latencyMs: { readonly p50: number; readonly p99: number };
  readonly pgbenchPerSecond: number;
  /** Orders a second for each TPC-B transaction a second. */
  readonly ratio: number;
  readonly isProven: boolean;
}

export async function benchHttp(rounds: number): Promise<OrderRate[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'istock-bench-'));
  const postgres = await startPostgres({ dataDir });
  try {
    const url = urlOf(postgres.connection);
    await prepare(url);
    const server = await RealServer.create({ DATABASE_URL: url });
    await server.start();
    const tokens: string[] = [];
    for (let n = 0; n < CONNECTIONS; n++) tokens.push(await server.newTrader(`bench-${n}`, 1_000_000));
    const results: OrderRate[] = [];
    for (let round = 0; round < rounds; round++) results.push(await measure(server, tokens, postgres));
    await server.remove();
    return results;
  } finally {
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

async function measure(server: RealServer, tokens: readonly string[], postgres: RunningPostgres): Promise<OrderRate> {
  const orders = await fireOrders(server.url, tokens);
  const pgbenchPerSecond = await pgbench(postgres);
  const proof = await server.call('GET', '/ledger/verify', { token: await server.adminToken() });
  const ordersPerSecond = orders.answered / SECONDS;
  const isProven = (proof.body.data as { ok: boolean }).ok;
  return { ...orders, ordersPerSecond, pgbenchPerSecond, ratio: ordersPerSecond / pgbenchPerSecond, isProven };
}

/** Each connection is one trader who buys a share and sells it again, both at market. */
async function fireOrders(
  url: string,
  tokens: readonly string[],
): Promise<Pick<OrderRate, 'refused' | 'latencyMs'> & { answered: number }> {
  let client = 0;
  const bodies = STOCKS.map(
    (stock) => (type: string) => JSON.stringify({ stock, type, orderType: 'MARKET', quantity: 1 }),
  );
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient(connection) {
      const headers = { authorization: `Bearer ${tokens[client % tokens.length]}`, 'content-type': 'application/json' };
      const body = bodies[client % bodies.length];
      client++;
      const order = { method: 'POST' as const, path: '/orders', headers };
      connection.setRequests([
        { ...order, body: body('BUY') },
        { ...order, body: body('SELL') },
      ]);
    },
  });
  return {
    answered: result['2xx'],
    refused: result.non2xx,
    latencyMs: { p50: result.latency.p50, p99: result.latency.p99 },
  };
}

/** TPC-B transactions a second. */
export async function pgbench({ connection }: RunningPostgres): Promise<number> {
  const { host, port, user, password, database } = connection;
  const env = { ...process.env, PGPASSWORD: password };
  const target = ['-h', host, '-p', String(port), '-U', user, database];
  await run('pgbench', ['-i', '-q', '-s', '10', ...target], { env });
  const threads = '2';
  const { stdout } = await run(
    'pgbench',
    ['-c', String(PGBENCH_CLIENTS), '-j', threads, '-T', String(SECONDS), ...target],
    { env },
  );
  return Number(/tps = ([\d.]+)/.exec(stdout)![1]);
}

const ROUNDS = 5;

/** The part `http` of `npm run bench`. */
export async function bench(): Promise<Section[]> {
  const results = await benchHttp(ROUNDS);
  if (results.some(({ isProven, refused }) => !isProven || refused > 0))
    throw new Error('the books do not add up, or orders were refused');
  const row = (name: string, values: number[], unit = '') => {
    const { median, min, max } = spreadOf(values);
    return [name, `${short(median)}${unit}`, `${short(min)}${unit}`, `${short(max)}${unit}`];
  };
  const ratio = spreadOf(results.map((result) => result.ratio));
  return [
    {
      title: 'Durable, accounted orders through HTTP, beside pgbench TPC-B on the same database server',
      columns: ['measure', 'median', 'least', 'most'],
      rows: [
        row(
          `orders/s, ${CONNECTIONS} connections`,
          results.map(({ ordersPerSecond }) => ordersPerSecond),
        ),
        row(
          'order to answer, p50',
          results.map(({ latencyMs }) => latencyMs.p50),
          ' ms',
        ),
        row(
          'order to answer, p99',
          results.map(({ latencyMs }) => latencyMs.p99),
          ' ms',
        ),
        row(
          `pgbench TPC-B/s, ${PGBENCH_CLIENTS} clients`,
          results.map(({ pgbenchPerSecond }) => pgbenchPerSecond),
        ),
        [
          'orders for each TPC-B',
          `${ratio.median.toFixed(2)} x`,
          `${ratio.min.toFixed(2)} x`,
          `${ratio.max.toFixed(2)} x`,
        ],
      ],
      notes: [
        'Each order is authenticated, validated, checked, matched in the live market, posted and committed before it is answered; fsync on.',
        `${ROUNDS} rounds of ${SECONDS} s each; load generator, server and database share the machine. The books are proven after each round.`,
      ],
    },
  ];
}
