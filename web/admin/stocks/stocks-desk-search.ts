// What the address of the stocks desk holds: the tab, search text, state, order and page, and the stock that is open.
import { choiceIn, pageIn, textIn } from '../address.ts';
import type { Address } from '../address.ts';

const stockSorts = ['symbol', '-symbol', 'price', '-price', 'change', '-change', 'orders', '-orders'] as const;
export type StockDeskSort = (typeof stockSorts)[number];

const stockStates = ['active', 'halted'] as const;
export type StockState = (typeof stockStates)[number];

export interface StocksDeskSearch {
  /** Left out for the stocks themselves. */
  tab?: 'actions';
  page?: number;
  q?: string;
  /** Left out for all. */
  status?: StockState;
  /** Left out for symbols from A to Z. */
  sort?: StockDeskSort;
  stock?: string;
}

export function stocksDeskSearch(address: Address): StocksDeskSearch {
  return {
    tab: choiceIn(address, 'tab', ['actions']),
    page: pageIn(address),
    q: textIn(address, 'q'),
    status: choiceIn(address, 'status', stockStates),
    sort: choiceIn(address, 'sort', stockSorts),
    stock: textIn(address, 'stock'),
  };
}
