// The administrators' view of orders: everybody's, with their owners, how they were executed, and their story.
import * as z from 'zod/mini';
import { deskMessages } from '../messages/admin.ts';
import { order, orderEvent, statusFilter } from '../trade.ts';
import { count, cursor, id, idInput, instant, pageQuery, rupees, searchText } from '../wire.ts';
import { daysFilter, listNote, userFilter } from './filters.ts';

export const deskOrder = z.object({ ...order.shape, user: z.object({ _id: id, name: z.string(), email: z.string() }) });

const listInput = {
  ...pageQuery,
  status: statusFilter,
  user: userFilter,
  dateRange: daysFilter,
  /** `page` continues from this order, newest first: the last one of the previous page, or the first one of the next page. */
  after: cursor,
  before: cursor,
};

export const deskOrdersInput = z.object({
  ...listInput,
  /** An order's number, a symbol, or part of a user's name or mail. */
  q: z.optional(searchText()),
  /** One person's only. */
  userId: z.optional(idInput),
});
export const ordersOfTypeInput = z.object(listInput);

const byStatus = z.object({ PENDING: count, COMPLETED: count, FAILED: count });

export const deskOrdersData = z.object({
  orders: z.array(deskOrder),
  note: listNote,
  totalOrders: count,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
});

export const deskOverviewData = z.object({
  ...deskOrdersData.shape,
  /** The number of all orders, for the three order screens. */
  counts: z.object({ market: byStatus, limit: byStatus, stop: byStatus }),
});

/** The execution: null while nothing is filled. */
const execution = z.object({ createdAt: instant, price: rupees, quantity: count });

export const orderDetailsData = z.object({
  order: deskOrder,
  transaction: z.nullable(execution),
  fills: z.array(
    z.object({
      _id: id,
      createdAt: instant,
      price: rupees,
      quantity: count,
      charges: rupees,
      statutoryCharges: rupees,
    }),
  ),
  events: z.array(orderEvent),
});

/** Spec 7: the administrator's cancel. The only possible change is PENDING to FAILED, so the body needs nothing. */
export const changeStatusInput = z.object({
  id: idInput,
  status: z.optional(z.literal('FAILED', { error: deskMessages.onlyCancel })),
});

export type DeskOrder = z.output<typeof deskOrder>;
export type OrderDetailsData = z.output<typeof orderDetailsData>;
