// The exchange of the venue with everything that listens to it: the board, notices and price alerts; its market and its proven books.
import { haltRows } from '../admin/halt-rows.ts';
import { DeskActs } from '../desk-acts.ts';
import { Exchange } from '../exchange/exchange.ts';
import type { ExchangeOptions } from '../exchange/options.ts';
import { Lease } from '../exchange/lease.ts';
import { noteSetBack } from '../exchange/set-backs.ts';
import { Board } from '../market/board.ts';
import { StockList } from '../market/stock-list.ts';
import { makeMarket } from '../market/first-history.ts';
import { PriceAlerts } from '../market/price-alerts.ts';
import { Notices } from '../notices/notices.ts';
import { NoticeWishes } from '../notices/wishes.ts';
import { expiryNewsOf } from '../rewards/expiry.ts';
import { DeskTotals } from '../trade/desk/totals.ts';
import { newsOf } from '../trade/notices.ts';
import { BookProofs } from './book-proofs.ts';
import { lateClock } from './late-clock.ts';
import { everyRound, MAIN_VENUE } from './site.ts';
import type { Site } from './site.ts';
import type { Speaker } from './speaker.ts';

export interface VenueParts {
  readonly exchange: Exchange;
  readonly board: Board;
  readonly stocks: StockList;
  readonly alerts: PriceAlerts;
  readonly notices: Notices;
  readonly wishes: NoticeWishes;
  readonly totals: DeskTotals;
  readonly acts: DeskActs;
  /** When the books were found not to add up, which has ended the exchange. */
  readonly wrongBooksAt: () => number | null;
}

/** How often to look for administrators' acts that an error left without a log entry. */
const ACTS_ROUND_MS = 10_000;
/** How often to count unread notices, or to read who wants which, where that has failed. */
const COUNT_ROUND_MS = 10_000;
const FORGET_ROUND_MS = 3_600_000;

/** `onLost` is called when another process has taken over the venue. */
export async function openVenue(site: Site, speaker: Speaker, onLost: () => void): Promise<VenueParts> {
  const { config, db, log, now, calendar, report, closers } = site;
  const board = new Board();
  const proofs = new BookProofs(site);
  const parts = await openExchange(site, speaker, {
    onTaken: () => proofs.begin(),
    onLost,
    onTrade: (trade) => board.traded(trade),
    onActed: (applied) => board.acted(applied),
    pathSince: (symbol, at) => board.pathSince(symbol, at),
  }).catch((error: unknown) => proofs.explain(error));
  const { exchange, acts } = parts;
  await tellOfClock(site, exchange);
  await noteSetBack(db, MAIN_VENUE, now());
  const totals = new DeskTotals(exchange);
  exchange.subscribe((batch) => totals.committed(batch));
  const isNew = await makeMarket({
    db,
    venue: MAIN_VENUE,
    exchange,
    seed: config.marketSeed,
    calendar,
    now: now(),
    report,
  });
  await proofs.open(exchange, isNew);
  everyRound(site, FORGET_ROUND_MS, 'forgetting old keys', () => exchange.prune());
  await acts
    .settle()
    .catch((error: unknown) => log.warn({ err: error }, 'acts of administrators wait for the next round'));
  everyRound(site, ACTS_ROUND_MS, 'logging what administrators did', () => acts.settle());
  closers.add(() => totals.close());
  return { ...parts, board, stocks: new StockList(), totals, wrongBooksAt: () => proofs.wrongAt };
}

async function tellOfClock({ now, report }: Site, exchange: Exchange): Promise<void> {
  const said = lateClock(await exchange.read(({ venue }) => venue.day), now());
  if (said !== null) report(said);
}

type ExchangeParts = Omit<VenueParts, 'board' | 'stocks' | 'totals' | 'wrongBooksAt'>;

/** Opens the exchange in the state it was left in, with the parts that listen to it. */
export async function openExchange(
  site: Site,
  speaker: Speaker,
  { onTrade, ...options }: Pick<ExchangeOptions, 'onTrade' | 'onActed' | 'pathSince' | 'onTaken' | 'onLost'>,
): Promise<ExchangeParts> {
  const { db, log, now, closers } = site;
  const wishes = await NoticeWishes.load(db);
  const notices = new Notices({
    db,
    wishes,
    isListening: (account) => speaker.isListening(account),
    push: (account, notification) => speaker.tell(account, 'notification', notification),
    pushUnread: (account, unread) => speaker.tell(account, 'unread-count', { unread }),
  });
  everyRound(site, COUNT_ROUND_MS, 'counting unread notices', () => notices.countAgain());
  everyRound(site, COUNT_ROUND_MS, 'reading who wants which notices', () => wishes.settle());
  const alerts = await PriceAlerts.open({ db, venue: MAIN_VENUE, notices, log });
  const exchange = await Exchange.open({
    db,
    venue: MAIN_VENUE,
    log,
    now,
    onTrade: (trade) => {
      onTrade(trade);
      alerts.traded(trade);
    },
    noticesOf: (batch) => notices.rowsOf([...newsOf(batch), ...expiryNewsOf(batch)]),
    ...options,
  });
  const lease = new Lease({ db, venue: MAIN_VENUE, log, holder: exchange, onLost: options.onLost });
  exchange.subscribe(({ actions, at }) => {
    for (const applied of actions) alerts.acted(applied, at);
  });
  closers.add(() => exchange.close().then(() => lease.giveBack()));
  await lease.start();
  const acts = new DeskActs({ db, exchange, now, followUps: haltRows(MAIN_VENUE) });
  return { exchange, acts, alerts, notices, wishes };
}
