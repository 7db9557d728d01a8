// Builds the whole server from its settings, with the parts in app/: the only place that joins features.
import { TradingCalendar } from '../core/market/trading-calendar.ts';
import { createModel } from './adapters/ai.ts';
import { openAccounts } from './app/accounts.ts';
import type { AccountParts } from './app/accounts.ts';
import { openAdmin } from './app/admin.ts';
import { openCalls, openMedia } from './app/calls.ts';
import { openDemo } from './app/demo.ts';
import { openFarFront, openOwnFront } from './app/front.ts';
import { openGateway } from './app/gateway.ts';
import { openDiary, openMarket } from './app/market.ts';
import { refuseTakenAddress } from './app/own-address.ts';
import { greetOutsideParts } from './app/outside-parts.ts';
import { ownDataHandlers } from './app/own-data.ts';
import { openSchool } from './app/school.ts';
import type { SchoolParts } from './app/school.ts';
import { openRewards, startRewards } from './app/rewards.ts';
import type { Rewards } from './rewards/rewards.ts';
import { Closers, everyRound, MAIN_VENUE } from './app/site.ts';
import type { App, Site } from './app/site.ts';
import { openSockets } from './app/sockets.ts';
import type { SocketParts } from './app/sockets.ts';
import { Speaker } from './app/speaker.ts';
import { openVenue } from './app/venue.ts';
import type { VenueParts } from './app/venue.ts';
import { RefusalMemory } from './assistant/refusal-memory.ts';
import { assistantHandlers } from './assistant/routes.ts';
import { answersNow } from './bus/bus.ts';
import type { Bus } from './bus/bus.ts';
import { openNatsBus } from './bus/nats-bus.ts';
import { subjectsOf } from './bus/subjects.ts';
import type { Calls } from './call/calls.ts';
import { pastCallHandlers } from './call/past-desk.ts';
import { reportHandlers } from './call/report-desk.ts';
import { learnerSeats } from './call/room.ts';
import type { Config } from './config.ts';
import { diskUse } from './db/disk-use.ts';
import { withFullDisk } from './db/full-disk.ts';
import { startHousekeeping } from './db/housekeeping.ts';
import { startLogRoom } from './db/log-room.ts';
import { migrate } from './db/migrate.ts';
import { hurry, openDatabase, takeTime } from './db/open.ts';
import type { Database, Queryable } from './db/open.ts';
import { endPoliteWork } from './db/polite.ts';
import { FreshReads, openReplica } from './db/replica.ts';
import type { Handlers } from './handler.ts';
import type { Log } from './log.ts';
import { untilFree } from './exchange/lease.ts';
import { VenueTaken } from './exchange/writer.ts';
import { drawnLineHandlers } from './market/drawn-lines.ts';
import { priceAlertHandlers } from './market/price-alert-routes.ts';
import { marketHandlers } from './market/routes.ts';
import { sparklineHandlers } from './market/sparklines.ts';
import { stockNewsHandlers } from './market/stock-news.ts';
import { watchlistHandlers } from './market/watchlist.ts';
import { Metrics } from './metrics.ts';
import { createPlatformHandlers, whatExchangeWaitsFor } from './platform.ts';
import { openSurveillance } from './app/surveillance.ts';
import { surveillanceHandlers } from './surveillance/routes.ts';
import { deskHandlers } from './trade/desk/routes.ts';
import { tradeHandlers } from './trade/routes.ts';
import { NoticeMails } from './user/notice-mails.ts';
import type { Wallet } from './wallet/routes.ts';

/** How often to ask about payments whose callback never came. */
const WALLET_RECOVERY_MS = 60_000;

export interface AppOptions {
  readonly config: Config;
  readonly log: Log;
  /** Called with what is being done, for the person who is waiting. */
  readonly report: (sentence: string) => void;
  /** Another process has the venue now, so this one must end. */
  readonly onLost: () => void;
  /** Nobody can reach this exchange any more: it should end in an orderly way, so that the standby takes over. */
  readonly onCutOff?: () => void;
}

export async function startApp(options: AppOptions): Promise<App> {
  for (;;) {
    const closers = new Closers();
    try {
      return await build(options, closers);
    } catch (error) {
      await closers
        .closeAll()
        .catch((closing: unknown) => options.log.warn({ err: closing }, 'closing after a failed start failed, too'));
      // Two standbys found the venue free, and the other was quicker: this one goes back to standing by.
      if (!(error instanceof VenueTaken && options.config.isStandby)) throw await withFullDisk(error, options.config);
    }
  }
}

