// Starts the assistant on the trading parts of the server, with companies whose two years of history are known by formula.
import type { FastifyInstance } from 'fastify';
import type { GenerateData } from '../contract/assistant.ts';
import type { DataOf, TopOf } from '../contract/routes.ts';
import { TradingCalendar } from '../core/market/trading-calendar.ts';
import { dayStartAt, DAY_MS, marketDay } from '../core/market/day.ts';
import type { Model } from '../server/adapters/ai.ts';
import { RefusalMemory } from '../server/assistant/refusal-memory.ts';
import { assistantHandlers } from '../server/assistant/routes.ts';
import type { Sources } from '../server/assistant/asker.ts';
import type { Caller } from '../server/handler.ts';
import { HttpError } from '../server/http-error.ts';
import { createHttp } from '../server/http.ts';
import { createLog } from '../server/log.ts';
import { saveDays, saveMinutes } from '../server/market/bars-store.ts';
import { Board } from '../server/market/board.ts';
import { priceAlertHandlers } from '../server/market/price-alert-routes.ts';
import { marketHandlers } from '../server/market/routes.ts';
import { stockNewsHandlers } from '../server/market/stock-news.ts';
import { watchlistHandlers } from '../server/market/watchlist.ts';
import { tradeHandlers } from '../server/trade/routes.ts';
import { checkForm, request } from './accounts.ts';
import type { Answer, CallOptions } from './accounts.ts';
import { listed } from './still-market.ts';
import { startTrading, VENUE } from './trading.ts';
import type { Trading } from './trading.ts';

interface Listed {
  readonly symbol: string;
  readonly name: string;
  readonly sector: string;
  /** Paise, yesterday. */
  readonly close: number;
  /** Paise of a day, counted back from yesterday, which is 0. */
  readonly past: (daysBack: number) => number;
}

/** Prices move in small waves, so that volatility is not zero. */
const wave = (daysBack: number, size: number) => Math.round(size * Math.sin(daysBack * 1.7));

const COMPANIES: readonly Listed[] = [
  // A rupee less for each day back: 1,130 yesterday, 1,100 thirty days before it.
  {
    symbol: 'SANJIVRA',
    name: 'Sanjivra Pharma',
    sector: 'Health Care',
    close: 1130_00,
    past: (back) => 1130_00 - back * 100,
  },
  {
    symbol: 'TAMRAVATI',
    name: 'Tamravati Copper',
    sector: 'Materials',
    close: 268_00,
    past: (back) => 268_00 + wave(back, 600),
  },
  {
    symbol: 'GODHULI',
    name: 'Godhuli Foods',
    sector: 'Consumer Staples',
    close: 2410_00,
    past: (back) => 2410_00 + wave(back + 1, 1500),
  },
  // Moves twice those of TAMRAVATI, from twice its price: the same returns.
  {
    symbol: 'LOHITYA',
    name: 'Lohitya Steel',
    sector: 'Materials',
    close: 536_00,
    past: (back) => 536_00 + 2 * wave(back, 600),
  },
  { symbol: 'NEWCOMER', name: 'Newcomer Stores', sector: 'Consumer Discretionary', close: 50_00, past: () => 0 },
];

export interface Assistant {
  readonly trading: Trading;
  readonly app: FastifyInstance;
  readonly sources: Sources;
  call<R extends 'POST /generate' | 'GET /assistant' | 'POST /orders'>(
    name: R,
    input: unknown,
    options?: CallOptions,
  ): Promise<Answer<DataOf<R>, TopOf<R>>>;
  /** The answer to a question; fails if there is none. */
  ask(who: { token: string }, prompt: string, history?: unknown): Promise<GenerateData>;
  trader(cash?: number): Promise<Caller & { token: string }>;
  admin(): Promise<Caller & { token: string }>;
  close(): Promise<void>;
}

