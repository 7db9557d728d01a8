// What the pushes of the socket make out of date, and what they leave as it is.
import { afterEach, expect, test, vi } from 'vitest';
import type { Stock } from '../contract/market.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('socket.io-client');
  vi.unstubAllGlobals();
});

const merit = { symbol: 'MERIT', name: 'Merit Mills', sector: 'Textiles', previousClose: 400, tickSize: 0.05 };
const stock = (changes: Partial<Stock> = {}) => ({ ...merit, price: 412, isHalted: false, ...changes }) as Stock;

let heard: Map<string, (...given: unknown[]) => void>;

/** A page that has read these stocks and the news of one; `push` brings others, and says whether the news is asked for again. */
async function pageThatHasRead(...stocks: Stock[]) {
  vi.resetModules();
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  heard = new Map();
  const on = (event: string, listener: () => void) => heard.set(event, listener);
  vi.doMock('socket.io-client', () => ({ io: () => ({ on, emit: () => {} }) }));
  const { openSocket } = await import('./live-socket.ts');
  const { callKey, queryClient } = await import('./query.ts');
  const news = callKey('GET /stockNews', { symbol: 'MERIT' });
  queryClient.setQueryData(callKey('GET /stocks', {}), stocks);
  openSocket();
  return (...pushed: Stock[]): boolean => {
    queryClient.setQueryData(news, {});
    heard.get('stockUpdate')?.(pushed, 1);
    return queryClient.getQueryState(news)?.isInvalidated === true;
  };
}

test('the first stocks of a page leave its news as it is where they say what was just read, whatever the prices', async () => {
  const push = await pageThatHasRead(stock());
  expect(push(stock({ price: 413 }))).toBe(false);
  // A later one is sent because something has changed, such as a dividend that was announced.
  expect(push(stock({ price: 413 }))).toBe(true);
});

test('the first stocks of a page bring its news up to date if something has changed, or if it was read a while ago', async () => {
  const push = await pageThatHasRead(stock());
  expect(push(stock({ isHalted: true }))).toBe(true);
  const pushListed = await pageThatHasRead(stock());
  expect(pushListed(stock(), stock({ symbol: 'NAKSOFT' }))).toBe(true);
  vi.useFakeTimers({ toFake: ['Date'] });
  const pushLate = await pageThatHasRead(stock());
  vi.setSystemTime(Date.now() + 61_000);
  expect(pushLate(stock())).toBe(true);
});

test('a halt between what a page reads first and its socket is asked for', async () => {
  await pageThatHasRead(stock());
  const { callKey, queryClient } = await import('./query.ts');
  const state = callKey('GET /marketState', {});
  queryClient.setQueryData(state, {});
  heard.get('connect')?.();
  expect(queryClient.getQueryState(state)?.isInvalidated).toBe(true);
});
