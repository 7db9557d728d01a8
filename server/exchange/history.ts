// Whether what was stored since the books were proven leads to what stands now. What a batch has written does not change any more: it is
// read page by page, outside any transaction, up to the batch that stands.
import type { Queryable } from '../db/open.ts';
import { chainBreak, chainPage } from './chain.ts';
import type { ChainPageSizes, ChainPlace } from './chain.ts';
import { MOST_SHOWN } from './findings.ts';
import type { Findings } from './findings.ts';
import type { ProvenBooks } from './proven-books.ts';

interface Span {
  readonly db: Queryable;
  readonly venue: number;
  readonly from: ProvenBooks;
  readonly to: ProvenBooks;
  /** The newest order when `to` was read. */
  readonly lastOrder: number;
  readonly findings: Findings;
  readonly sizes: PageSizes;
}

/** What one question reads at most: some milliseconds' work, after which others have their turn. */
export interface PageSizes extends ChainPageSizes {
  /** Fills, or orders. */
  readonly rows: number;
}

export const PAGE_SIZES: PageSizes = { batches: 500, transfers: 5_000, rows: 2_000 };

/** Answers through how many batches the chain has gone. */
export async function proveHistory(span: Span): Promise<number> {
  const batches = await proveTransfers(span);
  await proveFills(span);
  await proveOrders(span);
  await proveWaiting(span);
  return batches;
}

const MOVED = `select side.account, sum(side.amount)::bigint as amount from (
    select credit, debit, amount from transfers where venue = $1 and id > $2 and id <= $3
    union all select credit, debit, amount from settled_transfers where venue = $1 and sequence > $4 and sequence <= $5) moved
  cross join lateral (values (moved.credit, moved.amount), (moved.debit, -moved.amount)) side(account, amount) group by 1`;

/** Makes the chain of hashes again, in which a transfer changed, taken out or put in is a break, and all balances from their transfers. */
async function proveTransfers({ db, venue, from, to, findings, sizes }: Span): Promise<number> {
  const balances = [...from.balances];
  let [place, batches, isBroken]: [ChainPlace, number, boolean] = [from, 0, false];
  for (;;) {
    const page = await chainPage(db, venue, { after: place, to: to.sequence, sizes });
    const last = page.at(-1);
    if (last === undefined) break;
    const broken: number | null = isBroken ? null : chainBreak(place.hash, page);
    if (broken !== null) findings.add('chain', [`The chain breaks at batch ${broken}.`]);
    isBroken ||= broken !== null;
    batches += page.length;
    const values = [venue, place.lastTransfer, last.lastTransfer, place.sequence, last.sequence];
    const { rows } = await db.query<{ account: number; amount: number }>(MOVED, values);
    for (const { account, amount } of rows) balances[account] = (balances[account] ?? 0) + amount;
    place = last;
  }
  if (place.sequence !== to.sequence)
    findings.add('chain', [`The chain ends at batch ${place.sequence}, and ${to.sequence} is the last one.`]);
  findings.add('balances', differences(balances, to.balances));
  return batches;
}

function differences(made: readonly number[], held: readonly number[]): string[] {
  const wrong: string[] = [];
  for (let account = 0; account < Math.max(made.length, held.length) && wrong.length < MOST_SHOWN; account++) {
    const [sum, balance] = [made[account] ?? 0, held[account] ?? 0];
    if (sum !== balance) wrong.push(`account ${account} holds ${balance}, its transfers make ${sum}`);
  }
  return wrong;
}

// All fills of an order: the span of its trades stands in its row.
const OF_ITS_FILLS = `cross join lateral (
    select coalesce(sum(quantity), 0) as quantity, coalesce(sum(price * quantity), 0) as value,
      coalesce(sum(brokerage), 0) as brokerage, coalesce(sum(flat_fee), 0) as flat_fee
    from fills where venue = $1 and order_id = o.id and trade_id between o.first_trade and o.last_trade) f`;
const DIFFERS = `(o.quantity - o.remaining, o.filled_value, o.brokerage, o.flat_fee)
    is distinct from (f.quantity, f.value, f.brokerage, f.flat_fee)`;
const HAS_LAST_FILL = `exists (select 1 from fills where venue = $1 and trade_id = o.last_trade and order_id = o.id)`;
const SAYS = `'order ' || o.id || ' says ' || o.quantity - o.remaining || ', its fills ' || f.quantity`;
const HOLDS = `'order ' || o.id || ' holds ' || o.held`;
const STILL_HOLDS = 'o.end_reason is not null and o.held <> 0';

