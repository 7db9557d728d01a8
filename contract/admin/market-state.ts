// Whether trading is going on, as everybody may know; and the administrators' halt of the whole market.
import * as z from 'zod/mini';
import { controlMessages } from '../messages/control.ts';
import { instant, ONE_PARAGRAPH, text } from '../wire.ts';

const MARKET_PHASES = ['open', 'pre-open', 'opening', 'closed'] as const;

export const marketState = z.object({
  /** All stocks are halted at once: no orders, no trades; open orders can be canceled. */
  isHalted: z.boolean(),
  /** Since when and why, during a halt. */
  haltedAt: z.nullable(instant),
  reason: z.nullable(z.string()),
  /** `pre-open`: orders are collected for the opening auction. `opening`: the auction is over, and trading has not begun. */
  phase: z.enum(MARKET_PHASES),
  /** Null where trading never closes. */
  nextPhase: z.nullable(z.object({ phase: z.enum(MARKET_PHASES), at: instant })),
  /** The market day in which an order placed now would trade. */
  session: z.string(),
  /** The market day that today's figures refer to: after its close it stays until the next one begins. */
  day: z.string(),
});

export const haltMarketInput = z.object({
  isHalted: z.boolean({ error: controlMessages.haltFlagInvalid }),
  /** Shown to everybody during the halt. */
  reason: z._default(text(200, controlMessages.reasonTooLong, ONE_PARAGRAPH), ''),
});

export type MarketState = z.output<typeof marketState>;
