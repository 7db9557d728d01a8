// What of the trader's own stands on the chart: fills as arrows; open orders, the average price and drawn lines as lines.
import type { Interval } from '../../contract/market.ts';
import type { Order, OrderSide } from '../../contract/trade.ts';
import { assertNever } from '../../core/money.ts';
import { countText } from '../ui/number-text.ts';
import { barStartSecond } from './bars.ts';

export interface OwnFill {
  side: OrderSide;
  quantity: number;
  price: number;
  /** Second of the fill. */
  second: number;
  /** Of a practice in a replay: no order was ever placed. */
  isPractice?: boolean;
}

/** All fills of one side in one bar. */
export interface FillMark {
  /** Second at which the bar begins. */
  second: number;
  side: OrderSide;
  text: string;
  isPractice?: boolean;
}

/** The prices of an order that can be changed. */
export type OrderPrice = 'price' | 'stopPrice';

export interface PriceLine {
  /** What tells one line from another while prices move. */
  key: string;
  kind: 'buy' | 'sell' | 'average' | 'drawn' | 'practice';
  /** In rupees. */
  price: number;
  text: string;
  /** The open order that it belongs to; without one nothing can be done with the line but look at it. */
  orderId?: string;
  /** Which of the order's prices it is. */
  field?: OrderPrice;
  /** Being moved: the order itself still waits elsewhere. */
  isMoved?: boolean;
}

/** Fills of the same side in the same bar make one arrow: 'B 12'. In time order, as the chart wants them. */
export function fillMarks(fills: readonly OwnFill[], interval: Interval): FillMark[] {
  const sums = new Map<string, { second: number; side: OrderSide; quantity: number; isPractice?: boolean }>();
  for (const { side, quantity, second, isPractice } of fills) {
    const start = barStartSecond(interval, second);
    const key = `${start} ${side} ${isPractice}`;
    const sum = sums.get(key);
    if (sum) sum.quantity += quantity;
    else sums.set(key, { second: start, side, quantity, isPractice });
  }
  return [...sums.values()]
    .sort((a, b) => a.second - b.second || a.side.localeCompare(b.side))
    .map(({ second, side, quantity, isPractice }) => ({
      second,
      side,
      text: `${side === 'BUY' ? 'B' : 'S'} ${countText(quantity)}`,
      isPractice,
    }));
}

/** Who trades much is told that the older arrows are missing, and where those trades are. */
export function leftOutText(shown: number, all: number): string {
  if (all <= shown || shown === 0) return '';
  return `Your newest ${countText(shown)} trades of ${countText(all)} are marked on the chart. All are in Transactions.`;
}

type OpenOrder = Pick<
  Order,
  '_id' | 'type' | 'orderType' | 'quantity' | 'filledQuantity' | 'price' | 'stopPrice' | 'target' | 'stopLoss'
>;

/** Where an order waits, each price with its word. A market order waits nowhere. */
function waitingPrices({ orderType }: OpenOrder): [word: string, field: OrderPrice][] {
  switch (orderType) {
    case 'MARKET':
      return [];
    case 'LIMIT':
      return [['limit', 'price']];
    case 'STOP':
      return [['stop', 'stopPrice']];
    case 'STOP-LIMIT':
      return [
        ['trigger', 'stopPrice'],
        ['limit', 'price'],
      ];
    case 'BRACKET':
      return [
        ['target', 'price'],
        ['stop loss', 'stopPrice'],
      ];
    default:
      return assertNever(orderType);
  }
}

/** The lines of an open order: one for each price at which it waits, and where a bracketed buy is to be sold again. */
export function orderLines(order: OpenOrder): PriceLine[] {
  const { _id, type, target, stopLoss } = order;
  const kind = type === 'BUY' ? 'buy' : 'sell';
  const what = `${type === 'BUY' ? 'Buy' : 'Sell'} ${countText(order.quantity - order.filledQuantity)}`;
  const waiting = waitingPrices(order).flatMap(([word, field]): PriceLine[] => {
    const price = order[field];
    return price === null ? [] : [{ key: `${_id} ${word}`, kind, price, text: `${what} ${word}`, orderId: _id, field }];
  });
  const exits: [string, number | null][] = [
    ['Then target', target],
    ['Then stop loss', stopLoss],
  ];
  const later = exits.flatMap(([text, price]): PriceLine[] =>
    price === null ? [] : [{ key: `${_id} ${text}`, kind: 'sell', price, text }],
  );
  return [...waiting, ...later];
}

export function averageLine(price: number): PriceLine {
  return { key: 'average', kind: 'average', price, text: 'Average' };
}
