// The question before one order or several are canceled, and the sentence afterwards.
import type { Order } from '../../contract/trade.ts';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { assertNever } from '../../core/assert.ts';
import { countOf, countText, moneyText } from '../ui/number-text.ts';

type Asked = Pick<Order, 'type' | 'stock' | 'orderType' | 'quantity' | 'price' | 'stopPrice'>;

/** The price or prices an open order waits for; null if it takes any. */
function waitsFor({ orderType, price, stopPrice }: Asked): string | null {
  const limit = moneyText(price);
  const trigger = moneyText(stopPrice ?? 0);
  switch (orderType) {
    case 'MARKET':
      return null;
    case 'LIMIT':
      return limit;
    case 'STOP':
      return `trigger ${trigger}`;
    case 'STOP-LIMIT':
      return `${limit}, trigger ${trigger}`;
    case 'BRACKET':
      return `target ${limit}, stop loss ${trigger}`;
    default:
      return assertNever(orderType);
  }
}

/** Which order it is, in words. */
export function orderWords(order: Asked): string {
  const side = order.type === 'BUY' ? 'Buy' : 'Sell';
  const price = waitsFor(order);
  return `${side} ${countText(order.quantity)} ${order.stock.symbol}${price === null ? ' at market' : `: ${price}`}`;
}

/** What follows from canceling this order; nothing for most. */
export function cancelNotes(order: Pick<Order, 'type' | 'orderType' | 'filledQuantity'>): string[] {
  const notes: string[] = [];
  if (order.orderType === 'BRACKET')
    notes.push('Target and stop loss both go: the shares are then no longer protected.');
  if (order.filledQuantity > 0)
    notes.push(
      order.type === 'BUY'
        ? 'What has been bought stays yours; only the rest is canceled.'
        : 'What has been sold stays sold; only the rest is canceled.',
    );
  return notes;
}

/** As many symbols as one sentence can hold. */
const MOST_NAMED = 6;

/** How many orders on each side, and in which stocks. */
export function cancelWords(orders: readonly Pick<Order, 'type' | 'stock' | 'orderType' | 'filledQuantity'>[]): string {
  const buys = orders.filter(({ type }) => type === 'BUY').length;
  const sells = orders.length - buys;
  const symbols = [...new Set(orders.map(({ stock }) => stock.symbol))].toSorted();
  const named = symbols.slice(0, MOST_NAMED).join(', ');
  const others = symbols.length > MOST_NAMED ? ` and ${countText(symbols.length - MOST_NAMED)} more` : '';
  const sides = [buys > 0 && `${countText(buys)} to buy`, sells > 0 && `${countText(sells)} to sell`].filter(Boolean);
  const sentences = [`Pending: ${sides.join(' and ')}, in ${named}${others}. What they hold is free again.`];
  if (orders.some(({ orderType }) => orderType === 'BRACKET'))
    sentences.push('A target and a stop loss are among them: those shares are then no longer protected.');
  if (orders.some(({ filledQuantity }) => filledQuantity > 0))
    sentences.push('What has been filled already is not undone.');
  return sentences.join(' ');
}

export interface CanceledCount {
  canceled: number;
  /** Filled or canceled before their turn came. */
  ended: number;
  /** Why not all of them were sent. */
  refusal: string | null;
}

/** Of the `asked` orders. */
export function canceledWords({ canceled, ended, refusal }: CanceledCount, asked: number): string {
  const done =
    refusal === null
      ? `${countOf(canceled, 'order')} canceled.`
      : `${countText(canceled)} of ${countOf(asked, 'order')} canceled.`;
  return ended === 0 ? done : `${done} ${countText(ended)} had ended before.`;
}

/** What selling `sold` shares of a holding means while orders hold some of it back. */
export function exitWords(
  { quantity, availableQuantity }: Pick<PortfolioItem, 'quantity' | 'availableQuantity'>,
  sold: number,
): string {
  const held = quantity - availableQuantity;
  const ofAll = `${countText(held)} of ${countOf(quantity, 'share')}`;
  if (sold <= availableQuantity)
    return `${ofAll} ${held === 1 ? 'waits in an open order, which stays' : 'wait in open orders, which stay'}. ${countText(sold)} of the others ${sold === 1 ? 'is' : 'are'} sold, as many as one order may sell.`;
  const waiting =
    held === 1
      ? `${ofAll} waits in an open order. That order is canceled first, with any target and stop loss`
      : `${ofAll} wait in open orders. Those orders are canceled first, with any target and stop loss`;
  if (sold === quantity) return `${waiting}; then the ${quantity === 1 ? 'share is' : 'shares are'} sold.`;
  const rest = quantity - sold;
  return `${waiting}; then ${countText(sold)} ${sold === 1 ? 'is' : 'are'} sold, as many as one order may sell. The other ${countText(rest)} ${rest === 1 ? 'is' : 'are'} kept, without ${held === 1 ? 'that order' : 'those orders'}.`;
}
