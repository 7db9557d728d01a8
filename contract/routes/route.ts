// What the table says of one call.
import type * as z from 'zod/mini';

/** Who may call: `public` nobody asked, `any` whoever is logged in, `trader` users and instructors (admins do not trade). */
export type RouteRole = 'public' | 'any' | 'trader' | 'instructor' | 'admin';

export interface Route {
  role: RouteRole;
  summary: string;
  /** Path parameters, and the query of a GET or the JSON body of a POST, parsed as one. */
  input: z.ZodMiniType;
  data: z.ZodMiniType;
  /** Fields that also stand at the top of the reply, beside `data`. */
  top?: z.ZodMiniType;
  /** Status of success; 200 unless said. */
  status?: number;
  /** Refusals that the other columns do not imply (see `statusesOf`). */
  refusals?: readonly number[];
  /**
   * Who keeps the reply for a repeated Idempotency-Key: `reply` the table of kept replies, `exchange` the exchange, in
   * the same transaction as the effect. Calls without it change nothing, or are harmless to repeat, or are not logged in.
   */
  idempotency?: 'reply' | 'exchange';
  /** A browser that opens this path gets the call's own answer, and not the application. */
  isForBrowsers?: true;
  /** Answered to this machine alone: not through a proxy, and not under another site's name. */
  isForThisMachine?: true;
  /** At most so many calls in so many seconds: of one person, or of one address where nobody is logged in. */
  rate?: { calls: number; seconds: number };
}

export type RouteKey = `${'GET' | 'POST'} /${string}`;
