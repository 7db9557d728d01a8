// Reads what an account's worth is computed from: cash that moved without a trade, the trading days, and the closes of what was held.
import type { Queryable } from '../../db/open.ts';
import { marketDay } from '../../../core/market/trading-hours.ts';
import type { ClosedTrades, DayMove } from '../../../core/trade/diary/closed-trades.ts';
import type { Flow } from '../../../core/trade/diary/equity.ts';
import { APART_FROM_TRADES } from '../../exchange/apart-from-trades.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mine } from '../mine.ts';

/** The index has a bar for every day the market was open. */
const INDEX_ID = 0;

// Of the transfers apart from trades, those from or to these owners are flows.
const FLOWS = `
  with cash as (select id from ledger_accounts where venue = $1 and owner = $2::text and asset = 0)
  select at, amount, o.owner as source, moved.reference from (
    select t.at, t.amount, t.id, t.reference, t.debit as other from transfers t, cash where t.venue = $1 and t.credit = cash.id and ${APART_FROM_TRADES}
    union all
    select t.at, -t.amount, t.id, t.reference, t.credit from transfers t, cash where t.venue = $1 and t.debit = cash.id and ${APART_FROM_TRADES}
  ) moved join ledger_accounts o on o.venue = $1 and o.id = moved.other
  where o.owner in ('provider', 'rewards', 'house') order by moved.id`;
// What an intraday trader could not pay back: the house pays it to its own margin loans, with the order as its reference.
const FORGIVEN = `
  select t.at, t.amount, lender.owner as source, t.reference from ledger_accounts lender
  join transfers t on t.venue = $1 and t.credit = lender.id and ${APART_FROM_TRADES} and t.kind = 'shortfall'
  join orders o on o.venue = $1 and o.id = t.reference and o.account = $2
  where lender.venue = $1 and lender.owner = 'margin-loans' order by t.id`;

interface SourcedFlow extends Flow {
  /** The owner of the ledger account that it came from or went to. */
  readonly source: string;
  /** The number of the payment, the reward or the order. */
  readonly reference: number;
}

export async function flowsOf(db: Queryable, { venue, account }: Mine): Promise<SourcedFlow[]> {
  const [flows, forgiven] = await Promise.all(
    [FLOWS, FORGIVEN].map((text) => db.query<Omit<SourcedFlow, 'day'> & { at: number }>(text, [venue, account])),
  );
  return [...flows.rows, ...forgiven.rows]
    .sort((a, b) => a.at - b.at)
    .map(({ at, ...flow }) => ({ day: marketDay(at), ...flow }));
}

/** The trading days from the first flow or trade to `toDay`, which is included even if the market was closed. */
export async function worthDays(
  db: Queryable,
  venue: number,
  { flows, moves }: { flows: readonly Flow[]; moves: readonly DayMove[] },
  toDay: number,
): Promise<number[]> {
  const firstDay = Math.min(flows[0]?.day ?? toDay, moves[0]?.day ?? toDay);
  const { rows } = await db.query<{ day: number }>(
    'select day from daily_bars where venue = $1 and instrument = $2 and day between $3 and $4',
    [venue, INDEX_ID, firstDay, toDay],
  );
  const days = new Set(rows.map(({ day }) => day));
  // A day with a trade was a trading day, even if its bars are missing.
  for (const { day } of moves) if (day <= toDay) days.add(day);
  days.add(toDay);
  return [...days].sort((a, b) => a - b);
}

export type CloseOf = (symbol: string, day: number) => number | undefined;

/** The closes of every stock while it was held; for today, the last price. */
export async function closesOf(
  { db, venue, exchange }: { db: Queryable; venue: number; exchange: Exchange },
  { moves }: ClosedTrades,
  { today, toDay }: { today: number; toDay: number },
): Promise<CloseOf> {
  const spans = heldSpans(moves, toDay);
  const wanted = [...new Set(spans.map(({ symbol }) => symbol))];
  const marks = await exchange.read((engine) =>
    wanted.map((symbol) => {
      const market = engine.market(symbol);
      return { symbol, id: market?.instrument.id ?? -1, last: market?.quote.last };
    }),
  );
  const closes = new Map<string, Map<number, number>>(wanted.map((symbol) => [symbol, new Map()]));
  const symbols = new Map(marks.map(({ id, symbol }) => [id, symbol]));
  const ids = new Map(marks.map(({ id, symbol }) => [symbol, id]));
  const { rows } = await db.query<{ instrument: number; days: string; closes: string }>(
    `select b.instrument, array_agg(b.day)::text as days, array_agg(b.close)::text as closes
     from unnest($2::integer[], $3::integer[], $4::integer[]) as held(instrument, from_day, to_day)
     join daily_bars b on b.venue = $1 and b.instrument = held.instrument and b.day between held.from_day and held.to_day
     group by b.instrument`,
    [venue, spans.map(({ symbol }) => ids.get(symbol)!), spans.map(({ from }) => from), spans.map(({ to }) => to)],
  );
  for (const row of rows) {
    const known = closes.get(symbols.get(row.instrument)!)!;
    const prices = numbersOf(row.closes);
    for (const [index, day] of numbersOf(row.days).entries()) known.set(day, prices[index]);
  }
  for (const { symbol, last } of marks) if (last !== undefined) closes.get(symbol)!.set(today, last);
  return (symbol, day) => closes.get(symbol)?.get(day);
}

/** An array of whole numbers, read as the text `{1,2,3}`. */
export function numbersOf(text: string): number[] {
  return JSON.parse(`[${text.slice(1, -1)}]`) as number[];
}

interface HeldSpan {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
}

/** The days at whose close a stock was held, so that a stock held for two days is not read for two years. */
function heldSpans(moves: readonly DayMove[], toDay: number): HeldSpan[] {
  const spans: HeldSpan[] = [];
  const open = new Map<string, { from: number; shares: number }>();
  for (const { symbol, day, shares } of moves) {
    if (day > toDay) break;
    const held = open.get(symbol);
    if (held === undefined) {
      if (shares > 0) open.set(symbol, { from: day, shares });
      continue;
    }
    held.shares += shares;
    if (held.shares > 0) continue;
    spans.push({ symbol, from: held.from, to: day - 1 });
    open.delete(symbol);
  }
  for (const [symbol, { from }] of open) spans.push({ symbol, from, to: toDay });
  return spans;
}
