// Which notifications traders get about orders that filled or ended: made from a batch, and stored by the batch's own commit.
import { entitlementText } from '../../contract/messages/corporate.ts';
import { endText, fillText, lostExitText, squareOffText } from '../../contract/messages/order-notices.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import type { DecidedBatch } from '../exchange/batches.ts';
import type { News } from '../notices/notices.ts';

/**
 * One for each order that filled further or ended, for each holder's share of a corporate action, and for each exit that one has prevented;
 * none for a trader's own cancel.
 */
export function newsOf({ orders, fills, actions, at }: DecidedBatch): News[] {
  if (orders.length === 0 && actions.length === 0) return [];
  const traded = new Set(fills.map(({ orderId }) => orderId));
  const news: News[] = [];
  for (const order of orders) {
    const isOpen = order.endReason === null;
    if (!isOpen && order.endReason !== 'canceled-by-trader') news.push(ended(order));
    else if (traded.has(order.id)) news.push({ ...of(order), kind: 'fill', message: fillText(order), at });
  }
  for (const { action, holders, lostExits } of actions) {
    for (const holder of holders)
      news.push({ account: holder.account, kind: 'corporate-action', message: entitlementText(action, holder), at });
    for (const { account, entryId: orderId } of lostExits)
      news.push({ account, orderId, kind: 'order-end', message: lostExitText(action.symbol), at });
  }
  return news;
}

const of = ({ account, id: orderId }: OrderRecord) => ({ account, orderId });

function ended(order: OrderRecord): News {
  const told = { ...of(order), at: order.endedAt ?? order.createdAt };
  if (order.origin !== 'trader' && order.origin !== 'exit')
    return { ...told, kind: 'square-off', message: squareOffText(order) };
  if (order.endReason === 'filled') return { ...told, kind: 'fill', message: fillText(order) };
  return { ...told, kind: 'order-end', message: endText(order) };
}
