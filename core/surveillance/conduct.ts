// What one person did in one stock for a while, as the surveillance of an exchange looks at it, and what it may find in that.
import type { Instant, Paise, Quantity } from '../money.ts';
import type { Side } from '../market/instrument.ts';
import type { EndReason } from '../trade/order.ts';

export interface WatchedOrder {
  readonly id: number;
  readonly side: Side;
  /** 0 for orders that nobody sees in the book: those without a limit, and those that wait for a trigger. */
  readonly limitPrice: Paise;
  readonly quantity: Quantity;
  readonly filled: Quantity;
  readonly createdAt: Instant;
  readonly endedAt: Instant | null;
  readonly endReason: EndReason | null;
}

export interface WatchedFill {
  readonly tradeId: number;
  readonly orderId: number;
  readonly side: Side;
  readonly price: Paise;
  readonly quantity: Quantity;
  /** The other person; null for a simulated trader. */
  readonly counterparty: number | null;
  readonly at: Instant;
}

/** One minute of the whole market in the stock. */
export interface WatchedMinute {
  readonly startAt: Instant;
  readonly close: Paise;
  readonly volume: Quantity;
}

export interface Conduct {
  /** By time. */
  readonly orders: readonly WatchedOrder[];
  readonly fills: readonly WatchedFill[];
  readonly minutes: readonly WatchedMinute[];
  /** People who share a device or an address with this one, or brought each other here. */
  readonly linked: ReadonlySet<number>;
}

export const patterns = ['wash-trading', 'linked-crossing', 'layering', 'pump'] as const;
export type Pattern = (typeof patterns)[number];

/** Something that the surveillance of a real exchange would ask about. It proves nothing: people look at the evidence. */
export interface Flag {
  readonly pattern: Pattern;
  readonly from: Instant;
  readonly to: Instant;
  /** The other person, where there is one. */
  readonly other: number | null;
  readonly orderIds: readonly number[];
  readonly tradeIds: readonly number[];
  /** Figures that the sentence about it needs; prices in paise, parts in percent. */
  readonly figures: Readonly<Record<string, number>>;
}

/** How many shares the fills bring together. */
export function sharesOf(fills: readonly { readonly quantity: Quantity }[]): Quantity {
  return fills.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** What the fills cost together, without charges. */
export function valueOf(fills: readonly WatchedFill[]): Paise {
  return fills.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}
