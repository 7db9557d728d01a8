// Frees the shares of one stock that are held by open orders, so that all of them can be sold.
import { sendCancel, takeOrder } from './cancel-order.tsx';
import { pendingOrders } from './pending-orders.ts';

/**
 * Cancels the orders that would sell these shares; one that has ended meanwhile does not matter. Returns the sentence of a refusal. In a
 * `halt` nothing could be sold in their place, so they stay: a stop loss may be among them.
 */
export async function freeShares(symbol: string, halt: string | null): Promise<string | null> {
  if (halt !== null) return halt;
  const found = await pendingOrders({ q: symbol });
  if (found.orders === null) return found.refusal.message;
  for (const order of found.orders) {
    if (order.stock.symbol !== symbol || order.type !== 'SELL') continue;
    const reply = await sendCancel(order);
    if (reply.ok) takeOrder(reply.data);
    else if (reply.status !== 404 && reply.status !== 409) return reply.message;
  }
  return null;
}
