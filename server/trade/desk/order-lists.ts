// Lists everybody's orders. No list reads the whole table: a page is found by order number, by account, or among open orders.
import type { DaySpan } from '../../../contract/admin/filters.ts';
import type { OrderStatus } from '../../../contract/trade.ts';
import { listed, ordersOf, STATUS_CONDITIONS } from '../order-queries.ts';
import type { ListedOrder, ListedOrderRow } from '../order-queries.ts';
import { Conditions } from '../../db/conditions.ts';
import type { Listed } from './context.ts';
import { addPlace, cutOf, numberSpanOf } from './numbered-pages.ts';
import type { PageAsked } from './numbered-pages.ts';
import type { OrderScreen } from './totals.ts';

/** Which orders are asked for; a field that is left out does not restrict them. */
export interface OrdersAsked {
  readonly screen?: OrderScreen | undefined;
  readonly status?: OrderStatus | undefined;
  /** Of these traders. */
  readonly accounts?: readonly number[] | undefined;
  readonly symbol?: string | undefined;
  readonly id?: number | undefined;
  readonly days?: DaySpan | undefined;
}

const SCREEN_CONDITIONS: Record<OrderScreen, string> = {
  market: `o.order_type = 'market'`,
  limit: `o.order_type = 'limit'`,
  stop: 'o.stop_price > 0',
};

export async function listDeskOrders(
  desk: Listed,
  asked: OrdersAsked,
  page: PageAsked,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const total = await count(desk, asked);
  if (total === 0) return { orders: [], total };
  const where = await conditionsOf(desk, asked, page);
  const { direction, offset } = cutOf(page);
  const order = `order by o.id ${direction}`;
  const rows = `(${source(asked, where.sql, `${order} limit ${page.limit + offset}`)} ${order} limit ${page.limit} offset ${offset})`;
  const found = await desk.db.query<ListedOrderRow>(`${ordersOf(rows)} order by o.id desc`, where.values);
  return { orders: found.rows.map(listed), total };
}

/** By the running totals, where they know the answer: they are kept by screen, status and stock. */
async function count(desk: Listed, asked: OrdersAsked): Promise<number> {
  const { accounts, id, days } = asked;
  if (accounts === undefined && id === undefined && days === undefined) return desk.totals.orders(asked);
  if (accounts?.length === 0) return 0;
  const { sql, values } = await conditionsOf(desk, asked, {});
  const { rows } = await desk.db.query<{ total: number }>(
    `select count(*) as total from orders o where ${sql}`,
    values,
  );
  return rows[0].total;
}

async function conditionsOf(
  { db, venue }: Listed,
  asked: OrdersAsked,
  place: Pick<PageAsked, 'after' | 'before'>,
): Promise<Conditions> {
  const days = asked.days && (await numberSpanOf(db, venue, 'order', asked.days));
  const conditions = new Conditions()
    .add('o.venue = ?', venue)
    .addIf('o.account = any(?)', asked.accounts)
    .plain(asked.screen && SCREEN_CONDITIONS[asked.screen])
    .plain(asked.status && STATUS_CONDITIONS[asked.status])
    .addIf('o.instrument = (select id from instruments where venue = $1 and symbol = ?)', asked.symbol)
    .addIf('o.id = ?', asked.id);
  return addPlace(conditions, 'o.id', place, days);
}

/** With accounts (the second parameter), the newest orders of each, by the index on accounts; otherwise all, by number. */
function source({ accounts }: OrdersAsked, where: string, page: string): string {
  if (accounts === undefined) return `select o.* from orders o where ${where}`;
  return `select o.* from unnest($2::integer[]) as whose (account)
    cross join lateral (select * from orders o where o.account = whose.account and ${where} ${page}) o`;
}
