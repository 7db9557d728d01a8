// Starts the trading and wallet parts of the server on a real exchange and database of their own, with markets that stand still.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { MarketState } from '../contract/admin/market-state.ts';
import type { RouteName, TopOf } from '../contract/routes.ts';
import { TradingCalendar } from '../core/market/trading-calendar.ts';
import type { MarketHours } from '../core/market/trading-hours.ts';
import type { Engine } from '../core/engine.ts';
import { messageHandlers, Messages } from '../server/admin/messages.ts';
import { blockHandlers } from '../server/auth/block.ts';
import type { Calls } from '../server/call/calls.ts';
import { pastCallHandlers } from '../server/call/past-desk.ts';
import { reportHandlers } from '../server/call/report-desk.ts';
import { createAdmin } from '../server/admin/routes.ts';
import type { AdminDesk } from '../server/admin/routes.ts';
import type { OutsideProvider } from '../server/adapters/payment.ts';
import type { Caller, Handlers } from '../server/handler.ts';
import { HttpError } from '../server/http-error.ts';
import { createHttp } from '../server/http.ts';
import { sharedDiaryHandlers } from '../server/learn/shared-diary/routes.ts';
import { drawnLineHandlers } from '../server/market/drawn-lines.ts';
import { priceAlertHandlers } from '../server/market/price-alert-routes.ts';
import { placeExits } from '../server/market/exits.ts';
import { presentStock } from '../server/market/present.ts';
import { marketHandlers } from '../server/market/routes.ts';
import { sparklineHandlers } from '../server/market/sparklines.ts';
import { stockNewsHandlers } from '../server/market/stock-news.ts';
import { watchlistHandlers } from '../server/market/watchlist.ts';
import { Rewards } from '../server/rewards/rewards.ts';
import { surveillanceHandlers } from '../server/surveillance/routes.ts';
import { Surveillance } from '../server/surveillance/surveillance.ts';
import { deskHandlers } from '../server/trade/desk/routes.ts';
import { readPortfolio, tradeHandlers } from '../server/trade/routes.ts';
import { exportHandlers } from '../server/user/export/routes.ts';
import { createNotificationHandlers } from '../server/user/notifications.ts';
import { createUserHandlers } from '../server/user/routes.ts';
import { checkForm, request } from './accounts.ts';
import type { Answer, CallOptions, Parsed } from './accounts.ts';
import { stillCrowd } from './still-crowd.ts';
import type { StillCrowd } from './still-crowd.ts';
import { BUSINESS_TABLES, tableHash } from './table-hash.ts';
import { openSchool } from './trading-school.ts';
import type { TradingSchool } from './trading-school.ts';
import { openVenue, VENUE } from './trading-venue.ts';
import type { TradingVenue } from './trading-venue.ts';

export { SEATS, TOPUP_MAX } from './trading-school.ts';
export { VENUE } from './trading-venue.ts';

type Person = Caller & { readonly token: string };

/** The administrators' parts, and those that look at trading behind the exchange. */
interface TradingDesk {
  /** Counts and keeps past days for the dashboard. */
  readonly desk: AdminDesk;
  readonly messages: Messages;
  /** Looks when it is told to. */
  readonly surveillance: Surveillance;
  /** No rewards are earned until `watch` is called. */
  readonly rewards: Rewards;
  /** The halts that would have been pushed to everybody. */
  readonly marketStates: MarketState[];
  /** How often the list of stocks would have been pushed to everybody again. */
  readonly toldStocks: { count: number };
  /** When a proof that nobody asked for has found books that do not add up. */
  readonly wrongBooks: { at: number | null };
}

/** The consequences of reports, if the file under test has calls going on. */
interface LiveCalls {
  calls: Pick<Calls, 'unsay' | 'pastCalls' | 'pastCall' | 'reportPast'>;
  cut: (userId: string) => void;
}

export interface Trading extends TradingVenue, TradingSchool, TradingDesk, StillCrowd {
  readonly app: FastifyInstance;
  readonly live: LiveCalls;
  call<R extends RouteName>(name: R, input: unknown, options?: CallOptions): Promise<Answer<Parsed, TopOf<R>>>;
  /** A trader with `cash` (paise) in the wallet. */
  trader(cash?: number): Promise<Person>;
  admin(): Promise<Person>;
  /** An instructor, who trades as well; with an address of the test's choice, if it gives one. */
  instructor(email?: string): Promise<Person>;
  turn(work: (engine: Engine) => void): void;
  /** One beat of the market: notices about reached prices are sent, and bracketed buys get their exits. */
  beat(): Promise<void>;
  /** Changes with every change of the business's tables. */
  stateHash(): Promise<string>;
  close(): Promise<void>;
}

