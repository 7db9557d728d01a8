// What of the trader's own stands on the chart: fills as arrows, open orders and the average price as lines.
import type { Interval } from '../../contract/market.ts';
import type { OrderSide } from '../../contract/trade.ts';
import { countText } from '../ui/number-text.ts';
import { barStartSecond } from './bars.ts';

export interface OwnFill {
  side: OrderSide;
  quantity: number;
  price: number;
  /** Second of the fill. */
  second: number;
}

/** All fills of one side in one bar. */
export interface FillMark {
  /** Second at which the bar begins. */
  second: number;
  side: OrderSide;
  text: string;
}

export interface PriceLine {
  kind: 'buy-order' | 'sell-order' | 'average';
  price: number;
  /** Short, for the price axis. */
  text: string;
}

/** Fills of the same side in the same bar make one arrow: 'B 12'. In time order, as the chart wants them. */
export function fillMarks(fills: readonly OwnFill[], interval: Interval): FillMark[] {
  const sums = new Map<string, { second: number; side: OrderSide; quantity: number }>();
  for (const { side, quantity, second } of fills) {
    const start = barStartSecond(interval, second);
    const key = `${start} ${side}`;
    const sum = sums.get(key);
    if (sum) sum.quantity += quantity;
    else sums.set(key, { second: start, side, quantity });
  }
  return [...sums.values()]
    .sort((a, b) => a.second - b.second || a.side.localeCompare(b.side))
    .map(({ second, side, quantity }) => ({
      second,
      side,
      text: `${side === 'BUY' ? 'B' : 'S'} ${countText(quantity)}`,
    }));
}

export interface OpenOrder {
  side: OrderSide;
  /** Limit price, or the trigger of a stop. */
  price: number;
  remaining: number;
  isStop: boolean;
}

export function orderLine({ side, price, remaining, isStop }: OpenOrder): PriceLine {
  const verb = side === 'BUY' ? 'Buy' : 'Sell';
  return {
    kind: side === 'BUY' ? 'buy-order' : 'sell-order',
    price,
    text: `${verb} ${countText(remaining)}${isStop ? ' stop' : ''}`,
  };
}

export function averageLine(price: number): PriceLine {
  return { kind: 'average', price, text: 'Average' };
}
