// The calls about the market: search, stocks, history, bars, depth and the index.
import { aggregateBars } from '../../core/market/bars.ts';
import type { Bar } from '../../core/market/bars.ts';
import type { Engine } from '../../core/engine.ts';
import { INDEX_SYMBOL } from '../../core/market/history/market-index.ts';
import type { Market } from '../../core/market/market.ts';
import { closesAt, DAY_MS, dayStartAt, marketDay } from '../../core/market/trading-hours.ts';
import type { MarketHours } from '../../core/market/trading-hours.ts';
import type { Order } from '../../core/trade/order.ts';
import type { Interval } from '../../contract/market.ts';
import { folded } from '../../contract/wire/normal.ts';
import type { Queryable } from '../db/open.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { createOwnGates } from '../gate.ts';
import type { Handlers } from '../handler.ts';
import { notFound } from '../http-error.ts';
import { lastMinuteAt, readDays, readMinutes } from './bars-store.ts';
import type { Board } from './board.ts';
import { INDEX_ID } from './first-history.ts';
import { presentBar, presentDay, presentDepth, presentFullDepth, presentIndex, presentStock } from './present.ts';

export interface MarketContext {
  readonly db: Queryable;
  readonly venue: number;
  readonly exchange: Exchange;
  readonly board: Board;
  readonly now: () => number;
  /** `always` when left out. */
  readonly hours?: MarketHours;
}

type MarketCalls =
  | 'GET /search'
  | 'GET /stocks'
  | 'GET /gethistorical'
  | 'GET /getStockData'
  | 'GET /bars'
  | 'GET /depth'
  | 'GET /fullDepth'
  | 'GET /index';

const MOST_FOUND = 20;
const HISTORY_DAYS = 250;
/** How far back a chart goes by default, and the most bars in one answer. */
const DEFAULT_SPAN_MS: Record<Exclude<Interval, '1D' | '1W'>, number> = {
  '1m': DAY_MS,
  '5m': 5 * DAY_MS,
  '15m': 15 * DAY_MS,
  '1h': 60 * DAY_MS,
};
const MOST_MINUTES_MS = 90 * DAY_MS;
const DEFAULT_DAYS = 731;
const MOST_DAYS = 10_000;

export function marketHandlers(context: MarketContext): Pick<Handlers, MarketCalls> {
  const { exchange, board, now } = context;
  // Months of minutes are expensive in time and memory: one person must not have fifty of them made at once.
  const gates = createOwnGates({ most: 2, mostWaiting: 100 });
  return {
    'GET /stocks': async () => ({ data: await exchange.read((engine) => [...engine.markets()].map(presentStock)) }),
    'GET /search': async ({ input }) => ({ data: await exchange.read((engine) => search(engine, input.q)) }),
    // Spec 9: a chart is daily by default.
    'GET /getStockData': async ({ input }) => {
      const days = await bars(context, { symbol: input.symbol, interval: '1D' });
      return { data: days.map((day) => ({ ...day, timestamp: utcMidnight(day.timestamp) })) };
    },
    'GET /gethistorical': async ({ input }) => ({ data: await history(context, input.symbol) }),
    'GET /bars': async ({ input, user }) => {
      const { symbol, interval } = input;
      return { data: { symbol, interval, bars: await gates(user.id, () => bars(context, input)) } };
    },
    'GET /depth': async ({ input }) => ({
      data: await exchange.read((engine) => presentDepth(known(engine, input.symbol))),
    }),

    'GET /fullDepth': async ({ input }) => ({
      data: await exchange.read((engine) => presentFullDepth(known(engine, input.symbol))),
    }),
    'GET /index': () => ({ data: presentIndex(board.indexLevel, board.indexPreviousClose, now()) }),
  };
}

function known(engine: Engine, symbol: string): Market<Order> {
  const market = engine.market(symbol);
  if (market === undefined) throw notFound();
  return market;
}

/** The second at which the market's calendar day begins in UTC, for charts that know no other time zone. */
function utcMidnight(second: number): number {
  return (marketDay(second * 1000) * DAY_MS) / 1000;
}

/** Symbols that begin with the text first, then names that contain it, then symbols that do. */
function search(engine: Engine, text: string): ReturnType<typeof presentStock>[] {
  const wanted = text.toUpperCase();
  const wantedName = folded(text);
  if (wanted === '') return [];
  const ranked: [rank: number, market: Market<Order>][] = [];
  for (const market of engine.markets()) {
    const { symbol, name } = market.instrument;
    const rank = symbol.startsWith(wanted)
      ? 0
      : folded(name).includes(wantedName)
        ? 1
        : symbol.includes(wanted)
          ? 2
          : 3;
    if (rank < 3) ranked.push([rank, market]);
  }
  ranked.sort(([a, one], [b, other]) => a - b || (one.instrument.symbol < other.instrument.symbol ? -1 : 1));
  return ranked.slice(0, MOST_FOUND).map(([, market]) => presentStock(market));
}

