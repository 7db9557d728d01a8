// The administrator's view of money: payments of everybody with what became of each, and how one person's balance came about.
import * as z from 'zod/mini';
import { deskMessages, paymentDeskMessages } from '../messages/admin.ts';
import { count, id, idInput, instant, pageQuery, rupees, text, wholeNumberQuery } from '../wire.ts';
import { daysFilter } from './filters.ts';

/** `OPEN` nobody has paid yet, `CHECKING` somebody says so, `CAPTURED` the provider has it, `CREDITED` it has arrived, `FAILED` given up. */
export const paymentStates = ['OPEN', 'CHECKING', 'CAPTURED', 'CREDITED', 'FAILED', 'REFUND_DUE', 'REFUNDED'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const deskPaymentsInput = z.object({
  ...pageQuery,
  /** A number of ours or of the provider, or part of a user's name or mail. */
  q: z.optional(text(64, deskMessages.searchTooLong)),
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
  /** Why the money goes back, in words; null while it does not. */
  reason: z.nullable(z.string()),
  provider: z.string(),
  providerOrder: z.string(),
  providerPayment: z.nullable(z.string()),
  providerRefund: z.nullable(z.string()),
  createdAt: instant,
  /** When it came to where it stands now. */
  updatedAt: instant,
});

export const deskPaymentsData = z.object({
  payments: z.array(deskPayment),
  totalPayments: count,
  /** Of all that the filter finds: what has arrived and stays. */
  arrived: rupees,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
});

/** Money that the provider has captured and that is credited to nobody. */
const strayPayment = z.object({
  _id: id,
  /** Our own number of the payment that it may belong to, and whose that is. */
  payment: id,
  user: z.object({ _id: id, name: z.string(), email: z.string() }),
  provider: z.string(),
  providerPayment: z.string(),
  /** Of the currency, of which the provider counts hundredths. */
  amount: rupees,
  currency: z.string(),
  why: z.string(),
  seenAt: instant,
});

/** Nobody has looked into these; the oldest first. */
export const strayPayments = z.array(strayPayment);

export const settleStrayInput = z.object({
  id: idInput,
  /** What was done at the provider. */
  note: text(500, paymentDeskMessages.noteTooLong).check(z.minLength(1, paymentDeskMessages.noteRequired)),
});

/** What moves a person's cash, told apart as people ask for it. */
export const moneyKinds = [
  'deposit',
  'reward',
  'reward-expiry',
  'dividend',
  'fraction',
  'bought',
  'sold',
  'charges',
  'margin',
  'other',
] as const;
export type MoneyKind = (typeof moneyKinds)[number];

const movement = z.object({ kind: z.enum(moneyKinds), at: instant, amount: rupees });

/** More movements without a trade nobody has: they are top-ups, rewards and dividends. */
export const MOST_MOVEMENTS = 10_000;

export const userMoneyInput = z.object({
  id: idInput,
  movements: z._default(wholeNumberQuery(1, MOST_MOVEMENTS, paymentDeskMessages.movementsInvalid), 50),
});

export const userMoneyData = z.object({
  /** Each kind that there was, into the account above zero. */
  parts: z.array(z.object({ kind: z.enum(moneyKinds), amount: rupees })),
  /** What the books say, and what of it open orders hold. */
  balance: rupees,
  heldBalance: rupees,
  openOrders: count,
  /** The balance less all parts: anything but zero is a fault of ours. */
  unexplained: rupees,
  /** What came and went without a trade, newest first, as many as were asked for. */
  movements: z.array(movement),
});

export type DeskPayment = z.output<typeof deskPayment>;
export type StrayPayment = z.output<typeof strayPayment>;
export type UserMoney = z.output<typeof userMoneyData>;
