// A trader's own list of orders, asked of the database and put into words once, and remembered until a commit changes one of them.
import type { Order as WireOrder } from '../../contract/trade.ts';
import type { Queryable } from '../db/open.ts';
import type { CommittedBatch, Exchange } from '../exchange/exchange.ts';
import { presentOrder } from './present.ts';
import { listOrders } from './queries.ts';
import type { OrderFilter } from './queries.ts';

export interface OrderPage {
  /** Without the last prices of their stocks. */
  readonly orders: readonly WireOrder[];
  readonly total: number;
}

export interface Owner {
  readonly accountNo: number;
  readonly name: string;
}

/** Whoever has not looked for longest is asked for anew. */
const MOST_TRADERS = 2_000;
/** Pages and filters of one trader. */
const MOST_PAGES = 8;

export class OwnOrders {
  readonly #db: Queryable;
  readonly #venue: number;
  readonly #exchange: Pick<Exchange, 'generation'>;
  #generation = 0;
  /** By account, and by what was asked. A page that is still being read may be waited for by several. */
  readonly #pages = new Map<number, Map<string, Promise<OrderPage>>>();

  constructor(db: Queryable, venue: number, exchange: Pick<Exchange, 'generation'>) {
    this.#db = db;
    this.#venue = venue;
    this.#exchange = exchange;
  }

  list({ accountNo: account, name }: Owner, filter: OrderFilter): Promise<OrderPage> {
    this.#forgetBefore(this.#exchange.generation);
    const pages = this.#pagesOf(account);
    const key = JSON.stringify([
      filter.page,
      filter.after,
      filter.limit,
      filter.status,
      filter.q,
      filter.fromDay,
      filter.toDay,
      name,
    ]);
    const known = pages.get(key);
    if (known !== undefined) return known;
    if (pages.size >= MOST_PAGES) pages.clear();
    const page = this.#read(account, name, filter);
    pages.set(key, page);
    // What could not be read is asked for again.
    page.catch(() => pages.delete(key));
    return page;
  }

  /**
   * For `exchange.subscribe`: whoever asks from now on asks the database. What is still being read was asked for before, and goes
   * to those alone who asked before.
   */
  committed({ orders }: Pick<CommittedBatch, 'orders'>): void {
    for (const { account } of orders) this.#pages.delete(account);
  }

  /** The exchange was taken back: another process may have committed meanwhile, which nobody here was told. */
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

  /** The one who looks now is the last to be forgotten. */
  #pagesOf(account: number): Map<string, Promise<OrderPage>> {
    const pages = this.#pages.get(account) ?? new Map<string, Promise<OrderPage>>();
    this.#pages.delete(account);
    if (this.#pages.size >= MOST_TRADERS) this.#pages.delete(this.#pages.keys().next().value!);
    this.#pages.set(account, pages);
    return pages;
  }
}
