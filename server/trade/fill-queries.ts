// Reads a trader's own fills. Every query uses the account's own index; none scans a table.
import type { Side } from '../../core/market/instrument.ts';
import type { DiaryFill } from '../../core/trade/diary/diary.ts';
import type { Product } from '../../core/trade/lots.ts';
import type { Queryable } from '../db/open.ts';
import { Conditions } from '../db/conditions.ts';
import { containing, limitAndOffset, wordsOf } from '../db/list-query.ts';
import type { Page } from '../db/list-query.ts';
import type { DaySpan } from './day-span.ts';
import type { Mine } from './mine.ts';
import { addDays } from './own-span.ts';

export interface FillRow {
  readonly tradeId: number;
  readonly orderId: number;
  readonly symbol: string;
  readonly stockName: string;
  readonly side: Side;
  readonly product: Product;
  readonly price: number;
  readonly quantity: number;
  readonly brokerage: number;
  readonly flatFee: number;
  readonly statutory: number;
  readonly cost: number;
  readonly openedAt: number | null;
  readonly isMaker: boolean;
  /** The other side was a person, not a simulated trader. */
  readonly isWithPerson: boolean;
  readonly at: number;
}

const fillsOf = (source: string): string => `select f.trade_id as "tradeId", f.order_id as "orderId", i.symbol,
    i.name as "stockName", f.side, f.product, f.price, f.quantity, f.brokerage, f.flat_fee as "flatFee",
    f.statutory, f.cost,
    f.opened_at as "openedAt", f.is_maker as "isMaker", f.counterparty is not null as "isWithPerson", f.at
  from ${source} f join instruments i on i.venue = f.venue and i.id = f.instrument`;

export interface FillFilter extends Page, DaySpan {
  readonly symbol?: string | undefined;
  readonly side?: Side | undefined;
  /** Words: parts of a symbol, a company's name, or the number of an order or trade. */
  readonly q?: string | undefined;
}

export async function listFills(
  db: Queryable,
  mine: Mine,
  filter: FillFilter,
): Promise<{ fills: FillRow[]; total: number }> {
  const { symbol, side, q = '' } = filter;
  const asked = (await ofDays(db, mine, filter))
    .addIf('f.instrument = (select id from instruments where venue = $1 and symbol = ?)', symbol)
    .addIf('f.side = ?', side);
  for (const word of wordsOf(q)) {
    const part = asked.parameter(containing(word));
    const stocks = `select id from instruments where venue = $1 and (symbol ilike ${part} or name ilike ${part})`;
    asked.plain(`(f.instrument in (${stocks}) or f.order_id::text like ${part} or f.trade_id::text like ${part})`);
  }
  const counted = db.query<{ total: number }>(`select count(*) as total from fills f ${asked.where}`, [
    ...asked.values,
  ]);
  const cut = limitAndOffset(asked, filter);
  const page = `(select f.* from fills f ${asked.where} order by f.trade_id desc ${cut})`;
  const paged = db.query<FillRow>(`${fillsOf(page)} order by f.trade_id desc`, asked.values);
  const [{ rows: counts }, { rows }] = await Promise.all([counted, paged]);
  return { fills: rows, total: counts[0].total };
}

/** The fills of one order, found by the range of trades that its row keeps. */
export async function fillsOfOrder(db: Queryable, { venue, account }: Mine, orderId: number): Promise<FillRow[]> {
  const { rows } = await db.query<FillRow>(
    `${fillsOf('fills')} join orders o on o.venue = f.venue and o.id = f.order_id
     where o.venue = $1 and o.id = $3 and f.venue = $1 and f.account = $2
       and f.trade_id between o.first_trade and o.last_trade order by f.trade_id`,
    [venue, account, orderId],
  );
  return rows;
}

/** Conditions on fills `f`: the account's own of the given days. */
function ofDays(db: Queryable, mine: Mine, days: DaySpan): Promise<Conditions> {
  const conditions = new Conditions().add('f.venue = ?', mine.venue).add('f.account = ?', mine.account);
  return addDays(db, mine, days, { conditions, what: 'trade', number: 'f.trade_id', at: 'f.at' });
}

/** The account's fills of the requested days, in order of time; no more of the history is read than that. */
export async function fillsOfDays(db: Queryable, mine: Mine, span: DaySpan): Promise<DiaryFill[]> {
  const asked = await ofDays(db, mine, span);
  const { rows } = await db.query<FillRow>(`${fillsOf('fills')} ${asked.where} order by f.trade_id`, asked.values);
  return rows;
}
