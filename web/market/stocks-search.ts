// The address of the stocks screen: search text, sector, order and view. Anything unknown is dropped.
import { addressText } from '../address-text.ts';

const stockSorts = ['symbol', '-symbol', 'price', '-price', 'change', '-change', 'volume', '-volume'] as const;
export type StockSort = (typeof stockSorts)[number];

const stockViews = ['cards', 'table'] as const;
type StockView = (typeof stockViews)[number];

export interface StocksSearch {
  q?: string;
  sector?: string;
  /** Left out for the usual order, by symbol. */
  sort?: StockSort;
  /** Left out for cards. */
  view?: StockView;
}

export function stocksSearch(search: Record<string, unknown>): StocksSearch {
  const sort = stockSorts.find((known) => known === search.sort && known !== 'symbol');
  const view = stockViews.find((known) => known === search.view && known !== 'cards');
  return { q: addressText(search.q) || undefined, sector: addressText(search.sector) || undefined, sort, view };
}