// An order that trades again later is compared there, with all its fills: each is read once.
const FILLS = `with page as materialized (
    select trade_id, side, order_id, brokerage + flat_fee as charges from fills
    where venue = $1 and (trade_id, side) > ($2::bigint, $3::text) and trade_id <= $4 order by trade_id, side limit $5),
  traded as materialized (select order_id, min(trade_id) as first, max(trade_id) as last from page group by order_id)
  select (select max(trade_id) from page) as "lastTrade", (select side from page order by trade_id desc, side desc limit 1) as "lastSide",
    (select coalesce(sum(charges), 0)::bigint from page) as charges,
    array(select 'there is no order ' || order_id || ' for its fills' from traded t
      where not exists (select 1 from orders o where o.venue = $1 and o.id = t.order_id) limit ${MOST_SHOWN})
    || array(select ${SAYS} from traded t join orders o on o.venue = $1 and o.id = t.order_id ${OF_ITS_FILLS}
      where o.first_trade is null or o.last_trade is null or t.first < o.first_trade or t.last > o.last_trade
        or ((o.last_trade <= (select max(trade_id) from page) or not ${HAS_LAST_FILL}) and ${DIFFERS}) limit ${MOST_SHOWN}) as fills,
    array(select ${HOLDS} from traded t join orders o on o.venue = $1 and o.id = t.order_id where ${STILL_HOLDS} limit ${MOST_SHOWN}) as holds`;

interface FillsPage {
  readonly lastTrade: number | null;
  readonly lastSide: string;
  readonly charges: number;
  readonly fills: string[];
  readonly holds: string[];
}

/** Every order is the sum of its fills, and the fees earned are their charges. */
async function proveFills({ db, venue, from, to, findings, sizes }: Span): Promise<void> {
  let [trade, side, charges] = [from.lastTrade, '~', from.charges];
  for (;;) {
    const { rows } = await db.query<FillsPage>(FILLS, [venue, trade, side, to.lastTrade, sizes.rows]);
    const [page] = rows;
    if (page.lastTrade === null) break;
    findings.add('fills', page.fills);
    findings.add('holds', page.holds);
    [trade, side, charges] = [page.lastTrade, page.lastSide, charges + page.charges];
  }
  if (charges !== to.charges) findings.add('fees', [`charged ${charges}, earned ${to.charges}`]);
}

interface OrdersPage {
  readonly lastOrder: number | null;
  readonly fills: string[];
  readonly holds: string[];
}

const ORDERS = `with page as materialized (
    select * from orders where venue = $1 and id > $2 and id <= $3 order by id limit $4)
  select (select max(id) from page) as "lastOrder",
    array(select 'order ' || o.id || ' says ' || o.quantity - o.remaining || ', its fills nothing' from page o
      where (o.remaining < o.quantity or o.filled_value <> 0 or o.brokerage <> 0 or o.flat_fee <> 0) and not ${HAS_LAST_FILL} limit ${MOST_SHOWN}) as fills,
    array(select ${HOLDS} from page o where ${STILL_HOLDS} limit ${MOST_SHOWN}) as holds`;

/** New orders that say they have filled have a fill, which was compared with them; those that have ended hold nothing. */
function proveOrders(span: Span): Promise<void> {
  return proveByOrder(span, ORDERS, [span.from.sequence, span.lastOrder]);
}

const WAITING = `with page as materialized (
    select * from orders where venue = $1 and end_reason is null and filled_value > 0 and id > $2 and id <= $3
    order by id limit $4)
  select (select max(id) from page) as "lastOrder", '{}'::text[] as holds,
    array(select ${SAYS} from page o ${OF_ITS_FILLS}
      where (o.last_trade is null or o.last_trade <= $5 or not ${HAS_LAST_FILL}) and ${DIFFERS} limit ${MOST_SHOWN}) as fills`;

/** Old orders that wait with a part filled may have been changed since they were proven, without a trade. */
function proveWaiting(span: Span): Promise<void> {
  return proveByOrder(span, WAITING, [0, span.from.sequence, span.from.lastTrade]);
}

async function proveByOrder(
  { db, venue, findings, sizes }: Span,
  page: string,
  [after, to, ...rest]: number[],
): Promise<void> {
  for (let order: number | null = after; order !== null;) {
    const { rows }: { rows: OrdersPage[] } = await db.query<OrdersPage>(page, [venue, order, to, sizes.rows, ...rest]);
    findings.add('fills', rows[0].fills);
    findings.add('holds', rows[0].holds);
    order = rows[0].lastOrder;
  }
}