type TradeHandlers = ReturnType<typeof tradeHandlers>;

export async function startTrading(
  stocks: Readonly<Record<string, number>> = { MERIT: 400_00, ZENITH: 100_00 },
  /** A payment provider besides the built-in one. */
  outside: OutsideProvider | null = null,
  calendar = new TradingCalendar('always'),
  /** The clock's first instant; ten o'clock today if left out. */
  beginAt?: number,
): Promise<Trading> {
  const venue = await openVenue(stocks, beginAt);
  const school = await openSchool(venue, outside);
  const { database, exchange, alerts, clock, now } = venue;
  const trade = tradeHandlers({ db: database, venue: VENUE, exchange, now, calendar });
  const desk = await openDesk(venue, trade, calendar);
  const people = new People(venue);
  const live: LiveCalls = { calls: noCalls, cut: () => {} };
  const app = await createHttp({
    handlers: { ...handlersOf(venue, school, desk, trade, calendar.hours), ...safetyHandlers(venue, live) },
    access: people,
    database,
    log: venue.log,
    hasRateLimit: false,
    trustedProxies: 0,
    webRoot: null,
    version: '0.0.0',
    payments: school.wallet.webhook,
    materials: school.learn.files,
  });
  // The actions of simulated traders are stored a moment later, and calls must come after that.
  let seen: Promise<unknown> = Promise.resolve();
  const turn: Trading['turn'] = (work) => {
    exchange.turn(work);
    seen = exchange.read(() => null).catch(() => {});
  };
  return {
    ...venue,
    ...school,
    ...desk,
    app,
    live,
    async call(name, input, options = {}) {
      await seen;
      const reply = await app.inject(request(name, input, options));
      const answer = { status: reply.statusCode, body: reply.json(), headers: reply.headers, cookies: {} };
      checkForm(name, answer);
      return answer;
    },
    trader: (cash = 0) => people.trader('user', cash),
    admin: () => people.add('admin'),
    instructor: (email) => people.trader('instructor', 0, email),
    ...stillCrowd((work) => turn((engine) => work(engine, clock.at))),
    turn,
    async beat() {
      await placeExits(exchange);
      const tell = await exchange.read((engine) => alerts.look(engine, exchange.generation, now()));
      tell();
      await alerts.idle();
    },
    async stateHash() {
      // The rewards of a deposit are paid after it.
      await desk.rewards.idle();
      await exchange.read(() => null);
      return tableHash(database, BUSINESS_TABLES);
    },
    async close() {
      await app.close();
      await desk.messages.close();
      await desk.rewards.close();
      await exchange.close();
      await venue.totals.close();
      await venue.ways.close();
      await database.close();
      await school.removeFiles();
    },
  };
}

async function openDesk(
  { database: db, exchange, acts, notices, log, now }: TradingVenue,
  trade: TradeHandlers,
  calendar: TradingCalendar,
): Promise<TradingDesk> {
  const marketStates: MarketState[] = [];
  const toldStocks = { count: 0 };
  const wrongBooks: TradingDesk['wrongBooks'] = { at: null };
  const desk = createAdmin({
    db,
    venue: VENUE,
    exchange,
    acts,
    now,
    calendar,
    reads: trade,
    notices,
    prove: trade['GET /ledger/verify'],
    connected: () => ({ sockets: 0, people: 0 }),
    stocks: { present: presentStock, tell: () => void toldStocks.count++ },
    wrongBooksAt: () => wrongBooks.at,
    tellMarketState: (state) => void marketStates.push(state),
  });
  exchange.subscribe((batch) => desk.committed(batch));
  const messages = new Messages({ db, notices, log, now });
  const surveillance = new Surveillance({ db, venue: VENUE, notices, log, now });
  exchange.subscribe((batch) => surveillance.committed(batch));
  const rewards = await Rewards.open({ db, venue: VENUE, exchange, notices, log, now });
  return { desk, messages, surveillance, rewards, marketStates, toldStocks, wrongBooks };
}

