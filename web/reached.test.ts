// Waiting for a server that cannot be reached.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onceBack } from './reached.ts';

let isThere: boolean;
/** A line that has silently died: neither an answer nor an error ever comes. */
let isSilent: boolean;
let looks: number;
/** What answers: a proxy does so even for a server that is away. */
let status: number;

beforeEach(() => {
  vi.useFakeTimers();
  // The browser's own is not among the timers that are faked.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const end = new AbortController();
    setTimeout(() => end.abort(new DOMException('timed out', 'TimeoutError')), ms);
    return end.signal;
  });
  status = 200;
  looks = 0;
  isSilent = false;
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    looks++;
    if (isSilent) await new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
    if (!isThere) throw new TypeError('Failed to fetch');
    return new Response(null, { status });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('is called once when the server is back', async () => {
  const act = vi.fn<() => void>();
  isThere = false;
  onceBack(act);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([act.mock.calls.length, looks]).toEqual([0, 4]);
  isThere = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([act.mock.calls.length, looks]).toEqual([1, 5]);
});

test('is called when the server is back behind a proxy that says in its place that it is away', async () => {
  const act = vi.fn<() => void>();
  isThere = true;
  status = 502;
  onceBack(act);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([act.mock.calls.length, looks]).toEqual([0, 4]);
  status = 200;
  await vi.advanceTimersByTimeAsync(10_000);
  expect([act.mock.calls.length, looks]).toEqual([1, 5]);
});

test('a look that is never answered is given up, and the next one finds the server', async () => {
  const act = vi.fn<() => void>();
  isThere = true;
  isSilent = true;
  onceBack(act);
  await vi.advanceTimersByTimeAsync(20_000);
  isSilent = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(act).toHaveBeenCalledTimes(1);
});

test('is not called where the server is there all the time, so that a page that fails for another reason is not loaded for ever', async () => {
  const act = vi.fn<() => void>();
  isThere = true;
  onceBack(act);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([act.mock.calls.length, looks]).toEqual([0, 1]);
});

test.each([0, 1_000])('is not called, and looks no more, once it is stopped after %i ms', async (afterMs) => {
  const act = vi.fn<() => void>();
  isThere = false;
  const stop = onceBack(act);
  // At first an answer is still on its way; later the next look is waited for.
  if (afterMs > 0) await vi.advanceTimersByTimeAsync(afterMs);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  isThere = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([act.mock.calls.length, looks]).toEqual([0, 1]);
});
