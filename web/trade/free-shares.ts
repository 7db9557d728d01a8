// Frees the shares of one stock that are held by open orders, so that they can be sold.
import { tradeMessages } from '../../contract/messages/trade.ts';
import type { LimitsData } from '../../contract/trade.ts';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { dayText, HOUR_MS, marketDay } from '../../core/market/day.ts';
import { call } from '../api.ts';
import { now } from '../ui/now.ts';
import { sendCancel, takeOrder } from './cancel-order.tsx';
import { pendingOrders } from './pending-orders.ts';

export interface Sale {
  /** As many as are to be sold. */
  quantity: number;
  limits: LimitsData;
  /** Why no order is taken now; null while they are. */
  halt: string | null;
}

/**
 * Cancels the orders that hold shares of the stock, if the others are not enough; one that has ended meanwhile does not matter. Returns the
 * sentence of a refusal. Where the sale would be refused in their place, as in a halt, they stay: a stop loss may be among them.
 */
export async function freeShares(
  { symbol, availableQuantity }: Pick<PortfolioItem, 'symbol' | 'availableQuantity'>,
  { quantity, limits, halt }: Sale,
): Promise<string | null> {
  if (halt !== null || availableQuantity >= quantity) return halt;
  const refusal = await refusedByLimit(symbol, quantity, limits);
  if (refusal !== null) return refusal;
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

const PAGE_SIZE = 100;

/** The limit of the last hours, as the server applies it once no other order offers these shares; otherwise null. */
async function refusedByLimit(
  symbol: string,
  quantity: number,
  { maxSellLimit: limit, timeframeInHours: hours }: LimitsData,
): Promise<string | null> {
  const since = now() - hours * HOUR_MS;
  const asked = { symbol, type: 'SELL', from: dayText(marketDay(since)), limit: PAGE_SIZE } as const;
  let already = 0;
  for (let [page, isMore] = [1, true]; isMore; page++) {
    const reply = await call('GET /transactions', { ...asked, page });
    if (!reply.ok) return reply.message;
    const { transactions, totalPages } = reply.data;
    for (const { completedAt, quantity: sold } of transactions) if (Date.parse(completedAt) > since) already += sold;
    if (already + quantity > limit) return tradeMessages.overRollingSellLimit(limit, symbol, hours, already);
    isMore = page < totalPages;
  }
  return null;
}
