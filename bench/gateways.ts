// Orders and quotes through one, two and three gateways and an exchange over NATS, in turn with one process that does all of it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../server/db/migrate.ts';
import { startPostgres } from '../server/db/embedded.ts';
import { openDatabase } from '../server/db/open.ts';
import { RealServer } from '../tests/crash/real-server.ts';
import { ready } from '../tests/crash/real-site.ts';
import { urlOf } from '../tests/setup/cluster.ts';
import { NatsNode } from '../tests/setup/nats.ts';
import { Crowd, requestText } from './http-load.ts';
import type { LoadReport } from './http-load.ts';
import { Crowds } from './load/crowds.ts';
import { settle } from './load/people.ts';
import type { Person } from './load/people.ts';
import { busyness, cpuSecondsOf } from './load/vitals.ts';
import { short, spreadOf } from './section.ts';
import type { Section } from './section.ts';

/** How many gateways; 0 is the single process that does everything. */
const SHAPES = [0, 1, 2, 3] as const;
const ROUNDS = 5;
const CONNECTIONS = 60;
const ORDER_SECONDS = 6;
const SCREENS = 900;
const SCREEN_SECONDS = 8;
const SETTLE_MS = 2_000;
const STOCKS = ['MERIT', 'VAYUSYS', 'DHANVIKA', 'NAKSOFT', 'BYTESAGAR', 'SUVBANK', 'GANITRA', 'YANTRIK'];
const LIMITS = { maxBuyLimit: 10_000_000, maxSellLimit: 10_000_000, timeframeInHours: 24 };

interface Servers {
  /** The processes to which people connect. */
  readonly fronts: readonly RealServer[];
  /** All processes, the one with the market first. */
  readonly all: readonly RealServer[];
  readonly nats: NatsNode | null;
}

interface Measured {
  readonly ordersPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time for each order: in the process with the market, in all gateways, and in NATS. */
  readonly orderCost: readonly [market: number, gateways: number, nats: number];
  readonly deliveriesPerSecond: number;
  readonly tickP99: number;
  /** The share of one processor that is used while screens listen. */
  readonly screenShare: readonly [market: number, gateways: number, nats: number];
}

interface Stand {
  readonly dataDir: string;
  readonly env: Record<string, string>;
  readonly people: readonly Person[];
}

async function startServers(gateways: number, { dataDir, env }: Stand): Promise<Servers> {
  if (gateways === 0) {
    const one = RealServer.on(dataDir, env);
    await one.start();
    return { fronts: [one], all: [one], nats: null };
  }
  const [nats] = await NatsNode.cluster(1);
  const joined = { ...env, NATS_URL: nats.url };
  const exchange = RealServer.on(dataDir, { ...joined, ROLE: 'exchange' });
  await exchange.start();
  const fronts = Array.from({ length: gateways }, () => RealServer.on(dataDir, { ...joined, ROLE: 'gateway' }));
  await Promise.all(fronts.map((front) => front.start().then(() => ready(front))));
  return { fronts, all: [exchange, ...fronts], nats };
}

async function stopServers({ all, nats }: Servers): Promise<void> {
  for (const server of all.toReversed()) await server.stop();
  await nats?.kill();
}

/** For the process with the market, for all gateways, and for NATS. */
function secondsOf({ all: [market, ...gateways], nats }: Servers): [number, number, number] {
  const ofGateways = gateways.reduce((sum, { pid }) => sum + cpuSecondsOf(pid!), 0);
  return [cpuSecondsOf(market.pid!), ofGateways, nats === null ? 0 : cpuSecondsOf(nats.pid!)];
}

async function costOf(servers: Servers, work: () => Promise<unknown>): Promise<[number, number, number]> {
  const before = secondsOf(servers);
  await work();
  const after = secondsOf(servers);
  return [after[0] - before[0], after[1] - before[1], after[2] - before[2]];
}

/** Each connection is one trader who buys a share and sells it again, both at market. */
async function fireOrders(fronts: readonly RealServer[], tokens: readonly string[]): Promise<readonly LoadReport[]> {
  const requests = tokens.map((token, n) =>
    ['BUY', 'SELL'].map((type) => {
      const body = { stock: STOCKS[n % STOCKS.length], type, orderType: 'MARKET', quantity: 1 };
      return requestText({ method: 'POST', where: '/orders', token, body });
    }),
  );
  const crowds = fronts.map(() => new Crowd());
  const fired = fronts.map(({ url }, n) => {
    const own = requests.filter((_, client) => client % fronts.length === n);
    return crowds[n].fire(url, { requests: own, seconds: ORDER_SECONDS, perSecond: null });
  });
  return Promise.all(fired).finally(() => crowds.forEach((crowd) => crowd.close()));
}

