// The order of the watchlists, changed by one person and then, in the same window, by the next.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

const listsOf = (owner: string) => [1, 2].map((number) => ({ _id: `${owner}${number}`, name: owner, symbols: [] }));

test('the next person need not wait for an answer to the one before', async () => {
  vi.resetModules();
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    // The answer never comes.
    return new Promise(() => {});
  });
  const { beginSession, endSession } = await import('../session.ts');
  const { queryClient } = await import('../query.ts');
  const { orderWatchlists } = await import('./own-lists.ts');
  const { KEY } = await import('./watchlist.ts');
  for (const owner of ['asha', 'ben']) {
    beginSession({ token: `h.${btoa(JSON.stringify({ sub: owner }))}.s`, role: 'user', name: owner, email: owner });
    queryClient.setQueryData(KEY, listsOf(owner));
    void orderWatchlists(listsOf(owner), 0, 1);
    await expect.poll(() => sent.at(-1)).toEqual({ ids: [`${owner}2`, `${owner}1`] });
    endSession('logout');
  }
});
