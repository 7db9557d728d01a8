// Data that is temporarily unavailable is fetched again by itself, and a final refusal is not.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QueryObserver } from '@tanstack/react-query';
import type { Refusal } from './api.ts';

let isServerThere = true;
vi.stubGlobal('fetch', async () => {
  if (!isServerThere) throw new TypeError('fetch failed');
  return new Response();
});

// A page that nobody is logged in to.
vi.stubGlobal('sessionStorage', { getItem: () => null });
vi.stubGlobal('BroadcastChannel', undefined);
const { callKey, CallError, invalidate, invalidateCalls, queryClient } = await import('./query.ts');

const refusal = (status: number): Refusal => ({ ok: false, status, message: 'Not now.', code: '', fields: {} });

beforeEach(() => {
  vi.useFakeTimers();
  isServerThere = true;
});

afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

/** Shows the answers in turn; null is a refusal with the status. */
function shown(answers: readonly (string | null)[], status: number): { value: () => unknown; asked: () => number } {
  let asked = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: [`${status}`],
    queryFn: async () => {
      const answer = answers[asked++] ?? null;
      if (answer === null) throw new CallError(refusal(status));
      return answer;
    },
  });
  observer.subscribe(() => {});
  return { value: () => observer.getCurrentResult().data, asked: () => asked };
}

test.each([
  ['the server is away', 503],
  ['a proxy says that it is', 502],
  ['it does not answer the proxy', 504],
])('an old answer is replaced as soon as there is a new one, however long %s', async (_, status) => {
  const portfolio = shown(['old', ...Array.from({ length: 11 }, () => null), 'new'], status);
  await vi.advanceTimersByTimeAsync(0);
  expect(portfolio.value()).toBe('old');
  void queryClient.invalidateQueries();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(portfolio.value()).toBe('new');
  expect(portfolio.asked()).toBe(13);
});

test('what was first asked for while the server was away comes by itself, and is not asked for in vain meanwhile', async () => {
  isServerThere = false;
  const courses = shown([null, null, null, 'new'], 0);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect([courses.value(), courses.asked()]).toEqual([undefined, 3]);
  isServerThere = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([courses.value(), courses.asked()]).toEqual(['new', 4]);
});

test('a final refusal is not requested again', async () => {
  const orders = shown(['old'], 403);
  await vi.advanceTimersByTimeAsync(0);
  void queryClient.invalidateQueries();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect([orders.value(), orders.asked()]).toEqual(['old', 2]);
});

test('invalidating a call marks its answers for every input, and those of no other call', async () => {
  const keys = [
    callKey('GET /stocks', {}),
    callKey('GET /getLesson/{id}', { id: 'a' }),
    callKey('GET /getLesson/{id}', { id: 'b' }),
  ];
  for (const key of keys) queryClient.setQueryData(key, 'known');
  await invalidateCalls('GET /getLesson/{id}');
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([false, true, true]);
});

test.each([
  { what: 'its call', becomesOld: () => invalidateCalls('GET /getOrders') },
  { what: 'it alone', becomesOld: () => invalidate(callKey('GET /getOrders', {})) },
])('a first answer that was on its way when $what became out of date is asked for again', async ({ becomesOld }) => {
  let answer: (answered: string) => void = () => {};
  let asked = 0;
  const queryKey = callKey('GET /getOrders', {});
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => {
      asked++;
      return new Promise<string>((resolve) => (answer = resolve));
    },
  });
  observer.subscribe(() => {});
  void becomesOld();
  await vi.advanceTimersByTimeAsync(0);
  answer('before the order');
  await vi.advanceTimersByTimeAsync(0);
  answer('with the order');
  await vi.advanceTimersByTimeAsync(0);
  expect([observer.getCurrentResult().data, asked]).toEqual(['with the order', 2]);
});
