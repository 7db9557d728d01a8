// What the addresses of the order screens hold: the page, the status, and whose orders of which day.
import { orderStatuses } from '../../../contract/trade.ts';
import type { OrderStatus } from '../../../contract/trade.ts';
import { dayOf, textOf } from '../filter-text.ts';
import { pagedSearch } from '../paged.ts';
import type { PagedSearch } from '../paged.ts';

export interface ManagementSearch extends PagedSearch {
  /** Pending when left out. */
  status?: OrderStatus;
  q?: string;
}

export interface OrdersOfTypeSearch extends PagedSearch {
  /** All when left out. */
  status?: OrderStatus;
  user?: string;
  date?: string;
}

const statusOf = (value: unknown): OrderStatus | undefined => orderStatuses.find((known) => known === value);

export function managementSearch(search: Record<string, unknown>): ManagementSearch {
  return { ...pagedSearch(search), status: statusOf(search.status), q: textOf(search.q) };
}

export function ordersOfTypeSearch(search: Record<string, unknown>): OrdersOfTypeSearch {
  return {
    ...pagedSearch(search),
    status: statusOf(search.status),
    user: textOf(search.user),
    date: dayOf(search.date),
  };
}
