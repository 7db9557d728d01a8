// Every command of the exchange. Sequence number and time come with the command: the core has neither of its own.
import type { CorporateAction } from './market/corporate-action.ts';
import type { Instrument, Side } from './market/instrument.ts';
import type { Quote } from './market/quote.ts';
import type { Instant, Paise, Quantity } from './money.ts';
import type { Exits, OrderType, TimeInForce } from './trade/order.ts';
import type { Product } from './trade/lots.ts';
import type { FeeSchedule, TradingLimits } from './trade/settings.ts';
import type { TermsChange } from './trade/change-terms.ts';

export type Command =
  | PlaceOrder
  /** `account` is null when an administrator does it. */
  | { readonly kind: 'cancel-order'; readonly account: number | null; readonly orderId: number }
  | ModifyOrder
  | { readonly kind: 'open-account'; readonly account: number }
  | { readonly kind: 'set-blocked'; readonly account: number; readonly isBlocked: boolean }
  /** Closes the account for good: open orders end, the cash is given up, no new orders are accepted. Repeating it changes nothing. */
  | { readonly kind: 'close-account'; readonly account: number }
  | { readonly kind: 'deposit'; readonly account: number; readonly amount: Paise; readonly paymentId: number }
  /** `expiresAt` null: it never expires. Otherwise its unused part can be taken back from then on. */
  | {
      readonly kind: 'grant-reward';
      readonly account: number;
      readonly rewardId: number;
      readonly amount: Paise;
      readonly expiresAt: Instant | null;
    }
  | { readonly kind: 'expire-reward'; readonly account: number }
  /** Places the exit for shares that a bracketed buy has bought since the last one. */
  | { readonly kind: 'place-exit'; readonly entryId: number }
  | SquareOff
  | { readonly kind: 'list-instrument'; readonly instrument: NewInstrument; readonly quote?: Quote }
  | ({ readonly kind: 'set-terms'; readonly symbol: string } & TermsChange)
  | { readonly kind: 'set-halted'; readonly symbol: string; readonly isHalted: boolean }
  | { readonly kind: 'set-limits'; readonly limits: TradingLimits }
  | { readonly kind: 'set-fees'; readonly fees: FeeSchedule }
  /** Trading starts: what was queued while the market was closed goes to the books, in order. */
  | { readonly kind: 'open-market' }
  /** Trading ends, and with it orders for the day. Orders that arrive later wait for the next day. */
  | { readonly kind: 'close-market' }
  /** The opening auction: in each stock, waiting orders trade at one price, and the rest goes to the books. Once a day. */
  | { readonly kind: 'hold-auction' }
  /** Halts all instruments at once: no order is accepted and nothing trades; open orders can be canceled. */
  | { readonly kind: 'halt-market'; readonly isHalted: boolean }
  | StartDay;

/**
 * A new market day begins: orders not good until canceled expire, unless they arrived while trading was closed; the last price becomes the
 * previous close, and corporate actions are carried out.
 */
export interface StartDay {
  readonly kind: 'start-day';
  readonly day: number;
  readonly actions?: readonly CorporateAction[];
  /** Where trading never ends the command comes a moment after midnight: orders from then on are of the day that begins. */
  readonly beganAt?: Instant;
}

/** Closes an intraday position for its owner. */
export interface SquareOff {
  readonly kind: 'square-off';
  readonly account: number;
  readonly symbol: string;
  readonly cause: SquareOffCause;
  /** Shares bought and orders placed from then on are left alone. If left out, everything is closed. */
  readonly boughtBefore?: Instant;
}

export type SquareOffCause = 'day-end' | 'loss';

export type NewInstrument = Omit<Instrument, 'id' | 'isHalted'>;

export interface PlaceOrder {
  readonly kind: 'place-order';
  readonly account: number;
  readonly symbol: string;
  readonly side: Side;
  /** `bracket`: only a sale, with both prices. */
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly product: Product;
  readonly quantity: Quantity;
  /** Paise; 0 for market and stop orders. */
  readonly limitPrice: Paise;
  /** Paise; 0 for market and limit orders. */
  readonly stopPrice: Paise;
  /** For a buy: the target and stop that will close the position again. */
  readonly exits?: Exits;
}

/** Changes one of the trader's own open orders. All three fields are the new values, even if they stay the same. */
export interface ModifyOrder {
  readonly kind: 'modify-order';
  readonly account: number;
  readonly orderId: number;
  /** The whole order, including what has been filled. */
  readonly quantity: Quantity;
  /** Paise; 0 if the order's type has none. */
  readonly limitPrice: Paise;
  readonly stopPrice: Paise;
}

export interface Stamp {
  /** The command's place in the one order of all commands; an order takes it as its id. */
  readonly sequence: number;
  readonly at: Instant;
}
