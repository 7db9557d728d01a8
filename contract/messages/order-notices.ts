// What traders are told of their orders as they fill or end, in a notification.
import { mean } from '../../core/money.ts';
import type { SquareOffCause } from '../../core/command.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import type { EndReason } from '../../core/trade/order.ts';
import { endReasonTexts } from './order-reasons.ts';
import { groupedText, rupeeText } from './sums.ts';

/** Something of the order has filled. */
export function fillText(order: OrderRecord): string {
  if (order.endReason === null) return `${filledText(order)}; the rest waits in the book.`;
  return `${filledText(order)}${order.endReason === 'filled' ? exitText(order) : ''}.`;
}

/** The order has ended without having filled whole. */
export function endText(order: OrderRecord): string {
  const part = order.remaining < order.quantity ? ` ${filledText(order)}.` : '';
  const wanted = `${order.side === 'buy' ? 'buy' : 'sell'} ${groupedText(order.quantity)} ${order.symbol}`;
  const unguarded = order.orderType === 'bracket' && LEAVE_UNGUARDED.includes(order.endReason!);
  const warning = unguarded ? ' The shares that it has not sold no longer have a target and stop loss.' : '';
  return `Your order to ${wanted} has ended. ${endReasonTexts[order.endReason!]}${part}${warning}`;
}

/** Of an exit: its owner may believe that the shares are still guarded. */
const LEAVE_UNGUARDED: readonly EndReason[] = ['no-liquidity', 'self-trade', 'off-tick', 'canceled-by-admin'];

/** A split or bonus has come between a bracketed buy and its exit. */
export function lostExitText(symbol: string): string {
  return `The target and stop loss of your order to buy ${symbol} had not been placed yet when a split or bonus changed the shares. Your shares are without them: set them again at the new price.`;
}

/** Why the exchange sells an intraday position. */
function whyText(isOnLoss: boolean): string {
  return isOnLoss ? 'because its loss had reached 80% of the margin' : 'because intraday positions end with the day';
}

/** The exchange has to sell an intraday position, and nothing can be sold now. */
export function haltedSquareOffText(symbol: string, cause: SquareOffCause): string {
  const why = whyText(cause === 'loss');
  return `Your intraday position in ${symbol} must be closed ${why}. Trading in the stock is halted, so it is still open, and is sold as soon as trading resumes.`;
}

/** The exchange has sold an intraday position, or tried to. */
export function squareOffText(order: OrderRecord): string {
  const why = whyText(order.origin === 'square-off-on-loss');
  const position = `Your intraday position in ${order.symbol}`;
  if (order.remaining === order.quantity)
    return `${position} must be closed ${why}. There is no buyer within 5% of the last price: it is still open, and is sold as soon as there is one. Until then you can sell it yourself, with a limit order.`;
  if (order.remaining === 0) return `${position} was closed ${why}. ${filledText(order)}.`;
  return `${position} was closed in part ${why}. ${filledText(order)}. The rest is still open, and is sold from the next minute on, as soon as there is a buyer within 5% of the last price.`;
}

/** How much was bought or sold, and at what price on average. */
function filledText(order: OrderRecord): string {
  const filled = order.quantity - order.remaining;
  const verb = order.side === 'buy' ? 'Bought' : 'Sold';
  const part = order.remaining === 0 ? '' : ` of ${groupedText(order.quantity)}`;
  return `${verb} ${groupedText(filled)}${part} ${order.symbol} at ${rupeeText(mean(order.filledValue, filled))}`;
}

/** Which of its two prices an exit was sold at. */
function exitText({ orderType, origin, triggeredAt }: OrderRecord): string {
  if (orderType !== 'bracket') return '';
  const which = triggeredAt === null ? 'target' : 'stop loss';
  return origin === 'exit' ? `, the ${which} of your buy` : `, your ${which}`;
}