export async function startAssistant({
  model = null,
  hasRateLimit = false,
}: { model?: Model | null; hasRateLimit?: boolean } = {}): Promise<Assistant> {
  const trading = await startTrading({});
  const { database: db, exchange, clock } = trading;
  const now = () => clock.at;
  for (const { symbol, name, sector, close } of COMPANIES)
    await exchange.submit({ kind: 'list-instrument', instrument: { ...listed(symbol, close), name, sector } });
  const today = marketDay(now());
  const board = new Board();
  await saveDays(db, VENUE, await historyRows(trading, today));
  // The index: 10,000.00 points each day, and 10,100.00 now.
  const flat = { open: 1_000_000, high: 1_000_000, low: 1_000_000, close: 1_000_000, volume: 0 };
  await saveDays(
    db,
    VENUE,
    Array.from({ length: 400 }, (_, back) => ({ instrument: 0, day: today - 1 - back, ...flat })),
  );
  // One minute of today, at yesterday's close.
  const [first] = COMPANIES;
  const bar = { open: first.close, high: first.close, low: first.close, close: first.close, volume: 10 };
  const instrument = await exchange.read((engine) => engine.market(first.symbol)?.instrument.id ?? 0);
  await saveMinutes(db, VENUE, [{ instrument, minute: Math.floor(now() / 60_000), ...bar }]);
  board.indexLevel = 1_010_000;
  board.indexPreviousClose = 1_000_000;
  const market = marketHandlers({ db, venue: VENUE, exchange, board, now });
  const trade = tradeHandlers({ db, venue: VENUE, exchange, now });
  const news = stockNewsHandlers({ db, venue: VENUE, exchange });
  const follows = {
    ...watchlistHandlers({ db, venue: VENUE, exchange, now }),
    ...priceAlertHandlers({ db, venue: VENUE, exchange, alerts: trading.alerts, now }),
  };
  const refusals = new RefusalMemory(now);
  const sources: Sources = {
    reads: { ...market, ...news, ...trade, ...trading.rewards.handlers, ...follows, ...trading.learn.handlers },
    exchange,
    refusals,
    calendar: new TradingCalendar('always'),
    now,
  };
  const callers = new Map<string, Caller>();
  const log = createLog({ logLevel: 'silent' });
  const app = await createHttp({
    handlers: {
      ...market,
      ...trade,
      'POST /orders': refusals.watching(trade['POST /orders']),
      ...assistantHandlers({ ...sources, model, hasRateLimit, log }),
    },
    access: {
      authenticate(token) {
        const caller = callers.get(token);
        if (caller === undefined) throw new HttpError(401, 'Unauthorized');
        return caller;
      },
    },
    database: db,
    log,
    hasRateLimit,
    trustedProxies: 0,
    webRoot: null,
    version: '0.0.0',
  });
  const known = (caller: Caller & { token: string }) => {
    callers.set(caller.token, caller);
    return caller;
  };
  const call: Assistant['call'] = async (name, input, options = {}) => {
    const reply = await app.inject(request(name, input, options));
    const answer = { status: reply.statusCode, body: reply.json(), headers: reply.headers, cookies: {} };
    checkForm(name, answer);
    return answer;
  };
  return {
    trading,
    app,
    sources,
    call,
    async ask({ token }, prompt, history = []) {
      const { status, body } = await call('POST /generate', { prompt, history }, { token });
      if (status !== 200) throw new Error(`${prompt}: ${status} ${body.message}`);
      return body.data;
    },
    trader: async (cash) => known(await trading.trader(cash)),
    admin: async () => known(await trading.admin()),
    async close() {
      await app.close();
      await trading.close();
    },
  };
}

const DAYS = 500;

async function historyRows({ exchange }: Trading, today: number) {
  const ids = await exchange.read(
    (engine) => new Map([...engine.markets()].map(({ instrument }) => [instrument.symbol, instrument.id])),
  );
  return COMPANIES.filter(({ past }) => past(0) > 0).flatMap(({ symbol, past }) =>
    Array.from({ length: DAYS }, (_, back) => {
      const [close, before] = [past(back), past(back + 1)];
      const [high, low] = [Math.max(close, before) + 50, Math.min(close, before) - 50];
      return { instrument: ids.get(symbol) ?? 0, day: today - 1 - back, open: before, high, low, close, volume: 1000 };
    }),
  );
}

/** The date this many days ago, as answers write it. */
export function daysAgo(now: number, days: number): string {
  const text = new Date(dayStartAt(marketDay(now) - days) + DAY_MS / 2).toISOString().slice(0, 10);
  const [year, month, date] = text.split('-').map(Number);
  return `${date} ${'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[month - 1]} ${year}`;
}
