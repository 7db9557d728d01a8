// What the address of My orders holds: page, status, search text, days, and the order whose story is open.
import { addressText } from '../address-text.ts';
import type { OrderStatus } from '../../contract/trade.ts';
import { isDay } from './diary/calendar.ts';

export interface OrdersSearch {
  page?: number;
  /** Left out for all. */
  status?: OrderStatus;
  q?: string;
  /** The first and the last day on which they were placed. */
  from?: string;
  to?: string;
  /** Id of the order whose story is open. */
  order?: string;
}

const statuses: readonly OrderStatus[] = ['PENDING', 'COMPLETED', 'FAILED'];

export function ordersSearch(search: Record<string, unknown>): OrdersSearch {
  const page = Number(search.page);
  return {
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    status: statuses.find((known) => known === search.status),
    q: addressText(search.q) || undefined,
    from: isDay(search.from) ? search.from : undefined,
    to: isDay(search.to) ? search.to : undefined,
    order: addressText(search.order) || undefined,
  };
}

/** A status typed into the search box is a status, whole or begun: 'pend' finds pending orders. Four letters at least. */
export function readOrderText(text: string): { q?: string; status?: OrderStatus } {
  const words = text.trim().toUpperCase().split(/\s+/).filter(Boolean);
  const isStatus = (word: string): boolean => word.length >= 4 && statuses.some((status) => status.startsWith(word));
  const statusWord = words.find(isStatus);
  const rest = words.filter((word) => word !== statusWord).join(' ');
  return {
    q: rest || undefined,
    status: statuses.find((status) => statusWord !== undefined && status.startsWith(statusWord)),
  };
}
