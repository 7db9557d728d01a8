// What the address of the transaction history holds: page, stock, and which columns are shown.

export const transactionColumns = ['id', 'companyName', 'shares', 'total', 'status'] as const;
export type TransactionColumn = (typeof transactionColumns)[number];

// Spec 4: the id is hidden at first, the others are shown.
const shownAtFirst: readonly TransactionColumn[] = ['companyName', 'shares', 'total', 'status'];

export interface TransactionsSearch {
  page?: number;
  symbol?: string;
  /** Shown columns, joined by commas; left out for the usual ones, `none` for none. */
  columns?: string;
}

export function transactionsSearch(search: Record<string, unknown>): TransactionsSearch {
  const page = Number(search.page);
  const symbol =
    typeof search.symbol === 'string' || typeof search.symbol === 'number'
      ? String(search.symbol).trim().toUpperCase()
      : '';
  const columns = typeof search.columns === 'string' ? writeColumns(readColumns(search.columns)) : undefined;
  return { page: Number.isSafeInteger(page) && page > 1 ? page : undefined, symbol: symbol || undefined, columns };
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
