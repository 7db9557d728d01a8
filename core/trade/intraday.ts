// Which orders make way for intraday shares: those that hold shares to be sold now, and exits whose shares another order has sold.
import type { Instant, Quantity } from '../money.ts';
import type { Floor } from './floor.ts';
import type { Order } from './order.ts';
import type { Position } from './position.ts';
import type { Venue } from './venue.ts';

/**
 * Frees the intraday shares of a position that were bought before `before`, so that they can be sold. Open intraday buys placed until
 * then end. If the market is trading, open intraday sales end as well, and then as many other sales, newest first, as still hold these
 * shares: sales that protect the others stay.
 */
export function freeIntraday({ ledger }: Venue, floor: Floor, position: Position, before: Instant): void {
  const open = position.openOrders();
  const { isTrading } = floor;
  for (const order of open) {
    if (order.product !== 'intraday' || order.createdAt >= before) continue;
    if (isTrading || order.side === 'buy') floor.withdraw(order, 'squared-off');
  }
  if (!isTrading) return;
  const needed = position.intradayBefore(before);
  for (const order of open) {
    if (needed === 0 || ledger.available(position.shares) >= needed) return;
    if (order.isOpen && order.side === 'sell') floor.withdraw(order, 'squared-off');
  }
}

/** Reduces exits that offer intraday shares which another order has sold: the oldest first, because its shares were sold first. */
export function trimExits(floor: Floor, position: Position): void {
  let surplus = -position.unofferedIntraday();
  if (surplus <= 0) return;
  const exits = position.openOrders().filter(({ isIntradayExit, remaining }) => isIntradayExit && remaining > 0);
  for (const order of exits.sort((a, b) => a.id - b.id)) {
    const cut = Math.min(surplus, order.remaining);
    surplus -= cut;
    if (cut === order.remaining) floor.withdraw(order, 'squared-off');
    else if (cut > 0) shrink(floor, order, cut);
  }
}

function shrink(floor: Floor, order: Order, cut: Quantity): void {
  const { quantity, limitPrice, stopPrice } = order;
  floor.modify(order, { quantity: quantity - cut, limitPrice, stopPrice });
}