interface RunningDay {
  readonly bar: Bar;
  readonly previousClose: number;
  readonly updatedAt: number;
}

function todayOf({ instrument, quote }: Market<Order>): RunningDay {
  const { last: close, open, high, low, volume, tradedAt } = quote;
  return {
    bar: { startAt: tradedAt, open, high, low, close, volume },
    previousClose: instrument.previousClose,
    updatedAt: tradedAt,
  };
}

/** The current day first, then earlier days, newest first, each compared with the close before it. */
async function history(context: MarketContext, symbol: string): Promise<ReturnType<typeof presentDay>[]> {
  const { db, venue, exchange, hours = 'always' } = context;
  const { id, ...today } = await exchange.read((engine) => {
    const market = known(engine, symbol);
    return { id: market.instrument.id, ...todayOf(market) };
  });
  // A day in which this stock has not traded yet has no figures: the last day that has some comes first, as stored.
  const hasTraded = today.bar.volume > 0;
  const toDay = marketDay(today.bar.startAt) - (hasTraded ? 1 : 0);
  const past = await readDays(db, venue, id, { fromDay: 0, toDay, limit: HISTORY_DAYS });
  const endOf = ({ startAt }: Bar) => Math.min(closesAt(hours, marketDay(startAt)), startAt + DAY_MS - 1);
  const days = past.map((bar, i) => presentDay(symbol, bar, past[i - 1]?.close ?? bar.open, endOf(bar)));
  days.reverse();
  return hasTraded || days.length === 0
    ? [presentDay(symbol, today.bar, today.previousClose, today.updatedAt), ...days]
    : days;
}

interface BarsAsked {
  readonly symbol: string;
  readonly interval: Interval;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

async function bars(context: MarketContext, asked: BarsAsked): Promise<ReturnType<typeof presentBar>[]> {
  const { db, venue, exchange, now } = context;
  const isIndex = asked.symbol === INDEX_SYMBOL;
  const instrument = isIndex ? INDEX_ID : await exchange.read((engine) => known(engine, asked.symbol).instrument.id);
  const isDaily = asked.interval === '1D' || asked.interval === '1W';
  const toAt = asked.to === undefined ? now() : asked.to * 1000;
  const span = { instrument, symbol: asked.symbol, toAt };
  if (isDaily) {
    const fromAt = asked.from === undefined ? null : asked.from * 1000;
    return aggregateBars(await daysUpTo(context, { ...span, fromAt }), asked.interval).map(presentBar);
  }
  // Imported history may have ended long ago: without a start, the chart shows the last bars there are.
  const lastAt = asked.from === undefined ? Math.min(toAt, await lastMinuteAt(db, venue, instrument, toAt)) : toAt;
  const asks = asked.from === undefined ? lastAt - DEFAULT_SPAN_MS[asked.interval] : asked.from * 1000;
  const fromAt = Math.max(asks, lastAt - MOST_MINUTES_MS);
  return aggregateBars(await minutesUpTo(context, { ...span, fromAt }), asked.interval).map(presentBar);
}

interface Span {
  readonly instrument: number;
  readonly symbol: string;
  readonly fromAt: number;
  readonly toAt: number;
}

/** Stored minutes and the current one. */
async function minutesUpTo(
  { db, venue, board }: MarketContext,
  { instrument, symbol, fromAt, toAt }: Span,
): Promise<Bar[]> {
  const stored = await readMinutes(db, venue, instrument, fromAt, toAt);
  const running = board.minute(symbol);
  if (running === null || running.startAt > toAt || running.startAt < fromAt) return stored;
  const last = stored.at(-1);
  if (last === undefined || running.startAt > last.startAt) return [...stored, { ...running }];
  return stored;
}

/** Stored days and the current one. */
async function daysUpTo(
  context: MarketContext,
  { instrument, symbol, fromAt, toAt }: Omit<Span, 'fromAt'> & { fromAt: number | null },
): Promise<Bar[]> {
  const { db, venue, exchange } = context;
  const toDay = marketDay(toAt);
  const span =
    fromAt === null
      ? { fromDay: 0, toDay, limit: DEFAULT_DAYS }
      : { fromDay: marketDay(fromAt), toDay, limit: MOST_DAYS };
  const stored = await readDays(db, venue, instrument, span);
  const startAt = dayStartAt(await exchange.read((engine) => engine.venue.day));
  if (startAt > toAt || startAt < dayStartAt(span.fromDay)) return stored;
  const past = stored.filter((bar) => bar.startAt < startAt);
  if (instrument === INDEX_ID) return [...past, ...aggregateBars(await indexToday(context, startAt), '1D')];
  const { bar } = await exchange.read((engine) => todayOf(known(engine, symbol)));
  return bar.volume > 0 ? [...past, { ...bar, startAt }] : past;
}

function indexToday(context: MarketContext, startAt: number): Promise<Bar[]> {
  return minutesUpTo(context, { instrument: INDEX_ID, symbol: INDEX_SYMBOL, fromAt: startAt, toAt: context.now() });
}
