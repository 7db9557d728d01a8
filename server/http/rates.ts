// Counts how often somebody makes a call, and turns whoever makes too many away. Owns the library that counts.
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
