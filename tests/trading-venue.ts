// The exchange of a trading test, and everything that listens to its decisions, on a database and a clock of their own.
import type { Notification } from '../contract/notice.ts';
import { dayStartAt, HOUR_MS, marketDay } from '../core/market/day.ts';
import type { Trade } from '../core/trade/listener.ts';
import { haltRows } from '../server/admin/halt-rows.ts';
import { DeskActs } from '../server/desk-acts.ts';
import { Exchange } from '../server/exchange/exchange.ts';
import type { CommittedBatch, DecidedBatch } from '../server/exchange/batches.ts';
import { createLog } from '../server/log.ts';
import type { Log } from '../server/log.ts';
import { Board } from '../server/market/board.ts';
import { PriceAlerts } from '../server/market/price-alerts.ts';
import { Notices } from '../server/notices/notices.ts';
import { NoticeWishes } from '../server/notices/wishes.ts';
import { expiryNewsOf } from '../server/rewards/expiry.ts';
import { DeskTotals } from '../server/trade/desk/totals.ts';
import { Ways } from '../server/trade/diary/ways.ts';
import { newsOf } from '../server/trade/notices.ts';
import { openTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { listed } from './still-market.ts';

export const VENUE = 1;

export interface TradingVenue {
  readonly database: TestDatabase;
  readonly exchange: Exchange;
  readonly notices: Notices;
  readonly wishes: NoticeWishes;
  readonly alerts: PriceAlerts;
  readonly board: Board;
  /** Completes the price ranges of sales that were only partly observed. */
  readonly ways: Ways;
  readonly totals: DeskTotals;
  readonly acts: DeskActs;
  /** Every batch committed since the stocks were listed. */
  readonly batches: CommittedBatch[];
  /** What would have been pushed to traders. */
  readonly told: { account: number; notification: Notification }[];
  readonly unread: { account: number; unread: number }[];
  readonly log: Log;
  /** The server's clock, which tests move by hand. */
  readonly clock: { at: number };
  readonly now: () => number;
}

type Told = Pick<TradingVenue, 'told' | 'unread' | 'wishes' | 'notices'>;

/** Ten o'clock, so that no test depends on the hour at which it runs. */
const MORNING_MS = 10 * HOUR_MS;

/** `stocks`: their previous closes, in paise. `beginAt`: the clock's first instant; the exchange's time never goes back. */
export async function openVenue(
  stocks: Readonly<Record<string, number>>,
  beginAt = dayStartAt(marketDay(Date.now())) + MORNING_MS,
): Promise<TradingVenue> {
  const database = await openTestDatabase();
  const log = createLog({ logLevel: 'error' });
  const clock = { at: beginAt };
  const now = () => clock.at;
  const told = await openNotices(database);
  const { notices } = told;
  const alerts = await PriceAlerts.open({ db: database, venue: VENUE, notices, log });
  const board = new Board();
  const exchange = await Exchange.open({
    db: database,
    venue: VENUE,
    log,
    now,
    onTrade: (trade: Trade) => {
      board.traded(trade);
      alerts.traded(trade);
    },
    onActed: (applied) => board.acted(applied),
    pathSince: (symbol, at) => board.pathSince(symbol, at),
    noticesOf: (batch: DecidedBatch) => notices.rowsOf([...newsOf(batch), ...expiryNewsOf(batch)]),
    onLost: () => {
      throw new Error('the venue was taken');
    },
  });
  for (const [symbol, price] of Object.entries(stocks))
    await exchange.submit({ kind: 'list-instrument', instrument: listed(symbol, price) });
  await exchange.submit({ kind: 'start-day', day: marketDay(now()) });
  const batches: CommittedBatch[] = [];
  exchange.subscribe((batch) => void batches.push(batch));
  exchange.subscribe(({ actions, at }) => {
    for (const applied of actions) alerts.acted(applied, at);
  });
  const totals = new DeskTotals(exchange);
  exchange.subscribe((batch) => totals.committed(batch));
  totals.start(database, VENUE, log);
  const ways = new Ways({ db: database, venue: VENUE, log });
  exchange.subscribe((batch) => ways.committed(batch));
  await ways.recover();
  exchange.subscribe((batch) => notices.show(batch.notices));
  const acts = new DeskActs({ db: database, exchange, now, followUps: haltRows(VENUE) });
  return { database, exchange, ...told, alerts, board, ways, totals, acts, batches, log, clock, now };
}

async function openNotices(database: TestDatabase): Promise<Told> {
  const wishes = await NoticeWishes.load(database);
  const told: Told['told'] = [];
  const unread: Told['unread'] = [];
  const notices = new Notices({
    db: database,
    wishes,
    isListening: () => true,
    push: (account, notification) => void told.push({ account, notification }),
    pushUnread: (account, count) => void unread.push({ account, unread: count }),
  });
  return { told, unread, wishes, notices };
}
