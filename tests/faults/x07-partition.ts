// X7: the network between server and database fails in six ways. Callers hear 503 instead of waiting, and trading is back by itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { underLoad } from './fault.ts';
import type { Course, Fault } from './fault.ts';
import type { FaultProxy } from './fault-proxy.ts';

interface Mode {
  readonly begin: (proxy: FaultProxy) => void;
  readonly forMs: number;
  /** The least that an order takes meanwhile; Infinity where none is acknowledged. */
  readonly leastMs: number;
  readonly course: Course;
}

const quick: Course = { recoveryMs: 5_000, longestMs: 6_500 };
/** The bytes of a commit take longer. */
const SLOWLY_MS = 40;

const MODES: readonly Mode[] = [
  { begin: (proxy) => proxy.fallSilent(), forMs: 9_000, leastMs: Infinity, course: quick },
  { begin: (proxy) => proxy.refuse(), forMs: 3_000, leastMs: Infinity, course: quick },
  // Nothing is repaired here: the server has to find out by itself that the other end is gone.
  { begin: (proxy) => proxy.forget(), forMs: 0, leastMs: Infinity, course: { ...quick, recoveryMs: 15_000 } },
  // There and back; two timers may be a millisecond early.
  { begin: (proxy) => (proxy.weather = { latencyMs: 2_000 }), forMs: 7_000, leastMs: 3_990, course: quick },
  { begin: (proxy) => (proxy.weather = { bytesPerSecond: 10_000 }), forMs: 7_000, leastMs: SLOWLY_MS, course: quick },
  { begin: (proxy) => (proxy.weather = { sliceBytes: 11 }), forMs: 2_000, leastMs: SLOWLY_MS, course: quick },
];

/** So long at least it is seen whether orders are acknowledged. */
const SEEN_MS = 1_000;

export const partition: Fault = {
  id: 'X7',
  what: 'server and database do not reach each other: silence, refusal, half open, 2 s late, 10 KB/s, slices of 11 bytes',
  cycles: { day: 2 * MODES.length, night: 30 * MODES.length },
  run: (stage, cycle) => {
    const { begin, forMs, leastMs, course } = MODES[cycle % MODES.length];
    return underLoad(stage, course, async ({ journal, wrong }) => {
      const begunAt = performance.now();
      begin(stage.proxy);
      await sleep(Math.max(forMs, SEEN_MS));
      const quickest = journal.quickestSince(begunAt);
      if (quickest < leastMs) wrong.push(`an order took ${Math.round(quickest)} ms, as if nothing were broken`);
      const healedAt = forMs === 0 ? begunAt : performance.now();
      stage.proxy.heal();
      return healedAt;
    });
  },
};
