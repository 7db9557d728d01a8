// Reads a trader's own orders. Every query uses the account's own index; none scans a table.
import type { Side } from '../../core/market/instrument.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import type { OrderType } from '../../core/trade/order.ts';
import type { OrderStatus } from '../../contract/trade.ts';
import type { Queryable } from '../db/open.ts';
import { Conditions } from '../db/conditions.ts';
import { containing, limitAndOffset, wordsOf } from '../db/list-query.ts';
import type { Page } from '../db/list-query.ts';
import { orderFromRow } from '../exchange/order-rows.ts';
import type { StoredOrder } from '../exchange/order-rows.ts';
import type { ChangeRow } from '../exchange/rows.ts';
import type { DaySpan } from './day-span.ts';
import type { Mine } from './mine.ts';
import { addDays } from './own-span.ts';

export interface ListedOrder {
  readonly order: OrderRecord;
  readonly stockName: string;
  /** When it last traded, was changed or triggered, or ended. */
  readonly updatedAt: number;
}

/** What `ordersOf` returns. */
export interface ListedOrderRow extends StoredOrder {
  stock_name: string;
  last_fill_at: number | null;
  changed_at: number | null;
}

/** Whole orders of `source`, which is `orders` or a page of it: joined data is looked up for these rows only. */
export const ordersOf = (source: string): string => `select o.*, i.symbol, i.name as stock_name,
    (select max(f.at) from fills f where f.venue = o.venue and f.trade_id = o.last_trade) as last_fill_at,
    (select c.at from order_changes c where c.venue = o.venue and c.order_id = o.id order by c.id desc limit 1) as changed_at
  from ${source} o join instruments i on i.venue = o.venue and i.id = o.instrument`;

export function listed(row: ListedOrderRow): ListedOrder {
  const { created_at, triggered_at, ended_at, last_fill_at, changed_at, stock_name: stockName } = row;
  const updatedAt = Math.max(created_at, triggered_at ?? 0, ended_at ?? 0, last_fill_at ?? 0, changed_at ?? 0);
  return { order: orderFromRow(row), stockName, updatedAt };
}

export async function findOrder(db: Queryable, { venue, account }: Mine, id: number): Promise<ListedOrder | null> {
  const { rows } = await db.query<ListedOrderRow>(
    `${ordersOf('orders')} where o.venue = $1 and o.id = $2 and o.account = $3`,
    [venue, id, account],
  );
  return rows.length === 0 ? null : listed(rows[0]);
}

export const STATUS_CONDITIONS: Record<OrderStatus, string> = {
  PENDING: 'o.end_reason is null',
  COMPLETED: 'o.end_reason is not null and o.remaining < o.quantity',
  FAILED: 'o.end_reason is not null and o.remaining = o.quantity',
};

/** SQL: the status of an order `o`. */
export const STATUS = `case ${Object.entries(STATUS_CONDITIONS)
  .map(([status, condition]) => `when ${condition} then '${status}'`)
  .join(' ')} end`;

export interface OrderFilter extends Page, DaySpan {
  readonly status?: OrderStatus | undefined;
  readonly symbol?: string | undefined;
  /** Words: parts of a symbol, a company's name or an order number, or a whole side or order type. */
  readonly q?: string | undefined;
  /** Those placed before the order with this number; the page is then ignored. */
  readonly after?: number | undefined;
}

const KIND_WORDS: readonly (Side | OrderType)[] = ['buy', 'sell', 'market', 'limit', 'stop', 'stop-limit', 'bracket'];

export async function listOrders(
  db: Queryable,
  mine: Mine,
  filter: OrderFilter,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const { status, symbol, q = '', after } = filter;
  const conditions = new Conditions().add('o.venue = ?', mine.venue).add('o.account = ?', mine.account);
  const asked = await addDays(db, mine, filter, { conditions, what: 'order', number: 'o.id', at: 'o.created_at' });
  asked
    .plain(status && STATUS_CONDITIONS[status])
    .addIf('o.instrument = (select id from instruments where venue = $1 and symbol = ?)', symbol);
  // Every word must match: 'sell merit' finds the sales of MERIT.
  for (const word of wordsOf(q)) {
    const part = asked.parameter(containing(word));
    const whole = asked.parameter(word.toLowerCase());
    // "limit" means an order type, not every company that is Limited.
    const isKind = KIND_WORDS.some((kind) => kind === word.toLowerCase());
    const isNamed = isKind ? '' : ` or name ilike ${part}`;
    const stocks = `select id from instruments where venue = $1 and (symbol ilike ${part}${isNamed})`;
    asked.plain(
      `(o.instrument in (${stocks}) or o.id::text like ${part} or o.side = ${whole} or o.order_type = ${whole})`,
    );
  }
  const counted = db.query<{ total: number }>(`select count(*) as total from orders o ${asked.where}`, [
    ...asked.values,
  ]);
  asked.addIf('o.id < ?', after);
  const cut = limitAndOffset(asked, after === undefined ? filter : { page: 1, limit: filter.limit });
  const page = `(select o.* from orders o ${asked.where} order by o.id desc ${cut})`;
  const paged = db.query<ListedOrderRow>(`${ordersOf(page)} order by o.id desc`, asked.values);
  const [{ rows: counts }, { rows }] = await Promise.all([counted, paged]);
  return { orders: rows.map(listed), total: counts[0].total };
}

/** An order that waits may be changed thirty times a second for days: its story would fill the memory, and hold up everybody. */
const MOST_CHANGES = 500;

/** How its trader has changed an order, oldest change first. Of very many, the first one, which says how it was placed, and the newest. */
export async function changesOfOrder(db: Queryable, venue: number, orderId: number): Promise<ChangeRow[]> {
  const changes = 'select * from order_changes where venue = $1 and order_id = $2 order by id';
  const { rows } = await db.query<ChangeRow>(
    `select order_id as "orderId", at, before, after from (
       (${changes} limit 1) union (${changes} desc limit ${MOST_CHANGES})) told order by id`,
    [venue, orderId],
  );
  return rows;
}
