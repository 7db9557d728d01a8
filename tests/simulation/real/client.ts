// A person who trades over HTTP while the server is broken: one request after another, each with its key, each sent until it is answered.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../../../core/command.ts';
import { placeCommand } from '../../../server/trade/words.ts';
import { isDefinite } from '../../faults/journal.ts';
import type { Reply, RealServer } from '../../crash/real-server.ts';
import type { Random } from '../random.ts';
import { STOCKS } from './beginning.ts';

export interface Wish {
  readonly account: number;
  readonly key: string;
  readonly path: string;
  readonly body: object;
  /** The command that the exchange gets for it. */
  readonly command: Command;
  readonly firstSentAt: number;
  answeredAt: number;
  reply: Reply | null;
}

const PATIENCE_MS = 8_000;
const GIVE_UP_AFTER_MS = 40_000;

export class Client {
  readonly account: number;
  readonly wishes: Wish[] = [];
  /** Everything that did not hold. */
  readonly wrong: string[] = [];
  readonly #server: RealServer;
  readonly #random: Random;
  readonly #orders: string[] = [];

  constructor(server: RealServer, account: number, random: Random) {
    this.#server = server;
    this.account = account;
    this.#random = random;
  }

  async trade(count: number): Promise<void> {
    for (let n = 0; n < count && this.wrong.length === 0; n++) {
      const wish = this.#draw(`wish-${n}`);
      this.wishes.push(wish);
      // Sometimes a page sends the same request twice at once.
      const twice = this.#random.chance(0.1) ? this.#once(wish) : null;
      await this.#untilAnswered(wish);
      await twice;
      const id = (wish.reply?.body.data as unknown as { _id?: string } | null | undefined)?._id;
      if (wish.reply?.status === 200 && id !== undefined && wish.path === '/orders') this.#orders.push(id);
      await sleep(this.#random.next() * 12);
    }
  }

  /** Repeats everything: each answer must be the first one again. */
  async repeatAll(): Promise<void> {
    for (const wish of this.wishes) {
      const { reply: first } = wish;
      wish.reply = null;
      await this.#untilAnswered(wish);
      if (first !== null && wish.reply !== null && textOf(first) !== textOf(wish.reply))
        this.wrong.push(`${this.account} ${wish.key} was answered ${textOf(first)} and then ${textOf(wish.reply)}`);
    }
  }

  async #untilAnswered(wish: Wish): Promise<void> {
    const until = performance.now() + GIVE_UP_AFTER_MS;
    while (performance.now() < until) {
      const reply = await this.#once(wish);
      if (reply !== null && isDefinite(reply)) {
        if (reply.status >= 500) this.wrong.push(`${this.account} ${wish.key}: ${textOf(reply)}`);
        wish.reply = reply;
        wish.answeredAt = Math.min(wish.answeredAt, performance.now());
        return;
      }
      await sleep(20 + this.#random.next() * 100);
    }
    this.wrong.push(`${this.account} ${wish.key} has no definite answer`);
  }

  #once({ key, path, body, account }: Wish): Promise<Reply | null> {
    const options = { token: String(account), key, body, timeoutMs: PATIENCE_MS };
    return this.#server.call('POST', path, options).catch(() => null);
  }

  #draw(name: string): Wish {
    const { account } = this;
    const random = this.#random;
    const key = `${account}-${name}`;
    const made = (path: string, body: object, command: Command): Wish => ({
      account,
      key,
      path,
      body,
      command,
      firstSentAt: performance.now(),
      answeredAt: Infinity,
      reply: null,
    });
    const orderId = this.#orders.length === 0 ? '1' : random.pick(this.#orders.slice(-4));
    if (random.chance(0.15))
      return made(`/cancelOrder/${orderId}`, {}, { kind: 'cancel-order', account, orderId: Number(orderId) });
    const symbol = random.pick(Object.keys(STOCKS) as (keyof typeof STOCKS)[]);
    const paise = STOCKS[symbol] + random.whole(-6, 6) * 5;
    const quantity = random.whole(1, 12);
    if (random.chance(0.1)) {
      const change = { quantity, limitPrice: paise, stopPrice: 0 };
      const command = { kind: 'modify-order', account, orderId: Number(orderId), ...change } as const;
      return made(`/modifyOrder/${orderId}`, { quantity, price: paise / 100 }, command);
    }
    const words = {
      stock: symbol,
      type: random.pick(['BUY', 'SELL'] as const),
      orderType: 'LIMIT' as const,
      timeInForce: random.pick(['GTC', 'GTC', 'DAY', 'IOC', 'FOK'] as const),
      isIntraday: random.chance(0.2),
      quantity,
    };
    return made('/orders', { ...words, price: paise / 100 }, placeCommand(account, { ...words, price: paise }));
  }
}

const textOf = ({ status, body }: Reply): string => `${status} ${JSON.stringify(body)}`;
