// What the admin desk is given to work with: other features come as functions, because features do not import each other.
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';
import type { Database } from '../db/open.ts';
import type { DeskActs } from '../desk-acts.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Stock } from '../../contract/market.ts';
import type { MarketState } from '../../contract/admin/market-state.ts';
import type { Market } from '../../core/market/market.ts';
import type { Order } from '../../core/trade/order.ts';
import type { Handlers } from '../handler.ts';

/** Calls of a trader that the desk makes in that trader's name; they change nothing. */
type TraderReads = Pick<Handlers, 'GET /portfolio' | 'GET /diaryAnalytics' | 'GET /transactions'>;

export interface AdminContext {
  readonly db: Database;
  readonly venue: number;
  readonly exchange: Exchange;
  readonly acts: DeskActs;
  readonly now: () => number;
  readonly calendar: TradingCalendar;
  readonly reads: TraderReads;
  /** Who is connected now: sockets, and people with at least one. */
  readonly connected: () => { sockets: number; people: number };
  /** Stocks in the words of the wire; and everybody who is connected gets the list anew. */
  readonly stocks: { present: (market: Market<Order>) => Stock; tell: () => void };
  /** Everybody who is connected is told. */
  readonly tellMarketState: (state: MarketState) => void;
}
