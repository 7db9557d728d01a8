// What the exchange reports about its decisions, in the order they happened.
import type { LedgerListener } from '../ledger/ledger.ts';
import type { CorporateAction } from '../market/corporate-action.ts';
import type { Side } from '../market/instrument.ts';
import type { Market } from '../market/market.ts';
import type { Instant, Paise, Quantity } from '../money.ts';
import type { ExitDue } from './exits.ts';
import type { ChangeableTerms, Order } from './order.ts';
import type { LotListener } from './position.ts';
import type { Trader } from './trader.ts';

/** One person's side of one execution. */
export interface Fill {
  /** The execution; when two people trade, both sides carry the same number. */
  readonly tradeId: number;
  readonly order: Order;
  readonly price: Paise;
  readonly quantity: Quantity;
  readonly brokerage: Paise;
  readonly flatFee: Paise;
  readonly statutory: Paise;
  /** The part of its value in intraday shares. */
  readonly intradayValue: Paise;
  /** Of a sale: what the shares had cost, first in first out. */
  readonly cost: Paise;
  /** Of a sale: when the first of the sold shares was bought; null for a buy. */
  readonly openedAt: Instant | null;
  readonly isMaker: boolean;
  /** The other person's order, null when a simulated trader stood on the other side. */
  readonly counterparty: Order | null;
  readonly at: Instant;
}

/** One execution, for the market: bars, quotes and the tape. */
export interface Trade {
  readonly market: Market<Order>;
  readonly price: Paise;
  readonly quantity: Quantity;
  /** The side of the order that came in and took. */
  readonly takerSide: Side;
  readonly at: Instant;
}

/** What one holder had, has now, and got in cash. */
export interface Entitlement {
  readonly account: number;
  readonly before: Quantity;
  readonly after: Quantity;
  readonly cash: Paise;
}

/** Shares that waited for the exit of their buy, and go without one. */
export interface LostExit {
  readonly account: number;
  /** The buy. */
  readonly entryId: number;
}

/** How a corporate action came out. */
export interface AppliedAction {
  readonly action: CorporateAction;
  /** The market's day that began with it. */
  readonly day: number;
  /** False: it could not be carried out, and nothing has changed. */
  readonly isDone: boolean;
  /** In order of account. */
  readonly holders: readonly Entitlement[];
  /** In order of the buys; no dividend has any. */
  readonly lostExits: readonly LostExit[];
  /** The last price before, and as it was restated. */
  readonly priceBefore: Paise;
  readonly priceAfter: Paise;
  /** The last trade before it. */
  readonly lastTradeId: number;
  /** How many trade numbers its lots have used after that. */
  readonly lotsMade: number;
}

export interface Listener extends LedgerListener, LotListener {
  /** It passed all checks and has its id; nothing is matched yet. */
  accepted(order: Order): void;
  /** What of it was not filled at once waits in the book. */
  rested(order: Order): void;
  /** Its stop price was reached; it is matched next. */
  triggered(order: Order): void;
  /** Its quantity or a price has changed; `before` holds the old values. */
  modified(order: Order, before: ChangeableTerms): void;
  /** The same object is reused for every fill: to keep one, copy it. */
  filled(fill: Fill): void;
  /** Filled, canceled or expired: `order.endReason` says why. */
  ended(order: Order): void;
  /** Shares wait for their exit, or, with none left, have it. */
  exitDue(due: ExitDue): void;
  /** A trader is new, blocked or unblocked, or was granted a bonus, or has used or lost some of one. */
  traderChanged(trader: Trader): void;
  /** A corporate action was carried out, or could not be. */
  acted(applied: AppliedAction): void;
  /** An instrument is new, halted or resumed, or has other terms or a new previous close. */
  instrumentChanged(market: Market<Order>): void;
  /** Limits, fees, the market's day, or whether the venue is open. */
  venueChanged(): void;
  /** The same object is reused for every trade of a market: to keep one, copy it. */
  traded(trade: Trade): void;
}
