// What the address of the stock page holds: the page of its price history, and which chart it shows.
import { priceRanges } from '../chart/price-range.ts';
import type { PriceRange } from '../chart/price-range.ts';

export interface StockDetailsSearch {
  page?: number;
  /** Left out for a day. */
  range?: PriceRange;
  /** Left out for the small line. */
  chart?: 'candles';
}

export function stockDetailsSearch(search: Record<string, unknown>): StockDetailsSearch {
  const page = Number(search.page);
  return {
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    range: priceRanges.find((known) => known === search.range && known !== '1D'),
    chart: search.chart === 'candles' ? 'candles' : undefined,
  };
}
