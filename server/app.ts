// Builds the whole server from its settings: the only place that joins the parts.
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { PushName, PushOf } from '../contract/events.ts';
import type { Engine } from '../core/engine.ts';
import { openFiles } from './adapters/files.ts';
import { createGoogle } from './adapters/google.ts';
import { createModel } from './adapters/ai.ts';
import { createMailer } from './adapters/mail.ts';
import { SandboxProvider } from './adapters/payment-sandbox.ts';
import { createAuth } from './auth/routes.ts';
import type { AdminCredentials } from './auth/first-admin.ts';
import { RefusalMemory } from './assistant/refusal-memory.ts';
import { assistantHandlers } from './assistant/routes.ts';
import { PROJECT_ROOT } from './config.ts';
import type { Config } from './config.ts';
import { startHousekeeping } from './db/housekeeping.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import type { Database } from './db/open.ts';
import { Exchange } from './exchange/exchange.ts';
import { verifyBooks } from './exchange/verify.ts';
import type { Handlers } from './handler.ts';
import { createHttp } from './http.ts';
import { googleSource } from './http/outside.ts';
import { Live } from './live.ts';
import type { LiveSocket } from './live.ts';
import type { Log } from './log.ts';
import { Board } from './market/board.ts';
import { Crowd } from './market/crowd.ts';
import { makeMarket } from './market/first-history.ts';
import { MarketLoop } from './market/loop.ts';
import { priceAlertHandlers } from './market/price-alert-routes.ts';
import { PriceAlerts } from './market/price-alerts.ts';
import { MarketPublisher } from './market/publish.ts';
import { presentStock } from './market/present.ts';
import { marketHandlers } from './market/routes.ts';
import { sparklineHandlers } from './market/sparklines.ts';
import { watchlistHandlers } from './market/watchlist.ts';
import { Notices } from './notices/notices.ts';
import { NoticeWishes } from './notices/wishes.ts';
import { createPlatformHandlers } from './platform.ts';
import { newsOf } from './trade/notices.ts';
import { Ways } from './trade/diary/ways.ts';
import { TraderPublisher } from './trade/publish.ts';
import { readPortfolio, tradeHandlers } from './trade/routes.ts';
import { NoticeMails } from './user/notice-mails.ts';
import { createNotificationHandlers } from './user/notifications.ts';
import { createPhotos } from './user/photos.ts';
import { createUserHandlers } from './user/routes.ts';
import { createWallet } from './wallet/routes.ts';

/** The practice market everybody trades on. */
const MAIN_VENUE = 1;
const VERSION = '0.1.0';
/** How often payments whose callback never came are asked after. */
const WALLET_RECOVERY_MS = 5 * 60_000;
/** How often photos that nobody shows any more are deleted. */
const PHOTO_ROUND_MS = 60 * 60_000;

export interface App {
  readonly url: string;
  /** The administrator made at this start, with the password that is shown once. */
  readonly newAdmin: AdminCredentials | null;
  readonly hasMailbox: boolean;
  close(): Promise<void>;
}

export interface AppOptions {
  readonly config: Config;
  readonly log: Log;
  /** Told what is being done, for the person who waits. */
  readonly report: (sentence: string) => void;
  /** The venue is another process's now: this one must end. */
  readonly onLost: () => void;
}

