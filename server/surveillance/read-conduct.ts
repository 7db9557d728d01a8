// Reads what one person did in one stock lately: a limited number of rows, found by the indexes on accounts.
import { DAY_MS, INDIA_OFFSET_MS, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import type { Conduct, WatchedFill, WatchedMinute, WatchedOrder } from '../../core/surveillance/conduct.ts';
import type { Queryable } from '../db/open.ts';

/** The trader and the stock that are examined. */
export interface Watched {
  readonly venue: number;
  readonly account: number;
  readonly instrument: number;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Of more orders or fills than this, only the newest are examined. */
export const MOST_ROWS = 500;
/** How long logins that were used at one address with one browser link two accounts. */
const LINK_DAYS = 30;

export async function readConduct(db: Queryable, watched: Watched, span: Span): Promise<Conduct> {
  const [orders, fills, minutes] = await Promise.all([
    readOrders(db, watched, span),
    readFills(db, watched, span),
    readMinutes(db, watched, span),
  ]);
  const others = [...new Set(fills.flatMap(({ counterparty }) => (counterparty === null ? [] : [counterparty])))];
  return { orders, fills, minutes, linked: await readLinked(db, watched.account, others, span.to) };
}

async function readOrders(db: Queryable, { venue, account, instrument }: Watched, span: Span): Promise<WatchedOrder[]> {
  const { rows } = await db.query<WatchedOrder>(
    `select id, side, case when order_type in ('limit', 'bracket') then limit_price else 0 end as "limitPrice", quantity,
       quantity - remaining as filled, created_at as "createdAt", ended_at as "endedAt", end_reason as "endReason"
     from orders where venue = $1 and account = $2 and instrument = $3 and created_at <= $5
       and (ended_at is null or ended_at >= $4) order by id desc limit ${MOST_ROWS}`,
    [venue, account, instrument, span.from, span.to],
  );
  return rows.reverse();
}

async function readFills(db: Queryable, { venue, account, instrument }: Watched, span: Span): Promise<WatchedFill[]> {
  const { rows } = await db.query<WatchedFill>(
    `select trade_id as "tradeId", order_id as "orderId", side, price, quantity, counterparty, at
     from fills where venue = $1 and account = $2 and instrument = $3 and at between $4 and $5
     order by trade_id desc limit ${MOST_ROWS}`,
    [venue, account, instrument, span.from, span.to],
  );
  return rows.reverse();
}

/** Right after midnight, the minutes before it are on a page already. */
async function readMinutes(db: Queryable, { venue, instrument }: Watched, span: Span): Promise<WatchedMinute[]> {
  const { rows } = await db.query<WatchedMinute>(
    `select minute::bigint * ${MINUTE_MS} as "startAt", close, volume from (
       select minute, close, volume from minute_bars where venue = $1 and instrument = $2
       union all
       select day * ${DAY_MS / MINUTE_MS} - ${INDIA_OFFSET_MS / MINUTE_MS} + of_day, page.close, page.volume
       from minute_pages p, unnest(p.minutes, p.close, p.volume) as page (of_day, close, volume)
       where venue = $1 and instrument = $2 and day between $5 and $6) as bars
     where minute between $3 and $4 order by minute`,
    [
      venue,
      instrument,
      Math.floor(span.from / MINUTE_MS) - 1,
      Math.floor(span.to / MINUTE_MS),
      marketDay(span.from - MINUTE_MS),
      marketDay(span.to),
    ],
  );
  return rows;
}

/** Which of these people have been logged in at the same address with the same browser, or have referred the trader or were referred. */
async function readLinked(
  db: Queryable,
  account: number,
  others: readonly number[],
  at: number,
): Promise<ReadonlySet<number>> {
  if (others.length === 0) return new Set();
  const { rows } = await db.query<{ account: number }>(
    `select other.account_no as account from users me, users other
     where me.account_no = $1 and other.account_no = any($2)
       and (other.referred_by = me.id or me.referred_by = other.id or exists (
         select 1 from logins mine join logins theirs on theirs.ip = mine.ip and theirs.user_agent = mine.user_agent
         where mine.user_id = me.id and theirs.user_id = other.id and mine.ip <> '' and mine.user_agent <> ''
           and mine.rotated_at >= $3 and theirs.rotated_at >= $3))`,
    [account, others, at - LINK_DAYS * DAY_MS],
  );
  return new Set(rows.map((row) => row.account));
}
