// The address of the watchlists: which list, and in which order. Anything unknown is dropped.
import { addressText } from '../address-text.ts';
import type { Watchlist } from '../../contract/watchlists.ts';

const watchSorts = ['symbol', '-symbol', 'price', '-price', 'change', '-change', 'percent', '-percent'] as const;
export type WatchSort = (typeof watchSorts)[number];
export type WatchColumn = 'symbol' | 'price' | 'change' | 'percent';

export interface WatchlistSearch {
  /** The id of a list; left out for the last one viewed. */
  list?: string;
  /** Left out for the person's own order. */
  sort?: WatchSort;
}

export function watchlistSearch({ list, sort }: Record<string, unknown>): WatchlistSearch {
  return {
    list: addressText(list) || undefined,
    sort: watchSorts.find((known) => known === sort),
  };
}

/** The list in the address, otherwise the last one viewed on this device, otherwise My Watchlist. */
export function chosenList(
  lists: readonly Watchlist[],
  asked: string | undefined,
  last: string | null,
): Watchlist | undefined {
  return lists.find(({ _id }) => _id === asked) ?? lists.find(({ _id }) => _id === last) ?? lists.at(0);
}

interface Sortable {
  symbol: string;
  price: number;
  change: number;
  changePercent: number;
}

/** A minus in front means descending. Equal ones are sorted by symbol. Without a sort, in the given order. */
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

/** After one more press on a heading: numbers start with the largest, symbols with A; the third press restores the person's own order. */
export function nextWatchSort(column: WatchColumn, sort: WatchSort | undefined): WatchSort | undefined {
  const first: WatchSort = column === 'symbol' ? 'symbol' : `-${column}`;
  const second: WatchSort = column === 'symbol' ? '-symbol' : column;
  return sort === first ? second : sort === second ? undefined : first;
}
