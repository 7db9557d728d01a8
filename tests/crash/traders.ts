// Traders who keep placing orders at whichever server answers, repeating each with its key until it is acknowledged; and the proof afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import { serialFaults } from '../serial-order.ts';
import type { Placed } from '../serial-order.ts';
import type { RealServer } from './real-server.ts';

/** Longer than our own client waits. */
const CALL_LIMIT_MS = 12_000;
const AGAIN_MS = 50;

export class Traders {
  readonly #tokens: readonly string[];
  readonly #servers: readonly RealServer[];
  readonly #acknowledged = new Map<string, string[]>();
  readonly #placed: Placed[] = [];
  #number = 0;
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();
  #lastAt = 0;
  /** The longest time without an acknowledged order, since it was last set. */
  longestPauseMs = 0;
  /** Every reply that was neither a success nor a request to try again. */
  readonly strange: string[] = [];

  constructor(tokens: readonly string[], servers: readonly RealServer[]) {
    this.#tokens = tokens;
    this.#servers = servers;
    for (const token of tokens) this.#acknowledged.set(token, []);
  }

  get count(): number {
    return [...this.#acknowledged.values()].reduce((sum, ids) => sum + ids.length, 0);
  }

  start(): void {
    this.#isOver = false;
    this.#lastAt = performance.now();
    this.#running = Promise.all(this.#tokens.map((token) => this.#trade(token)));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Adds an order that was placed and acknowledged elsewhere. */
  know(token: string, id: string): void {
    this.#acknowledged.get(token)!.push(id);
  }

  /** Waits until so many more orders are acknowledged. */
  async more(count: number, limitMs = 30_000): Promise<void> {
    const [before, startedAt] = [this.count, performance.now()];
    while (this.count < before + count) {
      if (performance.now() - startedAt > limitMs)
        throw new Error(`only ${this.count - before} orders in ${limitMs} ms`);
      await sleep(AGAIN_MS);
    }
  }

  async #trade(token: string): Promise<void> {
    while (!this.#isOver) {
      const body = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 270, timeInForce: 'GTC' };
      const firstSentAt = performance.now();
      const id = await this.#untilDone(token, body);
      this.#acknowledged.get(token)!.push(id);
      const now = performance.now();
      this.#placed.push({ firstSentAt, answeredAt: now, sequence: Number(id) });
      this.longestPauseMs = Math.max(this.longestPauseMs, now - this.#lastAt);
      this.#lastAt = now;
    }
  }

  async #untilDone(token: string, body: object): Promise<string> {
    const key = `traders-${++this.#number}`;
    for (let turn = this.#number; ; turn++) {
      const server = this.#servers[turn % this.#servers.length];
      const reply = await server
        .call('POST', '/orders', { token, key, body, timeoutMs: CALL_LIMIT_MS })
        .catch(() => null);
      if (reply !== null && reply.status < 300) return (reply.body.data as { _id: string })._id;
      // 409: the first attempt has not been decided yet.
      if (reply !== null && ![503, 409].includes(reply.status))
        this.strange.push(`${reply.status} ${reply.body.message}`);
      await sleep(AGAIN_MS);
    }
  }

  /** Returns what is wrong, if not everything acknowledged is there once and nothing else, in one sequence, in books that add up. */
  async prove(server: RealServer): Promise<string[]> {
    const wrong = [...this.strange, ...serialFaults(this.#placed)];
    for (const [token, acknowledged] of this.#acknowledged) {
      const listed = await ordersOf(server, token);
      const known = new Set(acknowledged);
      const found = new Set(listed);
      if (found.size < listed.length) wrong.push(`${listed.length - found.size} orders are listed twice`);
      wrong.push(
        ...acknowledged.filter((id) => !found.has(id)).map((id) => `order ${id} was acknowledged and is lost`),
      );
      wrong.push(
        ...listed.filter((id) => !known.has(id)).map((id) => `order ${id} is there and was never acknowledged`),
      );
    }
    const proof = await server.call('GET', '/ledger/verify', { token: await server.adminToken() });
    if (!(proof.body.data as { ok: boolean } | null)?.ok) wrong.push('the books do not add up');
    return wrong;
  }
}

async function ordersOf(server: RealServer, token: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const { body } = await server.call('GET', `/getOrders?page=${page}&limit=100`, { token });
    const data = body.data as { orders: { _id: string }[]; totalPages: number };
    ids.push(...data.orders.map(({ _id }) => _id));
    last = data.totalPages;
  }
  return ids;
}
