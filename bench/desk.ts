// The admin desk of a large site: first pages, further pages and searches over everybody's orders, trades and accounts.
import { TradingCalendar } from '../core/market/trading-calendar.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RouteName, WireInputOf } from '../contract/routes.ts';
import { routes } from '../contract/routes.ts';
import { DAY_MS, dayText, marketDay } from '../core/market/day.ts';
import { createAdmin } from '../server/admin/routes.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import type { Database, Queryable } from '../server/db/open.ts';
import { DeskActs } from '../server/desk-acts.ts';
import { Exchange } from '../server/exchange/exchange.ts';
import { FROM_INSIDE } from '../server/handler.ts';
import type { Handlers } from '../server/handler.ts';
import { createLog } from '../server/log.ts';
import { presentStock } from '../server/market/present.ts';
import { deskHandlers } from '../server/trade/desk/routes.ts';
import { DeskTotals } from '../server/trade/desk/totals.ts';
import { tradeHandlers } from '../server/trade/routes.ts';
import { listed } from '../tests/still-market.ts';
import { spreadOf } from './section.ts';
import type { Section } from './section.ts';

const VENUE = 1;
const STOCKS = 60;
const USERS = 100_000;
const ORDERS = Number(process.env.BENCH_DESK_ORDERS ?? 5_000_000);
const DAYS = 365;
const ROUNDS = 9;
/** Rows made by one statement. */
const AT_ONCE = 250_000;
/** Filling the tables takes longer than the server allows a statement. */
export const FILLING = { statementTimeoutMs: 600_000 };
const INDEXES_OF_PIECES = ['users_by_pieces', 'users_by_pairs'];

export async function fillUsers(db: Queryable): Promise<void> {
  // Pieces of names are added to the index together, by `vacuum` at the latest: one by one they would take three times as long.
  for (const index of INDEXES_OF_PIECES) await db.query(`alter index ${index} set (fastupdate = on)`);
  await db.query(
    `insert into users (id, email, name, password_hash, role, referral_code, created_at)
     select gen_random_uuid(), 'person' || n || '@example.com',
       (array['Asha','Omar','Mira','Ravi','Leela','Arjun','Noor','Vikram','Isha','Kabir'])[1 + n % 10] || ' ' ||
       (array['Rao','Khan','Iyer','Shah','Nair','Das','Gupta','Mehta','Bose','Sethi','Patel'])[1 + (n / 10) % 11] || ' ' || n,
       'none', 'user', 'R' || n, $1::bigint - n * 60000::bigint
     from generate_series(1, ${USERS}) n`,
    [Date.now()],
  );
  for (const index of INDEXES_OF_PIECES) await db.query(`alter index ${index} set (fastupdate = off)`);
}

/**
 * Everybody's orders `begin` to before `end`, over the year until `untilAt`: six of ten filled, one of two hundred open, the
 * others ended without a trade.
 */
export async function fillOrders(db: Queryable, begin = 0, end = ORDERS, untilAt = Date.now()): Promise<void> {
  const from = untilAt - DAYS * DAY_MS;
  for (let first = begin; first < end; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE, end) - 1;
    const at = `(${from} + n * ${DAYS * DAY_MS - 60_000} / ${ORDERS})`;
    await db.query(
      `insert into orders (venue, id, account, instrument, side, order_type, time_in_force, product, origin, quantity, limit_price, stop_price,
         commission_rate, flat_fee_terms, created_at, remaining, status, end_reason, ended_at, priority, queued_behind, held, held_at_first,
         filled_value, brokerage, flat_fee, margin, first_trade, last_trade)
       select $1, n + 1, 1 + (n * 7919) % ${USERS}, 1 + (n * 31) % ${STOCKS}, case when n % 2 = 0 then 'buy' else 'sell' end,
         case n % 8 when 0 then 'stop' when 1 then 'stop-limit' when 2 then 'market' when 3 then 'market' else 'limit' end,
         'day', 'delivery', 'trader', 10, 40000, case when n % 8 < 2 then 39000 else 0 end, 10000, 500, ${at},
         case when n % 10 < 6 then 0 else 10 end,
         case when n % 10 < 6 then 'filled' when n % 200 = 7 then 'new' else 'canceled' end,
         case when n % 10 < 6 then 'filled' when n % 200 = 7 then null else 'canceled-by-trader' end,
         case when n % 200 = 7 then null else ${at} + 1000 end, 0, 0, 0, 0,
         case when n % 10 < 6 then 400000 else 0 end, 4000, 500, 0,
         case when n % 10 < 6 then n + 1 end, case when n % 10 < 6 then n + 1 end
       from generate_series(${first}::bigint, ${last}) n`,
      [VENUE],
    );
    await db.query(
      `insert into fills (venue, trade_id, side, order_id, account, instrument, price, quantity, brokerage, flat_fee, cost, opened_at,
         product, is_maker, at)
       select $1, n + 1, case when n % 2 = 0 then 'buy' else 'sell' end, n + 1, 1 + (n * 7919) % ${USERS}, 1 + (n * 31) % ${STOCKS},
         40000 + n % 500, 10, 4000, 500, 400000, null, 'delivery', n % 3 = 0, ${at}
       from generate_series(${first}::bigint, ${last}) n where n % 10 < 6`,
      [VENUE],
    );
  }
}

