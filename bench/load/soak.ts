// Hours at a third of the server's capacity, with screens that come and go: memory, open files and latency must not grow.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { short, spreadOf } from '../section.ts';
import type { Section } from '../section.ts';
import { Crowds } from './crowds.ts';
import { Heap } from './heap.ts';
import { playAll, stocksOf } from './player-process.ts';
import { Site } from './site.ts';
import type { StreamReport } from './stream.ts';
import { busyness, vitalsOf } from './vitals.ts';
import type { Vitals } from './vitals.ts';

/** The options of the command line. */
export interface LoadOptions {
  /** The length of the soak. */
  readonly minutes: number;
}

const PEOPLE = 500;
const SCREENS = 300;
const STOCKS = 20;
/** About 30 % of the knee of the part `orders`. */
const ORDERS = Number(process.env.SOAK_ORDERS ?? 400);
const READS = Number(process.env.SOAK_READS ?? 40);
/** A folder for two heap snapshots, after the warm-up and at the end, to compare. */
const SNAPSHOTS = process.env.SOAK_SNAPSHOTS;
const ROUND_SECONDS = 55;
const LOOK_MS = 4_000;
/** The warm-up, in which caches fill and code is compiled, is not counted. */
const WARM_UP_SHARE = 0.25;

interface Minute {
  /** Since the beginning. */
  readonly hours: number;
  readonly vitals: Vitals;
  /** The heap after all orders were canceled, all shares were sold, and the garbage was collected. */
  readonly keptHeapMb: number;
  readonly orders: StreamReport;
  readonly dropped: number;
  readonly load: string;
}

/** Takes measurements every few seconds until `play` is over; returns the last ones, with the longest lag. */
async function watching(site: Site, play: Promise<unknown>): Promise<Vitals> {
  let isOver = false;
  const over = play.finally(() => (isOver = true));
  const seen: Vitals[] = [];
  while (!isOver) {
    await Promise.race([over, sleep(LOOK_MS)]);
    seen.push(await vitalsOf(site.server));
  }
  const lag = spreadOf(seen.map(({ lagMs }) => lagMs)).median;
  const longest = Math.max(...seen.map(({ lagMaxMs }) => lagMaxMs));
  return { ...seen[seen.length - 1], lagMs: lag, lagMaxMs: longest };
}

async function minute(site: Site, heap: Heap, n: number, startedAt: number): Promise<Minute> {
  // Tokens expire after a quarter of an hour, and people come and go, so everything is made anew.
  const tokens = await Promise.all(site.people.map((person) => person.token()));
  const crowds = new Crowds(1);
  try {
    await crowds.connect(site.server.url, tokens.slice(0, SCREENS));
    const common = { url: site.server.url, tokens, stocks: await stocksOf(site, STOCKS) };
    const times = { seconds: ROUND_SECONDS, warmUpSeconds: 0, lines: 32 };
    await vitalsOf(site.server);
    const playing = playAll([
      { ...common, ...times, name: 'orders', kind: 'orders', rate: ORDERS, seed: 2 * n, isTidy: true },
      { ...common, ...times, name: 'reads', kind: 'reads', rate: READS, seed: 2 * n + 1 },
    ]);
    const vitals = await watching(site, playing);
    const [orders] = await playing;
    const { dropped } = await crowds.report();
    const hours = (performance.now() - startedAt) / 3_600_000;
    return { hours, vitals, keptHeapMb: await heap.keptMb(), orders, dropped, load: busyness() };
  } finally {
    crowds.close();
  }
}

/** The growth of `of` per hour, by least squares. */
export function slopeOf(minutes: readonly Minute[], of: (minute: Minute) => number): number {
  const mean = (value: (each: Minute) => number): number =>
    minutes.reduce((sum, each) => sum + value(each), 0) / minutes.length;
  const [hours, values] = [mean((each) => each.hours), mean(of)];
  const covariance = mean((each) => (each.hours - hours) * (of(each) - values));
  return covariance / mean((each) => (each.hours - hours) ** 2);
}

/** The event loop lag allowed at p99, of which the timer itself causes 10 ms. */
const MOST_LAG_MS = 50;

const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** About ten rows, however long it was. */
function rowsOf(minutes: readonly Minute[]): string[][] {
  const every = Math.max(1, Math.round(minutes.length / 10));
  return minutes
    .filter((_, n) => n % every === 0 || n === minutes.length - 1)
    .map(({ hours, vitals, keptHeapMb, orders, dropped, load }) => [
      `${(hours * 60).toFixed(0)} min`,
      `${vitals.rssMb.toFixed(0)} MB`,
      `${keptHeapMb.toFixed(1)} MB`,
      String(vitals.files),
      `${ms(vitals.lagMs)}, ${ms(vitals.lagMaxMs)}`,
      `${ms(orders.p50)}, ${ms(orders.p99)}`,
      String(orders.offered - (orders.statuses[200] ?? 0)),
      String(dropped),
      load,
    ]);
}

/** The part `soak` of `npm run load`. */
export async function bench({ minutes: wanted }: LoadOptions): Promise<Section[]> {
  const site = await Site.open({ people: PEOPLE, env: Heap.ENV });
  const heap = await Heap.of(site.server);
  try {
    const startedAt = performance.now();
    const minutes: Minute[] = [];
    const orders = { acknowledged: 0, unknown: 0 };
    for (let n = 0; n < wanted; n++) {
      const each = await minute(site, heap, n, startedAt);
      orders.acknowledged += each.orders.orders.acknowledged;
      orders.unknown += each.orders.orders.unknown;
      minutes.push(each);
      process.stdout.write(`${rowsOf([each])[0].join('  ')}\n`);
      if (SNAPSHOTS !== undefined && (n === Math.floor(wanted * WARM_UP_SHARE) || n === wanted - 1))
        await heap.snapshot(path.join(SNAPSHOTS, `minute-${n + 1}.heapsnapshot`));
    }
    await site.prove(orders);
    const counted = minutes.slice(Math.floor(minutes.length * WARM_UP_SHARE));
    const slope = (of: (each: Minute) => number): string => slopeOf(counted, of).toFixed(1);
    return [
      {
        title: `${wanted} minutes at ${ORDERS} orders and ${READS} reads a second, with ${SCREENS} screens that come anew each minute`,
        columns: [
          'after',
          'memory',
          'heap kept',
          'files',
          'loop lag, p99 and longest',
          'orders',
          'errors',
          'dropped',
          'load',
        ],
        rows: rowsOf(minutes),
        notes: [
          `Heap kept: after each minute, when all that rested was withdrawn, all that was bought was sold, and the garbage was collected; lag: the median of what was seen every ${LOOK_MS / 1000} s. Growth an hour after the first quarter: ${slope(({ vitals }) => vitals.rssMb)} MB of memory, ${slope(({ keptHeapMb }) => keptHeapMb)} MB of the heap kept, ${slope(({ vitals }) => vitals.files)} files.`,
          `Loop lag at p99 was below ${MOST_LAG_MS} ms in ${minutes.filter(({ vitals }) => vitals.lagMs < MOST_LAG_MS).length} of ${minutes.length} minutes, as it should be in all.`,
          `${short(orders.acknowledged)} orders were acknowledged, each with a key that is kept for three days; the books were proven at the end.`,
        ],
      },
    ];
  } finally {
    heap.close();
    await site.close();
  }
}