async function measure(servers: Servers, people: readonly Person[]): Promise<Measured> {
  const { fronts } = servers;
  const tokens = await Promise.all(people.map((person) => person.token()));
  let orders: readonly LoadReport[] = [];
  const orderSeconds = await costOf(servers, async () => {
    orders = await fireOrders(fronts, tokens.slice(0, CONNECTIONS));
  });
  const wrong = orders.find(({ refused }) => refused > 0);
  if (wrong !== undefined) throw new Error(`orders were refused: ${wrong.refusal}`);
  const answered = orders.reduce((sum, report) => sum + report.answered, 0);
  const crowds = new Crowds(2);
  for (const [n, { url }] of fronts.entries())
    await crowds.connect(
      url,
      tokens.filter((_, client) => client % fronts.length === n),
    );
  await sleep(SETTLE_MS);
  await crowds.report();
  const screenSeconds = await costOf(servers, () => sleep(SCREEN_SECONDS * 1000));
  const heard = await crowds.report();
  crowds.close();
  if (heard.connected !== people.length)
    throw new Error(`${heard.connected} of ${people.length} screens are connected`);
  return {
    ordersPerSecond: answered / ORDER_SECONDS,
    p50: Math.max(...orders.map(({ latencyMs }) => latencyMs.p50)),
    p99: Math.max(...orders.map(({ latencyMs }) => latencyMs.p99)),
    orderCost: each(orderSeconds, 1e6 / answered),
    deliveriesPerSecond: heard.messages / SCREEN_SECONDS,
    tickP99: heard.ticks.p99,
    screenShare: each(screenSeconds, 1 / SCREEN_SECONDS),
  };
}

function each([market, gateways, nats]: readonly [number, number, number], factor: number): [number, number, number] {
  return [market * factor, gateways * factor, nats * factor];
}

async function prove(server: RealServer): Promise<void> {
  const { body } = await server.call('GET', '/ledger/verify', { token: await server.adminToken() });
  if (!(body.data as { ok: boolean } | null)?.ok) throw new Error('the books do not add up');
}

async function measureAll(): Promise<Map<number, Measured[]>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'istock-bench-'));
  const postgres = await startPostgres({ dataDir: path.join(folder, 'db') });
  try {
    const url = urlOf(postgres.connection);
    const db = await openDatabase({ dataDir: '', databaseUrl: url });
    await migrate(db);
    const dataDir = path.join(folder, 'data');
    const people = await settle({ db, dataDir, count: SCREENS, moreStocks: 0 });
    await db.query('update venues set limits = $1', [JSON.stringify(LIMITS)]);
    await db.close();
    const results = new Map<number, Measured[]>(SHAPES.map((shape) => [shape, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const shape of SHAPES) {
        const servers = await startServers(shape, { dataDir, env: { DATABASE_URL: url }, people });
        results.get(shape)!.push(await measure(servers, people));
        await prove(servers.fronts[0]);
        await stopServers(servers);
      }
    }
    return results;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function nameOf(gateways: number): string {
  if (gateways === 0) return 'one process';
  return gateways === 1 ? 'exchange and 1 gateway' : `exchange and ${gateways} gateways`;
}

/** The part `gateways` of `npm run bench`. */
export async function bench(): Promise<Section[]> {
  const load = busyness();
  const results = await measureAll();
  const median = (values: readonly Measured[], of: (measured: Measured) => number): number =>
    spreadOf(values.map(of)).median;
  const costs = (
    values: readonly Measured[],
    of: (measured: Measured) => readonly number[],
    say: (value: number) => string,
  ) => [0, 1, 2].map((n) => say(median(values, (measured) => of(measured)[n])));
  const µs = (value: number): string => (value === 0 ? '' : `${value.toFixed(0)} µs`);
  const percent = (value: number): string => (value === 0 ? '' : `${(value * 100).toFixed(0)} %`);
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  const shared = `All of it shares two cores: more gateways cannot make it faster here. What one process costs says what it carries on a core of its own.`;
  return [
    {
      title: 'Durable orders through gateways',
      columns: ['', 'orders/s', 'least', 'most', 'p50', 'p99', 'exchange, an order', 'gateways', 'NATS'],
      rows: [...results].map(([shape, values]) => {
        const { median: middle, min, max } = spreadOf(values.map(({ ordersPerSecond }) => ordersPerSecond));
        const times = [ms(median(values, ({ p50 }) => p50)), ms(median(values, ({ p99 }) => p99))];
        return [
          nameOf(shape),
          short(middle),
          short(min),
          short(max),
          ...times,
          ...costs(values, ({ orderCost }) => orderCost, µs),
        ];
      }),
      notes: [
        `${CONNECTIONS} connections, each the next order as soon as the last is answered, ${ROUNDS} rounds of ${ORDER_SECONDS} s in turn; fsync on; the books are proven each time.`,
        'Processor time for each order: of the process with the market, of all gateways together, and of the NATS server.',
        `${shared} Programs that wanted a processor when it began: ${load}.`,
      ],
    },
    {
      title: 'Quotes to screens through gateways',
      columns: [
        '',
        'deliveries/s',
        'least',
        'most',
        'tick to screen, p99',
        'exchange, of one processor',
        'gateways',
        'NATS',
      ],
      rows: [...results].map(([shape, values]) => {
        const { median: middle, min, max } = spreadOf(values.map(({ deliveriesPerSecond }) => deliveriesPerSecond));
        const late = ms(median(values, ({ tickP99 }) => tickP99));
        return [
          nameOf(shape),
          short(middle),
          short(min),
          short(max),
          late,
          ...costs(values, ({ screenShare }) => screenShare, percent),
        ];
      }),
      notes: [
        `${SCREENS} screens of as many traders with shares of their own, ${SCREEN_SECONDS} s of the open market: quotes, the index and own totals.`,
        'The share of the exchange is with the market it makes; the rest is what screens cost.',
      ],
    },
  ];
}
