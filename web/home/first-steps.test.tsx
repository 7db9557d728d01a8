// The first steps ask for the whole diary of beginners alone: that of somebody who has traded for years may be tens of megabytes; and once
// put away, for nothing.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
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

const page = readFileSync(path.join(import.meta.dirname, '..', 'index.html'), 'utf8');

/** A storage with these texts in it. */
const storageOf = (texts: Record<string, string>) => ({
  getItem: (key: string) => texts[key] ?? null,
  setItem: (key: string, text: string) => void (texts[key] = text),
});

test('index.html, which asks before any script is there, knows when they have been put away', () => {
  const sessionStorage = storageOf({ token: 'a.b.c', 'istock.email': 'asha@example.org' });
  const localStorage = storageOf({});
  vi.stubGlobal('sessionStorage', sessionStorage);
  vi.stubGlobal('localStorage', localStorage);
  const askedAhead = (): string[] => {
    const asked: string[] = [];
    const [script] = /\(function \(ahead\) \{.*?\}\)\(%AHEAD%\);/s.exec(page)!;
    const ahead = { frame: 'frame.js', screens: {}, calls: { '/home': ['/own'] }, firstSteps: { '/home': ['/steps'] } };
    runInNewContext(script.replace('%AHEAD%', JSON.stringify(ahead)), {
      window: {},
      location: { pathname: '/home' },
      sessionStorage,
      localStorage,
      document: { createElement: () => ({}), head: { append: () => {} } },
      AbortSignal,
      fetch: async (call: string) => void asked.push(call),
    });
    return asked;
  };
  expect(askedAhead()).toEqual(['/own', '/steps']);
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <PuttingAway />
    </QueryClientProvider>,
  );
  expect(askedAhead()).toEqual(['/own']);
});

function PuttingAway() {
  const { putAway, progress } = useFirstSteps(rewards);
  if (progress !== null) putAway();
  return null;
}