/** What is open, in order, to be closed in reverse. */
class Closers {
  readonly #closers: (() => Promise<unknown>)[] = [];

  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  async closeAll(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}

export async function startApp(options: AppOptions): Promise<App> {
  const closers = new Closers();
  try {
    return await build(options, closers);
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

async function build({ config, log, report, onLost }: AppOptions, closers: Closers): Promise<App> {
  const now = Date.now;
  const db = await openDatabase(config, report);
  closers.add(() => db.close());
  await migrate(db);
  const stopHousekeeping = startHousekeeping(db, log);
  closers.add(async () => stopHousekeeping());
  const board = new Board();
  const wishes = await NoticeWishes.load(db);
  const notices = new Notices({
    db,
    wishes,
    isListening: (account) => live.isListening(account),
    push: (account, notification) => live.pushTrader(account, 'notification', notification),
    pushUnread: (account, unread) => live.pushTrader(account, 'unread-count', { unread }),
  });
  const alerts = await PriceAlerts.open({ db, venue: MAIN_VENUE, notices, log });
  const exchange = await Exchange.open({
    db,
    venue: MAIN_VENUE,
    log,
    now,
    onTrade: (trade) => {
      board.traded(trade);
      alerts.traded(trade);
    },
    pathSince: (symbol, at) => board.pathSince(symbol, at),
    noticesOf: (batch) => notices.rowsOf(newsOf(batch)),
    onLost,
  });
  closers.add(() => exchange.close());
  const { marketSeed: seed, marketHours: hours } = config;
  await makeMarket({ db, venue: MAIN_VENUE, exchange, seed, hours, now: now(), report });
  await proveBooks(db, report);

  const mailer = createMailer({ smtpUrl: config.smtpUrl, mailFrom: config.mailFrom, database: db, log });
  closers.add(() => mailer.close());
  const auth = createAuth({
    database: db,
    secrets: config.secrets,
    mailer,
    log,
    passwordMin: config.passwordMin,
    hasRateLimit: config.rateLimit === 'on',
    openAccount: async (account) => void (await exchange.submit({ kind: 'open-account', account })),
    setTraderBlocked: async (account, isBlocked) => void (await exchange.submit({ kind: 'set-blocked', account, isBlocked })),
    onAccessEnded: (end) => live.cut(end),
    google: config.googleClientId === undefined ? null : createGoogle({ clientId: config.googleClientId, issuer: config.googleIssuer }),
  });
  const newAdmin = await auth.ensureAdmin(config.admin);

  const provider = new SandboxProvider({ db, secret: config.secrets.sandboxPayment, now });
  const wallet = createWallet({ db, exchange, provider, log, now, notices, topupMax: config.topupMaxPaise });
  const files = await openFiles(config);
  closers.add(async () => files.close());
  const photos = createPhotos({ database: db, store: files, secret: config.secrets.upload, log });
  const tidyPhotos = () => void photos.tidyUp().catch((error: unknown) => log.warn({ err: error }, 'old photos could not be deleted'));
  const photoRound = setInterval(tidyPhotos, PHOTO_ROUND_MS);
  closers.add(async () => clearInterval(photoRound));
  const market = marketHandlers({ db, venue: MAIN_VENUE, exchange, board, now });
  const trade = tradeHandlers({ db, venue: MAIN_VENUE, exchange, now, hours });
  const refusals = new RefusalMemory(now);
  const model = config.ai === undefined ? null : createModel({ ...config.ai, log, now });
  const handlers: Handlers = {
    ...auth.handlers,
    ...photos.handlers,
    ...createPlatformHandlers({ settings: config, waitingFor: () => (exchange.isRunning ? [] : ['the exchange recovers']) }),
    ...createUserHandlers({ database: db, readPortfolio: (account) => readPortfolio(exchange, account) }),
    ...market,
    ...sparklineHandlers({ db, venue: MAIN_VENUE, exchange, now }),
    ...watchlistHandlers({ db, venue: MAIN_VENUE, exchange, now }),
    ...priceAlertHandlers({ db, venue: MAIN_VENUE, exchange, alerts, now }),
    ...createNotificationHandlers({ db, notices, wishes, now }),
    ...trade,
    'POST /orders': refusals.watching(trade['POST /orders']),
    ...assistantHandlers({ reads: { ...market, ...trade }, exchange, refusals, model, hasRateLimit: config.rateLimit === 'on', log, now }),
    ...wallet.handlers,
  };
  const http = await createHttp({
    handlers,
    access: auth.access,
    database: db,
    log,
    hasRateLimit: config.rateLimit === 'on',
    trustedProxies: config.trustedProxies,
    publicUrl: config.isPublicUrlSet ? config.publicUrl : null,
    webRoot: path.join(PROJECT_ROOT, 'dist', 'web'),
    version: VERSION,
    outside: [...(config.googleClientId ? [googleSource] : []), ...(files.origin ? [{ connections: [files.origin] }] : [])],
    photos: photos.files,
  });
  closers.add(() => http.close());

  const live = new Live({
    server: http.server,
    session: (token) => auth.access.session(token),
    log,
    now,
    hasRateLimit: config.rateLimit === 'on',
    onConnected: (socket) => void sendWhenDurable(socket, 'stockUpdate', (engine) => [...engine.markets()].map(presentStock)),
    onPortfolioRequest: (account) => void traders.tell(account),
    onWatchlist: (socket) => void sendWhenDurable(socket, 'WatchlistStockUpdate', (engine) => publisher.watchlist(engine, socket)),
  });
  closers.add(() => live.close());
  const publisher = new MarketPublisher<LiveSocket>(board, live);
  const traders = new TraderPublisher(exchange, {
    send: ({ account, event, payload }) => live.pushTrader(account, event, payload),
    isListening: (account) => live.isListening(account),
    nameOf: (account) => live.nameOf(account),
    connectedAccounts: () => live.connectedAccounts(),
  });
  exchange.subscribe((batch) => traders.committed(batch));
  const ways = new Ways({ db, venue: MAIN_VENUE, log });
  exchange.subscribe((batch) => ways.committed(batch));
  closers.add(() => ways.close());
  await ways.recover();
  exchange.subscribe((batch) => notices.show(batch.notices));
  const mails = new NoticeMails({ db, wishes, mailer, log, now, hasRateLimit: config.rateLimit === 'on' });
  mails.start();
  closers.add(() => mails.stop());
  await wallet.recover();

  /** What a screen starts from. While the exchange recovers it gets nothing, and the next beat tells it all. */
  const sendWhenDurable = async <E extends PushName>(socket: LiveSocket, event: E, look: (engine: Engine) => PushOf<E>) => {
    const payload = await exchange.read(look).catch(() => null);
    if (payload !== null) live.pushSocket(socket, event, payload);
  };
  const onBeat = (engine: Engine, at: number) => {
    const frame = publisher.look(engine, at);
    const tellReached = alerts.look(engine, exchange.generation, at);
    return () => {
      publisher.send(frame);
      tellReached();
    };
  };

  const crowd = await Crowd.open(db, MAIN_VENUE, { seed, hours, startedAt: now() });
  const loop = new MarketLoop({ exchange, board, crowd, db, venue: MAIN_VENUE, log, onBeat });
  await loop.start();
  closers.add(() => loop.stop().then(() => alerts.idle()));
  traders.start();
  closers.add(async () => traders.stop());
  const recovery = setInterval(() => void wallet.recover().catch((error: unknown) => log.warn({ err: error }, 'payments wait')), WALLET_RECOVERY_MS);
  closers.add(async () => clearInterval(recovery));
  await http.listen({ host: config.host, port: config.port });
  // With PORT=0 the system has chosen the port.
  const { port } = http.server.address() as AddressInfo;
  const url = config.publicUrl.replace(/:0$/, `:${port}`);
  return { url, newAdmin, hasMailbox: mailer.mailbox !== null, close: () => closers.closeAll() };
}

/** Either correct or stopped: trading does not open on books that do not add up. */
async function proveBooks(db: Database, report: (sentence: string) => void): Promise<void> {
  const proof = await db.transaction((transaction) => verifyBooks(transaction, MAIN_VENUE), { statementTimeoutMs: 600_000 });
  if (proof.ok) return;
  const wrong = proof.checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
  report(`The books do not add up, so trading stays closed: ${wrong.join(' | ')}`);
  throw new Error('The books of the exchange do not add up.');
}
