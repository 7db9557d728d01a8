// Counts how often somebody makes a call, and turns away callers who make too many. Owns the library that counts.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { callMessages } from '../../contract/messages/call.ts';
import type { Route } from '../../contract/routes/route.ts';
import { tooMany } from '../http-error.ts';

/** @throws HttpError 429. */
export type Rate = (key: string) => Promise<void>;

export function rateOf({ calls, seconds }: NonNullable<Route['rate']>): Rate {
  const limiter = new RateLimiterMemory({ points: calls, duration: seconds });
  return async (key) => {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw tooMany(refusal.msBeforeNext, callMessages.tooMany);
      throw refusal;
    }
  };
}

/** Far more than a page makes, and less than other people would notice. */
const SHARED = { calls: 1_000, seconds: 10 } as const;

/**
 * For all of a person's calls that have no rate of their own, which are most. Counts synchronously, and forgets everybody when the
 * window is over.
 */
export function sharedRate({ calls, seconds }: NonNullable<Route['rate']> = SHARED): (key: string) => void {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return (key) => {
    const now = performance.now();
    if (now >= endsAt) {
      counts.clear();
      endsAt = now + seconds * 1000;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > calls) throw tooMany(endsAt - now, callMessages.tooMany);
  };
}
