// What the address of the transaction history holds: page, what narrows it, and which columns are shown.
import { addressText } from '../address-text.ts';
import { sides } from '../../contract/trade.ts';
import type { OrderSide } from '../../contract/trade.ts';
import { cutText } from '../../contract/wire/cut-text.ts';
import { symbolInput } from '../../contract/wire.ts';
import { isDay } from './diary/calendar.ts';

export const transactionColumns = ['id', 'companyName', 'shares', 'total', 'status'] as const;
export type TransactionColumn = (typeof transactionColumns)[number];

// Spec 4: the id is hidden at first, the others are shown.
const shownAtFirst: readonly TransactionColumn[] = ['companyName', 'shares', 'total', 'status'];

export interface TransactionsSearch {
  page?: number;
  symbol?: string;
  type?: OrderSide;
  q?: string;
  /** Days of the market, both included. */
  from?: string;
  to?: string;
  /** Shown columns, joined by commas; left out for the usual ones, `none` for none. */
  columns?: string;
}

export function transactionsSearch(search: Record<string, unknown>): TransactionsSearch {
  const page = Number(search.page);
  const symbol = symbolInput.safeParse(addressText(search.symbol));
  const columns = typeof search.columns === 'string' ? writeColumns(readColumns(search.columns)) : undefined;
  const { q, from, to } = search;
  return {
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    symbol: symbol.data,
    type: sides.find((side) => side === search.type),
    q: cutText(addressText(q), 64) || undefined,
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
    columns,
  };
}

export const NO_FILTER: TransactionsSearch = {
  page: undefined,
  symbol: undefined,
  type: undefined,
  q: undefined,
  from: undefined,
  to: undefined,
};

/** What narrows the list, as the call takes it. Two days in the wrong order are turned round. */
export function filterOf({ symbol, type, q, from, to }: TransactionsSearch) {
  const isBackwards = from !== undefined && to !== undefined && from > to;
  return { symbol, type, q, from: isBackwards ? to : from, to: isBackwards ? from : to };
}

export function readColumns(text: string | undefined): ReadonlySet<TransactionColumn> {
  if (text === undefined) return new Set(shownAtFirst);
  const named = text.split(',');
  return new Set(transactionColumns.filter((column) => named.includes(column)));
}

export function writeColumns(shown: ReadonlySet<TransactionColumn>): string | undefined {
  const isUsual = shown.size === shownAtFirst.length && shownAtFirst.every((column) => shown.has(column));
  if (isUsual) return undefined;
  return shown.size === 0 ? 'none' : transactionColumns.filter((column) => shown.has(column)).join(',');
}
