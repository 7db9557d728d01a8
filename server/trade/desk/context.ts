// What the handlers of the desk's calls need.
import type { TradingCalendar } from '../../../core/market/trading-calendar.ts';
import type { Database } from '../../db/open.ts';
import type { DeskActs } from '../../desk-acts.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { DeskTotals } from './totals.ts';

export interface DeskContext {
  readonly db: Database;
  readonly venue: number;
  readonly exchange: Exchange;
  readonly acts: DeskActs;
  readonly totals: DeskTotals;
  readonly now: () => number;
  /** The market's hours and holidays. */
  readonly calendar: TradingCalendar;
}

/** What its lists read. */
export type Listed = Pick<DeskContext, 'db' | 'venue' | 'totals'>;
