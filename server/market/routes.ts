// The calls about the market: search, stocks, history, bars, depth and the index.
import type { Bar } from '../../core/market/bars.ts';
import type { Engine } from '../../core/engine.ts';
import type { Market } from '../../core/market/market.ts';
import { DAY_MS, marketDay } from '../../core/market/day.ts';
import { closesAt } from '../../core/market/trading-hours.ts';
import type { MarketHours } from '../../core/market/trading-hours.ts';
import type { Order } from '../../core/trade/order.ts';
import { folded } from '../../contract/wire/normal.ts';
import type { Queryable } from '../db/open.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { createOwnGates } from '../gate.ts';
import { ready } from '../handler.ts';
import type { Handlers } from '../handler.ts';
import { readDays } from './bars-store.ts';
import type { Board } from './board.ts';
import { ChartBars } from './chart-bars.ts';
import { known, todayOf } from './known-stock.ts';
import { presentDay, presentDepth, presentFullDepth, presentIndex, presentPrint, presentStock } from './present.ts';

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
  | 'GET /recentTrades'
  | 'GET /index';

const MOST_FOUND = 20;
const HISTORY_DAYS = 250;

export function marketHandlers(context: MarketContext): Pick<Handlers, MarketCalls> {
  const { exchange, board, now } = context;
  const charts = new ChartBars(context);
  // Months of minutes are expensive in time and memory: one person must not have fifty of them made at once.
  const gates = createOwnGates({ most: 2, mostWaiting: 100 });
  return {
    'GET /stocks': async () => ({ data: await exchange.read((engine) => [...engine.markets()].map(presentStock)) }),
    'GET /search': async ({ input }) => ({ data: await exchange.read((engine) => search(engine, input.q)) }),
    // Spec 9: a chart is daily by default.
    'GET /getStockData': async ({ input }) => ready(await charts.jsonAtUtc(input.symbol)),
    'GET /gethistorical': async ({ input }) => ({ data: await history(context, input.symbol) }),
    'GET /bars': async ({ input, user }) => {
      const { symbol, interval } = input;
      const bars = await gates(user.id, () => charts.json(input));
      return ready(`${JSON.stringify({ symbol, interval }).slice(0, -1)},"bars":${bars}}`);
    },
    'GET /depth': async ({ input }) => ({
      data: await exchange.read((engine) => presentDepth(known(engine, input.symbol))),
    }),

    'GET /fullDepth': async ({ input }) => ({
      data: await exchange.read((engine) => presentFullDepth(known(engine, input.symbol))),
    }),
    'GET /recentTrades': async ({ input }) => ({
      data: await exchange.read((engine) => {
        const { symbol } = known(engine, input.symbol).instrument;
        return { symbol, trades: board.tape.of(symbol, engine).map(presentPrint) };
      }),
    }),
    'GET /index': () => ({ data: presentIndex(board.indexLevel, board.indexPreviousClose, now()) }),
  };
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
  // One more than are shown, to compare the oldest of them with.
  const past = await readDays(db, venue, id, { fromDay: 0, toDay, limit: HISTORY_DAYS + 1 });
  const endOf = ({ startAt }: Bar) => Math.min(closesAt(hours, marketDay(startAt)), startAt + DAY_MS - 1);
  const all = past.map((bar, i) => presentDay(symbol, bar, past[i - 1]?.close ?? bar.open, endOf(bar)));
  const days = all.slice(-HISTORY_DAYS).reverse();
  return hasTraded || days.length === 0
    ? [presentDay(symbol, today.bar, today.previousClose, today.updatedAt), ...days]
    : days;
}
