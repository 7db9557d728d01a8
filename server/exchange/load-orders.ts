// Reads the open orders of a venue back, as one list per column: that costs a third of reading them row by row.
import type { OrderRecord } from '../../core/snapshot.ts';
import type { Queryable } from '../db/open.ts';
import { ORDER_COLUMNS, orderFromRow } from './order-rows.ts';
import type { OrderColumn, StoredOrder } from './order-rows.ts';

/** Orders per query: their lists stay far below the longest text that the database or JavaScript can hold. */
const AT_ONCE = 50_000;

const namesOf = (kind: OrderColumn['read']): string[] =>
  ORDER_COLUMNS.filter(({ read }) => read === kind).map(({ name }) => name);

const NUMBERS = namesOf('number');
const WORDS = ['symbol', ...namesOf('word')];
const NULLABLE_WORDS = namesOf('word-or-null');
const LISTED = [...NUMBERS, ...WORDS, ...NULLABLE_WORDS];
const NULLS = namesOf('null');

const LISTS = [
  ...NUMBERS.map((name) => `string_agg(coalesce(${name}::text, 'null'), ',') as ${name}`),
  ...WORDS.map((name) => `string_agg('"' || ${name} || '"', ',') as ${name}`),
  ...NULLABLE_WORDS.map((name) => `string_agg(coalesce('"' || ${name} || '"', 'null'), ',') as ${name}`),
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
  const lists = LISTED.map((name) => [name, JSON.parse(`[${page[name]}]`) as unknown[]] as const);
  const row: Record<string, unknown> = Object.fromEntries(NULLS.map((name) => [name, null]));
  const [[, ids]] = lists;
  for (let n = 0; n < ids.length; n++) {
    for (const [name, list] of lists) row[name] = list[n];
    records.push(orderFromRow(row as unknown as StoredOrder));
  }
}