async function build(options: AppOptions, closers: Closers): Promise<App> {
  const { config, log, report } = options;
  const db = await openDatabase(config, report);
  closers.add(() => db.close());
  closers.add(() => endPoliteWork(db));
  // A process that stands by may have to wait for its port, too.
  if (!config.isStandby) await refuseTakenAddress(config);
  const reads = await openReads(options, db, closers);
  const calendar = new TradingCalendar(config.marketHours, config.holidays);
  const site: Site = { config, db, reads, log, now: Date.now, calendar, report, closers };
  // Before the market is taken over: a process that cannot be reached must not run it.
  const bus = config.role === 'all' ? null : await openBus(site);
  if (bus !== null && config.role === 'gateway') {
    void greetOutsideParts(site);
    return openGateway(site, bus);
  }
  if (config.isStandby)
    await untilFree({ db, venue: MAIN_VENUE, report, isReached: bus === null ? undefined : reachOf(site, bus) });
  void greetOutsideParts(site);
  await prepareDatabase(site);
  return runVenue(site, bus, options);
}

/** Brings the tables up to this version, and starts the database's housekeeping. */
async function prepareDatabase({ config, db, log, closers }: Site): Promise<void> {
  takeTime(db);
  await migrate(db);
  const stopHousekeeping = await startHousekeeping(db, log);
  closers.add(stopHousekeeping);
  if (config.databaseUrl === undefined) closers.add(startLogRoom(db, log));
}

/** Everything that runs beside the exchange. People are let in last: first comes what an earlier process left undone. */
async function runVenue(site: Site, bus: Bus | null, { onLost, onCutOff = onLost }: AppOptions): Promise<App> {
  const { config, db, closers } = site;
  const demo = await openDemo(site);
  const speaker = new Speaker();
  const venue = await openVenue(site, speaker, onLost);
  const { exchange, notices } = venue;
  const outside = { speaker, demo, calls: () => calls };
  const { handlers, rewards, accounts, media, wallet, learn, desk } = await openFeatures(site, venue, outside);
  const { auth, mailer, files, photos } = accounts;
  const metrics = new Metrics();
  const [materials, payments] = [learn.files, wallet.webhook];
  const parts = { handlers, auth, metrics, photos: photos.files, materials, payments, files };
  const front = await (bus === null
    ? openOwnFront(site, parts)
    : openFarFront(site, parts, { bus, exchange, onCutOff }));
  const calls = await openCalls(site, learn, media, speaker);
  const sockets = openSockets(site, venue, { calls, openScreens: front.openScreens });
  closers.add(() => front.stopTaking());
  speaker.connect(sockets.screens);
  measure(metrics, site, venue, sockets);
  await openDiary(site, venue);
  openSurveillance(site, venue);
  exchange.subscribe((batch) => notices.show(batch.notices));
  startNoticeMails(site, venue, accounts);
  await startRewards(site, rewards);
  await wallet.finish();
  await openMarket(site, venue, sockets, desk.tellMarketState);
  venue.totals.start(db, MAIN_VENUE, site.log);
  startAskingAfterPayments(site, wallet);
  const url = config.publicUrl.replace(/:0$/, `:${await front.open()}`);
  hurry(db);
  const hasMailbox = mailer.mailbox !== null;
  return { url, newAdmin: accounts.newAdmin, hasMailbox, demo, close: () => closers.closeAll() };
}

/** Everything that people and administrators can call. */
async function openFeatures(
  site: Site,
  venue: VenueParts,
  { speaker, demo, calls }: { speaker: Speaker; demo: App['demo']; calls: () => Calls },
) {
  const { config, db, now } = site;
  const { exchange, notices } = venue;
  const rewards = await openRewards(site, venue);
  const accounts = await openAccounts(site, venue, rewards, speaker);
  const media = await openMedia(site);
  const { wallet, learn } = await openSchool(site, { ...venue, speaker }, accounts, learnerSeats(media.mostPeople));
  const trading = marketAndTrade(site, venue, rewards, learn);
  const desk = openAdmin(site, venue, speaker, trading);
  const waitingFor = () => whatExchangeWaitsFor(exchange);
  const handlers: Handlers = {
    ...accounts.auth.handlers,
    ...accounts.photos.handlers,
    ...createPlatformHandlers({ settings: config, waitingFor, demo }),
    ...trading,
    ...ownDataHandlers(site, { venue, accounts, rewards, trading }),
    ...wallet.handlers,
    ...rewards.handlers,
    ...learn.handlers,
    ...desk.handlers,
    ...surveillanceHandlers({ db, now }),
    ...reportHandlers({
      db,
      now,
      notices,
      accounts: accounts.auth.handlers,
      unsay: (room, message) => calls().unsay(room, message),
    }),
    ...pastCallHandlers(calls),
  };
  return { handlers, rewards, accounts, media, wallet, learn, desk };
}

