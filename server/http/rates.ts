// Counts how often somebody makes a call, and turns away callers who make too many. Owns the library that counts.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { callMessages } from '../../contract/messages/call.ts';
import type { Route } from '../../contract/routes/route.ts';
import { tooMany } from '../http-error.ts';
import { networkOf, siteOf } from '../network.ts';

/** @throws HttpError 429. */
export type Rate = (key: string) => Promise<void>;

const DAY_SECONDS = 86_400;

export function rateOf({ calls, seconds, aDay }: NonNullable<Route['rate']>): Rate {
  const limiter = new RateLimiterMemory({ points: calls, duration: seconds });
  const ofDay = aDay === undefined ? undefined : new RateLimiterMemory({ points: aDay, duration: DAY_SECONDS });
  return async (key) => {
    try {
      await limiter.consume(key);
      await ofDay?.consume(key);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw tooMany(refusal.msBeforeNext, callMessages.tooMany);
      throw refusal;
    }
  };
}

/** One line may have 65,536 networks of IPv6 for itself: all of them together may call as often as ten. */
const NETWORKS_OF_A_SITE = 10;

/** For people who are not logged in: counts by their address. */
export function addressRateOf({ calls, seconds }: NonNullable<Route['rate']>): Rate {
  const ofNetwork = rateOf({ calls, seconds });
  const ofSite = rateOf({ calls: calls * NETWORKS_OF_A_SITE, seconds });
  return async (address) => {
    const network = networkOf(address);
    await ofNetwork(network);
    if (siteOf(network) !== network) await ofSite(siteOf(network));
  };
}

/** Far more than a page makes, and less than other people would notice. */
const SHARED = { calls: 1_000, seconds: 10 } as const;
/** This many letters of an answer count as one more call: they take about as much work. */
const LETTERS_A_CALL = 16_384;

/** For all of a person's calls that have no rate of their own, which are most. */
export interface SharedRate {
  /** @throws HttpError 429. */
  take(key: string, weight?: number): void;
  /** What was answered has been long. */
  charge(key: string, letters: number): void;
}

/** Counts synchronously, and forgets everybody when the window is over. */
export function sharedRate({ calls, seconds }: NonNullable<Route['rate']> = SHARED): SharedRate {
  const counts = new Map<string, number>();
  let endsAt = 0;
  const count = (key: string, more: number): number => {
    const now = performance.now();
    if (now >= endsAt) {
      counts.clear();
      endsAt = now + seconds * 1000;
    }
    const sum = (counts.get(key) ?? 0) + more;
    counts.set(key, sum);
    return sum;
  };
  return {
    take(key, weight = 1) {
      if (count(key, weight) > calls) throw tooMany(endsAt - performance.now(), callMessages.tooMany);
    },
    charge(key, letters) {
      if (letters >= LETTERS_A_CALL) count(key, Math.floor(letters / LETTERS_A_CALL));
    },
  };
}
