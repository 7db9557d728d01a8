// Lists trades of everybody, newest first: one row for each execution, with both sides.
import type { DaySpan } from '../../../contract/admin/filters.ts';
import type { Side } from '../../../core/market/instrument.ts';
import { Conditions } from '../../db/conditions.ts';
import type { Listed } from './context.ts';
import { addPlace, cutOf, numberSpanOf } from './numbered-pages.ts';
import type { PageAsked } from './numbered-pages.ts';
import { keptDays, keptTrades } from './kept-days.ts';
import { plus, SUMS, TRADE_SIDE } from './totals.ts';
import type { TradeSums } from './totals.ts';

export interface TradesAsked {
  readonly accounts?: readonly number[] | undefined;
  /** Of these people, too: as the same side or the other one. */
  readonly others?: readonly number[] | undefined;
  readonly symbol?: string | undefined;
  readonly id?: number | undefined;
  /** The side of the person, or between two people of the order that met one already in the book. */
  readonly side?: Side | undefined;
  readonly days?: DaySpan | undefined;
}

/** One execution. An account of null belongs to a simulated trader. */
export interface ListedTrade {
  readonly tradeId: number;
  readonly symbol: string;
  readonly stockName: string;
  readonly buyer: number | null;
  readonly seller: number | null;
  readonly side: Side;
  readonly quantity: number;
  readonly price: number;
  readonly charges: number;
  readonly at: number;
}

export async function listDeskTrades(
  desk: Listed,
  asked: TradesAsked,
  page: PageAsked,
): Promise<{ trades: ListedTrade[]; sums: TradeSums }> {
  const sums = await sumsOf(desk, asked);
  if (sums.trades === 0) return { trades: [], sums };
  const { sql, values } = await conditionsOf(desk, asked, page);
  const { direction, offset } = cutOf(page);
  const { rows } = await desk.db.query<ListedTrade>(
    `with page as (
       select distinct f.trade_id from fills f where ${sql}
       order by f.trade_id ${direction} limit ${page.limit} offset ${offset})
     select f.trade_id as "tradeId", min(i.symbol) as symbol, min(i.name) as "stockName",
       min(case when f.side = 'buy' then f.account else f.counterparty end) as buyer,
       min(case when f.side = 'sell' then f.account else f.counterparty end) as seller,
       min(${TRADE_SIDE}) as side, min(f.quantity) as quantity, min(f.price) as price,
       sum(f.brokerage + f.flat_fee + f.statutory)::bigint as charges, min(f.at) as at
     from page join fills f on f.venue = $1 and f.trade_id = page.trade_id
     join instruments i on i.venue = f.venue and i.id = f.instrument
     group by f.trade_id order by f.trade_id desc`,
    values,
  );
  return { trades: rows, sums };
}

/** Of days that are over, what is kept of them is added up, unless their trades are to be chosen from. */
async function sumsOf(desk: Listed, asked: TradesAsked): Promise<TradeSums> {
  const { days, accounts, others, symbol, id, side } = asked;
  const isOfAll = [accounts, others, symbol, id, side].every((chosen) => chosen === undefined);
  if (!isOfAll || days === undefined) return countedSums(desk, asked);
  const { db, venue } = desk;
  const { openDay, hasSetBack } = await keptDays(db, venue);
  if (openDay === null || openDay <= days.fromDay || hasSetBack) return countedSums(desk, asked);
  const kept = await keptTrades(db, venue, { ...days, toDay: Math.min(days.toDay, openDay - 1) });
  if (openDay > days.toDay) return kept;
  return plus(kept, await countedSums(desk, { days: { ...days, fromDay: openDay } }));
}

async function countedSums(desk: Listed, asked: TradesAsked): Promise<TradeSums> {
  const { accounts, id, days } = asked;
  if (accounts === undefined && id === undefined && days === undefined) return desk.totals.trades(asked);
  const { sql, values } = await conditionsOf(desk, asked, {});
  if (accounts === undefined) {
    const { rows } = await desk.db.query<TradeSums>(`select ${SUMS} from fills f where ${sql}`, values);
    return rows[0];
  }
  // Of a trade, only the fills of the people asked for are found, so each trade's figures are taken once.
  const { rows } = await desk.db.query<TradeSums>(
    `select count(*) as trades, coalesce(sum(quantity), 0)::bigint as shares, coalesce(sum(value), 0)::bigint as value,
       coalesce(sum(buys), 0)::bigint as buys, coalesce(sum(sells), 0)::bigint as sells
     from (
       select min(f.quantity) as quantity, min(f.quantity * f.price) as value,
         count(*) filter (where f.side = 'buy') as buys, count(*) filter (where f.side = 'sell') as sells
       from fills f where ${sql} group by f.trade_id) trades`,
    values,
  );
  return rows[0];
}

async function conditionsOf(
  { db, venue }: Listed,
  asked: TradesAsked,
  place: Pick<PageAsked, 'after' | 'before'>,
): Promise<Conditions> {
  const days = asked.days && (await numberSpanOf(db, venue, 'trade', asked.days));
  const conditions = new Conditions()
    .add('f.venue = ?', venue)
    .addIf('f.instrument = (select id from instruments where venue = $1 and symbol = ?)', asked.symbol)
    .addIf('f.account = any(?)', asked.accounts)
    .addIf('array[f.account, f.counterparty] && ?::integer[]', asked.others)
    .addIf('f.trade_id = ?', asked.id)
    .addIf(`${TRADE_SIDE} = ?`, asked.side);
  return addPlace(conditions, 'f.trade_id', place, days);
}
