// Whether what was stored since the last proof leads to the books as they are now. What a batch has written never changes, so it is read
// page by page, outside any transaction, up to the batch at which the books were read.
import type { Queryable } from '../../db/open.ts';
import { chainBreak, chainPage } from '../chain.ts';
import type { ChainPageSizes, ChainPlace } from '../chain.ts';
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

/** The most that one query reads: a few milliseconds' work, after which others have their turn. */
export interface PageSizes extends ChainPageSizes {
  /** Fills, or orders. */
  readonly rows: number;
}

export const PAGE_SIZES: PageSizes = { batches: 500, transfers: 2_000, rows: 2_000 };

/** Returns how many batches of the chain were looked at. */
export async function proveHistory(span: Span): Promise<number> {
  const batches = await proveTransfers(span);
  await proveFills(span);
  await proveOrders(span);
  await proveWaiting(span);
  return batches;
}

const MOVED = `select debit, credit, sum(amount)::bigint as amount from transfers
  where venue = $1 and id > $2 and id <= $3 group by 1, 2`;

interface Moved {
  readonly debit: number;
  readonly credit: number;
  readonly amount: number;
}

/** Recomputes the chain of hashes, which a changed, missing or added transfer breaks, and every balance from its transfers. */
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
    // Most pages hold nothing but trades, which have no rows in `transfers`.
    if (page.some(({ hasRows }) => hasRows)) {
      const { rows } = await db.query<Moved>(MOVED, [venue, place.lastTransfer, last.lastTransfer]);
      for (const { debit, credit, amount } of rows) move(balances, debit, credit, amount);
    }
    for (const { settled } of page)
      settled?.amounts.forEach((amount, n) => move(balances, settled.debits[n], settled.credits[n], amount));
    place = last;
  }
  if (place.sequence !== to.sequence)
    findings.add('chain', [`The chain ends at batch ${place.sequence}, and ${to.sequence} is the last one.`]);
  findings.add('balances', differences(balances, to.balances));
  return batches;
}

function move(balances: number[], debit: number, credit: number, amount: number): void {
  balances[debit] = (balances[debit] ?? 0) - amount;
  balances[credit] = (balances[credit] ?? 0) + amount;
}

function differences(made: readonly number[], held: readonly number[]): string[] {
  const wrong: string[] = [];
  for (let account = 0; account < Math.max(made.length, held.length) && wrong.length < MOST_SHOWN; account++) {
    const [sum, balance] = [made[account] ?? 0, held[account] ?? 0];
    if (sum !== balance) wrong.push(`account ${account} holds ${balance}, its transfers make ${sum}`);
  }
  return wrong;
}

// All fills of an order, found by the first and last trade that its row names.
const ITS_FILLS = 'from fills where venue = $1 and order_id = o.id and trade_id between o.first_trade and o.last_trade';
const OF_ITSELF = '(o.quantity - o.remaining, o.filled_value, o.brokerage, o.flat_fee, o.statutory, o.intraday_value)';
const DIFFERS = `(select ${OF_ITSELF} is distinct from (
    coalesce(sum(quantity), 0), coalesce(sum(price * quantity), 0), coalesce(sum(brokerage), 0), coalesce(sum(flat_fee), 0),
    coalesce(sum(statutory), 0), coalesce(sum(intraday_value), 0)) ${ITS_FILLS})`;
const SAYS = `'order ' || o.id || ' says ' || o.quantity - o.remaining || ', its fills ' || (select coalesce(sum(quantity), 0) ${ITS_FILLS})`;
const HAS_LAST_FILL = `exists (select 1 from fills where venue = $1 and trade_id = o.last_trade and order_id = o.id)`;
const HOLDS = `'order ' || o.id || ' holds ' || o.held`;
const STILL_HOLDS = 'o.end_reason is not null and o.held <> 0';

