// Which stocks of the market are shown and in which order.
import { useState } from 'react';
import type { Stock } from '../../contract/market.ts';
import { folded } from '../../contract/wire/normal.ts';
import type { PriceRange, StockSort } from './stocks-search.ts';

export function sectorsOf(stocks: readonly Stock[]): string[] {
  return [...new Set(stocks.map((stock) => stock.sector))].sort((a, b) => a.localeCompare(b));
}

/** What is shown of a stock besides its price. */
const listed = ['symbol', 'isHalted', 'name', 'sector'] as const;

/** Whether two lists name the same stocks in the same state, whatever their prices. */
export function sameListing(one: readonly Stock[] | undefined, other: readonly Stock[] | undefined): boolean {
  if (one === undefined || other === undefined || one.length !== other.length) return one === other;
  return one.every((stock, index) => listed.every((field) => stock[field] === other[index][field]));
}

/** A reconnection sends the same stocks again: the list must change only for a stock that was added, removed or changed at the desk. */
export function useListed<Known extends readonly Stock[] | undefined>(stocks: Known): Known {
  const [kept, setKept] = useState(stocks);
  const isSame = sameListing(kept, stocks);
  if (!isSame) setKept(() => stocks);
  return isSame ? kept : stocks;
}

interface Filter {
  q?: string;
  sector?: string;
  price?: PriceRange;
}

/** Symbols and names that contain the text, in any case. */
export function filterStocks(stocks: readonly Stock[], { q = '', sector = '', price }: Filter): Stock[] {
  const [from, to] = (price ?? '-').split('-').map(Number);
  const wanted = q.trim().toUpperCase();
  const wantedName = folded(q.trim());
  return stocks.filter(
    (stock) =>
      (sector === '' || stock.sector === sector) &&
      stock.price >= from &&
      (to === 0 || stock.price < to) &&
      (wanted === '' || stock.symbol.includes(wanted) || folded(stock.name).includes(wantedName)),
  );
}

const figures = {
  price: (stock: Stock) => stock.price,
  change: (stock: Stock) => stock.changePercent,
  volume: (stock: Stock) => stock.volume,
};

function bySymbol(one: Stock, other: Stock): number {
  return one.symbol < other.symbol ? -1 : 1;
}

/** A minus in front means descending. Equal ones are sorted by symbol. */
export function sortStocks(stocks: readonly Stock[], sort: StockSort): Stock[] {
  const isFalling = sort.startsWith('-');
  const key = sort.replace('-', '') as 'symbol' | keyof typeof figures;
  if (key === 'symbol')
    return [...stocks].sort((one, other) => (isFalling ? bySymbol(other, one) : bySymbol(one, other)));
  const figure = figures[key];
  return [...stocks].sort(
    (one, other) => (isFalling ? figure(other) - figure(one) : figure(one) - figure(other)) || bySymbol(one, other),
  );
}

/** The order after one more press on a column heading: numbers start with the largest, symbols with A. */
export function nextSort(column: 'symbol' | keyof typeof figures, sort: StockSort): StockSort {
  const first: StockSort = column === 'symbol' ? 'symbol' : `-${column}`;
  const second: StockSort = column === 'symbol' ? '-symbol' : column;
  return sort === first ? second : first;
}
