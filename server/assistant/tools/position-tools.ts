// The tool for the asker's position in one stock: what is held, what sales have earned, and when it was last bought.
import type { PortfolioItem } from '../../../contract/trade/portfolio.ts';
import type { Transaction } from '../../../contract/trade.ts';
import type { ToolInput } from '../../../contract/assistant.ts';
import type { Asker } from '../asker.ts';
import { findStock, isProblem, round } from './market-tools.ts';
import { quotesDay } from './quotes-day.ts';

function heldOf(item: PortfolioItem) {
  const { quantity, availableQuantity, averagePrice, currentValue, overallProfit, todaysProfit } = item;
  const cost = round(currentValue - overallProfit);
  return {
    quantity,
    inOrders: quantity - availableQuantity,
    averagePrice,
    cost,
    currentValue,
    overallProfit,
    profitPercent: cost === 0 ? 0 : round((overallProfit / cost) * 100),
    todaysProfit,
  };
}

/** `from` and `to` limit the sales; the holding is the present one. */
export async function position(asker: Asker, { stock: name, from, to }: ToolInput<'position'>) {
  const stock = await findStock(asker, name);
  if (isProblem(stock)) return stock;
  const { symbol, price } = stock;
  const [{ portfolio }, diary, { transactions }] = await Promise.all([
    asker.read('GET /portfolio', {}),
    asker.read('GET /tradeDiary', { from, to }),
    asker.read('GET /transactions', { page: 1, limit: 1, symbol, type: 'BUY' }),
  ]);
  const item = portfolio.find((each) => each.symbol === symbol);
  const trips = diary.trades.flatMap(({ details }) => details).filter((trip) => trip.symbol === symbol);
  const lastBuy = transactions.length === 0 ? null : await wholeBuy(asker, transactions[0]);
  return {
    symbol,
    price,
    day: quotesDay(asker),
    held: item === undefined ? null : heldOf(item),
    sales: {
      from: from ?? null,
      to: to ?? null,
      trades: trips.length,
      shares: trips.reduce((sum, { quantity }) => sum + quantity, 0),
      gross: round(trips.reduce((sum, { pnl }) => sum + pnl, 0)),
      net: round(trips.reduce((sum, each) => sum + each.net, 0)),
    },
    lastBuy,
  };
}

/** All that the order of a fill has bought, and at what price on average. */
async function wholeBuy(asker: Asker, { orderId, quantity, price, completedAt }: Transaction) {
  const { orders } = await asker.read('GET /getOrders', { page: 1, limit: 100, q: orderId });
  const order = orders.find((each) => each.orderId === orderId);
  return {
    quantity: order?.filledQuantity ?? quantity,
    price: order?.averagePrice ?? price,
    at: completedAt,
    order: orderId,
  };
}
