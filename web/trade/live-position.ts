// A holding at the current price, and the sums over all holdings.
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { countText } from '../ui/number-text.ts';
import { paisaExact } from '../ui/paisa-exact.ts';

export interface LivePosition {
  price: number;
  currentValue: number;
  overallProfit: number;
  todaysProfit: number;
}

/** The server's figures, shifted by the price change since, so that today's profit keeps its base. */
export function livePosition(item: PortfolioItem, price: number = item.currentPrice): LivePosition {
  const moved = (price - item.currentPrice) * item.quantity;
  return {
    price,
    currentValue: paisaExact(price * item.quantity),
    overallProfit: paisaExact(item.overallProfit + moved),
    todaysProfit: paisaExact(item.todaysProfit + moved),
  };
}

export type PositionTotals = Omit<LivePosition, 'price'>;

export function positionTotals(positions: readonly LivePosition[]): PositionTotals {
  const sum = (figure: (position: LivePosition) => number): number =>
    paisaExact(positions.reduce((total, one) => total + figure(one), 0));
  return {
    currentValue: sum((one) => one.currentValue),
    overallProfit: sum((one) => one.overallProfit),
    todaysProfit: sum((one) => one.todaysProfit),
  };
}

/** What the house has lent for holdings; selling them pays it back. */
export function owedFor(items: readonly Pick<PortfolioItem, 'loan'>[]): number {
  return paisaExact(items.reduce((total, { loan }) => total + loan, 0));
}

/** Of a holding with shares that were bought on margin. */
export function intradayWords({
  isIntraday,
  intradayQuantity,
}: Pick<PortfolioItem, 'isIntraday' | 'intradayQuantity'>): string {
  return isIntraday ? 'Intraday' : `${countText(intradayQuantity)} intraday`;
}

/** Profit in percent of what was paid; 0 when nothing was. */
export function profitPercent(profit: number, currentValue: number): number {
  const cost = currentValue - profit;
  return cost <= 0 ? 0 : (profit / cost) * 100;
}
