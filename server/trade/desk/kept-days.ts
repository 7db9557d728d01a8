// What is kept of the trading of days that are over (`server/admin/day-trading.ts`), so that a year is read as its days and not as its trades.
import type { DaySpan } from '../../../contract/admin/filters.ts';
import type { Queryable } from '../../db/open.ts';
import type { FeeDay } from './fee-figures.ts';
import type { TradeSums } from './totals.ts';

interface Kept {
  /** The days before it are kept; null if none are. */
  readonly openDay: number | null;
  /** The time has gone back once, so that the numbers of trades are not in the order of their days. */
  readonly hasSetBack: boolean;
}

export async function keptDays(db: Queryable, venue: number): Promise<Kept> {
  const { rows } = await db.query<Kept>(
    `select coalesce(min(day) filter (where is_doubted or traded_orders is null), max(day) + 1) as "openDay",
       exists (select from set_backs where venue = $1) as "hasSetBack"
     from desk_days where venue = $1`,
    [venue],
  );
  return rows[0];
}

export interface KeptFees extends FeeDay {
  /** For each order that had traded before, the last day on which it had. */
  readonly earlierDays: readonly number[] | null;
}

/** Days on which something was traded, the oldest first. */
export async function keptFees(db: Queryable, venue: number, { fromDay, toDay }: DaySpan): Promise<KeptFees[]> {
  const { rows } = await db.query<KeptFees>(
    `select day, traded_orders as orders, both_sides_value as "tradedValue", fees - flat_fees as commission, flat_fees as "flatFees",
       statutory, earlier_days as "earlierDays"
     from desk_days where venue = $1 and day between $2 and $3 and traded_orders > 0 order by day`,
    [venue, fromDay, toDay],
  );
  return rows;
}

export async function keptTrades(db: Queryable, venue: number, { fromDay, toDay }: DaySpan): Promise<TradeSums> {
  const sums = ['trades', 'shares', 'trades_value', 'buys', 'sells'].map(
    (column) => `coalesce(sum(${column}), 0)::bigint as ${column === 'trades_value' ? 'value' : column}`,
  );
  const { rows } = await db.query<TradeSums>(
    `select ${sums.join(', ')} from desk_days where venue = $1 and day between $2 and $3`,
    [venue, fromDay, toDay],
  );
  return rows[0];
}
