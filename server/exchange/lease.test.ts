// The lease while the database is away: how often that is said.
import { afterEach, expect, test, vi } from 'vitest';
import { Lease } from './lease.ts';

afterEach(() => void vi.useRealTimers());

test('an outage of an hour is said once, and the next one again', async () => {
  vi.useFakeTimers();
  let isAway = false;
  const told: string[] = [];
  const holder = {
    epoch: 1,
    isRunning: true,
    lockedAt: 0,
    renewLease: () => (isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve(true)),
  };
  const log = { warn: (_about: object, what: string) => void told.push(what) };
  const db = { query: () => Promise.reject(new Error('not asked')) };
  const lease = new Lease({ db, venue: 1, log: log as never, holder, onLost: () => {} });
  await lease.start();
  for (let outage = 1; outage <= 2; outage++) {
    isAway = true;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(told).toEqual(Array.from({ length: outage }, () => 'the lease cannot be renewed; trying again'));
    isAway = false;
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await lease.giveBack();
});
