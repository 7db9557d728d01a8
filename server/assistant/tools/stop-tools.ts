// The tool about what would be lost if every stop loss were reached: the sale orders that protect holdings, and the holdings without one.
import type { ToolInput } from '../../../contract/assistant.ts';
import type { Order } from '../../../contract/trade.ts';
import type { Asker } from '../asker.ts';
import { findStock, isProblem, round } from './market-tools.ts';

const MOST_ORDERS = 100;

const sum = (values: readonly number[]): number => round(values.reduce((total, value) => total + value, 0));

function stopOf({ orderId, stock, type, orderType, quantity, filledQuantity, stopPrice, price }: Order) {
  if (type !== 'SELL' || stopPrice === null) return [];
  const target = orderType === 'BRACKET' ? price : null;
  return [{ order: orderId, symbol: stock.symbol, quantity: quantity - filledQuantity, stop: stopPrice, target }];
}

/** Before charges. A stop that a price jumps past sells for less. */
export async function stops(asker: Asker, { stock: name }: ToolInput<'stops'>) {
  const stock = name === undefined ? null : await findStock(asker, name);
  if (stock !== null && isProblem(stock)) return stock;
  const [held, { orders, totalOrders }] = await Promise.all([
    asker.read('GET /portfolio', {}),
    asker.read('GET /getOrders', { page: 1, limit: MOST_ORDERS, status: 'PENDING', symbol: stock?.symbol }),
  ]);
  const portfolio = held.portfolio.filter(({ symbol }) => stock === null || symbol === stock.symbol);
  const found = orders.flatMap(stopOf).flatMap((each) => {
    const position = portfolio.find(({ symbol }) => symbol === each.symbol);
    if (position === undefined) return [];
    const { currentPrice, averagePrice } = position;
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
    symbol: stock?.symbol ?? null,
    holdings: portfolio.length,
    isCut: totalOrders > orders.length,
    stops: found,
    fromNow: sum(found.map(({ fromNow }) => fromNow)),
    fromCost: sum(found.map(({ fromCost }) => fromCost)),
    withoutStop: bare,
    worthWithoutStop: sum(bare.map(({ worth }) => worth)),
  };
}
