// All pending orders that match a filter, even if some of them end while they are being fetched.
import type { Order } from '../../contract/trade.ts';
import { call } from '../api.ts';
import type { Refusal } from '../api.ts';

const PAGE_SIZE = 100;

export interface PendingFilter {
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

type Found = { orders: Order[]; refusal: null } | { orders: null; refusal: Refusal };

/** All of them, newest first, page by page. */
export async function pendingOrders(filter: PendingFilter): Promise<Found> {
  const orders: Order[] = [];
  // Some may end in the meantime: each page continues after the last order, so that none is skipped.
  for (;;) {
    const after = orders.at(-1)?._id;
    const place = after === undefined ? {} : { after: Number(after) };
    const reply = await call('GET /getOrders', { ...filter, ...place, limit: PAGE_SIZE, status: 'PENDING' });
    if (!reply.ok) return { orders: null, refusal: reply };
    orders.push(...reply.data.orders);
    if (reply.data.orders.length < PAGE_SIZE) return { orders, refusal: null };
  }
}
