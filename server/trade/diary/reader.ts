// Reads what a diary call needs besides the closed trades: where the stops were, and the account's curve.
import type { TradingCalendar } from '../../../core/market/trading-calendar.ts';
import { marketDay } from '../../../core/market/day.ts';
import { DAYS_OF_YEAR } from '../../../core/market/indicators/returns.ts';
import type { ClosedTrades } from '../../../core/trade/diary/closed-trades.ts';
import { equityCurve } from '../../../core/trade/diary/equity.ts';
import { ProtectingStops } from '../../../core/trade/diary/protecting-stops.ts';
import type { ProtectingStop, ShareChangeAt } from '../../../core/trade/diary/protecting-stops.ts';
import type { Database, Queryable } from '../../db/open.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { DaySpan } from '../day-span.ts';
import type { Mine } from '../mine.ts';
import type { Curve } from './present.ts';
import { closesOf, flowsOf, indexReturn, worthDays } from './worth.ts';

export interface DiaryContext {
  readonly db: Database;
  readonly venue: number;
  readonly exchange: Exchange;
  readonly now: () => number;
  readonly indexNow?: () => number;
  readonly calendar: TradingCalendar;
}

/** The trading days in a year of a market that never closes. */
const DAYS_OF_OPEN_YEAR = 365;

/** A program may move a stop thirty times a second for days: all of them would fill the memory. What is left out is the oldest. */
const MOST_STOPS = 50_000;

// Where each stop was first placed, and where it was moved to: the order's own row holds only the latest price.
const STOPS = `
  select i.symbol, stop.at, stop.price from (
    select o.instrument, o.id, 0 as change, o.created_at as at, coalesce(first.price, o.stop_price) as price
    from orders o left join lateral (
      select (c.before->>'stopPrice')::bigint as price from order_changes c
      where c.venue = o.venue and c.order_id = o.id order by c.id limit 1) first on true
    where o.venue = $1 and o.account = $2 and o.side = 'sell' and o.stop_price > 0
    union all
    select o.instrument, o.id, c.id, c.at, (c.after->>'stopPrice')::bigint
    from orders o join order_changes c on c.venue = o.venue and c.order_id = o.id
    where o.venue = $1 and o.account = $2 and o.side = 'sell' and o.stop_price > 0
  ) stop join instruments i on i.venue = $1 and i.id = stop.instrument
  order by stop.at desc, stop.id desc, stop.change desc limit ${MOST_STOPS}`;

// Those of stocks that the trader held then.
const SHARE_CHANGES = `
  select i.symbol, c.ended_at as at, c.from_shares as "from", c.to_shares as "to"
  from entitlements e join corporate_actions c on c.venue = e.venue and c.id = e.action
    join instruments i on i.venue = c.venue and i.id = c.instrument
  where e.venue = $1 and e.account = $2 and c.kind <> 'dividend' order by c.ended_at, c.id`;

export async function stopsOf(db: Queryable, { venue, account }: Mine): Promise<ProtectingStops> {
  const [stops, changes] = await Promise.all([
    db.query<ProtectingStop>(STOPS, [venue, account]),
    db.query<ShareChangeAt>(SHARE_CHANGES, [venue, account]),
  ]);
  return new ProtectingStops(stops.rows.toReversed(), changes.rows);
}

/** The account's worth at each close of the span. If the span includes today, its last point is the present worth. */
export async function curveOf(
  context: DiaryContext,
  mine: Mine,
  closed: ClosedTrades,
  { fromDay, toDay }: DaySpan,
): Promise<Curve> {
  const { db, venue, now, calendar } = context;
  const today = marketDay(now());
  const lastDay = Math.min(toDay ?? today, today);
  const flows = await flowsOf(db, mine);
  const { moves } = closed;
  const days = await worthDays(db, venue, { flows, moves }, lastDay);
  const close = await closesOf(context, closed, { today, toDay: lastDay });
  const points = equityCurve({ days, flows, moves, close });
  const first = fromDay === null ? 0 : points.findIndex(({ day }) => day >= fromDay);
  const from = first < 0 ? points.length : first;
  const daysOfYear = calendar.hours === 'always' ? DAYS_OF_OPEN_YEAR : DAYS_OF_YEAR;
  const shown = points.slice(from);
  // The last day of the span may be one on which the market was closed: it has a worth, but no return.
  const traded = shown.filter(({ day, change }) => change !== 0 || calendar.isTradingDay(day));
  const changes = traded.map(({ change }) => change);
  const level = lastDay === today ? (context.indexNow?.() ?? 0) : 0;
  const ofIndex = shown.length === 0 ? null : await indexReturn(db, venue, { fromDay: shown[0].day, lastDay, level });
  return { start: points[from - 1] ?? null, points: shown, changes, daysOfYear, indexReturn: ofIndex };
}
