// A row of the table of calls, and who may make one.
import type * as z from 'zod/mini';
import type { UserRole } from '../auth.ts';

/** Who may call: `public` anybody, `any` anybody logged in, `trader` users and instructors (admins do not trade). */
export type RouteRole = 'public' | 'any' | 'trader' | 'instructor' | 'admin';

/** Whether a person of this role may make a call, or a request of a socket, that is for `role`. */
export function mayCall(role: RouteRole, own: UserRole): boolean {
  if (role === 'trader') return own === 'user' || own === 'instructor';
  return role === 'any' || role === 'public' || role === own;
}

export interface Route {
  role: RouteRole;
  summary: string;
  /** Path parameters, and the query of a GET or the JSON body of a POST, parsed as one. */
  input: z.ZodMiniType;
  data: z.ZodMiniType;
  /** Fields that stand at the top of the reply, beside `data`, as the specification has them. */
  top?: z.ZodMiniType;
  /** The status of success; 200 by default. */
  status?: number;
  /** Refusals that the other columns do not imply (see `statusesOf`). */
  refusals?: readonly number[];
  /**
   * Who keeps the reply for a repeated Idempotency-Key: `reply` the table of kept replies, `exchange` the exchange itself, in
   * the transaction of the effect. Calls without it change nothing, are harmless to repeat, or need no login.
   */
  idempotency?: 'reply' | 'exchange';
  /**
   * The answer is the same for every caller, and may be long: it is sent compressed. Answers to one person are not: where a
   * person's own words stand beside text that others wrote, the length of the compressed answer gives something away.
   */
  isForEveryone?: true;
  /** A browser that opens this path gets the call's own answer instead of the application. */
  isForBrowsers?: true;
  /** Only for this machine: not through a proxy, and not under another site's name. */
  isForThisMachine?: true;
  /** As how many calls it counts among those that have no rate of their own, because it makes the database work; 1 by default. */
  weight?: number;
  /**
   * At most this many calls in this many seconds: per person, or per address if nobody is logged in. With `aDay`, also at most
   * that many in 24 hours: for calls that each store something for good.
   */
  rate?: { calls: number; seconds: number; aDay?: number };
}

export type RouteKey = `${'GET' | 'POST'} /${string}`;
