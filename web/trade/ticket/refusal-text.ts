// Which sentence to show for an order that was refused or lost.
import { callMessages } from '../../../contract/messages/call.ts';
import { tradeMessages } from '../../../contract/messages/trade.ts';
import type { OrderWire } from '../../../contract/trade.ts';

/** The server's sentence as it is. Spec 8: a sell that failed without a sentence has its own. */
export function refusalSentence(refusal: { status: number; message: string }, side: OrderWire['type']): string {
  const isOwnSentence = refusal.status !== 0 && refusal.message !== callMessages.failed;
  return side === 'SELL' && !isOwnSentence ? tradeMessages.sellFailed : refusal.message;
}
