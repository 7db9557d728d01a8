// The statement of somebody's cash: how the balance came about, and what came and went without a trade.
import * as z from 'zod/mini';
import { statementMessages } from '../messages/trade.ts';
import { count, idInput, instant, rupees, wholeNumberQuery } from '../wire.ts';

/** What moves a person's cash, by the kinds that people ask about. */
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

/** More than anybody's movements without a trade: top-ups, rewards and dividends. */
export const MOST_MOVEMENTS = 10_000;

export const statementInput = z.object({
  movements: z._default(wholeNumberQuery(1, MOST_MOVEMENTS, statementMessages.movementsInvalid), 50),
});

export const statementData = z.object({
  /** Each kind that occurred; positive when money came into the account. */
  parts: z.array(z.object({ kind: z.enum(moneyKinds), amount: rupees })),
  /** The balance in the books, and the part of it that open orders hold. */
  balance: rupees,
  heldBalance: rupees,
  openOrders: count,
  /** The balance less all parts: anything but zero is a fault of ours. */
  unexplained: rupees,
  /** What came and went without a trade, newest first, up to the requested number. */
  movements: z.array(movement),
});

/** Of one person, for the desk. */
export const userMoneyInput = z.extend(statementInput, { id: idInput });

export type Statement = z.output<typeof statementData>;
export type Movement = Statement['movements'][number];
