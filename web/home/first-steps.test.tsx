// The first steps ask for the whole diary of beginners alone: that of somebody who has traded for years may be tens of megabytes.
import { QueryClientProvider } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { RewardsData } from '../../contract/rewards.ts';

// What a page has and this process has not.
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('addEventListener', () => {});
const { callKey, queryClient } = await import('../query.ts');
const { useFirstSteps } = await import('./first-steps.tsx');

afterEach(() => queryClient.clear());
afterAll(() => void vi.unstubAllGlobals());

const rewards = { data: { deposited: 500 }, isError: false } as UseQueryResult<RewardsData>;

function Steps() {
  const { progress } = useFirstSteps(rewards);
  return progress === null ? 'past' : String(progress);
}

/** `fills`: null while it is not known how many there are. */
function stepsWith(fills: number | null): { shown: string; isDiaryAsked: boolean } {
  const known = { transactions: [], totalTransactions: fills ?? 0, totalPages: 1, page: 1 };
  if (fills !== null) queryClient.setQueryData(callKey('GET /transactions', { page: 1, limit: 1 }), known);
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Steps />
    </QueryClientProvider>,
  );
  const options = queryClient.getQueryCache().find({ queryKey: callKey('GET /tradeDiary', {}) })?.options;
  return { shown, isDiaryAsked: (options as { enabled?: boolean } | undefined)?.enabled !== false };
}

test('somebody who has traded a lot is past them without the diary', () => {
  expect(stepsWith(100)).toEqual({ shown: 'past', isDiaryAsked: false });
});

test('that of a beginner is asked for as soon as it is known that this is one', () => {
  expect(stepsWith(null)).toEqual({ shown: 'undefined', isDiaryAsked: false });
  expect(stepsWith(3)).toEqual({ shown: 'undefined', isDiaryAsked: true });
});
