// What fees came to, day by day, and what other fees would have come to.
import type { Side } from '../../../core/market/instrument.ts';
import { DAY_MS, dayStartAt } from '../../../core/market/day.ts';
import { chargesOn, chargeTerms } from '../../../core/trade/charges.ts';
import type { FeeSchedule } from '../../../core/trade/settings.ts';
import type { Queryable } from '../../db/open.ts';
import type { DeskContext } from './context.ts';

/** Sums of one day of the market, in paise. */
export interface FeeDay {
  readonly day: number;
  readonly orders: number;
  readonly tradedValue: number;
  readonly commission: number;
  readonly flatFees: number;
  /** Passed on, not earned. */
  readonly statutory: number;
}

/** Market days, both included. */
export interface ReportDays {
  readonly fromDay: number;
  readonly toDay: number;
}

export const REPORT_TIMEOUT_MS = 60_000;
const MOST_LOOKED_AT = 200_000;

/** Days on which something was traded, the oldest first. Both sides of a trade are counted, since both pay. */
export async function feesOfDays(db: Queryable, venue: number, { fromDay, toDay }: ReportDays): Promise<FeeDay[]> {
  const { rows } = await db.query<FeeDay>({
    text: `select ((f.at - $2) / $4)::integer + $5 as day, count(distinct f.order_id) as orders,
        sum(f.price * f.quantity)::bigint as "tradedValue", sum(f.brokerage)::bigint as commission, sum(f.flat_fee)::bigint as "flatFees",
        sum(f.statutory)::bigint as statutory
      from fills f where f.venue = $1
        and f.trade_id >= (select trade_from($1::smallint, $2)) and f.trade_id < (select trade_from($1::smallint, $3, true))
        and f.at + 0 >= $2 and f.at + 0 < $3
      group by 1 order by 1`,
    values: [venue, dayStartAt(fromDay), dayStartAt(toDay + 1), DAY_MS, fromDay],
  });
  return rows;
}

/** How many orders traded on these days. One that traded on several of them is counted once. */
export async function ordersOfDays(db: Queryable, venue: number, { fromDay, toDay }: ReportDays): Promise<number> {
  const { rows } = await db.query<{ orders: number }>(
    `select count(distinct f.order_id) as orders from fills f where f.venue = $1
       and f.trade_id >= (select trade_from($1::smallint, $2)) and f.trade_id < (select trade_from($1::smallint, $3, true))
        and f.at + 0 >= $2 and f.at + 0 < $3`,
    [venue, dayStartAt(fromDay), dayStartAt(toDay + 1)],
  );
  return rows[0].orders;
}

/** How many orders traded on these days, and not already between `sinceDay` and them. */
export async function newOrdersOfDays(
  db: Queryable,
  venue: number,
  { fromDay, toDay }: ReportDays,
  sinceDay: number,
): Promise<number> {
  const { rows } = await db.query<{ orders: number }>(
    `with traded as (
       select f.order_id, min(f.account) as account, min(f.trade_id) as first_trade, max(f.trade_id) as last_trade
       from fills f where f.venue = $1
         and f.trade_id >= (select trade_from($1::smallint, $2)) and f.trade_id < (select trade_from($1::smallint, $3, true))
         and f.at + 0 >= $2 and f.at + 0 < $3
       group by f.order_id)
     select count(*) as orders from traded t where not exists (
       select from orders o join fills e on e.venue = o.venue and e.account = t.account and e.order_id = o.id
         and e.trade_id between o.first_trade and o.last_trade and e.at >= $4 and e.at < $2
       where o.venue = $1 and o.id = t.order_id and (o.first_trade <> t.first_trade or o.last_trade <> t.last_trade))`,
    [venue, dayStartAt(fromDay), dayStartAt(toDay + 1), dayStartAt(sinceDay)],
  );
  return rows[0].orders;
}

/**
 * The fees of these days, the last of which is today or over: of those before it as they are kept (`server/admin/day-figures.ts`), as far as they
 * are; of the others from their fills.
 */
export async function feesCollected(db: Queryable, venue: number, { fromDay, toDay }: ReportDays): Promise<number> {
  const kept = await db.query<{ fees: number; openDay: number }>(
    `select coalesce(sum(fees) filter (where day >= $2), 0)::bigint as fees, coalesce(max(day) + 1, 0) as "openDay"
     from desk_days where venue = $1 and day < $3 and not is_doubted`,
    [venue, fromDay, toDay],
  );
  const [{ fees, openDay }] = kept.rows;
  const { rows } = await db.query<{ fees: number }>(
    `select coalesce(sum(f.brokerage + f.flat_fee), 0)::bigint as fees from fills f where f.venue = $1
       and f.trade_id >= (select trade_from($1::smallint, $2)) and f.trade_id < (select trade_from($1::smallint, $3, true))
        and f.at + 0 >= $2 and f.at + 0 < $3`,
    [venue, dayStartAt(Math.max(fromDay, openDay)), dayStartAt(toDay + 1)],
  );
  return fees + rows[0].fees;
}

interface FilledOrder {
  readonly side: Side;
  readonly quantity: number;
  readonly createdAt: number;
  readonly value: number;
  /** The part of it that was traded intraday. */
  readonly intraday: number;
  readonly paid: number;
  readonly statutory: number;
}

export interface FeePreview {
  readonly orders: number;
  readonly tradedValue: number;
  readonly paid: number;
  readonly wouldPay: number;
  readonly statutoryPaid: number;
  readonly statutoryThen: number;
  readonly isSample: boolean;
}

/** What orders since that day have paid, and what they would have paid under `schedule`: computed by the function that charges them. */
export async function previewFees(
  { db, venue }: Pick<DeskContext, 'db' | 'venue'>,
  schedule: FeeSchedule,
  fromDay: number,
): Promise<FeePreview> {
  const orders = await db.transaction(
    async (transaction) => {
      const { rows } = await transaction.query<FilledOrder>(
        `select side, quantity, created_at as "createdAt", filled_value as value, brokerage + flat_fee as paid, statutory,
           case when side = 'sell' then intraday_value when product = 'intraday' then filled_value else 0 end as intraday from orders
         where venue = $1 and id >= (select order_from($1::smallint, $2)) and created_at + 0 >= $2 and filled_value > 0 order by id desc limit $3`,
        [venue, dayStartAt(fromDay), MOST_LOOKED_AT],
      );
      return rows;
    },
    { statementTimeoutMs: REPORT_TIMEOUT_MS },
  );
  const sums = { tradedValue: 0, paid: 0, wouldPay: 0, statutoryPaid: 0, statutoryThen: 0 };
  for (const { side, quantity, createdAt, value, intraday, paid, statutory } of orders) {
    const then = chargesOn(chargeTerms(schedule, quantity, createdAt), side, value, intraday);
    sums.tradedValue += value;
    sums.paid += paid;
    sums.wouldPay += then.brokerage + then.flatFee;
    sums.statutoryPaid += statutory;
    sums.statutoryThen += then.statutory;
  }
  return { orders: orders.length, ...sums, isSample: orders.length === MOST_LOOKED_AT };
}
