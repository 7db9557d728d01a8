// The trader's own position, open orders and fills in one stock, for the chart and the stock page.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { averageLine, fillsToday, orderLines } from '../chart/marks.ts';
import type { OwnFill, PriceLine } from '../chart/marks.ts';
import type { Order } from '../../contract/trade.ts';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { CallError, callKey, useCall } from '../query.ts';
import { pendingOrders } from './pending-orders.ts';

const MOST_SHOWN = 100;
const noOrders: readonly Order[] = [];

export interface OwnInStock {
  position: PortfolioItem | undefined;
  openOrders: readonly Order[];
  /** The newest ones, in today's shares. */
  fills: readonly OwnFill[];
  /** The total number. */
  fillCount: number;
  /** Open orders and the average price, for the chart. */
  lines: readonly PriceLine[];
}

/** All of them. The search also matches parts of symbols, so the results are filtered once more. */
export async function openOrdersIn(symbol: string): Promise<readonly Order[]> {
  const found = await pendingOrders({ q: symbol });
  if (found.orders === null) throw new CallError(found.refusal);
  return found.orders.filter((order) => order.stock.symbol === symbol);
}

export function useOwnInStock(symbol: string): OwnInStock {
  const enabled = symbol !== '';
  const portfolio = useCall('GET /portfolio', {}, { enabled });
  const queryKey = [...callKey('GET /getOrders'), 'open in', symbol];
  // Shaped like the call's own reply, because canceling an order updates everything cached for this call.
  const orders = useQuery({ queryKey, queryFn: async () => ({ orders: await openOrdersIn(symbol) }), enabled });
  const transactions = useCall('GET /transactions', { page: 1, limit: MOST_SHOWN, symbol }, { enabled });
  const news = useCall('GET /stockNews', { symbol }, { enabled });

  const position = portfolio.data?.portfolio.find((item) => item.symbol === symbol);
  const openOrders = orders.data?.orders ?? noOrders;
  const past = news.data?.past;
  const fills = useMemo(() => {
    const traded = (transactions.data?.transactions ?? []).map(({ type, quantity, price, completedAt }): OwnFill => ({
      side: type,
      quantity,
      price,
      second: Date.parse(completedAt) / 1000,
    }));
    return fillsToday(traded, past ?? []);
  }, [transactions.data, past]);
  const averagePrice = position?.averagePrice;
  const lines = useMemo(() => {
    const waiting = openOrders.flatMap(orderLines);
    return averagePrice === undefined ? waiting : [averageLine(averagePrice), ...waiting];
  }, [openOrders, averagePrice]);
  return { position, openOrders, fills, fillCount: transactions.data?.totalTransactions ?? 0, lines };
}
