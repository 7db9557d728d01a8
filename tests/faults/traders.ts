// People who trade through the real server while it is broken: each has a wallet, and keeps placing orders.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RealServer } from '../crash/real-server.ts';
import type { Journal, Request } from './journal.ts';

export interface Trader {
  readonly name: string;
  readonly token: string;
}

/** Returns the server that clients use now. */
export interface Site {
  readonly server: RealServer;
}

const STOCKS = ['MERIT', 'VAYUSYS', 'DHANVIKA'];
/** Far from the market and within the price band, so that it rests until it is canceled. */
const RESTING = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 270, timeInForce: 'GTC' };
const WALLET_RUPEES = 500_000;
/** After this time a caller gives up. */
const PATIENCE_MS = 40_000;
const PAUSE_MS = 4;
const PAUSE_AFTER_TROUBLE_MS = 50;

let madeSoFar = 0;

export async function makeTraders(server: RealServer, count: number): Promise<Trader[]> {
  const names = Array.from({ length: count }, () => `fault-${process.pid}-${madeSoFar++}`);
  return Promise.all(names.map(async (name) => ({ name, token: await server.newTrader(name, WALLET_RUPEES) })));
}

/** Resting orders that are canceled again, and sometimes a market order. */
function orderBody(n: number): Record<string, unknown> {
  if (n % 4 !== 3) return RESTING;
  return { stock: STOCKS[n % STOCKS.length], type: n % 8 === 3 ? 'BUY' : 'SELL', orderType: 'MARKET', quantity: 1 };
}

/** Sends a request once, and records the reply. */
export async function attempt({ server }: Site, request: Request): Promise<void> {
  const { trader, key, body, attempts } = request;
  const sentAt = performance.now();
  const options = { token: trader.token, key, body, timeoutMs: PATIENCE_MS };
  const reply = await server.call('POST', '/orders', options).catch(() => null);
  attempts.push({ sentAt, ms: performance.now() - sentAt, reply });
}

/** Several traders at once, each sending one order after another until they are stopped. */
export class Load {
  readonly #site: Site;
  readonly #journal: Journal;
  readonly #done: Promise<unknown>;
  #isOver = false;

  constructor(site: Site, traders: readonly Trader[], journal: Journal) {
    this.#site = site;
    this.#journal = journal;
    this.#done = Promise.all(traders.map((trader) => this.#trade(trader)));
  }

  /** Resolves when the last reply has arrived. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  async #trade(trader: Trader): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      const key = `${trader.name}-${performance.now()}-${n}`;
      const request: Request = { trader, key, body: orderBody(n), attempts: [] };
      this.#journal.requests.push(request);
      await attempt(this.#site, request);
      const reply = request.attempts[0].reply;
      if (reply?.status === 200 && request.body === RESTING) await this.#withdraw(trader, reply.body.data);
      await sleep(reply === null || reply.status >= 500 ? PAUSE_AFTER_TROUBLE_MS : PAUSE_MS);
    }
  }

  async #withdraw(trader: Trader, { _id }: { _id: string }): Promise<void> {
    const options = { token: trader.token, timeoutMs: PATIENCE_MS };
    await this.#site.server.call('POST', `/cancelOrder/${_id}`, options).catch(() => null);
  }
}
