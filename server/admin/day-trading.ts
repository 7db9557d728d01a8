// What was traded on a day that is over, for the fee report and the list of trades: counted once, so that a year of them is not read again.
import { DAY_MS, dayStartAt } from '../../core/market/day.ts';
import type { Queryable } from '../db/open.ts';

/** Days counted by one statement. */
const DAYS_AT_ONCE = 7;

// Of an order that trades on several days, its earlier trades are looked for among the trades that its row names, by their times.
const COUNT = `
  with traded as (
    select market_day(at) as day, order_id, min(account) as account, min(trade_id) as first_trade, max(trade_id) as last_trade,
      sum(price * quantity) as both_sides_value, sum(flat_fee) as flat_fees, sum(statutory) as statutory,
      count(*) filter (where side = 'buy' or counterparty is null) as trades,
      coalesce(sum(quantity) filter (where side = 'buy' or counterparty is null), 0) as shares,
      coalesce(sum(price * quantity) filter (where side = 'buy' or counterparty is null), 0) as trades_value,
      count(*) filter (where side = 'buy') as buys, count(*) filter (where side = 'sell') as sells
    from fills where venue = $1 and at >= $2 and at < $3 group by 1, 2),
  sums as (
    select day, count(*) as traded_orders, sum(both_sides_value) as both_sides_value, sum(flat_fees) as flat_fees,
      sum(statutory) as statutory, sum(trades) as trades, sum(shares) as shares, sum(trades_value) as trades_value, sum(buys) as buys,
      sum(sells) as sells
    from traded group by day),
  earlier as (
    select t.day, array_agg(market_day(e.at)) as earlier_days
    from traded t join orders o on o.venue = $1 and o.id = t.order_id
      and (o.first_trade <> t.first_trade or o.last_trade <> t.last_trade)
      cross join lateral (
        select max(f.at) as at from fills f where f.venue = $1 and f.account = t.account and f.order_id = t.order_id
          and f.trade_id between o.first_trade and o.last_trade and market_day(f.at) < t.day) e
    where e.at is not null group by t.day)
  update desk_days d set traded_orders = coalesce(s.traded_orders, 0), earlier_days = e.earlier_days,
    both_sides_value = coalesce(s.both_sides_value, 0), flat_fees = coalesce(s.flat_fees, 0), statutory = coalesce(s.statutory, 0),
    trades = coalesce(s.trades, 0), shares = coalesce(s.shares, 0), trades_value = coalesce(s.trades_value, 0),
    buys = coalesce(s.buys, 0), sells = coalesce(s.sells, 0)
  from desk_days known left join sums s on s.day = known.day left join earlier e on e.day = known.day
  where known.venue = $1 and known.day between $4 and $5 and known.traded_orders is null and d.venue = $1 and d.day = known.day`;

/** Days that are kept without it, the oldest first, up to the last day that is over. */
export async function keepTrading(asked: Queryable, venue: number, lastDay: number): Promise<void> {
  for (;;) {
    const { rows } = await asked.query<{ day: number | null }>(
      'select min(day) as day from desk_days where venue = $1 and day <= $2 and traded_orders is null',
      [venue, lastDay],
    );
    const [{ day }] = rows;
    if (day === null) return;
    const until = Math.min(day + DAYS_AT_ONCE - 1, lastDay);
    await asked.query(COUNT, [venue, dayStartAt(day), dayStartAt(day) + (until - day + 1) * DAY_MS, day, until]);
  }
}
