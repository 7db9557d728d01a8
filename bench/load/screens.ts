// Ten thousand screens on a market at rest, then on a moving one; and as many with 500 stocks, while orders are placed.
import { setTimeout as sleep } from 'node:timers/promises';
import { short } from '../section.ts';
import type { Section } from '../section.ts';
import { openBare } from './bare.ts';
import { Crowds } from './crowds.ts';
import type { CrowdReport } from './crowd.ts';
import { playAll, stocksOf } from './player-process.ts';
import { Site } from './site.ts';
import type { StreamReport } from './stream.ts';
import { busyness, cpuSecondsOf, rssMbOf, vitalsOf } from './vitals.ts';
import type { Vitals } from './vitals.ts';

export interface ScreensSize {
  readonly sockets: number;
  readonly moreStocks: number;
  readonly processes: number;
  readonly restSeconds: number;
  readonly liveSeconds: number;
}

const SIZES: readonly ScreensSize[] = [
  { sockets: 10_000, moreStocks: 0, processes: 4, restSeconds: 60, liveSeconds: 30 },
  { sockets: 10_000, moreStocks: 440, processes: 4, restSeconds: 15, liveSeconds: 30 },
];
const READS = 100;
const ORDERS = 100;
const STOCKS = 20;
/** How many of the people also place orders. */
const TRADERS = 400;
const SETTLE_MS = 5_000;

export interface Stretch {
  readonly name: string;
  readonly seconds: number;
  readonly crowd: CrowdReport;
  readonly http: StreamReport;
  /** The same number of reads at the same time from a server that does nothing else. */
  readonly bare: StreamReport;
  readonly vitals: Vitals;
  /** The share of one processor. */
  readonly cpuShare: number;
  readonly load: string;
}

export interface Screens {
  readonly size: ScreensSize;
  readonly connectSeconds: number;
  readonly kbEach: number;
  readonly stretches: readonly Stretch[];
}

async function halt(site: Site, isHalted: boolean): Promise<void> {
  const body = { isHalted, reason: 'A night for the measurement' };
  const reply = await site.server.call('POST', '/haltMarket', { token: await site.server.adminToken(), body });
  if (reply.status !== 200) throw new Error(`the market cannot be halted: ${JSON.stringify(reply.body)}`);
}

type Play = { readonly kind: 'reads' | 'orders'; readonly rate: number; readonly seconds: number };

/** Everybody listens, and a few also send HTTP requests. */
async function stretch(site: Site, crowds: Crowds, name: string, { kind, rate, seconds }: Play): Promise<Stretch> {
  const tokens = await Promise.all(site.people.slice(0, TRADERS).map((person) => person.token()));
  const stocks = await stocksOf(site, STOCKS);
  await crowds.report();
  await vitalsOf(site.server);
  const cpuBefore = cpuSecondsOf(site.server.pid!);
  const startedAt = performance.now();
  const common = { name, tokens, stocks, rate, seconds, warmUpSeconds: 0, lines: 64, seed: Math.round(startedAt) };
  const server = await openBare();
  const [http, bare] = await playAll([
    { ...common, kind, url: site.server.url },
    { ...common, kind: 'reads', url: server.url },
  ]).finally(server.close);
  const cpuShare = (cpuSecondsOf(site.server.pid!) - cpuBefore) / ((performance.now() - startedAt) / 1000);
  const vitals = await vitalsOf(site.server);
  return { name, seconds, crowd: await crowds.report(), http, bare, vitals, cpuShare, load: busyness() };
}

export async function measureScreens(size: ScreensSize): Promise<Screens> {
  const { sockets, moreStocks, processes, restSeconds, liveSeconds } = size;
  const site = await Site.open({ people: sockets, moreStocks });
  const crowds = new Crowds(processes);
  try {
    await halt(site, true);
    await sleep(SETTLE_MS);
    const before = rssMbOf(site.server.pid!);
    const tokens = await Promise.all(site.people.map((person) => person.token()));
    const startedAt = performance.now();
    const { connected } = await crowds.connect(site.server.url, tokens);
    const connectSeconds = (performance.now() - startedAt) / 1000;
    if (connected !== sockets) throw new Error(`${connected} of ${sockets} sockets are connected`);
    await sleep(SETTLE_MS);
    const rest = await stretch(site, crowds, 'market at rest', { kind: 'reads', rate: READS, seconds: restSeconds });
    const kbEach = ((rssMbOf(site.server.pid!) - before) * 1024) / sockets;
    await halt(site, false);
    const live = await stretch(site, crowds, 'market open', { kind: 'orders', rate: ORDERS, seconds: liveSeconds });
    await site.prove();
    return { size, connectSeconds, kbEach, stretches: [rest, live] };
  } finally {
    crowds.close();
    await site.close();
  }
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;

function rowsOf({ size, kbEach, connectSeconds, stretches }: Screens): string[][] {
  return stretches.map(({ name, seconds, crowd, http, bare, vitals, cpuShare, load }) => [
    short(size.sockets),
    String(60 + size.moreStocks),
    name,
    `${connectSeconds.toFixed(0)} s`,
    `${kbEach.toFixed(0)} KB`,
    String(crowd.dropped),
    `${short(crowd.messages / seconds)}/s`,
    crowd.ticks.count === 0 ? '' : `${ms(crowd.ticks.p50)}, ${ms(crowd.ticks.p99)}`,
    crowd.orders.count === 0 ? '' : `${ms(crowd.orders.p50)}, ${ms(crowd.orders.p99)}`,
    `${ms(http.p50)}, ${ms(http.p99)}`,
    `${ms(bare.p50)}, ${ms(bare.p99)}`,
    `${ms(vitals.lagMs)}, ${ms(vitals.lagMaxMs)}`,
    `${(cpuShare * 100).toFixed(0)} %`,
    load,
  ]);
}

/** The part `screens` of `npm run load`. */
export async function bench(): Promise<Section[]> {
  const rows: string[][] = [];
  for (const size of SIZES) rows.push(...rowsOf(await measureScreens(size)));
  return [
    {
      title: 'Screens that listen',
      columns: [
        'sockets',
        'stocks',
        'market',
        'all connected',
        'memory each',
        'dropped',
        'messages',
        'tick to screen, p50 and p99',
        'order to screen',
        'HTTP',
        'a bare server',
        'loop lag, p99 and longest',
        'of one processor',
        'load',
      ],
      rows,
      notes: [
        'Every socket is another person, connected like a page; the clients, the database and the generator run on the same processors.',
        `HTTP: ${READS} reads of portfolio, stocks and orders a second while the market rests, ${ORDERS} orders a second while it is open.`,
        'A bare server: one without any work, asked as often at the same time. What it needs is what the machine takes from everybody.',
        "Tick to screen: from the market's beat to the client; order to screen: from the decision, commit included, to its owner's client.",
        'Memory each: what the server process has grown by, in all. The timer behind the loop lag ticks every 10 ms.',
      ],
    },
  ];
}