// Most orders have all their fills on one page. One that does not is compared on the page of its last fill, so that its fills are read
// once; one that trades again after the last page is compared by the next proof.
const FILLS = `with page as materialized (
    select trade_id, side, order_id, price, quantity, brokerage, flat_fee, statutory, intraday_value from fills
    where venue = $1 and (trade_id, side) > ($2::bigint, $3::text) and trade_id <= $4 order by trade_id, side limit $5),
  span as materialized (select max(trade_id) as last from page),
  traded as materialized (
    select order_id, min(trade_id) as first, max(trade_id) as last, sum(quantity) as quantity,
      sum(price * quantity) as value, sum(brokerage) as brokerage, sum(flat_fee) as flat_fee,
      sum(statutory) as statutory, sum(intraday_value) as intraday_value from page group by order_id),
  seen as materialized (
    select o.*, t.first, t.last, t.quantity as t_quantity, t.value as t_value, t.brokerage as t_brokerage, t.flat_fee as t_flat_fee,
      t.statutory as t_statutory, t.intraday_value as t_intraday_value
    from traded t join (
      select id, end_reason, held, quantity, remaining, filled_value, brokerage, flat_fee, statutory, intraday_value, first_trade, last_trade
      from orders where venue = $1) o on o.id = t.order_id)
  select span.last as "lastTrade", (select side from page order by trade_id desc, side desc limit 1) as "lastSide",
    (select coalesce(sum(brokerage + flat_fee), 0)::bigint from page) as charges,
    (select coalesce(sum(statutory), 0)::bigint from page) as statutory,
    array(select 'there is no order ' || order_id || ' for its fills' from traded
      where order_id not in (select id from seen) limit ${MOST_SHOWN})
    || array(select ${SAYS} from seen o where case
        when o.first_trade is null or o.last_trade is null or o.first < o.first_trade or o.last > o.last_trade then true
        when o.first_trade > $2 and o.last_trade < span.last
          then ${OF_ITSELF} is distinct from (o.t_quantity, o.t_value, o.t_brokerage, o.t_flat_fee, o.t_statutory, o.t_intraday_value)
        when o.last_trade <= span.last or not ${HAS_LAST_FILL} then ${DIFFERS}
        else false end limit ${MOST_SHOWN}) as fills,
    array(select ${HOLDS} from seen o where ${STILL_HOLDS} limit ${MOST_SHOWN}) as holds
  from span`;

interface FillsPage {
  readonly lastTrade: number | null;
  readonly lastSide: string;
  readonly charges: number;
  readonly statutory: number;
  readonly fills: string[];
  readonly holds: string[];
}

/** Every order is the sum of its fills, and what was earned and what was passed on are their charges. */
async function proveFills({ db, venue, from, to, findings, sizes }: Span): Promise<void> {
  let [trade, side, charges, statutory] = [from.lastTrade, '~', from.charges, from.statutory];
  for (;;) {
    const { rows } = await db.query<FillsPage>(FILLS, [venue, trade, side, to.lastTrade, sizes.rows]);
    const [page] = rows;
    if (page.lastTrade === null) break;
    findings.add('fills', page.fills);
    findings.add('holds', page.holds);
    [trade, side] = [page.lastTrade, page.lastSide];
    [charges, statutory] = [charges + page.charges, statutory + page.statutory];
  }
  if (charges !== to.charges) findings.add('fees', [`charged ${charges}, earned ${to.charges}`]);
  if (statutory !== to.statutory) findings.add('fees', [`charged ${statutory} by law, passed on ${to.statutory}`]);
}

interface OrdersPage {
  readonly lastOrder: number | null;
  readonly fills: string[];
  readonly holds: string[];
}

const ORDERS = `with page as materialized (
    select id, end_reason, held, quantity, remaining, filled_value, brokerage, flat_fee, statutory, intraday_value, last_trade
    from orders where venue = $1 and id > $2 and id <= $3 order by id limit $4)
  select (select max(id) from page) as "lastOrder",
    array(select 'order ' || o.id || ' says ' || o.quantity - o.remaining || ', its fills nothing' from page o
      where (o.remaining < o.quantity or o.filled_value <> 0 or o.brokerage <> 0 or o.flat_fee <> 0 or o.statutory <> 0) and not ${HAS_LAST_FILL} limit ${MOST_SHOWN}) as fills,
    array(select ${HOLDS} from page o where ${STILL_HOLDS} limit ${MOST_SHOWN}) as holds`;

/** New orders that say they have filled have a fill, which was compared with them; those that have ended hold nothing. */
function proveOrders(span: Span): Promise<void> {
  return proveByOrder(span, ORDERS, [span.from.sequence, span.lastOrder]);
}

const WAITING = `with page as materialized (
    select id, side, held, quantity, remaining, filled_value, brokerage, flat_fee, statutory, intraday_value, first_trade, last_trade
    from orders where venue = $1 and end_reason is null and id > $2 and id <= $3 order by id limit $4)
  select (select max(id) from page) as "lastOrder",
    array(select ${HOLDS} from page o where o.side = 'sell' and o.held <> o.remaining limit ${MOST_SHOWN}) as holds,
    array(select ${SAYS} from page o where o.id <= $5 and case
        when o.filled_value = 0 and o.remaining = o.quantity then o.brokerage <> 0 or o.flat_fee <> 0 or o.statutory <> 0
        when o.last_trade is null or o.last_trade <= $6 or not ${HAS_LAST_FILL} then ${DIFFERS}
        else false end limit ${MOST_SHOWN}) as fills`;

/** An open sale holds what it may still sell. Older part-filled orders are compared again: their rows may have changed without a trade. */
function proveWaiting(span: Span): Promise<void> {
  const { from, lastOrder } = span;
  return proveByOrder(span, WAITING, [0, lastOrder, from.sequence, from.lastTrade]);
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
