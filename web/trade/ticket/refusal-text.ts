// What a refused or lost order means: whether it may have been placed after all, and which sentence to show.
import { callMessages } from '../../../contract/messages/call.ts';
import { tradeMessages } from '../../../contract/messages/trade.ts';
import type { OrderWire } from '../../../contract/trade.ts';

/** No answer, or an answer that says nothing about the order: it may have been placed. */
export function isUncertain(status: number, code: string): boolean {
  return status === 0 || status === 429 || status >= 500 || code === 'idempotency-key-running';
}

/** The server's sentence as it is. Spec 8: a sell that failed without a sentence has its own. */
export function refusalSentence(refusal: { status: number; message: string }, side: OrderWire['type']): string {
  const isOwnSentence = refusal.status !== 0 && refusal.message !== callMessages.failed;
  return side === 'SELL' && !isOwnSentence ? tradeMessages.sellFailed : refusal.message;
}
