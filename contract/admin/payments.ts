// The administrators' view of money: everybody's payments and what became of them.
import * as z from 'zod/mini';
import { paymentDeskMessages } from '../messages/admin.ts';
import { count, id, idInput, instant, ONE_PARAGRAPH, pageQuery, rupees, searchText, text } from '../wire.ts';
import { daysFilter } from './filters.ts';

/** `OPEN`: not paid yet; `CHECKING`: reported as paid; `CAPTURED`: at the provider; `CREDITED`: arrived; `FAILED`: given up. */
export const paymentStates = ['OPEN', 'CHECKING', 'CAPTURED', 'CREDITED', 'FAILED', 'REFUND_DUE', 'REFUNDED'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const deskPaymentsInput = z.object({
  ...pageQuery,
  /** One of our numbers or the provider's, or part of a user's name or mail. */
  q: z.optional(searchText()),
  userId: z.optional(idInput),
  status: z.optional(z.enum(paymentStates, { error: paymentDeskMessages.statusInvalid })),
  dateRange: daysFilter,
});

const deskPayment = z.object({
  _id: id,
  user: z.object({ _id: id, name: z.string(), email: z.string() }),
  /** Null: it goes into the wallet. */
  course: z.nullable(z.object({ _id: id, title: z.string() })),
  amount: rupees,
  status: z.enum(paymentStates),
  /** Why the money goes back, in words; null if it does not. */
  reason: z.nullable(z.string()),
  provider: z.string(),
  providerOrder: z.string(),
  providerPayment: z.nullable(z.string()),
  providerRefund: z.nullable(z.string()),
  createdAt: instant,
  /** When it reached this state. */
  updatedAt: instant,
});

export const deskPaymentsData = z.object({
  payments: z.array(deskPayment),
  totalPayments: count,
  /** For everything the filter finds: what has arrived and stays. */
  arrived: rupees,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
});

/** Money that the provider has captured but that is credited to nobody. */
const strayPayment = z.object({
  _id: id,
  /** Our own number of the payment it may belong to, and that payment's owner. */
  payment: id,
  user: z.object({ _id: id, name: z.string(), email: z.string() }),
  provider: z.string(),
  providerPayment: z.string(),
  /** In the currency, of which the provider counts hundredths. */
  amount: rupees,
  currency: z.string(),
  why: z.string(),
  seenAt: instant,
});

/** Those nobody has looked into yet; the oldest first. */
export const strayPayments = z.array(strayPayment);

export const settleStrayInput = z.object({
  id: idInput,
  /** What was done at the provider. */
  note: text(500, paymentDeskMessages.noteTooLong, paymentDeskMessages.noteRequired, ONE_PARAGRAPH).check(
    z.minLength(1, paymentDeskMessages.noteRequired),
  ),
});

export type DeskPayment = z.output<typeof deskPayment>;
export type StrayPayment = z.output<typeof strayPayment>;