function handlersOf(
  { database: db, exchange, acts, notices, wishes, alerts, board, totals, now }: TradingVenue,
  { wallet, learn }: TradingSchool,
  { desk, messages, rewards }: TradingDesk,
  trade: TradeHandlers,
  hours: MarketHours,
): Partial<Handlers> {
  const own = {
    ...createNotificationHandlers({ db, notices, wishes, now }),
    ...createUserHandlers({
      database: db,
      readPortfolio: (account) => readPortfolio(exchange, account),
      readEligibility: (account) => rewards.eligibility(account),
    }),
  };
  return {
    ...trade,
    ...deskHandlers({ db, venue: VENUE, exchange, acts, totals, now, calendar: new TradingCalendar(hours) }),
    ...marketHandlers({ db, venue: VENUE, exchange, board, now, hours }),
    ...watchlistHandlers({ db, venue: VENUE, exchange, now }),
    ...priceAlertHandlers({ db, venue: VENUE, exchange, alerts, now }),
    ...drawnLineHandlers({ db, venue: VENUE, exchange, now }),
    ...sparklineHandlers({ db, venue: VENUE, exchange, now }),
    ...stockNewsHandlers({ db, venue: VENUE, exchange }),
    ...wallet.handlers,
    ...learn.handlers,
    ...desk.handlers,
    ...messageHandlers(db, messages),
    ...rewards.handlers,
    ...surveillanceHandlers({ db, now }),
    ...own,
    ...sharedDiaryHandlers({ db, notices, now, reads: trade }),
    ...exportHandlers({
      db,
      venue: VENUE,
      notices,
      reads: { ...own, 'GET /tradeDiary': trade['GET /tradeDiary'] },
      readPhoto: async () => null,
      now,
    }),
  };
}

function safetyHandlers({ database, exchange, notices, log, now }: TradingVenue, live: LiveCalls): Partial<Handlers> {
  const accounts = blockHandlers({
    database,
    log,
    now,
    access: { forget: () => {} },
    setTraderBlocked: async (account, isBlocked) =>
      void (await exchange.submit({ kind: 'set-blocked', account, isBlocked })),
    onAccessEnded: ({ userId }) => live.cut(userId),
  });
  const unsay = (room: string, message: number): void => live.calls.unsay(room, message);
  const reports = reportHandlers({ db: database, now, notices, accounts, unsay });
  return { ...accounts, ...reports, ...pastCallHandlers(() => live.calls) };
}

const noCalls: LiveCalls['calls'] = {
  unsay: () => {},
  pastCalls: () => [],
  pastCall: () => null,
  reportPast: async () => 'not-found',
};

let made = 0;

/** The people of one test. A token is the id of its person. */
class People {
  readonly #venue: TradingVenue;
  readonly #callers = new Map<string, Caller>();

  constructor(venue: TradingVenue) {
    this.#venue = venue;
  }

  authenticate(token: string): Caller {
    const caller = this.#callers.get(token);
    if (caller === undefined) throw new HttpError(401, 'Unauthorized');
    return caller;
  }

  async add(role: Caller['role'], email = `asha-${made + 1}@example.com`): Promise<Person> {
    const { database, now } = this.#venue;
    const id = randomUUID();
    const name = `Asha ${++made}`;
    const { rows } = await database.query<{ accountNo: number }>(
      `insert into users (id, email, name, password_hash, role, referral_code, created_at)
       values ($1::uuid, $2, $3, 'none', $4, $2, $5) returning account_no as "accountNo"`,
      [id, email, name, role, now()],
    );
    const caller = { id, accountNo: rows[0].accountNo, role, name, email, loginId: randomUUID() };
    this.#callers.set(id, caller);
    return { ...caller, token: id };
  }

  /** With an account on the exchange, and `cash` in it. */
  async trader(role: Caller['role'], cash: number, email?: string): Promise<Person> {
    const { exchange } = this.#venue;
    const person = await this.add(role, email);
    const account = person.accountNo;
    await exchange.submit({ kind: 'open-account', account });
    if (cash > 0) await exchange.submit({ kind: 'deposit', account, amount: cash, paymentId: 1_000_000 + account });
    return person;
  }
}
