// Orders in an open loop at rising rates until the server cannot keep up, compared with pgbench on the same database server.
import { short, spreadOf } from '../section.ts';
import type { Section } from '../section.ts';
import { pgbench, preparePgbench } from '../pgbench.ts';
import { playAll, stocksOf } from './player-process.ts';
import { Site } from './site.ts';
import type { StreamReport } from './stream.ts';
import { busyness, cpuSecondsOf } from './vitals.ts';

export interface OrdersSize {
  readonly people: number;
  readonly rates: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

const FULL: OrdersSize = {
  people: 1_000,
  rates: [250, 500, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000],
  rounds: 3,
  seconds: 5,
  warmUpSeconds: 2,
};
const LINES = 256;
const STOCKS = 20;
/** Beyond the knee, requests arrive faster than they are answered and wait longer and longer: soon half of them for seconds. */
const KNEE_MS = 50;

interface Step {
  readonly rate: number;
  readonly rounds: readonly StreamReport[];
  /** Processor time of the server per request, which depends little on what else the machine does. */
  readonly cpuMicroseconds: number;
  readonly load: string;
}

const refusedOf = ({ statuses, unanswered }: StreamReport): number =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (status === '200' ? 0 : count), unanswered);

const median = (step: Step, of: (report: StreamReport) => number): number => spreadOf(step.rounds.map(of)).median;

/** In each round: a rate at which some rounds have errors is beyond the knee. */
const hasErrors = ({ rounds }: Step): boolean => rounds.some((report) => refusedOf(report) > 0);

const follows = (step: Step): boolean => median(step, ({ p50 }) => p50) <= KNEE_MS && !hasErrors(step);

/** Raises the rate until the server cannot keep up. */
export async function climb(site: Site, size: OrdersSize, refused: (what: string) => void = () => {}): Promise<Step[]> {
  const tokens = await Promise.all(site.people.map((person) => person.token()));
  const stocks = await stocksOf(site, STOCKS);
  const { seconds, warmUpSeconds } = size;
  const orders = { acknowledged: 0, unknown: 0 };
  const steps: Step[] = [];
  for (const rate of size.rates) {
    const rounds: StreamReport[] = [];
    const cpuBefore = cpuSecondsOf(site.server.pid!);
    for (let round = 0; round < size.rounds; round++) {
      const seed = rate * 10 + round;
      const [report] = await playAll([
        {
          name: 'orders',
          kind: 'orders',
          url: site.server.url,
          tokens,
          stocks,
          rate,
          seconds,
          warmUpSeconds,
          lines: LINES,
          seed,
        },
      ]);
      orders.acknowledged += report.orders.acknowledged;
      orders.unknown += report.orders.unknown;
      if (refusedOf(report) > 0) refused(`${rate}/s: ${JSON.stringify(report.statuses)}`);
      rounds.push(report);
    }
    const requests = size.rounds * rate * (seconds + warmUpSeconds);
    const cpuMicroseconds = ((cpuSecondsOf(site.server.pid!) - cpuBefore) * 1e6) / requests;
    const step = { rate, rounds, cpuMicroseconds, load: busyness() };
    steps.push(step);
    if (!follows(step)) break;
  }
  await site.prove(orders);
  return steps;
}

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

function row(step: Step): string[] {
  const worst = (of: (report: StreamReport) => number): number => Math.max(...step.rounds.map(of));
  return [
    short(step.rate),
    ms(median(step, ({ p50 }) => p50)),
    ms(median(step, ({ p99 }) => p99)),
    ms(worst(({ p99 }) => p99)),
    ms(worst(({ longest }) => longest)),
    String(worst(refusedOf)),
    ms(median(step, ({ lateMs }) => lateMs)),
    `${step.cpuMicroseconds.toFixed(0)} µs`,
    step.load,
  ];
}

/** The part `orders` of `npm run load`. */
export async function bench(): Promise<Section[]> {
  const site = await Site.open({ people: FULL.people });
  try {
    const steps = await climb(site, FULL);
    await preparePgbench(site.postgres);
    const { perSecond: transactions } = await pgbench(site.postgres);
    const knee = steps.filter(follows).at(-1)?.rate ?? 0;
    return [
      {
        title: 'Orders in an open loop, at rising rates',
        columns: ['orders/s', 'p50', 'p99', 'worst p99', 'longest', 'errors', 'sent late, p99', 'server, each', 'load'],
        rows: steps.map(row),
        notes: [
          `Half trades at the market, a quarter orders that rest, a quarter cancellations, each with its key, of ${FULL.people} people over ${LINES} connections.`,
          `Latency counts from the instant at which a request was to be sent. ${FULL.rounds} rounds of ${FULL.seconds} s after ${FULL.warmUpSeconds} s of warm-up; medians, and the worst round.`,
          `The knee, up to which answers keep up with requests (p50 within ${KNEE_MS} ms, no errors): ${short(knee)}/s, ${(knee / transactions).toFixed(2)} for each TPC-B of pgbench at 32 clients (${short(transactions)}/s) on the same database server.`,
          'The books were proven afterwards: every acknowledged order is stored, and no other.',
          "Server, each: processor time of the server's process for each request, the market's own work included. Load: programs that wanted a processor, of which there are two; generator, server, database and whatever else ran share them.",
        ],
      },
    ];
  } finally {
    await site.close();
  }
}
