// Clients that never read, send nothing, or send one letter a second: what others notice, what they cost, and when they are disconnected.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { short } from '../section.ts';
import type { Section } from '../section.ts';
import { openBare } from './bare.ts';
import { LightSocket } from './light-socket.ts';
import { playAll, stocksOf } from './player-process.ts';
import { Site } from './site.ts';
import type { StreamReport } from './stream.ts';
import { busyness, rssMbOf, vitalsOf } from './vitals.ts';

export interface SlowSize {
  readonly deaf: number;
  readonly silent: number;
  readonly dripping: number;
  readonly seconds: number;
}

const FULL: SlowSize = { deaf: 500, silent: 2_000, dripping: 1_000, seconds: 75 };
const QUIET_SECONDS = 15;
const ORDERS = 100;
const OTHERS = 100;
const DRIP_MS = 1_000;

/** Clients of one kind, some of which the server may disconnect. */
interface Crowd {
  readonly name: string;
  readonly left: () => number;
  readonly close: () => void;
}

async function deaf(site: Site, count: number): Promise<Crowd> {
  const { hostname, port } = new URL(site.server.url);
  let left = 0;
  const sockets: LightSocket[] = [];
  for (const person of site.people.slice(0, count)) {
    const token = await person.token();
    await new Promise<void>((resolve) => {
      const socket = new LightSocket(
        { host: hostname, port: Number(port), localAddress: '127.0.2.1', token },
        {
          onConnected: () => {
            left++;
            socket.fallAsleep();
            resolve();
          },
          onEvent: () => {},
          onClosed: () => left--,
        },
      );
      sockets.push(socket);
    });
  }
  // A client that reads nothing does not notice that it was disconnected, so the server's own count is used.
  return { name: 'never read', left: () => left, close: () => sockets.forEach((socket) => socket.destroy()) };
}

function strangers(site: Site, count: number, drips: boolean): Crowd {
  const { hostname, port } = new URL(site.server.url);
  let left = count;
  const sockets = Array.from({ length: count }, (_, n) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: drips ? '127.0.2.2' : '127.0.2.3' });
    socket.on('error', () => {});
    // Reads whatever the server sends, to notice the end of the connection.
    socket.resume();
    const timer = drips ? setInterval(() => socket.write(`X-${n}: a\r\n`), DRIP_MS) : undefined;
    if (drips) socket.write('GET /stocks HTTP/1.1\r\nHost: localhost\r\n');
    socket.on('close', () => {
      clearInterval(timer);
      left--;
    });
    return socket;
  });
  const name = drips ? 'drip their headers' : 'say nothing';
  return { name, left: () => left, close: () => sockets.forEach((socket) => socket.destroy()) };
}

/** Orders, and as many requests to a bare server at the same time. */
interface Played {
  readonly orders: StreamReport;
  readonly bare: StreamReport;
}

export interface Slowed {
  readonly quiet: Played;
  readonly crowded: Played;
  readonly rssMb: { readonly before: number; readonly most: number };
  readonly left: Readonly<Record<string, number>>;
  readonly load: string;
}

export async function measureSlow(size: SlowSize): Promise<Slowed> {
  const site = await Site.open({ people: size.deaf + OTHERS });
  const crowds: Crowd[] = [];
  try {
    const others = await Promise.all(site.people.slice(size.deaf).map((person) => person.token()));
    const stocks = await stocksOf(site, 20);
    const plan = {
      name: 'others',
      kind: 'orders',
      url: site.server.url,
      tokens: others,
      stocks,
      rate: ORDERS,
    } as const;
    const play = async (seconds: number, seed: number): Promise<Played> => {
      const times = { seconds, warmUpSeconds: 2, lines: 64, seed };
      const server = await openBare();
      const streams = [{ ...plan, ...times }, { ...plan, ...times, kind: 'reads', url: server.url } as const];
      const [orders, bare] = await playAll(streams).finally(server.close);
      return { orders, bare };
    };
    const quiet = await play(QUIET_SECONDS, 1);
    const before = rssMbOf(site.server.pid!);
    crowds.push(await deaf(site, size.deaf), strangers(site, size.silent, false), strangers(site, size.dripping, true));
    const playing = play(size.seconds, 2);
    let most = before;
    for (let second = 0; second < size.seconds; second++) {
      await sleep(1_000);
      most = Math.max(most, rssMbOf(site.server.pid!));
    }
    const crowded = await playing;
    const { sockets } = await vitalsOf(site.server);
    const left = Object.fromEntries(crowds.slice(1).map(({ name, left: count }) => [name, count()]));
    await site.prove();
    return { quiet, crowded, rssMb: { before, most }, left: { 'never read': sockets, ...left }, load: busyness() };
  } finally {
    for (const crowd of crowds) crowd.close();
    await site.close();
  }
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;

function row(clients: string, { orders, bare }: Played, memoryMb: number, load: string): string[] {
  const errors = orders.offered - (orders.statuses[200] ?? 0);
  const latencies = [orders.p50, orders.p99, orders.longest].map(ms);
  return [clients, ...latencies, String(errors), `${ms(bare.p50)}, ${ms(bare.p99)}`, `${memoryMb.toFixed(0)} MB`, load];
}

/** The part `slow` of `npm run load`. */
export async function bench(): Promise<Section[]> {
  const { quiet, crowded, rssMb, left, load } = await measureSlow(FULL);
  return [
    {
      title: 'Clients that are too slow',
      columns: ['clients', 'orders, p50', 'p99', 'longest', 'errors', 'a bare server', 'memory', 'load'],
      rows: [
        row('none', quiet, rssMb.before, ''),
        row(
          `${short(FULL.deaf)} never read, ${short(FULL.silent)} say nothing, ${short(FULL.dripping)} drip their headers`,
          crowded,
          rssMb.most,
          load,
        ),
      ],
      notes: [
        `${ORDERS} orders a second of others, for ${FULL.seconds} s. Afterwards there are left: ${Object.entries(left)
          .map(([name, count]) => `${count} who ${name}`)
          .join(', ')}.`,
        'The books were proven afterwards.',
      ],
    },
  ];
}
