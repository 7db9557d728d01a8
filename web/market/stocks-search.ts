// The address of the stocks screen: search text, sector, price, order and view. Anything unknown is dropped.
import { addressText } from '../address-text.ts';

const stockSorts = ['symbol', '-symbol', 'price', '-price', 'change', '-change', 'volume', '-volume'] as const;
export type StockSort = (typeof stockSorts)[number];

const stockViews = ['cards', 'table', 'map'] as const;
type StockView = (typeof stockViews)[number];

/** In rupees: from, and up to but without. */
const priceRanges = ['0-100', '100-500', '500-1000', '1000-'] as const;
export type PriceRange = (typeof priceRanges)[number];

export interface StocksSearch {
  q?: string;
  sector?: string;
  price?: PriceRange;
  /** Left out for the usual order, by symbol. */
  sort?: StockSort;
  /** Left out for cards. */
  view?: StockView;
}

export function stocksSearch(search: Record<string, unknown>): StocksSearch {
  const sort = stockSorts.find((known) => known === search.sort && known !== 'symbol');
  const view = stockViews.find((known) => known === search.view && known !== 'cards');
  const price = priceRanges.find((known) => known === search.price);
  return { q: addressText(search.q) || undefined, sector: addressText(search.sector) || undefined, price, sort, view };
}
