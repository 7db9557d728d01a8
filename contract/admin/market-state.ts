// Whether trading goes on, for everybody; and the administrators' stop for everything.
import * as z from 'zod/mini';
import { controlMessages } from '../messages/control.ts';
import { instant, text } from '../wire.ts';

const MARKET_PHASES = ['open', 'pre-open', 'opening', 'closed'] as const;

export const marketState = z.object({
  /** Stopped in all stocks at once: nothing is ordered and nothing trades; open orders can be canceled. */
  isHalted: z.boolean(),
  /** Since when, and why, while it is halted. */
  haltedAt: z.nullable(instant),
  reason: z.nullable(z.string()),
  /** `pre-open`: orders are collected for the opening auction. `opening`: it has been held, and trading has not begun. */
  phase: z.enum(MARKET_PHASES),
  /** Null where trading never closes. */
  nextPhase: z.nullable(z.object({ phase: z.enum(MARKET_PHASES), at: instant })),
  /** The market's day in whose trading an order takes part that is placed now. */
  session: z.string(),
  /** The market's day that figures of today are of: after its close it stays until the next one begins. */
  day: z.string(),
});

export const haltMarketInput = z.object({
  isHalted: z.boolean({ error: controlMessages.haltFlagInvalid }),
  /** Shown to everybody while it lasts. */
  reason: z._default(text(200, controlMessages.reasonTooLong), ''),
});

export type MarketState = z.output<typeof marketState>;
