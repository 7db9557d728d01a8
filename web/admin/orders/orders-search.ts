// What the addresses of the order screens hold: the page, the status, and whose orders of which day.
import { orderStatuses } from '../../../contract/trade.ts';
import type { OrderStatus } from '../../../contract/trade.ts';
import { choiceIn, dayIn, textIn } from '../address.ts';
import type { Address } from '../address.ts';
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

export function managementSearch(address: Address): ManagementSearch {
  return { ...pagedSearch(address), status: choiceIn(address, 'status', orderStatuses), q: textIn(address, 'q') };
}

export function ordersOfTypeSearch(address: Address): OrdersOfTypeSearch {
  return {
    ...pagedSearch(address),
    status: choiceIn(address, 'status', orderStatuses),
    user: textIn(address, 'user'),
    date: dayIn(address, 'date'),
  };
}
