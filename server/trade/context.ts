// What the handlers of the trading calls need.
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Exchange } from '../exchange/exchange.ts';

export interface TradeContext {
  readonly db: Database;
  /** For history and lists; `db` when left out. */
  readonly reads?: Queryable;
  readonly venue: number;
  readonly exchange: Exchange;
  readonly now: () => number;
  /** The level of the market's index now; 0 while there is none. Left out, the index counts up to its last close. */
  readonly indexNow?: () => number;
  /** Trading at all hours when left out. */
  readonly calendar?: TradingCalendar;
}
