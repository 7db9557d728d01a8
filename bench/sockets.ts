// Quote fan-out: the same ticks through our socket layer, through plain `ws`, and as frames that are built once, in turn, to the same
// light clients.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { pino } from 'pino';
import { WebSocketServer } from 'ws';
import { Live } from '../server/live.ts';
import type { QuoteChange } from '../contract/market.ts';
import { short, spreadOf, type Section } from './section.ts';
import type { CrowdOrder, CrowdReport } from './socket-crowd.ts';

export interface FanOut {
  readonly name: string;
  readonly sockets: number;
  /** Messages that reached a client in a second. */
  readonly perSecond: number;
  /** The share of one processor, while sending. */
  readonly cpuShare: number;
  readonly delayMs: { readonly median: number; readonly p99: number };
}

const SYMBOLS = 60;
const RUN_MS = 5_000;
const TICK_MS = 100;

/** The changes of one tick: every stock, as on a busy day. */
function ticks(): (QuoteChange & { sentAt?: number })[] {
  return Array.from({ length: SYMBOLS }, (_, n) => {
    const price = 100 + n + 0.05;
    return {
      symbol: `STOCK${n}`,
      price,
      change: 1.05,
      changePercent: 1.01,
      open: price,
      high: price,
      low: price,
      volume: 12_345,
    };
  });
}

interface Sender {
  readonly name: string;
  readonly protocol: 'plain' | 'socket.io';
  readonly url: string;
  send(payload: QuoteChange[]): void;
  close(): Promise<void>;
}

async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

export async function liveSender(): Promise<Sender> {
  const { server, port } = await listen();
  const caller = { accountNo: 0, role: 'user', name: '', email: '', loginId: '' } as const;
  let accounts = 0;
  const live = new Live({
    server,
    session: async (token) => ({
      caller: { ...caller, id: token, loginId: token, accountNo: ++accounts },
      expiresAt: Date.now() + 3_600_000,
    }),
    log: pino({ level: 'silent' }),
    now: Date.now,
    hasRateLimit: false,
    onConnected: () => {},
    onPortfolioRequest: () => {},
    onWatchlist: () => {},
    calls: { connected: () => {}, hear: async () => ({ ok: false }), gone: () => {} },
  });
  const close = async () => {
    live.close();
    server.close();
  };
  return {
    name: 'Istock (Socket.IO)',
    protocol: 'socket.io',
    url: `ws://127.0.0.1:${port}`,
    send: (payload) => live.pushMarket('stock-update', payload),
    close,
  };
}

/** @param tell sends a text to all, given their sockets and the connections below them */
async function plainSender(
  name: string,
  tell: (text: string, sockets: WebSocketServer, lines: readonly Socket[]) => void,
): Promise<Sender> {
  const { server, port } = await listen();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const lines: Socket[] = [];
  sockets.on('connection', (_client, { socket }) => void lines.push(socket));
  let version = 0;
  const send = (payload: QuoteChange[]): void => {
    version++;
    tell(`42${JSON.stringify(['stock-update', payload, version])}`, sockets, lines);
  };
  const close = async () => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    server.close();
    await once(server, 'close');
  };
  return { name, protocol: 'plain', url: `ws://127.0.0.1:${port}`, send, close };
}

/** As most programs use it: the text is turned into bytes for each client. */
const eachByItself = (): Promise<Sender> =>
  plainSender(PLAIN, (text, sockets) => {
    for (const client of sockets.clients) client.send(text);
  });

/** The least that can be done, and what Socket.IO does: bytes and head of the frame are made once, and who is behind gets no more. */
const builtOnce = (): Promise<Sender> =>
  plainSender(ONCE, (text, _sockets, lines) => {
    const frame = textFrame(text);
    for (const line of lines) if (line.writableLength === 0) line.write(frame);
  });

const PLAIN = 'plain ws';
const ONCE = 'frames built once';

/** A whole WebSocket message, as a server sends it. */
function textFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(bytes.length < 126 ? 2 : 4);
  head[0] = 0x81;
  head[1] = Math.min(bytes.length, 126);
  if (head.length === 4) head.writeUInt16BE(bytes.length, 2);
  return Buffer.concat([head, bytes]);
}

