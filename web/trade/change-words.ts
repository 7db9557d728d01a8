// What becomes of an open order that is changed, in words, before it is: its place in the queue, or why it would be refused.
import type { Order } from '../../contract/trade.ts';

/** What the server and the market say of the change by now. */
export interface ChangeSeen {
  /** The order stays before those that came after it; undefined until the server has answered. */
  keepsPlace: boolean | undefined;
  /** In rupees; undefined until it is known. */
  last: number | undefined;
  /** Whether orders trade now: not before the opening, not after the close, not in a halt. */
  isTrading: boolean;
}

/** Of an order that is to wait at `limit`; null while it is not known. */
export function placeWords(
  { type, orderType }: Pick<Order, 'type' | 'orderType'>,
  limit: number,
  { keepsPlace, last, isTrading }: ChangeSeen,
): string | null {
  if (keepsPlace === undefined) return null;
  if (keepsPlace) return 'It keeps its place in the queue.';
  const isReached = last !== undefined && (type === 'BUY' ? limit >= last : limit <= last);
  if (isReached && isTrading && orderType !== 'STOP-LIMIT')
    return 'The market is there already: it trades at once, as far as the book reaches.';
  return 'It goes to the back of the queue at its new terms.';
}

/** What the server says against a change, in words of its own; null for what says nothing about the change, such as a silence. */
export function objection({ status, message }: { status: number; message: string }): string | null {
  return status === 400 || status === 409 || status === 422 ? message : null;
}
