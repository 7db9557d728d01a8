// What the address of Transaction Management holds: the page, the search, and the filters.
import { dayOf, textOf } from '../filter-text.ts';
import { pagedSearch } from '../paged.ts';
import type { PagedSearch } from '../paged.ts';

export interface DeskTransactionsSearch extends PagedSearch {
  q?: string;
  type?: 'BUY' | 'SELL';
  user?: string;
  from?: string;
  to?: string;
}

export function deskTransactionsSearch(search: Record<string, unknown>): DeskTransactionsSearch {
  const { type } = search;
  return {
    ...pagedSearch(search),
    q: textOf(search.q),
    type: type === 'BUY' || type === 'SELL' ? type : undefined,
    user: textOf(search.user),
    from: dayOf(search.from),
    to: dayOf(search.to),
  };
}

/** The filter as the call takes it. One day alone is that day; two in the wrong order are turned round. */
export function filterOf({ q, type, user, from, to }: DeskTransactionsSearch) {
  const days = [from, to].filter((day) => day !== undefined).sort();
  return { q, type, user, dateRange: days.length === 0 ? undefined : days.join(',') };
}