function ask<Kind extends CrowdReport['kind']>(
  crowd: ChildProcess,
  order: CrowdOrder,
): Promise<Extract<CrowdReport, { kind: Kind }>> {
  const answer = once(crowd, 'message').then(([report]) => report as Extract<CrowdReport, { kind: Kind }>);
  crowd.send(order);
  return answer;
}

/** Sends ten ticks a second, or with `flatOut` as many as the clients can take. */
async function measure(sender: Sender, sockets: number, flatOut: boolean): Promise<FanOut> {
  const crowd = fork(path.join(import.meta.dirname, 'socket-crowd.ts'));
  const { name, protocol, url } = sender;
  await ask<'connected'>(crowd, { kind: 'connect', url, protocol, count: sockets });
  await ask<'counted'>(crowd, { kind: 'report' });
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  while (performance.now() - startedAt < RUN_MS) {
    const payload = ticks();
    payload[0].sentAt = Date.now();
    sender.send(payload);
    await new Promise((resolve) => setTimeout(resolve, flatOut ? 0 : TICK_MS));
  }
  const elapsedMs = performance.now() - startedAt;
  const used = process.cpuUsage(cpu);
  await new Promise((resolve) => setTimeout(resolve, flatOut ? 2_000 : 300));
  const { messages, delays } = await ask<'counted'>(crowd, { kind: 'report' });
  crowd.kill();
  delays.sort((a, b) => a - b);
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0;
  return {
    name,
    sockets,
    perSecond: Math.round((messages * 1000) / elapsedMs),
    cpuShare: (used.user + used.system) / 1000 / elapsedMs,
    delayMs: { median: at(0.5), p99: at(0.99) },
  };
}

/** In turn, so that whatever else the machine does affects all of them. */
export async function benchSockets(sockets: number, rounds: number, flatOut: boolean): Promise<FanOut[]> {
  const results: FanOut[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const make of [liveSender, eachByItself, builtOnce]) {
      const sender = await make();
      results.push(await measure(sender, sockets, flatOut));
      await sender.close();
    }
  }
  return results;
}

/** Microseconds of the sender's processor time for each message that arrived, which depends little on what else the machine does. */
const costOf = ({ cpuShare, perSecond }: FanOut): number => (cpuShare * 1e6) / perSecond;

const SOCKETS = 1_000;
const ROUNDS = 5;

/** The part `sockets` of `npm run bench`. */
export async function bench(): Promise<Section[]> {
  const sections: Section[] = [];
  for (const flatOut of [false, true]) {
    const results = await benchSockets(SOCKETS, ROUNDS, flatOut);
    const names = [...new Set(results.map(({ name }) => name))];
    const rateOf = (name: string) =>
      spreadOf(results.filter((result) => result.name === name).map(({ perSecond }) => perSecond));
    const rows = names.map((name) => {
      const own = results.filter((result) => result.name === name);
      const { median, min, max } = rateOf(name);
      const cpu = spreadOf(own.map(({ cpuShare }) => cpuShare)).median;
      const p99 = spreadOf(own.map(({ delayMs }) => delayMs.p99)).median;
      const each = spreadOf(own.map(costOf)).median;
      const figures = [short(median), short(min), short(max), `${((100 * cpu) | 0).toString()} %`];
      figures.push(`${each.toFixed(1)} µs`, `${p99} ms`);
      return [name, ...figures, ...[PLAIN, ONCE].map((peer) => `${(median / rateOf(peer).median).toFixed(2)} x`)];
    });
    sections.push({
      title: flatOut ? 'Quote fan-out, as fast as it goes' : 'Quote fan-out, ten ticks a second',
      columns: [
        'sender',
        'messages/s',
        'least',
        'most',
        'of one processor',
        'each',
        'p99 delay',
        'against plain ws',
        'against built once',
      ],
      rows,
      notes: [
        `${SOCKETS} sockets in another process, ${SYMBOLS} changed quotes a message, ${ROUNDS} rounds in turn; clients share the machine.`,
        'Ticks are volatile: a client that cannot keep up loses some and is told so by the version of the next. Plain ws turns the text into bytes for each client; ours builds the frame once, and so does the last row.',
      ],
    });
  }
  return sections;
}
