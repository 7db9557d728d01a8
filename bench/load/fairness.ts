// One person floods the server while others trade at a low rate: what the others notice, and how the flood is answered.
import { short, spreadOf } from '../section.ts';
import type { Section } from '../section.ts';
import type { AskerKind } from './asker.ts';
import { playAll, stocksOf } from './player-process.ts';
import { Site } from './site.ts';
import type { StreamPlan, StreamReport } from './stream.ts';
import { busyness } from './vitals.ts';

const PEOPLE = 300;
const STOCKS = 20;
const OTHERS_RATE = 100;
const OTHERS_LINES = 64;
/** The connections of a program that wants to be first. */
const FLOOD_LINES = 128;

export interface FloodSize {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

const FULL: FloodSize = { rounds: 3, seconds: 5, warmUpSeconds: 2 };

interface Flood {
  readonly name: string;
  readonly kind: AskerKind;
  readonly rate: number;
}

const FLOODS: readonly Flood[] = [
  { name: 'nobody', kind: 'flood', rate: 0 },
  { name: 'orders', kind: 'flood', rate: 1_000 },
  { name: 'orders', kind: 'flood', rate: 4_000 },
  { name: 'portfolio, stocks and orders read', kind: 'reads', rate: 1_000 },
  { name: 'portfolio, stocks and orders read', kind: 'reads', rate: 4_000 },
  { name: 'charts read', kind: 'charts', rate: 100 },
  { name: 'charts read', kind: 'charts', rate: 1_000 },
];

export interface Flooded {
  readonly flood: Flood;
  readonly others: StreamReport;
  /** Null without a flood. */
  readonly flooder: StreamReport | null;
  readonly load: string;
}

/** All kinds of flood take turns, so that whatever else the machine does affects all of them. */
export async function flood(site: Site, floods: readonly Flood[], size: FloodSize): Promise<Flooded[]> {
  const stocks = await stocksOf(site, STOCKS);
  const [flooder, ...others] = await Promise.all(site.people.map((person) => person.token()));
  const common = { url: site.server.url, stocks, seconds: size.seconds, warmUpSeconds: size.warmUpSeconds };
  const results: Flooded[] = [];
  for (let round = 0; round < size.rounds; round++) {
    for (const [index, each] of floods.entries()) {
      const seed = 1_000 * round + 10 * index;
      const streams: StreamPlan[] = [
        { ...common, name: 'others', kind: 'orders', tokens: others, rate: OTHERS_RATE, lines: OTHERS_LINES, seed },
      ];
      if (each.rate > 0) streams.push({ ...common, ...each, tokens: [flooder], lines: FLOOD_LINES, seed: seed + 1 });
      const [calm, wild = null] = await playAll(streams);
      results.push({ flood: each, others: calm, flooder: wild, load: busyness() });
    }
  }
  await site.prove();
  return results;
}

const statusesOf = (reports: readonly StreamReport[]): string => {
  const total: Record<string, number> = {};
  for (const { statuses } of reports)
    for (const [status, count] of Object.entries(statuses)) total[status] = (total[status] ?? 0) + count;
  const sum = Object.values(total).reduce((all, count) => all + count, 0);
  return Object.entries(total)
    .map(([status, count]) => `${((100 * count) / sum).toFixed(count === sum ? 0 : 1)} % ${status}`)
    .join(', ');
};

const ms = (value: number): string => `${value.toFixed(0)} ms`;

function rowsOf(results: readonly Flooded[], floods: readonly Flood[]): string[][] {
  return floods.map((each) => {
    const own = results.filter((result) => result.flood === each);
    const p99 = spreadOf(own.map(({ others }) => others.p99));
    const p50 = spreadOf(own.map(({ others }) => others.p50));
    const wild = own.flatMap(({ flooder }) => flooder ?? []);
    return [
      each.name,
      each.rate === 0 ? '' : `${short(each.rate)}/s`,
      ms(p50.median),
      ms(p99.median),
      ms(p99.max),
      statusesOf(own.map(({ others }) => others)),
      wild.length === 0 ? '' : statusesOf(wild),
      own.at(-1)!.load,
    ];
  });
}

/** The part `fairness` of `npm run load`. */
export async function bench(): Promise<Section[]> {
  const sections: Section[] = [];
  for (const limit of ['on', 'off'] as const) {
    const site = await Site.open({ people: PEOPLE, env: { RATE_LIMIT: limit } });
    try {
      const results = await flood(site, FLOODS, FULL);
      sections.push({
        title: `One person floods, with RATE_LIMIT=${limit}`,
        columns: ['flood', 'rate', "others' p50", "others' p99", 'worst p99', 'others hear', 'the flood hears', 'load'],
        rows: rowsOf(results, FLOODS),
        notes: [
          `${PEOPLE - 1} others send ${OTHERS_RATE} orders a second; the flood has ${FLOOD_LINES} connections; ${FULL.rounds} rounds of ${FULL.seconds} s in turn, medians and the worst.`,
          'The books were proven afterwards.',
        ],
      });
    } finally {
      await site.close();
    }
  }
  return sections;
}
