// What changing an open order would mean, in words, before it is sent: its place in the queue, or why it would be refused.
import type { Order } from '../../contract/trade.ts';
import { leftBehindText } from './ticket/draft.ts';

/** What the server and the market say about the change so far. */
export interface ChangeSeen {
  /** Whether the order keeps its place in the queue; undefined until the server has answered. */
  keepsPlace: boolean | undefined;
  /** In rupees; undefined until it is known. */
  last: number | undefined;
  /** Whether orders trade now: not before the opening, not after the close, not in a halt. */
  isTrading: boolean;
}

/** The prices that an order has, or would have. */
type Prices = Partial<Pick<Order, 'price' | 'stopPrice'>>;

/** For a limit or stop-limit order that is to wait at new prices; null while its place is unknown. */
export function placeWords(
  order: Pick<Order, 'type' | 'orderType' | 'price' | 'stopPrice'>,
  { price = order.price, stopPrice = order.stopPrice }: Prices,
  { keepsPlace, last, isTrading }: ChangeSeen,
): string | null {
  if (keepsPlace === undefined) return null;
  const { type, orderType } = order;
  // A stop-limit that waits for its trigger is in no queue; once it has fired, it is a limit order like any other, which new prices move.
  if (keepsPlace && orderType === 'STOP-LIMIT')
    return price === order.price && stopPrice === order.stopPrice ? null : leftBehindText(type, price, stopPrice);
  if (keepsPlace) return 'It keeps its place in the queue.';
  const isReached = last !== undefined && (type === 'BUY' ? price >= last : price <= last);
  if (isReached && isTrading) return 'The market is there already: it trades at once, as far as the book reaches.';
  return isTrading
    ? 'It goes to the back of the queue at its new terms.'
    : 'It leaves the book and waits for the opening at its new terms.';
}

/** The server's objection to the change, in words; null for what says nothing about the change, such as no answer. */
export function objection({ status, message }: { status: number; message: string }): string | null {
  return status === 400 || status === 409 || status === 422 ? message : null;
}
