// What a trader is told of orders that filled or ended: sentences out of a batch of decisions, stored by the batch's own commit.
import { entitlementText } from '../../contract/messages/corporate.ts';
import { groupedText, rupeeText } from '../../contract/messages/sums.ts';
import { endReasonTexts } from '../../contract/messages/order-reasons.ts';
import { mean } from '../../core/money.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import type { DecidedBatch } from '../exchange/exchange.ts';
import type { News } from '../notices/notices.ts';

/** One for each order that filled further or ended, and for what a holder got; nothing for what its trader has just done himself. */
export function newsOf({ orders, fills, actions, at }: DecidedBatch): News[] {
  if (orders.length === 0 && actions.length === 0) return [];
  const traded = new Set(fills.map(({ orderId }) => orderId));
  const news: News[] = [];
  for (const order of orders) {
    const isOpen = order.endReason === null;
    if (!isOpen && order.endReason !== 'canceled-by-trader') news.push(ended(order));
    else if (traded.has(order.id)) news.push(partlyFilled(order, at));
  }
  for (const { action, holders } of actions) {
    for (const holder of holders)
      news.push({ account: holder.account, kind: 'corporate-action', message: entitlementText(action, holder), at });
  }
  return news;
}

function done(order: OrderRecord): string {
  const filled = order.quantity - order.remaining;
  const verb = order.side === 'buy' ? 'Bought' : 'Sold';
  const part = order.remaining === 0 ? '' : ` of ${groupedText(order.quantity)}`;
  return `${verb} ${groupedText(filled)}${part} ${order.symbol} at ${rupeeText(mean(order.filledValue, filled))}`;
}

function partlyFilled(order: OrderRecord, at: number): News {
  const rest = order.endReason === null ? '; the rest waits in the book' : '';
  return { account: order.account, kind: 'fill', message: `${done(order)}${rest}.`, at };
}

function ended(order: OrderRecord): News {
  const told = { account: order.account, at: order.endedAt ?? order.createdAt };
  if (order.origin !== 'trader' && order.origin !== 'exit')
    return { ...told, kind: 'square-off', message: squareOffText(order) };
  if (order.endReason === 'filled') return { ...told, kind: 'fill', message: `${done(order)}${exitText(order)}.` };
  const part = order.remaining < order.quantity ? ` ${done(order)}.` : '';
  const wanted = `${order.side === 'buy' ? 'buy' : 'sell'} ${groupedText(order.quantity)} ${order.symbol}`;
  const message = `Your order to ${wanted} has ended. ${endReasonTexts[order.endReason!]}${part}`;
  return { ...told, kind: 'order-end', message };
}

/** Which of its two prices an exit was sold at. */
function exitText({ origin, triggeredAt }: OrderRecord): string {
  if (origin !== 'exit') return '';
  return triggeredAt === null ? ', the target of your buy' : ', the stop loss of your buy';
}

function squareOffText(order: OrderRecord): string {
  const why =
    order.origin === 'square-off-on-loss'
      ? 'because its loss had reached 80% of the margin'
      : 'because intraday positions end with the day';
  const left = order.remaining === 0 ? '' : ' The rest is still open and will be tried again.';
  const result = order.remaining === order.quantity ? 'Nobody was left to buy.' : `${done(order)}.`;
  return `Your intraday position in ${order.symbol} was closed ${why}. ${result}${left}`;
}