function measure(metrics: Metrics, site: Site, { exchange }: VenueParts, { screens }: SocketParts): void {
  const { config, db, now, calendar } = site;
  exchange.subscribe((batch) => metrics.committed(batch));
  metrics.watchExchange({
    waiting: () => exchange.backlog,
    isRunning: () => whatExchangeWaitsFor(exchange).length === 0,
    isOpen: () => calendar.phaseAt(now()) === 'open',
  });
  metrics.watch({
    sockets: () => screens.count,
    connections: () => db.pool.totalCount,
    connectionsWaiting: () => db.pool.waitingCount,
    diskUsed: diskUse(config.dataDir),
  });
}

function startNoticeMails(site: Site, { wishes }: VenueParts, { mailer }: AccountParts): void {
  const { config, db, log, now, closers } = site;
  const mails = new NoticeMails({ db, wishes, mailer, log, now, hasRateLimit: config.rateLimit === 'on' });
  mails.start();
  closers.add(() => mails.stop());
}

function startAskingAfterPayments(site: Site, wallet: Wallet): void {
  everyRound(site, WALLET_RECOVERY_MS, 'asking after payments', () => wallet.recover());
  // Not awaited: an unavailable provider must not keep the market closed.
  void wallet.recover().catch((error: unknown) => site.log.warn({ err: error }, 'asking after payments failed'));
}

/** The database itself, or its read replica where there is one. */
async function openReads(
  { config, log, report }: Pick<AppOptions, 'config' | 'log' | 'report'>,
  db: Database,
  closers: Closers,
): Promise<Queryable> {
  if (config.databaseReadUrl === undefined) return db;
  const replica = await openReplica(config.databaseReadUrl, report);
  closers.add(() => replica.close());
  return new FreshReads(db, replica, log);
}

async function openBus({ config, log, closers }: Site): Promise<Bus> {
  const bus = await openNatsBus(config.nats, `istock-${config.role}`, log);
  closers.add(() => bus.close());
  return bus;
}

/** How long a standby waits for an answer from NATS. */
const NATS_ANSWERS_MS = 500;

function reachOf({ config }: Site, bus: Bus): () => Promise<boolean> {
  const { nobody } = subjectsOf(config.secrets.jwt, MAIN_VENUE);
  return () => answersNow(bus, nobody, NATS_ANSWERS_MS);
}

/** The calls of the market, of trading, and of the assistant, which reads both, rewards and lessons, on the asker's behalf. */
function marketAndTrade(
  { config, db, reads, log, now, calendar }: Site,
  { exchange, board, alerts, totals, acts }: VenueParts,
  { handlers: rewards }: Rewards,
  { handlers: lessons }: SchoolParts['learn'],
) {
  const market = marketHandlers({ db: reads, venue: MAIN_VENUE, exchange, board, now, hours: config.marketHours });
  const indexNow = () => board.indexLevel;
  const trade = tradeHandlers({ db, reads, venue: MAIN_VENUE, exchange, now, indexNow, calendar });
  const news = stockNewsHandlers({ db, venue: MAIN_VENUE, exchange });
  const refusals = new RefusalMemory(now);
  const model = config.ai === undefined ? null : createModel({ ...config.ai, log, now });
  const follows = {
    ...watchlistHandlers({ db, venue: MAIN_VENUE, exchange, now }),
    ...priceAlertHandlers({ db, venue: MAIN_VENUE, exchange, alerts, now }),
  };
  return {
    ...market,
    ...sparklineHandlers({ db: reads, venue: MAIN_VENUE, exchange, now }),
    ...news,
    ...follows,
    ...drawnLineHandlers({ db, venue: MAIN_VENUE, exchange, now }),
    ...trade,
    ...deskHandlers({ db, venue: MAIN_VENUE, exchange, acts, totals, now, calendar }),
    'POST /orders': refusals.watching(trade['POST /orders']),
    ...assistantHandlers({
      reads: { ...market, ...news, ...trade, ...rewards, ...follows, ...lessons },
      exchange,
      refusals,
      calendar,
      model,
      hasRateLimit: config.rateLimit === 'on',
      log,
      now,
    }),
  };
}
