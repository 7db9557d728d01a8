// What the address of Transaction Management holds: the page, the search, and the filters.
import { choiceIn, dayIn, textIn } from '../address.ts';
import type { Address } from '../address.ts';
import { dateRangeOf } from '../day-range.ts';
import { pagedSearch } from '../paged.ts';
import type { PagedSearch } from '../paged.ts';

export interface DeskTransactionsSearch extends PagedSearch {
  q?: string;
  type?: 'BUY' | 'SELL';
  user?: string;
  from?: string;
  to?: string;
}

export function deskTransactionsSearch(address: Address): DeskTransactionsSearch {
  return {
    ...pagedSearch(address),
    q: textIn(address, 'q'),
    type: choiceIn(address, 'type', ['BUY', 'SELL'] as const),
    user: textIn(address, 'user'),
    from: dayIn(address, 'from'),
    to: dayIn(address, 'to'),
  };
}

/** The filter as the call takes it. */
export function filterOf({ q, type, user, ...days }: DeskTransactionsSearch) {
  return { q, type, user, dateRange: dateRangeOf(days) };
}
