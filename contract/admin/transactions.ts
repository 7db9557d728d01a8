// The administrators' view of trades: who bought, who sold, and the totals.
import * as z from 'zod/mini';
import { deskMessages } from '../messages/admin.ts';
import { sides } from '../trade.ts';
import { count, cursor, id, instant, pageQuery, rupees, searchText } from '../wire.ts';
import { daysFilter, listNote, userFilter } from './filters.ts';

/** One execution. A side without an `_id` is the practice market's own: its simulated traders. */
const party = z.object({ _id: z.nullable(id), name: z.string() });

const deskTransaction = z.object({
  _id: id,
  buyer: party,
  seller: party,
  stock: z.object({ symbol: z.string(), name: z.string() }),
  /** The person's side; between two people the taker's, whose order met one that waited in the book. */
  type: z.enum(sides),
  quantity: count,
  price: rupees,
  totalAmount: rupees,
  /** Charges of both sides. */
  charges: rupees,
  createdAt: instant,
  status: z.literal('COMPLETED'),
});

export const deskTransactionsInput = z.object({
  ...pageQuery,
  /** A trade's number, a symbol, or part of a user's name or mail. */
  q: z.optional(searchText()),
  user: userFilter,
  type: z.optional(
    z.pipe(
      z.transform((given: string) => (typeof given === 'string' ? given.trim().toUpperCase() : given)),
      z.enum(['ALL', ...sides], { error: deskMessages.sideInvalid }),
    ),
  ),
  dateRange: daysFilter,
  after: cursor,
  before: cursor,
});

/** Of all that the filter finds. */
const transactionStats = z.object({
  totalTransactions: count,
  /** Shares that changed hands, and what was paid for them. */
  totalVolume: count,
  totalValue: rupees,
  /** Sides taken by people: a trade between two people counts in both. */
  buyTransactions: count,
  sellTransactions: count,
});

export const deskTransactionsData = z.object({
  transactions: z.array(deskTransaction),
  note: listNote,
  stats: transactionStats,
  totalTransactions: count,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
});

export type DeskTransaction = z.output<typeof deskTransaction>;
export type DeskTransactionsData = z.output<typeof deskTransactionsData>;
