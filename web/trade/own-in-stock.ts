// What the trader has in one stock: the position, the open orders and the fills, as the chart and the stock page show them.
import { useMemo } from 'react';
import { averageLine, orderLines } from '../chart/marks.ts';
import type { OwnFill, PriceLine } from '../chart/marks.ts';
import type { Order } from '../../contract/trade.ts';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { useCall } from '../query.ts';

const MOST_SHOWN = 100;
const noOrders: readonly Order[] = [];

export interface OwnInStock {
  position: PortfolioItem | undefined;
  openOrders: readonly Order[];
  fills: readonly OwnFill[];
  /** Open orders and the average price, for the chart. */
  lines: readonly PriceLine[];
}

export function useOwnInStock(symbol: string): OwnInStock {
  const enabled = symbol !== '';
  const portfolio = useCall('GET /portfolio', {}, { enabled });
  // `q` finds parts of symbols too, so what comes is looked through once more.
  const orders = useCall('GET /getOrders', { page: 1, limit: MOST_SHOWN, status: 'PENDING', q: symbol }, { enabled });
  const transactions = useCall('GET /transactions', { page: 1, limit: MOST_SHOWN, symbol }, { enabled });

  const position = portfolio.data?.portfolio.find((item) => item.symbol === symbol);
  const openOrders = useMemo(
    () => orders.data?.orders.filter((order) => order.stock.symbol === symbol) ?? noOrders,
    [orders.data, symbol],
  );
  const fills = useMemo(
    () =>
      (transactions.data?.transactions ?? []).map(({ type, quantity, price, completedAt }): OwnFill => ({
        side: type,
        quantity,
        price,
        second: Date.parse(completedAt) / 1000,
      })),
    [transactions.data],
  );
  const averagePrice = position?.averagePrice;
  const lines = useMemo(() => {
    const waiting = openOrders.flatMap(orderLines);
    return averagePrice === undefined ? waiting : [averageLine(averagePrice), ...waiting];
  }, [openOrders, averagePrice]);
  return { position, openOrders, fills, lines };
}