/** The indexes and statistics of a site that has been running for a long time. */
export async function vacuum({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query('vacuum analyze');
  client.release(true);
}

interface Question {
  readonly name: string;
  ask(): Promise<unknown>;
}

type DeskCall =
  | 'GET /orders'
  | 'GET /marketorders'
  | 'GET /stoporders'
  | 'GET /allTransactions'
  | 'GET /userlist'
  | 'GET /adminDashboard';

function questionsFor(handlers: Pick<Handlers, DeskCall>): Question[] {
  const user = { accountNo: 0, id: '', name: '', email: '', role: 'admin', loginId: '' } as const;
  const ask = <R extends DeskCall & RouteName>(name: R, said: string, given: Partial<WireInputOf<R>>): Question => {
    const input = routes[name].input.parse(given);
    const handler = handlers[name] as (request: unknown) => Promise<{ data: unknown }>;
    return {
      name: `${name}, ${said}`,
      ask: async () => JSON.stringify((await handler({ ...FROM_INSIDE, user, input })).data),
    };
  };
  const aDay = dayText(marketDay(Date.now()) - 100);
  const deep = String(Math.floor(ORDERS / 2));
  return [
    ask('GET /orders', 'first page', {}),
    ask('GET /orders', 'a page in the middle', { page: 250_000, after: Math.floor(ORDERS / 2) }),
    ask('GET /orders', 'pending', { status: 'PENDING' }),
    ask('GET /orders', 'search by stock', { q: 'S17' }),
    ask('GET /orders', 'search by name', { q: 'Asha Rao 4321' }),
    ask('GET /orders', 'search by number', { q: deep }),
    ask('GET /marketorders', 'first page', {}),
    ask('GET /marketorders', 'failed, of one user', { status: 'FAILED', user: 'Leela Das 5' }),
    ask('GET /marketorders', 'of one day', { dateRange: aDay }),
    ask('GET /stoporders', 'completed', { status: 'COMPLETED' }),
    ask('GET /allTransactions', 'first page', {}),
    ask('GET /allTransactions', 'search by name', { q: 'Asha Rao 4321' }),
    ask('GET /allTransactions', 'of one day', { dateRange: aDay }),
    ask('GET /allTransactions', 'sells', { type: 'SELL' }),
    ask('GET /userlist', 'first page', {}),
    ask('GET /userlist', 'search', { q: 'mira 777' }),
    ask('GET /userlist', 'search for two letters', { q: '77' }),
    ask('GET /adminDashboard', 'a month', {}),
  ];
}

async function measure(questions: readonly Question[]): Promise<Section> {
  const rows: string[][] = [];
  for (const { name, ask } of questions) {
    const first = performance.now();
    await ask();
    const cold = performance.now() - first;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const from = performance.now();
      await ask();
      times.push(performance.now() - from);
    }
    const { median, min, max } = spreadOf(times);
    rows.push([name, `${cold.toFixed(1)} ms`, `${median.toFixed(1)} ms (${min.toFixed(1)} to ${max.toFixed(1)})`]);
  }
  return {
    title: `The admin desk with ${USERS.toLocaleString('en')} users and ${ORDERS.toLocaleString('en')} orders`,
    columns: ['call', 'the first time', `median of ${ROUNDS} more`],
    rows,
    notes: ['Handler, database and JSON, without the network. Aim: 20 ms for a first page and for a search.'],
  };
}

export async function bench(): Promise<Section[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'istock-bench-desk-'));
  const db = await openDatabase({ dataDir, databaseUrl: undefined });
  try {
    await migrate(db);
    const log = createLog({ logLevel: 'error' });
    const onLost = () => {
      throw new Error('the venue was taken');
    };
    const now = Date.now;
    const exchange = await Exchange.open({ db, venue: VENUE, log, now, onTrade: () => {}, onLost });
    const totals = new DeskTotals(exchange);
    try {
      for (let stock = 1; stock <= STOCKS; stock++)
        await exchange.submit({ kind: 'list-instrument', instrument: listed(`S${stock}`, 400_00) });
      await db.transaction(fillUsers, FILLING);
      await db.transaction((slowly) => fillOrders(slowly), FILLING);
      await vacuum(db);
      totals.start(db, VENUE, log);
      const acts = new DeskActs({ db, exchange, now, followUps: {} });
      const trade = tradeHandlers({ db, venue: VENUE, exchange, now });
      const admin = createAdmin({
        db,
        venue: VENUE,
        exchange,
        acts,
        now,
        calendar: new TradingCalendar('always'),
        reads: trade,
        notices: { store: async () => () => {} },
        prove: trade['GET /ledger/verify'],
        stocks: { present: presentStock, tell: () => {} },
        connected: () => ({ sockets: 0, people: 0 }),
        wrongBooksAt: () => null,
        tellMarketState: () => {},
      });
      const from = performance.now();
      await admin.keepDays();
      const counted = performance.now() - from;
      await totals.orders({});
      const section = await measure(
        questionsFor({
          ...deskHandlers({ db, venue: VENUE, exchange, acts, totals, now, calendar: new TradingCalendar('always') }),
          ...admin.handlers,
        }),
      );
      const note = `Counting a year of past days for the dashboard, once and behind everybody's back: ${(counted / 1000).toFixed(1)} s.`;
      return [{ ...section, notes: [...section.notes, note] }];
    } finally {
      await totals.close();
      await exchange.close();
    }
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
