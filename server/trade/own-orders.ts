// A trader's list of orders, queried and converted once, then remembered until a commit changes one of them.
import type { Order as WireOrder } from '../../contract/trade.ts';
import type { Queryable } from '../db/open.ts';
import type { CommittedBatch } from '../exchange/batches.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { presentOrder } from './present.ts';
import { listOrders } from './order-queries.ts';
import type { OrderFilter } from './order-queries.ts';

export interface OrderPage {
  /** Without the last prices of their stocks. */
  readonly orders: readonly WireOrder[];
  readonly total: number;
}

export interface Owner {
  readonly accountNo: number;
  readonly name: string;
}

/** The least recently used account is dropped first. */
const MOST_TRADERS = 2_000;
/** Pages and filters of one trader. */
const MOST_PAGES = 8;

export class OwnOrders {
  readonly #db: Queryable;
  readonly #venue: number;
  readonly #exchange: Pick<Exchange, 'generation'>;
  #generation = 0;
  /** By account, then by query. Several callers may wait for a page that is still being read. */
  readonly #pages = new Map<number, Map<string, Promise<OrderPage>>>();

  constructor(db: Queryable, venue: number, exchange: Pick<Exchange, 'generation'>) {
    this.#db = db;
    this.#venue = venue;
    this.#exchange = exchange;
  }

  list({ accountNo: account, name }: Owner, filter: OrderFilter): Promise<OrderPage> {
    this.#forgetBefore(this.#exchange.generation);
    const pages = this.#pagesOf(account);
    const key = JSON.stringify([filter, name]);
    const known = pages.get(key);
    if (known !== undefined) return known;
    if (pages.size >= MOST_PAGES) pages.clear();
    const page = this.#read(account, name, filter);
    pages.set(key, page);
    // A failed read is tried again.
    page.catch(() => pages.delete(key));
    return page;
  }

  /**
   * For `exchange.subscribe`: from now on the database is asked again. A read already under way serves only those who asked before
   * the commit.
   */
  committed({ orders }: Pick<CommittedBatch, 'orders'>): void {
    for (const { account } of orders) this.#pages.delete(account);
  }

  /** The exchange was taken over again: another process may have committed in between without our hearing of it. */
  #forgetBefore(generation: number): void {
    if (generation !== this.#generation) this.#pages.clear();
    this.#generation = generation;
  }

  async #read(account: number, userName: string, filter: OrderFilter): Promise<OrderPage> {
    const { orders, total } = await listOrders(this.#db, { venue: this.#venue, account }, filter);
    const shown = orders.map(({ order, stockName, updatedAt }) =>
      presentOrder(order, { userName, stockName, lastPrice: null, updatedAt }),
    );
    return { orders: shown, total };
  }

  /** The account that is looking now is the last to be dropped. */
  #pagesOf(account: number): Map<string, Promise<OrderPage>> {
    const pages = this.#pages.get(account) ?? new Map<string, Promise<OrderPage>>();
    this.#pages.delete(account);
    if (this.#pages.size >= MOST_TRADERS) this.#pages.delete(this.#pages.keys().next().value!);
    this.#pages.set(account, pages);
    return pages;
  }
}
