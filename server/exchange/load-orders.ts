// Reads the open orders of a venue back, as one list per column: that costs a third of reading them row by row.
import type { OrderRecord } from '../../core/snapshot.ts';
import type { Queryable } from '../db/open.ts';
import { orderFromRow } from './rows.ts';
import type { StoredOrder } from './rows.ts';

/** Orders per query: their lists stay far below the longest text that the database or JavaScript can hold. */
const AT_ONCE = 50_000;

/** The columns of an open order that are numbers. */
const NUMBERS = [
  ...['id', 'account', 'quantity', 'limit_price', 'stop_price', 'commission_rate', 'flat_fee_terms', 'created_at'],
  ...['target_price', 'stop_loss_price', 'entry_id', 'remaining', 'triggered_at', 'priority', 'queued_behind'],
  ...['held', 'held_at_first', 'filled_value', 'brokerage', 'flat_fee', 'margin'],
  ...['statutory', 'intraday_value'],
];
/** Words of our own, which contain nothing that must be escaped. */
const TEXTS = ['symbol', 'side', 'order_type', 'time_in_force', 'product', 'origin', 'status'];
/** Of the same kind, but not there for every order. */
const NULLABLE_TEXTS = ['statutory_terms'];
/** Always null for an open order. */
const ENDED = ['end_reason', 'ended_at'];

const LISTS = [
  ...NUMBERS.map((name) => `string_agg(coalesce(${name}::text, 'null'), ',') as ${name}`),
  ...TEXTS.map((name) => `string_agg('"' || ${name} || '"', ',') as ${name}`),
  ...NULLABLE_TEXTS.map((name) => `string_agg(coalesce('"' || ${name} || '"', 'null'), ',') as ${name}`),
];

const PAGE = `select max(id) as last, ${LISTS.join(', ')} from (
  select o.*, coalesce(i.symbol, '') as symbol from (
    select * from orders where venue = $1 and end_reason is null and id > $2 order by id limit ${AT_ONCE}) o
  left join instruments i on i.venue = o.venue and i.id = o.instrument order by o.id) page`;

type Page = { readonly last: number | null } & Readonly<Record<string, string>>;

/** In order of id. */
export async function loadOpenOrders(db: Queryable, venue: number): Promise<OrderRecord[]> {
  const records: OrderRecord[] = [];
  for (let after = 0; ;) {
    const { rows } = await db.query<Page>(PAGE, [venue, after]);
    const [page] = rows;
    if (page.last === null) return records;
    addRecords(records, page);
    after = page.last;
  }
}

function addRecords(records: OrderRecord[], page: Page): void {
  const names = [...NUMBERS, ...TEXTS, ...NULLABLE_TEXTS];
  const lists = names.map((name) => [name, JSON.parse(`[${page[name]}]`) as unknown[]] as const);
  const row: Record<string, unknown> = Object.fromEntries(ENDED.map((name) => [name, null]));
  const [[, ids]] = lists;
  for (let n = 0; n < ids.length; n++) {
    for (const [name, list] of lists) row[name] = list[n];
    records.push(orderFromRow(row as unknown as StoredOrder));
  }
}
