// The watchlists, changed several times at once, and by one person after another in the same window.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

const listsOf = (owner: string) => [1, 2].map((number) => ({ _id: `${owner}${number}`, name: owner, symbols: [] }));

/** A browser that has kept nothing. */
function openBrowser(): void {
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
}

const begin = (owner: string) =>
  ({ token: `h.${btoa(JSON.stringify({ sub: owner }))}.s`, role: 'user', name: owner, email: owner }) as const;

test('the next person need not wait for an answer to the one before', async () => {
  openBrowser();
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
    beginSession(begin(owner));
    queryClient.setQueryData(KEY, listsOf(owner));
    void orderWatchlists(listsOf(owner), 0, 1);
    await expect.poll(() => sent.at(-1)).toEqual({ ids: [`${owner}2`, `${owner}1`] });
    endSession('logout');
  }
});

test('of two changes whose answers cross, the older one does not have the last word', async () => {
  openBrowser();
  const answers = new Map<string, () => void>();
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { symbol } = JSON.parse(body) as { symbol: string };
    const stocks = symbol === 'MERIT' ? ['ZENITH', 'ARKAREF'] : ['ARKAREF'];
    const data = { _id: 'asha1', name: 'asha', stocks: stocks.map((each) => ({ symbol: each })) };
    const answer = () => new Response(JSON.stringify({ status: true, message: '', data }));
    return new Promise((resolve) => answers.set(symbol, () => resolve(answer())));
  });
  const { beginSession } = await import('../session.ts');
  const { queryClient } = await import('../query.ts');
  const { KEY, removeFromWatchlist } = await import('./watchlist.ts');
  beginSession(begin('asha'));
  queryClient.setQueryData(KEY, [{ _id: 'asha1', name: 'asha', symbols: ['MERIT', 'ZENITH', 'ARKAREF'] }]);
  const removed = ['MERIT', 'ZENITH'].map((symbol) => removeFromWatchlist(symbol));
  await expect.poll(() => answers.size).toBe(2);
  answers.get('ZENITH')!();
  await removed[1];
  answers.get('MERIT')!();
  await removed[0];
  const isAskedAgain = () => queryClient.getQueryState(KEY)?.isInvalidated;
  await expect.poll(isAskedAgain).toBe(true);
  queryClient.setQueryData(KEY, [{ _id: 'asha1', name: 'asha', symbols: ['MERIT', 'ARKAREF'] }]);
  answers.clear();
  const alone = removeFromWatchlist('MERIT');
  await expect.poll(() => answers.size).toBe(1);
  answers.get('MERIT')!();
  await alone;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isAskedAgain()).toBe(false);
});
