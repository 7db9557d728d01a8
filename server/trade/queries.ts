// Reads a trader's own orders and fills. Every query uses the account's own index; none scans a table.
import { dayStartAt } from '../../core/market/trading-hours.ts';
import type { Side } from '../../core/market/instrument.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import type { DiaryFill } from '../../core/trade/diary/diary.ts';
import type { Product } from '../../core/trade/lots.ts';
import type { OrderType } from '../../core/trade/order.ts';
import type { OrderStatus } from '../../contract/trade.ts';
import type { Queryable } from '../db/open.ts';
import { containing } from '../db/list-query.ts';
import { orderFromRow } from '../exchange/rows.ts';
import type { ChangeRow, StoredOrder } from '../exchange/rows.ts';
import type { DaySpan } from './day-span.ts';

export interface ListedOrder {
  readonly order: OrderRecord;
  readonly stockName: string;
  /** When it last traded, was triggered, or ended. */
  readonly updatedAt: number;
}

export interface OrderRow extends StoredOrder {
  stock_name: string;
  last_fill_at: number | null;
}

/** Whole orders of `source`, which is `orders` or a page of it: joined data is looked up for these rows only. */
export const ordersOf = (source: string): string => `select o.*, i.symbol, i.name as stock_name,
    (select max(f.at) from fills f where f.venue = o.venue and f.trade_id = o.last_trade) as last_fill_at
  from ${source} o join instruments i on i.venue = o.venue and i.id = o.instrument`;

export function listed(row: OrderRow): ListedOrder {
  const { created_at, triggered_at, ended_at, last_fill_at, stock_name: stockName } = row;
  const updatedAt = Math.max(created_at, triggered_at ?? 0, ended_at ?? 0, last_fill_at ?? 0);
  return { order: orderFromRow(row), stockName, updatedAt };
}

