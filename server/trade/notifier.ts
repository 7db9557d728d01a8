// Stores what traders are told, after each commit and once for each thing; what a crash left out is told at the next start.
import type { Notification } from '../../contract/events.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { CommittedBatch } from '../exchange/exchange.ts';
import { orderFromRow } from '../exchange/rows.ts';
import type { StoredOrder } from '../exchange/rows.ts';
import type { Log } from '../log.ts';
import { noticesOf } from './notices.ts';
import type { Notice } from './notices.ts';

export interface NotifierOptions {
  readonly db: Database;
  readonly venue: number;
  readonly log: Log;
  /** A notification is stored, and new. */
  readonly onNotification: (account: number, notification: Notification) => void;
}

const RETRY_MS = 1_000;
/** As many rows as one statement writes. */
const AT_ONCE = 500;

export class Notifier {
  readonly #options: NotifierOptions;
  #waiting: Notice[] = [];
  #lastTrade = 0;
  #writing: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** For `exchange.subscribe`: never throws, and never keeps the exchange waiting. */
  committed(batch: CommittedBatch): void {
    for (const notice of noticesOf(batch)) this.#waiting.push(notice);
    for (const { tradeId } of batch.fills) this.#lastTrade = Math.max(this.#lastTrade, tradeId);
    this.#startWriting();
  }

  /** Tells of fills that a process before this one committed and did not tell of. Call it before trading opens. */
  async recover(): Promise<void> {
    const { db, venue } = this.#options;
    const { rows } = await db.query<StoredOrder & { last_trade: number; last_fill_at: number }>(
      `select o.*, i.symbol, (select max(f.at) from fills f where f.venue = o.venue and f.trade_id = o.last_trade) as last_fill_at
       from orders o join instruments i on i.venue = o.venue and i.id = o.instrument
       where o.venue = $1 and o.id in (select order_id from fills where venue = $1
         and trade_id > coalesce((select last_trade from notification_progress where venue = $1), 0))
       order by o.id`,
      [venue],
    );
    for (const row of rows) {
      const order = orderFromRow(row);
      this.#waiting.push(...noticesOf({ orders: [order], fills: [{ orderId: order.id }], at: row.last_fill_at }));
      this.#lastTrade = Math.max(this.#lastTrade, row.last_trade);
    }
    this.#startWriting();
    await this.idle();
  }

  /** Everything told so far is stored. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  /** Writes what still waits, and gives up on what cannot be written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.idle();
  }

  #startWriting(): void {
    if (this.#writing !== null || this.#waiting.length === 0) return;
    this.#writing = this.#write().finally(() => {
      this.#writing = null;
    });
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const notices = this.#waiting.slice(0, AT_ONCE);
      const isAll = notices.length === this.#waiting.length;
      const lastTrade = this.#lastTrade;
      try {
        const stored = await this.#options.db.transaction(async (transaction) => {
          // Progress is true only when nothing older still waits.
          if (isAll) await keepProgress(transaction, this.#options.venue, lastTrade);
          return storeNotices(transaction, notices);
        });
        this.#waiting.splice(0, notices.length);
        for (const { account, ...notification } of stored) this.#options.onNotification(account, notification);
      } catch (error) {
        this.#options.log.warn({ err: error }, 'notifications could not be stored yet');
        if (this.#isClosed) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}

async function keepProgress(db: Queryable, venue: number, lastTrade: number): Promise<void> {
  await db.query(
    `insert into notification_progress (venue, last_trade) values ($1, $2)
     on conflict (venue) do update set last_trade = greatest(notification_progress.last_trade, excluded.last_trade)`,
    [venue, lastTrade],
  );
}

interface StoredNotice extends Notification {
  account: number;
}

async function storeNotices(db: Queryable, notices: readonly Notice[]): Promise<StoredNotice[]> {
  const { rows } = await db.query<{ id: number; account: number; type: string; message: string; createdAt: number }>(
    `insert into notifications (account, type, message, source, created_at)
     select * from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::bigint[])
     on conflict (account, source) do nothing
     returning id, account, type, message, created_at as "createdAt"`,
    [
      notices.map(({ account }) => account),
      notices.map(({ type }) => type),
      notices.map(({ message }) => message),
      notices.map(({ source }) => source),
      notices.map(({ at }) => at),
    ],
  );
  return rows.map(({ id, createdAt, ...row }) => ({
    ...row,
    _id: String(id),
    createdAt: new Date(createdAt).toISOString(),
  }));
}
