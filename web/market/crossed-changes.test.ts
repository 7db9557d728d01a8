// Changes to watchlists whose answers cross: the server is asked afterwards how the lists are, for the next person in the same tab as well.
import { expect, test, vi } from 'vitest';

const tokenOf = (sub: string): string => `h.${btoa(JSON.stringify({ sub }))}.s`;

test('an answer to somebody who has left does not keep the next person\u2019s lists from being asked for', async () => {
  const stored = new Map([['token', tokenOf('asha')]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('location', { pathname: '/', search: '' });
  const answers: (() => void)[] = [];
  const answer = () => new Response(JSON.stringify({ success: true, message: '', data: [] }));
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(() => resolve(answer()))));
  const { beginSession, endSession } = await import('../session.ts');
  const { queryClient } = await import('../query.ts');
  const { KEY, send } = await import('./watchlist.ts');
  const change = () => send('POST /watchlists/rename', { id: '7', name: 'Metals' });

  void change();
  endSession('logout');
  beginSession({ token: tokenOf('ravi'), role: 'user', name: 'Ravi', email: 'ravi@example.com' });
  answers[0]();
  queryClient.setQueryData(KEY, []);
  const both = [change(), change()];
  answers[1]();
  answers[2]();
  await Promise.all(both);
  await expect.poll(() => queryClient.getQueryState(KEY)?.isInvalidated).toBe(true);
});
