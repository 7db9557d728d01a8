// Starts the trading and wallet parts of the server on a real exchange and database of their own, with markets that stand still.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { MarketState } from '../contract/admin/market-state.ts';
import type { Notification } from '../contract/notice.ts';
import type { RouteName } from '../contract/routes.ts';
import { TradingCalendar } from '../core/market/trading-calendar.ts';
import type { Engine } from '../core/engine.ts';
import { marketDay } from '../core/market/trading-hours.ts';
import type { Trade } from '../core/trade/listener.ts';
import type { FileStore } from '../server/adapters/file-store.ts';
import { diskFiles } from '../server/adapters/files.ts';
import { messageHandlers, Messages } from '../server/admin/messages.ts';
import { createAdmin } from '../server/admin/routes.ts';
import type { AdminDesk } from '../server/admin/routes.ts';
import type { OutsideProvider } from '../server/adapters/payment.ts';
import { SandboxProvider } from '../server/adapters/payment-sandbox.ts';
import { Exchange } from '../server/exchange/exchange.ts';
import type { CommittedBatch, DecidedBatch } from '../server/exchange/exchange.ts';
import type { Caller } from '../server/handler.ts';
import { HttpError } from '../server/http-error.ts';
import { createHttp } from '../server/http.ts';
import { createLearn } from '../server/learn/routes.ts';
import type { Learn } from '../server/learn/routes.ts';
import { sharedDiaryHandlers } from '../server/learn/shared-diary/routes.ts';
import { createLog } from '../server/log.ts';
import { priceAlertHandlers } from '../server/market/price-alert-routes.ts';
import { Board } from '../server/market/board.ts';
import { placeExits } from '../server/market/exits.ts';
import { PriceAlerts } from '../server/market/price-alerts.ts';
import { presentStock } from '../server/market/present.ts';
import { marketHandlers } from '../server/market/routes.ts';
import { sparklineHandlers } from '../server/market/sparklines.ts';
import { stockNewsHandlers } from '../server/market/stock-news.ts';
import { watchlistHandlers } from '../server/market/watchlist.ts';
import { Notices } from '../server/notices/notices.ts';
import { NoticeWishes } from '../server/notices/wishes.ts';
import { expiryNewsOf } from '../server/rewards/expiry.ts';
import { Rewards } from '../server/rewards/rewards.ts';
import { surveillanceHandlers } from '../server/surveillance/routes.ts';
import { Surveillance } from '../server/surveillance/surveillance.ts';
import { deskHandlers } from '../server/trade/desk/routes.ts';
import { DeskTotals } from '../server/trade/desk/totals.ts';
import { Ways } from '../server/trade/diary/ways.ts';
import { newsOf } from '../server/trade/notices.ts';
import { readPortfolio, tradeHandlers } from '../server/trade/routes.ts';
import { exportHandlers } from '../server/user/export/routes.ts';
import { createNotificationHandlers } from '../server/user/notifications.ts';
import { createUserHandlers } from '../server/user/routes.ts';
import { Providers } from '../server/wallet/providers.ts';
import { Refunds } from '../server/wallet/refunds.ts';
import { createWallet } from '../server/wallet/routes.ts';
import type { Wallet } from '../server/wallet/routes.ts';
import { checkForm, request } from './accounts.ts';
import type { Answer, CallOptions } from './accounts.ts';
import { openTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { stillCrowd } from './still-crowd.ts';
import type { StillCrowd } from './still-crowd.ts';
import { listed } from './still-market.ts';
import { BUSINESS_TABLES, tableHash } from './table-hash.ts';

export const VENUE = 1;
/** Learners whom a lesson has room for. */
export const SEATS = 14;
export const TOPUP_MAX = 100_000_000;

export interface Trading extends StillCrowd {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly exchange: Exchange;
  readonly provider: SandboxProvider;
  readonly wallet: Wallet;
  readonly learn: Learn;
  readonly refunds: Refunds;
  /** Where materials of lessons are kept. */
  readonly files: FileStore;
  /** Nothing earns a reward until `watch` is called. */
  readonly rewards: Rewards;
  readonly notices: Notices;
  readonly wishes: NoticeWishes;
  /** The server's clock: move it by hand. */
  readonly clock: { at: number };
  readonly board: Board;
  /** Finishes the ways of sales that were not seen whole. */
  readonly ways: Ways;
  readonly batches: CommittedBatch[];
  /** Counts and keeps past days for the dashboard. */
  readonly desk: AdminDesk;
  readonly messages: Messages;
  /** Looks when it is told to. */
  readonly surveillance: Surveillance;
  /** What everybody would have been told of halts. */
  readonly marketStates: MarketState[];
  /** How often everybody would have been given the list of stocks anew. */
  readonly toldStocks: { count: number };
  /** What would have been pushed to traders. */
  readonly told: { account: number; notification: Notification }[];
  readonly unread: { account: number; unread: number }[];
  call(name: RouteName, input: unknown, options?: CallOptions): Promise<Answer>;
  /** A trader with `cash` (paise) in the wallet. */
  trader(cash?: number): Promise<Caller & { token: string }>;
  admin(): Promise<Caller & { token: string }>;
  /** An instructor, who trades as well. */
  instructor(): Promise<Caller & { token: string }>;
  turn(work: (engine: Engine) => void): void;
  /** One beat of the market: what prices have reached is told, and bracketed buys get their exits. */
  beat(): Promise<void>;
  /** Changes with any change of what the business keeps. */
  stateHash(): Promise<string>;
  close(): Promise<void>;
}

let people = 0;

export async function startTrading(
  stocks: Readonly<Record<string, number>> = { MERIT: 400_00, ZENITH: 100_00 },
  /** A payment provider beside the built-in one. */
  outside: OutsideProvider | null = null,
  calendar = new TradingCalendar('always'),
): Promise<Trading> {
  const database = await openTestDatabase();
  const log = createLog({ logLevel: 'error' });
  const clock = { at: Date.now() };
  const now = () => clock.at;
  const lost = () => {
    throw new Error('the venue was taken');
  };
  const wishes = await NoticeWishes.load(database);
  const told: Trading['told'] = [];
  const unread: Trading['unread'] = [];
  const notices = new Notices({
    db: database,
    wishes,
    isListening: () => true,
    push: (account, notification) => void told.push({ account, notification }),
    pushUnread: (account, count) => void unread.push({ account, unread: count }),
  });
  const alerts = await PriceAlerts.open({ db: database, venue: VENUE, notices, log });
  const board = new Board();
  const onTrade = (trade: Trade) => {
    board.traded(trade);
    alerts.traded(trade);
  };
  const pathSince = board.pathSince.bind(board);
  const noticesOf = (batch: DecidedBatch) => notices.rowsOf([...newsOf(batch), ...expiryNewsOf(batch)]);
  const onActed = board.acted.bind(board);
  const exchange = await Exchange.open({
    db: database,
    venue: VENUE,
    log,
    now,
    onTrade,
    onActed,
    pathSince,
    noticesOf,
    onLost: lost,
  });
  for (const [symbol, price] of Object.entries(stocks))
    await exchange.submit({ kind: 'list-instrument', instrument: listed(symbol, price) });
  await exchange.submit({ kind: 'start-day', day: marketDay(now()) });
  const batches: CommittedBatch[] = [];
  exchange.subscribe((batch) => void batches.push(batch));
  exchange.subscribe(({ actions }) => {
    for (const applied of actions) alerts.acted(applied);
  });
  const totals = new DeskTotals();
  exchange.subscribe((batch) => totals.committed(batch));
  totals.start(database, VENUE);
  const ways = new Ways({ db: database, venue: VENUE, log });
  exchange.subscribe((batch) => ways.committed(batch));
  await ways.recover();
  exchange.subscribe((batch) => notices.show(batch.notices));
  const provider = new SandboxProvider({ db: database, secret: 'sandbox-secret-of-this-test-run-0123456789', now });
  const fileRoot = await mkdtemp(path.join(tmpdir(), 'istock-files-'));
  const files = diskFiles(fileRoot);
  const providers = new Providers(provider, outside);
  const refunds: Refunds = new Refunds({
    db: database,
    providers: providers.all,
    log,
    now,
    onMade: (transaction, made) => learn.sales.refunded(transaction, made),
    onReturned: (transaction, returned) => learn.sales.takeBack(transaction, returned),
  });
  const secret = 'secret-of-materials-of-this-test-run-0123456789';
  const learn: Learn = createLearn({ db: database, log, now, notices, refunds, files, secret, seats: SEATS });
  const courses = learn.sales;
  const wallet = createWallet({
    db: database,
    exchange,
    providers,
    topupMax: TOPUP_MAX,
    log,
    now,
    notices,
    courses,
    refunds,
  });
  const trade = tradeHandlers({ db: database, venue: VENUE, exchange, now });
  const connected = { sockets: 0, people: 0 };
  const marketStates: MarketState[] = [];
  const toldStocks = { count: 0 };
  const desk = createAdmin({
    db: database,
    venue: VENUE,
    exchange,
    now,
    calendar,
    reads: trade,
    prove: trade['GET /ledger/verify'],
    connected: () => connected,
    stocks: { present: presentStock, tell: () => void toldStocks.count++ },
    tellMarketState: (state) => void marketStates.push(state),
  });
  exchange.subscribe((batch) => desk.committed(batch));
  const messages = new Messages({ db: database, notices, log, now });
  const surveillance = new Surveillance({ db: database, venue: VENUE, notices, log, now });
  exchange.subscribe((batch) => surveillance.committed(batch));
  const rewards = await Rewards.open({ db: database, venue: VENUE, exchange, notices, log, now });
  const own = {
    ...createNotificationHandlers({ db: database, notices, wishes, now }),
    ...createUserHandlers({
      database,
      readPortfolio: (account) => readPortfolio(exchange, account),
      readEligibility: (account) => rewards.eligibility(account),
    }),
  };
  const callers = new Map<string, Caller>();
  const app = await createHttp({
    handlers: {
      ...trade,
      ...deskHandlers({ db: database, venue: VENUE, exchange, totals, now }),
      ...marketHandlers({ db: database, venue: VENUE, exchange, board, now }),
      ...watchlistHandlers({ db: database, venue: VENUE, exchange, now }),
      ...priceAlertHandlers({ db: database, venue: VENUE, exchange, alerts, now }),
      ...sparklineHandlers({ db: database, venue: VENUE, exchange, now }),
      ...stockNewsHandlers({ db: database, venue: VENUE, exchange }),
      ...wallet.handlers,
      ...learn.handlers,
      ...desk.handlers,
      ...messageHandlers(database, messages),
      ...rewards.handlers,
      ...surveillanceHandlers({ db: database, now }),
      ...own,
      ...sharedDiaryHandlers({ db: database, notices, now, reads: trade }),
      ...exportHandlers({
        db: database,
        venue: VENUE,
        notices,
        reads: { ...own, 'GET /tradeDiary': trade['GET /tradeDiary'] },
        readPhoto: async () => null,
        now,
      }),
    },
    access: {
      authenticate(token) {
        const caller = callers.get(token);
        if (caller === undefined) throw new HttpError(401, 'Unauthorized');
        return caller;
      },
    },
    database,
    log,
    hasRateLimit: false,
    trustedProxies: 0,
    webRoot: null,
    version: '0.0.0',
    payments: wallet.webhook,
    materials: learn.files,
  });

  async function person(role: Caller['role']): Promise<Caller & { token: string }> {
    const id = randomUUID();
    const name = `Asha ${++people}`;
    const email = `asha-${people}@example.com`;
    const { rows } = await database.query<{ accountNo: number }>(
      `insert into users (id, email, name, password_hash, role, referral_code, created_at)
       values ($1::uuid, $2, $3, 'none', $4, $2, $5) returning account_no as "accountNo"`,
      [id, email, name, role, now()],
    );
    const caller = { id, accountNo: rows[0].accountNo, role, name, email, loginId: randomUUID() };
    callers.set(id, caller);
    return { ...caller, token: id };
  }

  // What simulated traders did is in the tables a moment later: calls come after that.
  let seen: Promise<unknown> = Promise.resolve();
  const turn: Trading['turn'] = (work) => {
    exchange.turn(work);
    seen = exchange.read(() => null).catch(() => {});
  };
  return {
    app,
    database,
    exchange,
    provider,
    wallet,
    learn,
    refunds,
    files,
    rewards,
    notices,
    wishes,
    clock,
    board,
    batches,
    desk,
    messages,
    surveillance,
    marketStates,
    toldStocks,
    told,
    unread,
    ways,
    async call(name, input, options = {}) {
      await seen;
      const reply = await app.inject(request(name, input, options));
      const answer: Answer = { status: reply.statusCode, body: reply.json(), headers: reply.headers, cookies: {} };
      checkForm(name, answer);
      return answer;
    },
    async trader(cash = 0) {
      const caller = await person('user');
      const account = caller.accountNo;
      await exchange.submit({ kind: 'open-account', account });
      if (cash > 0) await exchange.submit({ kind: 'deposit', account, amount: cash, paymentId: 1_000_000 + account });
      return caller;
    },
    admin: () => person('admin'),
    async instructor() {
      const caller = await person('instructor');
      await exchange.submit({ kind: 'open-account', account: caller.accountNo });
      return caller;
    },
    ...stillCrowd((work) => turn((engine) => work(engine, clock.at))),
    turn,
    async beat() {
      await placeExits(exchange);
      const tell = await exchange.read((engine) => alerts.look(engine, exchange.generation, now()));
      tell();
      await alerts.idle();
    },
    async stateHash() {
      // What a deposit has earned is paid behind it.
      await rewards.idle();
      await exchange.read(() => null);
      return tableHash(database, BUSINESS_TABLES);
    },
    async close() {
      await app.close();
      await messages.close();
      await rewards.close();
      await exchange.close();
      await totals.close();
      await ways.close();
      await database.close();
      await rm(fileRoot, { recursive: true, force: true });
    },
  };
}
