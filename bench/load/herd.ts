// All pages reconnect at once after the server was stopped or killed: how soon all are connected, and what others notice meanwhile.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PushOf } from '../../contract/events.ts';
import { say } from '../report.ts';
import { short } from '../section.ts';
import type { Section } from '../section.ts';
import { SHOWN } from './herd-crowd.ts';
import type { HerdOrder, HerdReport, Transport } from './herd-crowd.ts';
import { factsOf } from './herd-facts.ts';
import { playAll, stocksOf } from './player-process.ts';
import { Site } from './site.ts';
import type { StreamReport } from './stream.ts';
import { busyness } from './vitals.ts';

export interface HerdSize {
  readonly pages: number;
  readonly processes: number;
}

const PAGES = Number(process.env.HERD_PAGES ?? 1_500);
const sizeOf = (pages: number): HerdSize => ({ pages, processes: Math.max(2, Math.ceil(pages / 2_500)) });
/** The number of pages with the library: more would need more processors than there are. */
const MOST_OF_LIBRARY = 1_500;
/** Our page tries WebSocket first; the library by itself begins with polling. */
const WAYS: Readonly<Record<'WebSocket first' | 'polling first', readonly Transport[]>> = {
  'WebSocket first': ['websocket', 'polling'],
  'polling first': ['polling', 'websocket'],
};
type Way = keyof typeof WAYS;
const TRADED_SECONDS = 10;
const READS = 50;
/** The reads go on until everybody should be back. */
const STORM_SECONDS = 45;
const BACK_WITHIN_MS = 60_000;
/** The warm-up. */
const FIRST_WITHIN_MS = 180_000;
const LOOK_MS = 100;
/** A page's reply may still be on its way, so only what stays wrong counts. */
const TRUE_WITHIN_MS = 15_000;
const ASKED_AT_ONCE = 25;

type End = 'SIGTERM' | 'kill -9';

export interface Storm {
  readonly pages: number;
  readonly end: End;
  readonly way: Way;
  /** Since the server said that it is open; null if not all pages came back. */
  readonly halfBackMs: number | null;
  readonly allBackMs: number | null;
  readonly downMs: number;
  readonly http: StreamReport;
  /** Pages that show something other than what GET answers. */
  readonly wrong: number;
  readonly refused: number;
  readonly load: string;
}

class Herd {
  readonly #processes: readonly ChildProcess[];
  readonly #tokens: readonly (readonly string[])[];

  constructor(tokens: readonly string[], processes: number) {
    const each = Math.ceil(tokens.length / processes);
    this.#tokens = Array.from({ length: processes }, (_, n) => tokens.slice(n * each, (n + 1) * each));
    this.#processes = this.#tokens.map(() => fork(path.join(import.meta.dirname, 'herd-crowd.ts')));
  }

