// How an order looks in words and colours: status, side, what it asks for.
import { WAITS_FOR_OPENING } from '../../contract/messages/order-reasons.ts';
import type { Order, OrderStatus } from '../../contract/trade.ts';
import { Badge } from '../ui/badge.tsx';
import type { BadgeTone } from '../ui/badge.tsx';
import { countText, NO_NUMBER, priceText } from '../ui/number-text.ts';

// Spec 2: green for COMPLETED, yellow for PENDING, red for FAILED; the word stands beside the colour.
const statusTones: Record<OrderStatus, BadgeTone> = { COMPLETED: 'up', PENDING: 'warn', FAILED: 'down' };

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={statusTones[status]}>{status}</Badge>;
}

export function SideBadge({ side }: { side: Order['type'] }) {
  return <Badge tone={side === 'BUY' ? 'buy' : 'sell'}>{side}</Badge>;
}

/** The order number people see; long ids are shortened, the whole one is in the order's story. */
export function shortId(orderId: string): string {
  return orderId.length <= 10 ? orderId : `${orderId.slice(0, 8)}\u2026`;
}

/** '5', or '3 of 5' if some are still outstanding or were never filled. */
export function filledText({
  quantity,
  filledQuantity,
  status,
}: Pick<Order, 'quantity' | 'filledQuantity' | 'status'>): string {
  if (filledQuantity === 0 || (status === 'COMPLETED' && filledQuantity === quantity)) return countText(quantity);
  return `${countText(filledQuantity)} of ${countText(quantity)}`;
}

/** Why an ended order was not filled, or only in part; of one that waits only that it is queued for the opening; null if it was filled. */
export function whyUnfilled({
  status,
  quantity,
  filledQuantity,
  reason,
}: Pick<Order, 'status' | 'quantity' | 'filledQuantity' | 'reason'>): string | null {
  const isQueued = reason === WAITS_FOR_OPENING;
  return (status === 'PENDING' && !isQueued) || filledQuantity === quantity ? null : reason;
}

/** Null for a sale in general: it names no product, and sells intraday shares first. */
export function productOf({ type, isIntraday }: Pick<Order, 'type' | 'isIntraday'>): string | null {
  if (isIntraday) return 'Intraday';
  return type === 'BUY' ? 'Delivery' : null;
}

const validities: Record<Order['timeInForce'], string> = {
  DAY: 'Day',
  GTC: 'Until canceled',
  IOC: 'Immediate or canceled',
  FOK: 'All or nothing',
};

/** Null for a market order in general: no ticket asks how long it may wait, and while trading is closed it does wait. */
export function validityOf({ orderType, timeInForce }: Pick<Order, 'orderType' | 'timeInForce'>): string | null {
  return orderType === 'MARKET' && timeInForce === 'IOC' ? null : validities[timeInForce];
}

/** False for a market order that has not been filled: it named no price and has got none. */
export function hasPrice({ orderType, averagePrice }: Pick<Order, 'orderType' | 'averagePrice'>): boolean {
  return orderType !== 'MARKET' || averagePrice !== null;
}

/** The price that says most about the order: its average fill price, otherwise its own price. */
export function shownPrice(order: Omit<Priced, 'status'>): number {
  if (order.averagePrice !== null) return order.averagePrice;
  return order.orderType === 'STOP' && order.stopPrice !== null ? order.stopPrice : order.price;
}

/**
 * Beside the shown price: the other one of stop-limits and brackets, which have two. Once part of an open order has traded, its average is
 * shown, so this says what the rest waits for.
 */
function priceNote({ status, orderType, price, stopPrice, averagePrice }: Priced): string | null {
  const isResting = status === 'PENDING' && averagePrice !== null && orderType !== 'MARKET' && orderType !== 'STOP';
  const other = orderType === 'BRACKET' && stopPrice !== null ? `or ${priceText(stopPrice)}` : null;
  if (isResting) return ['rest at', priceText(price), other].filter(Boolean).join(' ');
  if (stopPrice === null || averagePrice !== null || orderType === 'STOP') return null;
  return other ?? `trigger ${priceText(stopPrice)}`;
}

type Priced = Pick<Order, 'price' | 'averagePrice' | 'stopPrice' | 'orderType' | 'status'>;

/** As the cell of a table. */
export function OrderPrice({ order }: { order: Priced }) {
  const note = priceNote(order);
  return (
    <>
      <span className="block leading-4">{hasPrice(order) ? priceText(shownPrice(order)) : NO_NUMBER}</span>
      {/* Two prices in one line would leave the buttons of the row no room. */}
      {note?.split(/ (?=or )/).map((part) => (
        <span key={part} className="block text-sm leading-4 whitespace-nowrap text-faint">
          {part}
        </span>
      ))}
    </>
  );
}

/** '2 of 5 at 390.00, trigger 380.00', without a price as long as there is none. */
export function filledAt(order: Priced & Pick<Order, 'quantity' | 'filledQuantity'>): string {
  const filled = filledText(order) + (hasPrice(order) ? ` at ${priceText(shownPrice(order))}` : '');
  const note = priceNote(order);
  return note === null ? filled : `${filled}, ${note}`;
}

/** The first line of an order on screens without room for a table. */
export function OrderHead({ order }: { order: Pick<Order, 'type' | 'stock' | 'orderType' | 'isIntraday' | 'status'> }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <SideBadge side={order.type} />
        <span className="font-semibold wrap-anywhere">{order.stock.symbol}</span>
        <span className="text-sm text-muted">
          {order.isIntraday ? `${order.orderType}, intraday` : order.orderType}
        </span>
      </span>
      <StatusBadge status={order.status} />
    </div>
  );
}
