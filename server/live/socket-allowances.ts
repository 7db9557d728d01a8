// How many requests a socket may send: one allowance for those of calls, and one for all others.
import { callRequestNames } from '../../contract/call.ts';
import { fullAllowance, takeOne } from '../allowance.ts';
import type { Allowance, Rate } from '../allowance.ts';

/** Requests of calls are counted apart: browsers in a call have much to say to each other. */
export interface SocketAllowances {
  readonly calls: Allowance;
  readonly others: Allowance;
}

const RATE: Rate = { perSecond: 20, burst: 60 };
/** Someone who enters a call of six sends about a hundred network addresses within a second. */
const CALL_RATE: Rate = { perSecond: 40, burst: 500 };
const ofCalls: ReadonlySet<string> = new Set(callRequestNames);

export function fullAllowances(now: number): SocketAllowances {
  return { calls: fullAllowance(CALL_RATE, now), others: fullAllowance(RATE, now) };
}

/** Takes one request. False when none is left: the socket sends too much. */
export function takeRequest({ calls, others }: SocketAllowances, event: string, now: number): boolean {
  return ofCalls.has(event) ? takeOne(calls, CALL_RATE, now) : takeOne(others, RATE, now);
}
