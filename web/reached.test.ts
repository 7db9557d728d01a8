// Waiting for a server that cannot be reached.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onceBack } from './reached.ts';

let isThere: boolean;
let looks: number;

beforeEach(() => {
  vi.useFakeTimers();
  looks = 0;
  vi.stubGlobal('fetch', async () => {
    looks++;
    if (!isThere) throw new TypeError('Failed to fetch');
    return new Response();
  });
});

afterEach(() => {
  vi.useRealTimers();
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
