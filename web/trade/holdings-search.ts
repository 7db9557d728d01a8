// What the address of the portfolio holds: the order of the holdings. Anything else is dropped.
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { livePosition } from './live-position.ts';

const holdingSorts = [
  '-symbol',
  '-value',
  'value',
  '-overall',
  'overall',
  '-today',
  'today',
  '-quantity',
  'quantity',
] as const;
export type HoldingSort = (typeof holdingSorts)[number];

export interface HoldingsSearch {
  /** Left out for A to Z by symbol. A leading minus means descending. */
  sort?: HoldingSort;
}

export function holdingsSearch(search: Record<string, unknown>): HoldingsSearch {
  return { sort: holdingSorts.find((known) => known === search.sort) };
}

const figures = {
  quantity: (item: PortfolioItem) => item.quantity,
  value: (item: PortfolioItem, price?: number) => livePosition(item, price).currentValue,
  overall: (item: PortfolioItem, price?: number) => livePosition(item, price).overallProfit,
  today: (item: PortfolioItem, price?: number) => livePosition(item, price).todaysProfit,
};

/** Ties are ordered by symbol. `priceOf`: the current price, where one is known. */
export function sortHoldings(
  items: readonly PortfolioItem[],
  sort: HoldingSort | undefined,
  priceOf: (symbol: string) => number | undefined,
): PortfolioItem[] {
  const bySymbol = (one: PortfolioItem, other: PortfolioItem): number =>
    one.symbol === other.symbol ? 0 : one.symbol < other.symbol ? -1 : 1;
  if (sort === undefined) return [...items].sort(bySymbol);
  if (sort === '-symbol') return [...items].sort((one, other) => bySymbol(other, one));
  const direction = sort.startsWith('-') ? -1 : 1;
  const figure = figures[sort.replace('-', '') as keyof typeof figures];
  const worth = new Map(items.map((item) => [item, figure(item, priceOf(item.symbol))]));
  return [...items].sort((one, other) => direction * (worth.get(one)! - worth.get(other)!) || bySymbol(one, other));
}