  async open(url: string, transports: readonly Transport[]): Promise<void> {
    await Promise.all(
      this.#tokens.map((tokens, n) =>
        this.#ask(n, { kind: 'open', url, tokens, transports, localAddress: `127.0.2.${n + 1}` }),
      ),
    );
  }

  reports(): Promise<HerdReport[]> {
    return Promise.all(this.#processes.map((_, n) => this.#ask(n, { kind: 'report' })));
  }

  /** Milliseconds until so many are connected; null if that takes too long. */
  async until(count: number, startedAt: number, withinMs = BACK_WITHIN_MS): Promise<number | null> {
    while (performance.now() - startedAt < withinMs) {
      const connected = (await this.reports()).reduce((sum, report) => sum + report.connected, 0);
      if (connected >= count) return performance.now() - startedAt;
      await sleep(LOOK_MS);
    }
    return null;
  }

  /** Pages that show something wrong, or nothing. */
  async wrong(site: Site): Promise<number> {
    const reports = await this.reports();
    const asked = reports.flatMap(({ shown }, n) => shown.map((_, index) => this.#tokens[n][index]));
    const truth: string[] = [];
    for (let from = 0; from < asked.length; from += ASKED_AT_ONCE) {
      const some = asked.slice(from, from + ASKED_AT_ONCE);
      const replies = await Promise.all(some.map((token) => site.server.call('GET', '/portfolio', { token })));
      truth.push(...replies.map(({ body }) => factsOf(body.data as PushOf<'portfolioUpdate'>)));
    }
    for (const startedAt = performance.now(); ; await sleep(LOOK_MS)) {
      const shown = (await this.reports()).flatMap((report) => report.shown);
      const wrong = shown.filter((facts, index) => facts !== truth[index]).length;
      if (wrong === 0 || performance.now() - startedAt > TRUE_WITHIN_MS) return wrong;
    }
  }

  close(): void {
    for (const each of this.#processes) each.kill();
  }

  async #ask(n: number, order: HerdOrder): Promise<HerdReport> {
    const answer = once(this.#processes[n], 'message') as Promise<[HerdReport]>;
    this.#processes[n].send(order);
    return (await answer)[0];
  }
}

async function storm(
  site: Site,
  herd: Herd,
  { end, way, pages }: Pick<Storm, 'end' | 'way'> & { pages: number },
): Promise<Storm> {
  const [reader] = site.people;
  const url = site.server.url;
  const reads = playAll([
    {
      name: 'reads',
      kind: 'reads',
      url,
      tokens: [await reader.token()],
      stocks: [],
      rate: READS,
      seconds: STORM_SECONDS,
      warmUpSeconds: 0,
      lines: 32,
      seed: 1,
    },
  ]);
  // The generator's process must be running before the stop that it is to measure.
  await sleep(1_500);
  const refusedBefore = (await herd.reports()).reduce((sum, { refused }) => sum + refused, 0);
  const endedAt = performance.now();
  if (end === 'SIGTERM') await site.server.stop();
  else await site.server.kill();
  await site.server.start();
  const openAt = performance.now();
  const halfBackMs = await herd.until(pages / 2, openAt);
  const allBackMs = await herd.until(pages, openAt);
  const [http] = await reads;
  const refused = (await herd.reports()).reduce((sum, each) => sum + each.refused, 0) - refusedBefore;
  const wrong = await herd.wrong(site);
  const downMs = openAt - endedAt;
  say(`${end}: open after ${seconds(downMs)}, all back ${seconds(allBackMs)}, ${wrong} wrong`);
  return { pages, end, way, halfBackMs, allBackMs, downMs, http, wrong, refused, load: busyness() };
}

export async function measureHerd({ pages, processes }: HerdSize, way: Way, ends: readonly End[]): Promise<Storm[]> {
  const site = await Site.open({ people: pages });
  const tokens = await Promise.all(site.people.map((person) => person.token()));
  const herd = new Herd(tokens, processes);
  try {
    // Everybody has something to show.
    const trading = { url: site.server.url, tokens, stocks: await stocksOf(site, 20), seconds: TRADED_SECONDS };
    await playAll([{ ...trading, name: 'trades', kind: 'orders', rate: 300, warmUpSeconds: 0, lines: 64, seed: 1 }]);
    say(`${pages} pages connect, ${way}`);
    await herd.open(site.server.url, WAYS[way]);
    if ((await herd.until(pages, performance.now(), FIRST_WITHIN_MS)) === null)
      throw new Error('not all pages could connect');
    const storms: Storm[] = [];
    for (const end of ends) storms.push(await storm(site, herd, { end, way, pages }));
    await site.prove();
    return storms;
  } finally {
    herd.close();
    await site.close();
  }
}

const seconds = (ms: number | null): string => (ms === null ? 'never' : `${(ms / 1000).toFixed(1)} s`);
const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** The part `herd` of `npm run load`. */
export async function bench(): Promise<Section[]> {
  const storms = [
    ...(await measureHerd(sizeOf(PAGES), 'WebSocket first', ['SIGTERM', 'kill -9'])),
    ...(await measureHerd(sizeOf(Math.min(PAGES, MOST_OF_LIBRARY)), 'polling first', ['kill -9'])),
  ];
  return [
    {
      title: `${short(PAGES)} pages come back at once`,
      columns: [
        'pages',
        'connect',
        'the server was ended by',
        'open again after',
        'half are back',
        'all are back',
        'HTTP, p50 and p99',
        'asked anew and refused',
        'pages that are wrong',
        'load',
      ],
      rows: storms.map((each) => [
        short(each.pages),
        each.way,
        each.end,
        seconds(each.downMs),
        seconds(each.halfBackMs),
        seconds(each.allBackMs),
        `${ms(each.http.p50)}, ${ms(each.http.p99)}`,
        String(each.refused),
        String(each.wrong),
        each.load,
      ]),
      notes: [
        'Fifty pages of each process have the client library with the settings of our page, the others its pauses of 1 to 5 s without it; where polling comes first all have it. Each page then asks for its portfolio, orders and the state of the market, by socket and by HTTP.',
        `HTTP: ${READS} reads a second from the end of the server until three quarters of a minute later; those while nothing listened are not counted. Half and all: from the moment the server listens.`,
        `Wrong: of ${SHOWN} pages of each process, of which there is one for 2,500 and two at least, those whose portfolio is not what GET /portfolio answers afterwards. The books were proven. HERD_PAGES says how many pages.`,
      ],
    },
  ];
}