export interface Mine {
  readonly venue: number;
  readonly account: number;
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

function limitAndOffset({ page, limit }: Page): [number, number] {
  return [limit, (page - 1) * limit];
}

export async function findOrder(db: Queryable, { venue, account }: Mine, id: number): Promise<ListedOrder | null> {
  const { rows } = await db.query<OrderRow>(
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

export interface OrderFilter extends Page, DaySpan {
  readonly status?: OrderStatus | undefined;
  /** Words: parts of a symbol, a company's name or an order number, or a whole side or order type. */
  readonly q?: string | undefined;
  /** Those placed before the order with this number; the page is then ignored. */
  readonly after?: number | undefined;
}

const KIND_WORDS: readonly (Side | OrderType)[] = ['buy', 'sell', 'market', 'limit', 'stop', 'stop-limit', 'bracket'];

export async function listOrders(
  db: Queryable,
  { venue, account }: Mine,
  filter: OrderFilter,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const conditions = ['o.venue = $1', 'o.account = $2'];
  const values: unknown[] = [venue, account];
  if (filter.status !== undefined) conditions.push(STATUS_CONDITIONS[filter.status]);
  const placed = (comparison: string, day: number): void =>
    void conditions.push(`o.created_at ${comparison} $${values.push(dayStartAt(day))}`);
  if (filter.fromDay !== null) placed('>=', filter.fromDay);
  if (filter.toDay !== null) placed('<', filter.toDay + 1);
  // Every word must match: 'sell merit' finds the sales of MERIT.
  for (const word of (filter.q ?? '').split(/\s+/).filter(Boolean)) {
    values.push(containing(word), word.toLowerCase());
    const [part, whole] = [`$${values.length - 1}`, `$${values.length}`];
    // "limit" means an order type, not every company that is Limited.
    const isKind = KIND_WORDS.some((kind) => kind === word.toLowerCase());
    const isNamed = isKind ? '' : ` or name ilike ${part}`;
    const stocks = `select id from instruments where venue = $1 and (symbol ilike ${part}${isNamed})`;
    conditions.push(
      `(o.instrument in (${stocks}) or o.id::text like ${part} or o.side = ${whole} or o.order_type = ${whole})`,
    );
  }
  const where = `where ${conditions.join(' and ')}`;
  const counted = db.query<{ total: number }>(`select count(*) as total from orders o ${where}`, values);
  const { after = null } = filter;
  const place = after === null ? limitAndOffset(filter) : [filter.limit, 0];
  const beyond = `($${values.length + 3}::bigint is null or o.id < $${values.length + 3})`;
  const page = `(select o.* from orders o ${where} and ${beyond} order by o.id desc limit $${values.length + 1} offset $${values.length + 2})`;
  const paged = db.query<OrderRow>(`${ordersOf(page)} order by o.id desc`, [...values, ...place, after]);
  const [{ rows: counts }, { rows }] = await Promise.all([counted, paged]);
  return { orders: rows.map(listed), total: counts[0].total };
}

export interface FillRow {
  readonly tradeId: number;
  readonly orderId: number;
  readonly symbol: string;
  readonly stockName: string;
  readonly side: Side;
  readonly product: Product;
  readonly price: number;
  readonly quantity: number;
  readonly brokerage: number;
  readonly flatFee: number;
  readonly statutory: number;
  readonly cost: number;
  readonly openedAt: number | null;
  readonly isMaker: boolean;
  /** The other side was a person, not a simulated trader. */
  readonly isWithPerson: boolean;
  readonly at: number;
}

const fillsOf = (source: string): string => `select f.trade_id as "tradeId", f.order_id as "orderId", i.symbol,
    i.name as "stockName", f.side, f.product, f.price, f.quantity, f.brokerage, f.flat_fee as "flatFee",
    f.statutory, f.cost,
    f.opened_at as "openedAt", f.is_maker as "isMaker", f.counterparty is not null as "isWithPerson", f.at
  from ${source} f join instruments i on i.venue = f.venue and i.id = f.instrument`;

export interface FillFilter extends Page, DaySpan {
  readonly symbol?: string | undefined;
  readonly side?: Side | undefined;
  /** Words: parts of a symbol, a company's name, or the number of an order or trade. */
  readonly q?: string | undefined;
}

export async function listFills(
  db: Queryable,
  { venue, account }: Mine,
  filter: FillFilter,
): Promise<{ fills: FillRow[]; total: number }> {
  const { symbol, side, q = '' } = filter;
  const values: unknown[] = [venue, account];
  const put = (value: unknown): string => `$${values.push(value)}`;
  let where = `where f.venue = $1 and f.account = $2${daysCondition(filter, put)}`;
  if (symbol !== undefined)
    where += ` and f.instrument = (select id from instruments where venue = $1 and symbol = ${put(symbol)})`;
  if (side !== undefined) where += ` and f.side = ${put(side)}`;
  for (const word of q.split(/\s+/).filter(Boolean)) {
    const part = put(containing(word));
    const stocks = `select id from instruments where venue = $1 and (symbol ilike ${part} or name ilike ${part})`;
    where += ` and (f.instrument in (${stocks}) or f.order_id::text like ${part} or f.trade_id::text like ${part})`;
  }
  const counted = db.query<{ total: number }>(`select count(*) as total from fills f ${where}`, values);
  const page = `(select f.* from fills f ${where} order by f.trade_id desc limit $${values.length + 1} offset $${values.length + 2})`;
  const paged = db.query<FillRow>(`${fillsOf(page)} order by f.trade_id desc`, [...values, ...limitAndOffset(filter)]);
  const [{ rows: counts }, { rows }] = await Promise.all([counted, paged]);
  return { fills: rows, total: counts[0].total };
}

/** The fills of one order, found by the range of trades that its row keeps. */
export async function fillsOfOrder(db: Queryable, { venue, account }: Mine, orderId: number): Promise<FillRow[]> {
  const { rows } = await db.query<FillRow>(
    `${fillsOf('fills')} join orders o on o.venue = f.venue and o.id = f.order_id
     where o.venue = $1 and o.id = $3 and f.venue = $1 and f.account = $2
       and f.trade_id between o.first_trade and o.last_trade order by f.trade_id`,
    [venue, account, orderId],
  );
  return rows;
}

/** How its trader has changed an order, oldest change first. */
export async function changesOfOrder(db: Queryable, venue: number, orderId: number): Promise<ChangeRow[]> {
  const { rows } = await db.query<ChangeRow>(
    'select order_id as "orderId", at, before, after from order_changes where venue = $1 and order_id = $2 order by id',
    [venue, orderId],
  );
  return rows;
}

/** A condition on fills `f` of account $2 in venue $1: those of the given days. `put` adds a value and returns its placeholder. */
function daysCondition({ fromDay, toDay }: DaySpan, put: (value: unknown) => string): string {
  const bound = (comparison: string, at: number): string =>
    ` and f.trade_id ${comparison} own_trade_from($1::smallint, $2, ${put(at)})`;
  const since = fromDay === null ? '' : bound('>=', dayStartAt(fromDay));
  return since + (toDay === null ? '' : bound('<', dayStartAt(toDay + 1)));
}

/** The account's fills of the requested days, in order of time; no more of the history is read than that. */
export async function fillsOfDays(db: Queryable, { venue, account }: Mine, span: DaySpan): Promise<DiaryFill[]> {
  const values: unknown[] = [venue, account];
  const where = `where f.venue = $1 and f.account = $2${daysCondition(span, (value) => `$${values.push(value)}`)}`;
  const { rows } = await db.query<FillRow>(`${fillsOf('fills')} ${where} order by f.trade_id`, values);
  return rows;
}
