// The proof that this process still runs the market, from a database that answers late.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Standing } from './standing.ts';
import { ExchangeUnavailable } from './unavailable.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The lease is over; each question is answered after 4 s. */
function slowStanding(): { standing: Standing; asked: () => number } {
  const query = vi.fn<() => Promise<unknown>>(
    () => new Promise((resolve) => setTimeout(() => resolve({ rowCount: 1, rows: [] }), 4_000)),
  );
  const standing = new Standing({ query: query as never }, 1, 1, performance.now() - 60_000);
  return { standing, asked: () => query.mock.calls.length };
}

test('who asks while a question is under way shares the next one, but waits no longer than five seconds in all', async () => {
  const { standing, asked } = slowStanding();
  const first = standing.proven(performance.now());
  await vi.advanceTimersByTimeAsync(1_000);
  const late = [1, 2].map(() => standing.proven(performance.now()).catch((error: unknown) => error));
  const ends: number[] = [];
  for (const each of late) void each.then(() => ends.push(performance.now()));
  const from = performance.now();
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(first).resolves.toBeUndefined();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ends.map((end) => end - from)).toEqual([5_000, 5_000]);
  expect(await Promise.all(late)).toEqual([expect.any(ExchangeUnavailable), expect.any(ExchangeUnavailable)]);
  expect(asked()).toBe(2);
});

test('who has already waited for a commit waits only as long as is left', async () => {
  const { standing } = slowStanding();
  const late = standing.proven(performance.now() - 4_500).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(500);
  expect(await late).toBeInstanceOf(ExchangeUnavailable);
});

test('a process that wakes up on a suspended machine asks before it answers from memory; until then the lease is enough', async () => {
  const query = vi.fn<() => Promise<unknown>>(() => Promise.resolve({ rowCount: 0, rows: [] }));
  const standing = new Standing({ query: query as never }, 1, 1, performance.now());
  await vi.advanceTimersByTimeAsync(2_000);
  await standing.proven(performance.now());
  expect(query).not.toHaveBeenCalled();
  // The steady clock has stood still.
  vi.setSystemTime(Date.now() + 3_600_000);
  await expect(standing.proven(performance.now())).rejects.toThrow('another process runs the market');
});

test('a clock that is set, in whichever direction, ends no lease for longer than one question', async () => {
  const query = vi.fn<() => Promise<unknown>>(() => Promise.resolve({ rowCount: 1, rows: [] }));
  const standing = new Standing({ query: query as never }, 1, 1, performance.now());
  for (const jump of [3_600_000, -7_200_000, 3_600_000]) {
    vi.setSystemTime(Date.now() + jump);
    await standing.proven(performance.now());
    await vi.advanceTimersByTimeAsync(500);
    await standing.proven(performance.now());
  }
  expect(query).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3_000);
  await standing.proven(performance.now());
  expect(query).toHaveBeenCalledTimes(3);
});

test('without an answer from the database for as long as anybody waits after the lease, it is overdue, and with one no more', async () => {
  let isAway = true;
  const query = vi.fn<() => Promise<unknown>>(() =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve({ rowCount: 1 }),
  );
  const standing = new Standing({ query: query as never }, 1, 1, performance.now());
  await vi.advanceTimersByTimeAsync(8_000);
  await standing.renew().catch(() => {});
  expect(standing.isOverdue).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(standing.isOverdue).toBe(true);
  isAway = false;
  await standing.renew();
  expect(standing.isOverdue).toBe(false);
});
