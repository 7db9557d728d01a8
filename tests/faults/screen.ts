// What a trader's page would show: it starts from the fetched state, applies what is pushed, and fetches again after a gap.
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { ClientToServer, PushOf, ServerToClient } from '../../contract/events.ts';
import type { Site, Trader } from './traders.ts';

const AGAIN_MS = 300;

type Portfolio = PushOf<'portfolioUpdate'>;
type Order = PushOf<'order-update'>;

/** The fields that do not move with the market. */
const factsOf = ({ balance, heldBalance, portfolio }: Portfolio): unknown => ({
  balance,
  heldBalance,
  shares: Object.fromEntries(portfolio.map((item) => [JSON.stringify([item.symbol, item.isIntraday]), item.quantity])),
});

const wordsOf = ({ _id, status, filledQuantity, charges }: Order): string =>
  `${_id} ${status} ${filledQuantity} ${charges}`;

export class Screen {
  readonly #site: Site;
  readonly #trader: Trader;
  readonly #socket: Socket<ServerToClient, ClientToServer>;
  readonly #orders = new Map<string, Order>();
  readonly #versions = new Map<string, number>();
  #portfolio: Portfolio | null = null;
  #pushes = 0;
  #connects = 0;

  constructor(site: Site, trader: Trader) {
    this.#site = site;
    this.#trader = trader;
    this.#socket = io(site.server.url, {
      auth: { token: trader.token },
      forceNew: true,
      transports: ['websocket'],
      reconnectionDelay: 100,
      reconnectionDelayMax: 1_000,
    });
    this.#socket.on('connect', () => {
      this.#connects++;
      this.#versions.clear();
      void this.#fetch();
    });
    this.#socket.on('portfolioUpdate', (portfolio, version) => {
      this.#pushes++;
      this.#portfolio = portfolio;
      if (this.#takeVersion('portfolioUpdate', version)) void this.#fetch();
    });
    this.#socket.on('order-update', (order, version) => {
      this.#take(order);
      if (this.#takeVersion('order-update', version)) void this.#fetch();
    });
  }

  get connects(): number {
    return this.#connects;
  }

  get isConnected(): boolean {
    return this.#socket.connected;
  }

  close(): void {
    this.#socket.disconnect();
  }

  /** How the page differs from the server's state; empty if it does not. */
  async differences(): Promise<string[]> {
    const { portfolio, orders } = await this.#read();
    const known = JSON.stringify(this.#portfolio && factsOf(this.#portfolio));
    const right = JSON.stringify(factsOf(portfolio));
    const wrong = known === right ? [] : [`${this.#trader.name} sees ${known}, the server says ${right}`];
    for (const order of orders) {
      const shown = this.#orders.get(order._id);
      const is = shown === undefined ? 'nothing' : wordsOf(shown);
      if (is !== wordsOf(order)) wrong.push(`${this.#trader.name} sees order ${is}, the server says ${wordsOf(order)}`);
    }
    return wrong;
  }

  /** A reply is older than what was pushed while it was on its way. */
  async #fetch(): Promise<void> {
    const before = this.#pushes;
    const state = await this.#read().catch(() => null);
    if (state === null) return this.#again();
    if (this.#pushes === before) this.#portfolio = state.portfolio;
    for (const order of state.orders) this.#take(order);
  }

  /** A page that was refused its state asks for it again. */
  async #again(): Promise<void> {
    await sleep(AGAIN_MS);
    if (this.#socket.connected) await this.#fetch();
  }

  async #read(): Promise<{ portfolio: Portfolio; orders: Order[] }> {
    const ask = async (where: string): Promise<unknown> => {
      const reply = await this.#site.server.call('GET', where, { token: this.#trader.token, timeoutMs: 20_000 });
      if (reply.status !== 200) throw new Error(`GET ${where} answered ${reply.status}`);
      return reply.body.data;
    };
    const [portfolio, page] = await Promise.all([ask('/portfolio'), ask('/getOrders?page=1&limit=100')]);
    return { portfolio: portfolio as Portfolio, orders: (page as { orders: Order[] }).orders };
  }

  #take(order: Order): void {
    const known = this.#orders.get(order._id);
    if (known === undefined || known.updatedAt <= order.updatedAt) this.#orders.set(order._id, order);
  }

  /** Notes the version of a push. Returns whether others were missed: versions grow by one, and the first one seen sets the start. */
  #takeVersion(event: string, version: number): boolean {
    const before = this.#versions.get(event);
    this.#versions.set(event, version);
    return before !== undefined && version > before + 1;
  }
}
