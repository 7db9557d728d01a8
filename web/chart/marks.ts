// The trader's own marks on the chart: fills as arrows; open orders, the average price and drawn lines as lines.
import type { Interval } from '../../contract/market.ts';
import type { CorporateActionData } from '../../contract/market/corporate.ts';
import type { Order, OrderSide } from '../../contract/trade.ts';
import { dayNumber } from '../../contract/wire/day-number.ts';
import { dayStartAt } from '../../core/market/day.ts';
import { assertNever } from '../../core/assert.ts';
import { countText } from '../ui/number-text.ts';
import { barStartSecond } from './bars.ts';

export interface OwnFill {
  side: OrderSide;
  quantity: number;
  price: number;
  /** Second of the fill. */
  second: number;
  /** From practice in a replay: no order was placed. */
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
  /** Identifies a line while prices move. */
  key: string;
  kind: 'buy' | 'sell' | 'average' | 'drawn' | 'practice';
  /** In rupees. */
  price: number;
  text: string;
  /** The open order it belongs to; without one, the line can only be looked at. */
  orderId?: string;
  /** Which of the order's prices it shows. */
  field?: OrderPrice;
  /** Being moved: the order itself still waits at its old price. */
  isMoved?: boolean;
}

type Change = Pick<CorporateActionData, 'from' | 'to' | 'effectiveDate'>;

/** Fills as the bars behind them are drawn: in the shares that splits and bonuses since have made of them. A dividend has no ratio. */
export function fillsToday(fills: readonly OwnFill[], past: readonly Change[]): OwnFill[] {
  const changes = past.flatMap(({ from, to, effectiveDate }) =>
    from === null || to === null ? [] : [{ from, to, second: dayStartAt(dayNumber(effectiveDate)) / 1000 }],
  );
  return fills.map((fill) => {
    let [from, to] = [1, 1];
    for (const change of changes) {
      if (fill.second >= change.second) continue;
      from *= change.from;
      to *= change.to;
    }
    if (from === to) return fill;
    return { ...fill, quantity: Math.round((fill.quantity * to) / from), price: (fill.price * from) / to };
  });
}

/** Fills of one side in one bar become one arrow: 'B 12'. In order of time, as the library requires. */
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

/** Tells frequent traders that older arrows are missing, and where to find those trades. */
export function leftOutText(shown: number, all: number): string {
  if (all <= shown || shown === 0) return '';
  return `Your newest ${countText(shown)} trades of ${countText(all)} are marked on the chart. All are in Transactions.`;
}

type OpenOrder = Pick<
  Order,
  '_id' | 'type' | 'orderType' | 'quantity' | 'filledQuantity' | 'price' | 'stopPrice' | 'target' | 'stopLoss'
>;

/** The prices at which an order waits, each with its label. A market order has none. */
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

/** The lines of an open order: one for each price at which it waits, and the exits of a bracketed buy. */
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
