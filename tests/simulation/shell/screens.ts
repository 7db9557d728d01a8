// People's open pages: what has been pushed to them, late or never, and what they fetch when they reconnect.
import type { Random } from '../random.ts';
import { readPortfolio } from '../../../server/trade/routes.ts';
import type { Exchange } from '../../../server/exchange/exchange.ts';
import { LEASE_MS } from '../../../server/exchange/standing.ts';
import type { TraderPush } from '../../../server/trade/pushes.ts';
import type { ServerProcess } from './server-process.ts';
import type { Site } from './site.ts';

interface Page {
  /** The process it is connected to, and since when; null while it is away. */
  server: ServerProcess | null;
  /** Messages keep their order. */
  nextAt: number;
  readonly slowMs: number;
  awayUntil: number;
  /** The newest fetch: an answer to an older one, or one from before a push, is ignored. */
  fetches: number;
  shown: string | null;
}

/** How soon a page that has lost its server looks for another. */
const AGAIN_MS = 400;

export class Screens {
  readonly accounts: readonly number[];
  readonly #site: Site;
  readonly #random: Random;
  readonly #pages = new Map<number, Page>();
  /** The last transfer that was stored at some instants, the newest last. */
  readonly #stored: { readonly at: number; readonly id: number }[] = [];

  constructor(site: Site, accounts: readonly number[], random: Random) {
    this.#site = site;
    this.accounts = accounts;
    this.#random = random;
    for (const account of accounts)
      this.#pages.set(account, {
        server: null,
        nextAt: 0,
        slowMs: random.pick([1, 20, 20, 900]),
        awayUntil: 0,
        fetches: 0,
        shown: null,
      });
  }

  pushed(server: ServerProcess, { account, event, payload }: TraderPush): void {
    const page = this.#pages.get(account);
    if (page?.server !== server || event !== 'portfolioUpdate') return;
    const { time } = this.#site;
    const text = totalsOf(payload as Portfolio);
    page.nextAt = Math.max(page.nextAt, time.now + this.#random.next() * page.slowMs);
    const show = (): void => {
      if (page.server !== server) return;
      page.fetches++;
      page.shown = text;
    };
    time.after(page.nextAt - time.now, show, server);
  }

  leave(account: number, ms: number): void {
    const page = this.#pages.get(account);
    if (page === undefined) return;
    page.server = null;
    page.awayUntil = this.#site.time.now + ms;
  }

  /** Every page without a server, or with one that is gone, connects and fetches the present state. */
  look(): void {
    const server = this.#site.leader;
    if (server === null || !server.exchange!.isRunning) return;
    for (const [account, page] of this.#pages) {
      if (page.server === server || page.awayUntil > this.#site.time.now) continue;
      page.server = server;
      this.#fetch(server, account, page);
    }
  }

  /** Until it is answered, or the page connects to another server. */
  #fetch(server: ServerProcess, account: number, page: Page): void {
    const { time } = this.#site;
    const number = ++page.fetches;
    const isStill = (): boolean => page.server === server && page.fetches === number;
    const ask = async (): Promise<void> => {
      const text = await this.#portfolioOf(server, account).catch(() => null);
      if (text === null) time.after(AGAIN_MS, () => isStill() && this.#fetch(server, account, page));
      else time.after(this.#random.next() * page.slowMs, () => isStill() && (page.shown = text));
    };
    time.after(this.#random.next() * page.slowMs, () => void ask(), server);
  }

  /**
   * Every answer includes everything that was stored when the request was made, even from a process that has lost the venue to another one
   * without knowing it. If that other one was started by mistake, and not as a standby, an answer may be as old as a lease.
   */
  #peek(): void {
    const { servers, database, time, isMistaken, wrong } = this.#site;
    const id = database.tables.transfers.at(-1)?.id ?? 0;
    this.#stored.push({ at: time.now, id });
    const known = isMistaken ? (this.#stored.findLast(({ at }) => at < time.now - LEASE_MS)?.id ?? 0) : id;
    const ask = async (server: ServerProcess): Promise<void> => {
      const seen = await server.exchange!.read(({ venue }) => venue.ledger.lastTransferId).catch(() => null);
      if (seen !== null && seen < known)
        wrong.push(`${server.name} tells of transfer ${seen} when ${known} was stored before it was asked`);
    };
    for (const server of servers) if (server.isOpen) time.after(0, () => void ask(server), server);
  }

  start(): void {
    const again = (): void => {
      this.look();
      this.#peek();
      this.#site.time.after(AGAIN_MS, again);
    };
    again();
  }

  /** The reply of GET /portfolio, which must be stored by then. */
  async #portfolioOf(server: ServerProcess, account: number): Promise<string> {
    let seen = 0;
    const exchange: Pick<Exchange, 'read'> = {
      read: (look) =>
        server.exchange!.read((engine) => {
          seen = engine.venue.ledger.lastTransferId;
          return look(engine);
        }),
    };
    const isKnown = await exchange.read(({ venue }) => venue.traders.has(account));
    const text = isKnown ? totalsOf(await readPortfolio(exchange, account)) : '';
    const { database, wrong } = this.#site;
    const stored = database.tables.transfers.at(-1)?.id ?? 0;
    if (seen > stored)
      wrong.push(`${account} was shown transfer ${seen}, and ${stored} is the last one that is stored`);
    return text;
  }

  /** Pages that show something other than the reply of their own call. */
  async differences(server: ServerProcess): Promise<string[]> {
    const wrong: string[] = [];
    for (const [account, { shown }] of this.#pages) {
      if (!server.look(({ venue }) => venue.traders.has(account))) continue;
      const now = await this.#portfolioOf(server, account);
      if (shown !== now) wrong.push(`the page of ${account} shows ${shown}, its call answers ${now}`);
    }
    return wrong;
  }
}

type Portfolio = Awaited<ReturnType<typeof readPortfolio>>;

/** The fields that only a commit changes: prices move without one. */
function totalsOf({ portfolio, balance, heldBalance }: Portfolio): string {
  const held = portfolio.map((item) => `${item.symbol} ${item.quantity}`).sort();
  return `${balance} and ${heldBalance} held, ${held.join(', ')}`;
}
