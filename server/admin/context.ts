// What the handlers of the admin desk need. Other features come as functions, because features do not import each other.
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';
import type { Database } from '../db/open.ts';
import type { DeskActs } from '../desk-acts.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Stock } from '../../contract/market.ts';
import type { MarketState } from '../../contract/admin/market-state.ts';
import type { Market } from '../../core/market/market.ts';
import type { Order } from '../../core/trade/order.ts';
import type { Handlers } from '../handler.ts';
import type { Notices } from '../notices/notices.ts';

/** Calls that the desk makes in a trader's name; they change nothing. */
type TraderReads = Pick<Handlers, 'GET /portfolio' | 'GET /diaryAnalytics' | 'GET /transactions' | 'GET /statement'>;

export interface AdminContext {
  readonly db: Database;
  readonly venue: number;
  readonly exchange: Exchange;
  readonly acts: DeskActs;
  readonly now: () => number;
  readonly calendar: TradingCalendar;
  readonly reads: TraderReads;
  readonly notices: Pick<Notices, 'store'>;
  /** Who is connected now: sockets, and people with at least one. */
  readonly connected: () => { sockets: number; people: number };
  /** Presents a stock for the wire; sends everybody who is connected the new list. */
  readonly stocks: { present: (market: Market<Order>) => Stock; tell: () => void };
  /** Tells everybody who is connected. */
  readonly tellMarketState: (state: MarketState) => void;
}
