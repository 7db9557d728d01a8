// How much cash a buy sets aside, and how many shares a sum pays for: the same for the preview, the hold and the fill.
import { firstPlace } from '../first-place.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { protectionPrice } from '../market/instrument.ts';
import type { Paise, Quantity } from '../money.ts';
import { expectedPrice } from './check-order.ts';
import type { Order } from './order.ts';

/** A limit order holds its worst case. A market or stop order, whose price is unknown, holds at most what is free: its fills are capped by it. */
export function cashToHold(order: Order, ledger: Pick<Ledger, 'available'>): Paise {
  if (!order.isMarketable) return order.cashFor(order.remaining, order.price);
  const worst = protectionPrice(order.market.instrument, 'buy', expectedPrice(order));
  return Math.min(ledger.available(order.trader.cash), order.cashFor(order.quantity, worst));
}

/** The most shares, up to `quantity`, that can still be paid for. The cost must grow with the number of shares. */
export function mostPayable(quantity: Quantity, isPayable: (shares: Quantity) => boolean): Quantity {
  if (isPayable(quantity)) return quantity;
  return firstPlace(quantity - 1, (shares) => !isPayable(shares + 1));
}
