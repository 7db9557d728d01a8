// Corporate actions and halts of one stock on the wire: what is coming, and what was carried out.
import * as z from 'zod/mini';
import { count, day, id, instant, rupees } from '../wire.ts';

export const actionKinds = ['split', 'bonus', 'dividend'] as const;
export type ActionKind = (typeof actionKinds)[number];

const actionStates = ['planned', 'done', 'failed', 'canceled'] as const;
export type ActionState = (typeof actionStates)[number];

export const corporateAction = z.object({
  _id: id,
  symbol: z.string(),
  kind: z.enum(actionKinds),
  state: z.enum(actionStates),
  /** Of a split or bonus: each `from` shares become `to`. */
  from: z.nullable(count),
  to: z.nullable(count),
  /** Of a dividend: rupees for each share. */
  perShare: z.nullable(rupees),
  /** Carried out at the start of this day: shares bought on the day before still count. */
  effectiveDate: day,
  /** In words. */
  text: z.string(),
  /** The price before and after, once it is done. */
  priceBefore: z.nullable(rupees),
  priceAfter: z.nullable(rupees),
});

export const stockHalt = z.object({ haltedAt: z.nullable(instant), reason: z.nullable(z.string()) });

/** What a holder should know of a stock beside its price. */
export const stockNews = z.object({
  symbol: z.string(),
  /** Null while it trades. */
  halt: z.nullable(stockHalt),
  /** The next one first. */
  coming: z.array(corporateAction),
  /** Carried out, newest first: the newest twenty, and every split and bonus before them. */
  past: z.array(corporateAction),
});

/** What one trader got of a corporate action. */
export const entitlement = z.object({
  _id: id,
  symbol: z.string(),
  kind: z.enum(actionKinds),
  text: z.string(),
  date: day,
  sharesBefore: count,
  sharesAfter: count,
  /** Dividend, or cash in place of a part of a share. */
  cash: rupees,
});

export type CorporateActionData = z.output<typeof corporateAction>;
export type StockNews = z.output<typeof stockNews>;
export type Entitlement = z.output<typeof entitlement>;
