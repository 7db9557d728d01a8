// What the address of My orders holds: page, status, search text, days, and the order whose story is open.
import { addressText } from '../address-text.ts';
import type { OrderStatus } from '../../contract/trade.ts';
import { cutText } from '../../contract/wire/cut-text.ts';
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
  const from = isDay(search.from) ? search.from : undefined;
  const to = isDay(search.to) ? search.to : undefined;
  const isBackwards = from !== undefined && to !== undefined && from > to;
  return {
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    status: statuses.find((known) => known === search.status),
    q: cutText(addressText(search.q), 64) || undefined,
    from: isBackwards ? to : from,
    to: isBackwards ? from : to,
    order: addressText(search.order) || undefined,
  };
}

/** Asks for the order of this number, the newest before the number that follows it; null if it is no number of an order. */
export function askForOrder(id: string): { after: number; limit: number } | null {
  return /^[1-9]\d{0,13}$/.test(id) ? { after: Number(id) + 1, limit: 1 } : null;
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
