// What is asked before several orders are canceled, and what is said of it afterwards.
import type { Order } from '../../contract/trade.ts';
import { countOf, countText } from '../ui/number-text.ts';

/** As many symbols as one sentence can hold. */
const MOST_NAMED = 6;

/** How many of each side, and in which stocks. */
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
  if (orders.some(({ filledQuantity }) => filledQuantity > 0)) sentences.push('What has been filled stays yours.');
  return sentences.join(' ');
}

export interface CanceledCount {
  canceled: number;
  /** Filled or canceled before they were reached. */
  ended: number;
  /** Why not all were asked for. */
  refusal: string | null;
}

/** Of `asked` orders. */
export function canceledWords({ canceled, ended, refusal }: CanceledCount, asked: number): string {
  const done =
    refusal === null
      ? `${countOf(canceled, 'order')} canceled.`
      : `${countText(canceled)} of ${countOf(asked, 'order')} canceled.`;
  return ended === 0 ? done : `${done} ${countText(ended)} had ended before.`;
}
