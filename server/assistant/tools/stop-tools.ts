// The tool about what would be lost if every stop loss were reached: the sale orders that protect holdings, and the holdings without one.
import type { Order } from '../../../contract/trade.ts';
import type { Asker } from '../asker.ts';
import { round } from './market-tools.ts';

const MOST_ORDERS = 100;

const sum = (values: readonly number[]): number => round(values.reduce((total, value) => total + value, 0));

function stopOf({ orderId, stock, type, quantity, filledQuantity, stopPrice }: Order) {
  if (type !== 'SELL' || stopPrice === null) return [];
  return [{ order: orderId, symbol: stock.symbol, quantity: quantity - filledQuantity, stop: stopPrice }];
}

/** Before charges. A stop that a price jumps past sells for less. */
export async function stops(asker: Asker) {
  const [{ portfolio, totalPortfolioValue: value }, { orders, totalOrders }] = await Promise.all([
    asker.read('GET /portfolio', {}),
    asker.read('GET /getOrders', { page: 1, limit: MOST_ORDERS, status: 'PENDING' }),
  ]);
  const found = orders.flatMap(stopOf).flatMap((each) => {
    const held = portfolio.find(({ symbol }) => symbol === each.symbol);
    if (held === undefined) return [];
    const { currentPrice, averagePrice } = held;
    return [
      {
        ...each,
        currentPrice,
        fromNow: round((each.stop - currentPrice) * each.quantity),
        fromCost: round((each.stop - averagePrice) * each.quantity),
      },
    ];
  });
  const protectedOf = (wanted: string): number =>
    sum(found.filter(({ symbol }) => symbol === wanted).map(({ quantity }) => quantity));
  const bare = portfolio.flatMap(({ symbol, quantity, currentPrice }) => {
    const open = Math.max(0, quantity - protectedOf(symbol));
    return open === 0 ? [] : [{ symbol, quantity: open, worth: round(open * currentPrice) }];
  });
  return {
    value,
    isCut: totalOrders > orders.length,
    stops: found,
    fromNow: sum(found.map(({ fromNow }) => fromNow)),
    fromCost: sum(found.map(({ fromCost }) => fromCost)),
    withoutStop: bare,
    worthWithoutStop: sum(bare.map(({ worth }) => worth)),
  };
}
