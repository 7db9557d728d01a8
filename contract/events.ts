// The one table of socket events: what the server pushes and what a client may send.
import * as z from 'zod/mini';
import { marketState } from './admin/market-state.ts';
import { callPushes, callRequests } from './call.ts';
import { bar, indexData, quoteChange, stock } from './market.ts';
import { MOST_WATCHED } from './market/watchlist-rules.ts';
import type { CallRefusal } from './messages/live-call.ts';
import { notification, unreadData } from './notice.ts';
import { order } from './trade.ts';
import { portfolioData, portfolioSummary } from './trade/portfolio.ts';
import { id, symbolInput } from './wire.ts';

/**
 * Who gets a push. Every push is emitted as `(payload, version)`: the version is a whole number that grows by exactly one with
 * each push of that event to that audience (`market` everybody, `symbol` its watchers and charts, `trader` one person). A client
 * that sees a gap, or reconnects, fetches the state again and continues from the next version. What is sent to one screen alone, on
 * connecting, on request or because it watches these stocks, is a whole state and carries the version so far. Pushes of a `call` always
 * have version 0: a client that reconnects enters again, and is sent everything.
 */
export type Audience = 'market' | 'symbol' | 'trader' | 'call';

export const pushes = {
  /** The full stock list; sent on connect, after a change at the stocks desk, and when a day begins. */
  stockUpdate: { audience: 'market', payload: z.array(stock) },
  /** What changed since the last one; at most four times a second. */
  'stock-update': { audience: 'market', payload: z.array(quoteChange) },
  /** Trading was halted or has resumed, or the day has entered another phase. */
  'market-state': { audience: 'market', payload: marketState },
  /** Sent on connect, and when it moves. */
  'index-update': { audience: 'market', payload: indexData },
  /** The watched stocks; replaces the watchlist. */
  WatchlistStockUpdate: { audience: 'trader', payload: z.array(stock) },
  /** The minute bar that a trade made or changed; merge by `timestamp`. */
  'transaction-update': { audience: 'symbol', payload: z.extend(bar, { symbol: z.string() }) },
  portfolioSummaryUpdate: { audience: 'trader', payload: portfolioSummary },
  /** After a fill, a hold or a payment: what GET /portfolio would return. */
  portfolioUpdate: { audience: 'trader', payload: portfolioData },
  /** One of the trader's orders as GET /getOrders would list it. */
  'order-update': { audience: 'trader', payload: order },
  notification: { audience: 'trader', payload: notification },
  /** After notifications were read on any screen. */
  'unread-count': { audience: 'trader', payload: unreadData },
  /** Places of a lesson were taken or given back; for its instructor. */
  'lesson-update': { audience: 'trader', payload: z.object({ id }) },
  ...callPushes,
} as const satisfies Record<string, { audience: Audience; payload: z.ZodMiniType }>;

const symbols = (most: number) => z.array(symbolInput).check(z.maxLength(most));

/** What a client may send. Each takes an optional acknowledgement `{ok}` or `{ok: false, message, reason?}`. */
export const requests = {
  requestPortfolioUpdate: { role: 'trader', payload: z.optional(z.unknown()) },
  /** Replaces the list. */
  subscribeWatchlist: { role: 'any', payload: symbols(MOST_WATCHED) },
  /** The symbols whose charts are open; replaces the list. */
  subscribeChart: { role: 'any', payload: symbols(10) },
  ...callRequests,
} as const satisfies Record<string, { role: 'any' | 'trader'; payload: z.ZodMiniType }>;

export type PushName = keyof typeof pushes;
export type PushOf<E extends PushName> = z.output<(typeof pushes)[E]['payload']>;
export type RequestName = keyof typeof requests;
export type RequestOf<E extends RequestName> = z.output<(typeof requests)[E]['payload']>;

export interface Acknowledgement {
  ok: boolean;
  message?: string;
  /** For programs: why a request of a call was refused. */
  reason?: CallRefusal;
}

/** The shapes Socket.IO is typed with, on both sides. */
export type ServerToClient = { [E in PushName]: (payload: PushOf<E>, version: number) => void };
export type ClientToServer = {
  [E in RequestName]: (payload: RequestOf<E>, acknowledge?: (answer: Acknowledgement) => void) => void;
};
