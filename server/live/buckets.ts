// How many requests a socket may send: one token bucket for those of calls, and one for all others.
import { callRequestNames } from '../../contract/call.ts';

/** Tokens left, and when it was last filled, in milliseconds since 1970. */
interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Requests of calls are counted apart: browsers in a call have much to say to each other. */
export interface Buckets {
  readonly calls: Bucket;
  readonly others: Bucket;
}

const RATE = { perSecond: 20, burst: 60 };
/** Someone who enters a call of six sends about a hundred network addresses within a second. */
const CALL_RATE = { perSecond: 40, burst: 500 };
const ofCalls: ReadonlySet<string> = new Set(callRequestNames);

export function fullBuckets(now: number): Buckets {
  return { calls: { tokens: CALL_RATE.burst, filledAt: now }, others: { tokens: RATE.burst, filledAt: now } };
}

/** Takes a token for one request. False when there is none: the socket sends too much. */
export function takeToken(buckets: Buckets, event: string, now: number): boolean {
  const isOfCall = ofCalls.has(event);
  const rate = isOfCall ? CALL_RATE : RATE;
  const bucket = isOfCall ? buckets.calls : buckets.others;
  // A clock that was set back must not take anything away.
  const seconds = Math.max(0, now - bucket.filledAt) / 1000;
  bucket.tokens = Math.min(rate.burst, bucket.tokens + seconds * rate.perSecond);
  bucket.filledAt = now;
  bucket.tokens--;
  return bucket.tokens >= 0;
}
