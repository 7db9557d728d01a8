// What the address of the watchlist holds: the order. What is not understood is dropped.

const watchSorts = ['symbol', '-symbol', 'price', '-price', 'change', '-change', 'percent', '-percent'] as const;
export type WatchSort = (typeof watchSorts)[number];
export type WatchColumn = 'symbol' | 'price' | 'change' | 'percent';

export interface WatchlistSearch {
  /** Left out for the order in which the stocks were added. */
  sort?: WatchSort;
}

export function watchlistSearch(search: Record<string, unknown>): WatchlistSearch {
  return { sort: watchSorts.find((known) => known === search.sort) };
}

interface Sortable {
  symbol: string;
  price: number;
  change: number;
  changePercent: number;
}

/** A minus in front means from large to small. Equal ones stand by symbol. Without a sort, as they come. */
export function sortWatched<Row extends Sortable>(rows: readonly Row[], sort: WatchSort | undefined): Row[] {
  if (sort === undefined) return [...rows];
  const figures = {
    price: (row: Row) => row.price,
    change: (row: Row) => row.change,
    percent: (row: Row) => row.changePercent,
  };
  const direction = sort.startsWith('-') ? -1 : 1;
  const column = sort.replace('-', '') as WatchColumn;
  const bySymbol = (one: Row, other: Row) => (one.symbol < other.symbol ? -1 : 1);
  if (column === 'symbol') return [...rows].sort((one, other) => direction * bySymbol(one, other));
  const figure = figures[column];
  return [...rows].sort((one, other) => direction * (figure(one) - figure(other)) || bySymbol(one, other));
}

/** After one more press on a column: numbers begin with the largest, symbols with A; the third press gives the order of adding back. */
export function nextWatchSort(column: WatchColumn, sort: WatchSort | undefined): WatchSort | undefined {
  const first: WatchSort = column === 'symbol' ? 'symbol' : `-${column}`;
  const second: WatchSort = column === 'symbol' ? '-symbol' : column;
  return sort === first ? second : sort === second ? undefined : first;
}
