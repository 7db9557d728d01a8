// X7: the network between server and database fails in six ways. Callers hear 503 instead of waiting, and trading is back by itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { underLoad } from './fault.ts';
import type { Course, Fault } from './fault.ts';
import type { FaultProxy } from './fault-proxy.ts';

interface Mode {
  readonly begin: (proxy: FaultProxy) => void;
  readonly forMs: number;
  readonly course: Course;
}

const quick: Course = { recoveryMs: 5_000, longestMs: 6_500 };

const MODES: readonly Mode[] = [
  { begin: (proxy) => proxy.fallSilent(), forMs: 9_000, course: quick },
  { begin: (proxy) => proxy.refuse(), forMs: 3_000, course: quick },
  // Nothing is repaired here: the server has to find out by itself that the other end is gone.
  { begin: (proxy) => proxy.forget(), forMs: 0, course: { ...quick, recoveryMs: 15_000 } },
  { begin: (proxy) => (proxy.weather = { latencyMs: 2_000 }), forMs: 7_000, course: quick },
  { begin: (proxy) => (proxy.weather = { bytesPerSecond: 10_000 }), forMs: 7_000, course: quick },
  { begin: (proxy) => (proxy.weather = { sliceBytes: 11 }), forMs: 2_000, course: quick },
];

export const partition: Fault = {
  id: 'X7',
  what: 'server and database do not reach each other: silence, refusal, half open, 2 s late, 10 KB/s, slices of 11 bytes',
  cycles: { day: 2 * MODES.length, night: 30 * MODES.length },
  run: (stage, cycle) => {
    const { begin, forMs, course } = MODES[cycle % MODES.length];
    return underLoad(stage, course, async () => {
      begin(stage.proxy);
      await sleep(forMs);
      const healedAt = performance.now();
      stage.proxy.heal();
      return healedAt;
    });
  },
};
