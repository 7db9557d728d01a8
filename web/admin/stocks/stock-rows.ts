// Which stocks the desk shows and in which order; all of them are here, so searching and sorting need no call.
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import { folded } from '../../../contract/wire/normal.ts';
import type { StockDeskSort, StocksDeskSearch } from './stocks-desk-search.ts';

const figures = {
  price: (stock: ListedStock) => stock.price,
  change: (stock: ListedStock) => stock.changePercent,
  orders: (stock: ListedStock) => stock.openOrders,
};

function bySymbol(one: ListedStock, other: ListedStock): number {
  return one.symbol < other.symbol ? -1 : 1;
}

function sorted(stocks: readonly ListedStock[], sort: StockDeskSort): ListedStock[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const key = sort.replace('-', '') as 'symbol' | keyof typeof figures;
  if (key === 'symbol') return stocks.toSorted((one, other) => sign * bySymbol(one, other));
  const figure = figures[key];
  return stocks.toSorted((one, other) => sign * (figure(one) - figure(other)) || bySymbol(one, other));
}

/** Symbols, names and sectors that contain the text, in any case. */
export function stockRows(
  stocks: readonly ListedStock[],
  { q = '', status, sort = 'symbol' }: Pick<StocksDeskSearch, 'q' | 'status' | 'sort'>,
): ListedStock[] {
  const wanted = folded(q.trim());
  const shown = stocks.filter(({ symbol, name, sector, isHalted }) => {
    const isFound = [symbol, name, sector].some((text) => folded(text).includes(wanted));
    return isFound && (status === undefined || isHalted === (status === 'halted'));
  });
  return sorted(shown, sort);
}
