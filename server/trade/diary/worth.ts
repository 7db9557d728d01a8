// Reads what an account's worth is computed from: cash that moved without a trade, the trading days, and the closes of what was held.
import { numbersOf } from '../../db/number-list.ts';
import type { Queryable } from '../../db/open.ts';
import { INDEX_ID } from '../../../core/market/index-symbol.ts';
import { marketDay } from '../../../core/market/day.ts';
import type { ClosedTrades, DayMove } from '../../../core/trade/diary/closed-trades.ts';
import type { Flow } from '../../../core/trade/diary/equity.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { FROM_SHORTFALLS, MOVED } from '../cash-moved.ts';
import type { Mine } from '../mine.ts';

// Of what moved, the part from or to these owners is a flow.
const FLOWS = `${MOVED}
  select at, amount, o.owner as source, reference from moved join ledger_accounts o on o.venue = $1 and o.id = moved.other
  where o.owner in ('provider', 'rewards', 'house') order by moved.id`;
const FORGIVEN = `select t.at, t.amount, lender.owner as source, t.reference ${FROM_SHORTFALLS} order by t.id`;

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

/** The trading days from the first flow or trade to `toDay`, which is included even if the market was closed: the index has a bar for each. */
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

/**
 * How the index has moved from the close before `fromDay` (or its first open, where there is none) to the close of `lastDay`, or to its
 * `level` now unless that is 0. Null without bars.
 */
export async function indexReturn(
  db: Queryable,
  venue: number,
  { fromDay, lastDay, level }: { fromDay: number; lastDay: number; level: number },
): Promise<number | null> {
  const bars = 'from daily_bars where venue = $1 and instrument = $2';
  const { rows } = await db.query<{ before: number | null; open: number | null; last: number | null }>(
    `select (select close ${bars} and day < $3 order by day desc limit 1) as before,
       (select open ${bars} and day between $3 and $4 order by day limit 1) as open,
       (select close ${bars} and day <= $4 order by day desc limit 1) as last`,
    [venue, INDEX_ID, fromDay, lastDay],
  );
  const [{ before, open, last }] = rows;
  const [begin, end] = [before ?? open, level > 0 ? level : last];
  return begin === null || end === null ? null : end / begin - 1;
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
