// Reads over HTTP by 64 connections, in turn with a bare Fastify that answers the same data.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { RealServer } from '../tests/crash/real-server.ts';
import { Crowd, requestText } from './http-load.ts';
import type { Stock } from './load/asker.ts';
import { stocksOf } from './load/player-process.ts';
import { busyness } from './load/vitals.ts';
import { short, spreadOf, type Section } from './section.ts';

const CONNECTIONS = 64;
const SECONDS = 3;
const ROUNDS = 5;
const READS = ['/portfolio', '/stocks', '/getOrders'] as const;
/** What each reader has: orders in several stocks, some of them open. */
const STOCKS = 5;
const ORDERS_EACH = 15;

class Bare {
  readonly #process = fork(path.join(import.meta.dirname, 'bare-fastify.ts'));
  url = '';

  async open(): Promise<void> {
    const [port] = (await once(this.#process, 'message')) as [number];
    this.url = `http://127.0.0.1:${port}`;
  }

  async keep(name: string, data: unknown): Promise<void> {
    this.#process.send([name, data]);
    await once(this.#process, 'message');
  }

  close(): void {
    this.#process.kill();
  }
}

/** @param stocks with a price each, at which a buy rests */
async function furnish(server: RealServer, token: string, stocks: readonly Stock[]): Promise<void> {
  for (let n = 0; n < ORDERS_EACH; n++) {
    const { symbol: stock, restAt: price } = stocks[n % stocks.length];
    const order = n % 5 === 4 ? { orderType: 'LIMIT', price, timeInForce: 'GTC' } : { orderType: 'MARKET' };
    const body = { stock, type: 'BUY', quantity: 1, ...order };
    const { status, body: said } = await server.call('POST', '/orders', { token, body });
    if (status !== 200) throw new Error(`an order was refused: ${said.message}`);
  }
}

interface Read {
  readonly where: string;
  readonly bytes: number;
  readonly ours: number[];
  readonly bare: number[];
}

async function measure(server: RealServer, bare: Bare, crowd: Crowd, tokens: readonly string[]): Promise<Read[]> {
  const reads: Read[] = [];
  for (const where of READS) {
    const { body } = await server.call('GET', where, { token: tokens[0] });
    await bare.keep(where.slice(1), body);
    reads.push({ where, bytes: JSON.stringify(body).length, ours: [], bare: [] });
  }
  const fire = async (url: string, requests: readonly (readonly string[])[]): Promise<number> => {
    const { answered, refused, refusal } = await crowd.fire(url, { requests, seconds: SECONDS, perSecond: null });
    if (refused > 0) throw new Error(`a read was refused: ${refusal}`);
    return answered / SECONDS;
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const { where, ours, bare: theirs } of reads) {
      const requests = tokens.map((token) => [requestText({ method: 'GET', where, token })]);
      ours.push(await fire(server.url, requests));
      theirs.push(await fire(bare.url, requests));
    }
  }
  return reads;
}

/** The part `reads` of `npm run bench`. */
export async function bench(): Promise<Section[]> {
  const load = busyness();
  const server = await RealServer.create();
  const bare = new Bare();
  const crowd = new Crowd();
  try {
    await Promise.all([server.start(), bare.open()]);
    const tokens: string[] = [];
    for (let n = 0; n < CONNECTIONS; n++) tokens.push(await server.newTrader(`reader-${n}`, 100_000));
    const stocks = await stocksOf({ server }, STOCKS);
    await Promise.all(tokens.map((token) => furnish(server, token, stocks)));
    const reads = await measure(server, bare, crowd, tokens);
    const row = ({ where, bytes, ours, bare: theirs }: Read): string[] => {
      const [own, other] = [spreadOf(ours), spreadOf(theirs)];
      const share = spreadOf(ours.map((rate, round) => rate / theirs[round]));
      const percent = (value: number): string => `${(100 * value).toFixed(0)} %`;
      return [
        `GET ${where}`,
        short(bytes),
        short(own.median),
        short(other.median),
        percent(share.median),
        `${percent(share.min)} to ${percent(share.max)}`,
      ];
    };
    return [
      {
        title: 'Reads over HTTP, beside a bare Fastify route that answers the same data',
        columns: ['call', 'bytes', 'calls/s', 'bare Fastify/s', 'share', 'from to'],
        rows: reads.map(row),
        notes: [
          `${CONNECTIONS} connections, each of another person with ${ORDERS_EACH} orders, while the market of 60 stocks moves; ${ROUNDS} rounds of ${SECONDS} s in turn, medians.`,
          `Ours check the token and what was seen is durable; GET /getOrders asks the database once until the person's orders change. Programs that wanted a processor when it began: ${load}.`,
        ],
      },
    ];
  } finally {
    crowd.close();
    bare.close();
    await server.remove();
  }
}
