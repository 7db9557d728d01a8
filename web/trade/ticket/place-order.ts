// Sends the ticket's order once, and reports in the spec's sentences what became of it.
import { tradeMessages } from '../../../contract/messages/trade.ts';
import type { OrderWire } from '../../../contract/trade.ts';
import { ANSWER_WITHIN_MS, call, newIdempotencyKey } from '../../api.ts';
import { isUncertain } from '../../call-once.ts';
import { invalidateCalls } from '../../query.ts';
import { refusalSentence } from './refusal-text.ts';
import { ticketKeys } from './ticket-key.ts';
import { unanswered } from './unanswered.ts';

export interface Outcome {
  isPlaced: boolean;
  /** It may or may not have been placed. */
  isUnknown: boolean;
  /** For the alert. */
  sentence: string;
  /** Why it was refused, or ended with nothing filled. */
  reason: string | null;
  /** Null unless the order was placed. */
  orderId: string | null;
}

// Outlives one ticket: a person who closes it after getting no answer and tries the same order again must not buy twice.
const keys = ticketKeys(newIdempotencyKey, unanswered);

/** `isAgain`: it was sent before and not answered, and the ticket promises that it is placed once at most, however long it stays open. */
export async function placeOrder(order: OrderWire, isAgain = false): Promise<Outcome> {
  const before = unanswered.read(isAgain);
  const idempotencyKey = keys.keyFor(JSON.stringify(order), isAgain);
  const reply = await call('POST /orders', order, { idempotencyKey, timeoutMs: ANSWER_WITHIN_MS });
  if (!reply.ok) {
    const isUnknown = isUncertain(reply);
    // A reply that demands a login says nothing about the earlier attempt.
    const isStillUnknown = reply.status === 401 && before?.key === idempotencyKey;
    if (!isUnknown && !isStillUnknown) keys.answered();
    const sentence = refusalSentence(reply, order.type);
    return { isPlaced: false, isUnknown, sentence, reason: sentence, orderId: null };
  }
  keys.answered();
  // The socket tells too; this is for the moments when it is away.
  void invalidateCalls(
    'GET /getOrders',
    'GET /portfolio',
    'GET /transactions',
    'GET /tradeDiary',
    'GET /diaryAnalytics',
  );
  const placed = order.type === 'SELL' ? tradeMessages.sellPlaced : tradeMessages.orderPlaced;
  // An order that ended at once with nothing filled was accepted, but saying only that would mislead.
  const reason = (reply.data.status === 'FAILED' && reply.data.reason) || null;
  return {
    isPlaced: true,
    isUnknown: false,
    sentence: reason === null ? placed : `${placed} ${reason}`,
    reason,
    orderId: reply.data._id,
  };
}
