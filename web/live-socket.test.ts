// Which data the pushes of the socket make out of date, and which they leave as they are.
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

/** A page that has fetched these stocks, and news and bars of one; `push` brings others, and returns which of the two are fetched again. */
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
  const bars = callKey('GET /bars', { symbol: 'MERIT', interval: '1D' });
  queryClient.setQueryData(callKey('GET /stocks', {}), stocks);
  openSocket(() => undefined);
  return (...pushed: Stock[]): string[] => {
    for (const key of [news, bars]) queryClient.setQueryData(key, {});
    heard.get('stockUpdate')?.(pushed, 1);
    const again = { news, bars };
    return Object.keys(again).filter((name) => queryClient.getQueryState(again[name as 'news'])?.isInvalidated);
  };
}

test('the first stocks of a page leave its news as it is where they say what was just read, whatever the prices', async () => {
  const push = await pageThatHasRead(stock());
  expect(push(stock({ price: 413 }))).toEqual([]);
  // A later one is sent because something has changed, such as a dividend that was announced.
  expect(push(stock({ price: 413 }))).toEqual(['news']);
});

test('the first stocks of a page bring its news up to date if something has changed, or if it was read a while ago', async () => {
  const push = await pageThatHasRead(stock());
  expect(push(stock({ isHalted: true }))).toEqual(['news']);
  const pushListed = await pageThatHasRead(stock());
  expect(pushListed(stock(), stock({ symbol: 'NAKSOFT' }))).toEqual(['news']);
  vi.useFakeTimers({ toFake: ['Date'] });
  const pushLate = await pageThatHasRead(stock());
  vi.setSystemTime(Date.now() + 61_000);
  expect(pushLate(stock())).toEqual(['news']);
});

test('a day that begins with a split makes the bars of the days before out of date, and no other day does', async () => {
  const push = await pageThatHasRead(stock());
  push(stock());
  expect(push(stock({ isHalted: true }))).toEqual(['news']);
  // It closed at 412; the next day begins with two shares for each one, which closed at 430.
  expect(push(stock({ previousClose: 412, price: 430 }))).toEqual(['news']);
  expect(push(stock({ previousClose: 215, price: 215 }))).toEqual(['news', 'bars']);
  expect(push(stock({ previousClose: 215, price: 216 }))).toEqual(['news']);
});

test('the past days of a stock whose page was left just before its split are fetched again', async () => {
  const push = await pageThatHasRead(stock());
  const { callKey, queryClient } = await import('./query.ts');
  const days = callKey('GET /gethistorical', { symbol: 'MERIT' });
  queryClient.setQueryData(days, []);
  push(stock());
  push(stock({ previousClose: 206, price: 206 }));
  expect(queryClient.getQueryState(days)?.isInvalidated).toBe(true);
});

test('a notification that comes twice is counted once', async () => {
  await pageThatHasRead(stock());
  const { queryClient } = await import('./query.ts');
  vi.stubGlobal('document', { title: 'Istock' });
  const unread = ['unread notifications'];
  queryClient.setQueryData(unread, 3);
  const reward = { kind: 'reward', message: 'A reward', isRead: false };
  for (const [id, version] of [
    ['a', 1],
    ['a', 2],
    ['b', 3],
  ])
    heard.get('notification')?.({ ...reward, _id: id }, version);
  expect(queryClient.getQueryData(unread)).toBe(5);
});

test('a halt between a page\u2019s first read and its socket is fetched', async () => {
  await pageThatHasRead(stock());
  const { callKey, queryClient } = await import('./query.ts');
  const state = callKey('GET /marketState', {});
  queryClient.setQueryData(state, {});
  heard.get('connect')?.();
  expect(queryClient.getQueryState(state)?.isInvalidated).toBe(true);
});

test('an order between a page\u2019s first read and its socket is fetched, and none is fetched again where nothing has happened', async () => {
  const outOfDate = async (balance: number): Promise<boolean[]> => {
    await pageThatHasRead(stock());
    const { callKey, queryClient } = await import('./query.ts');
    const [orders, fills] = [callKey('GET /getOrders', {}), callKey('GET /transactions', {})];
    for (const key of [orders, fills]) queryClient.setQueryData(key, {});
    queryClient.setQueryData(callKey('GET /portfolio', {}), { balance: 5, portfolio: [] });
    const summary = { currentValue: 0, investedValue: 0 };
    heard.get('portfolioUpdate')?.({ balance, portfolio: [], ...summary }, 1);
    return [orders, fills].map((key) => queryClient.getQueryState(key)!.isInvalidated);
  };
  expect(await outOfDate(5)).toEqual([false, false]);
  expect(await outOfDate(4)).toEqual([true, true]);
});

test('what the trader did, or got, brings every account of it up to date, the documents too', async () => {
  await pageThatHasRead(stock());
  const { callKey, queryClient } = await import('./query.ts');
  const kept = ['GET /profitReport', 'GET /contractNote', 'GET /entitlements', 'GET /statement'] as const;
  for (const name of kept) queryClient.setQueryData(callKey(name), {});
  heard.get('portfolioUpdate')?.({ balance: 5, portfolio: [], currentValue: 0, investedValue: 0 }, 1);
  for (const name of kept)
    expect([name, queryClient.getQueryState(callKey(name))?.isInvalidated]).toEqual([name, true]);
});

test('what is told of a lesson, and a connection that is back, bring the lessons on the screen up to date', async () => {
  await pageThatHasRead();
  const { callKey, queryClient } = await import('./query.ts');
  const lesson = callKey('GET /getLesson/{id}', { id: 'a' });
  const isOld = () => queryClient.getQueryState(lesson)?.isInvalidated;
  const hear = (kind: string, _id: string) => {
    queryClient.setQueryData(lesson, {});
    heard.get('notification')?.({ _id, kind }, 1);
    return isOld();
  };
  expect([hear('order', '1'), hear('lesson', '2')]).toEqual([false, true]);
  queryClient.setQueryData(lesson, {});
  heard.get('connect')?.();
  expect(isOld()).toBe(false);
  heard.get('connect')?.();
  expect(isOld()).toBe(true);
});

/** A call whose answer the test lets come. */
async function answeredLate(name: 'GET /stocks' | 'GET /marketState', data: unknown) {
  const { callQuery, queryClient } = await import('./query.ts');
  let answer = () => {};
  const body = JSON.stringify({ status: true, message: '', data });
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = () => resolve(new Response(body)))));
  const query = callQuery(name, {});
  return {
    begin: () => void queryClient.fetchQuery(query as never).catch(() => {}),
    answer: () => answer(),
    shown: () => queryClient.getQueryData(query.queryKey),
  };
}
const moment = () => new Promise((resolve) => setTimeout(resolve, 20));

test('prices that are fetched after a push was missed do not overwrite those pushed meanwhile', async () => {
  await pageThatHasRead();
  const { quoteOf } = await import('./quotes.ts');
  const zenith = stock({ symbol: 'ZENITH', price: 90 });
  const late = await answeredLate('GET /stocks', [stock({ price: 412 }), zenith]);
  const hear = (price: number, version: number) => heard.get('stock-update')?.([stock({ price })], version);
  hear(410, 1);
  hear(411, 3);
  hear(413, 4);
  late.answer();
  await vi.waitFor(() => expect(quoteOf('ZENITH')?.price).toBe(90));
  expect(quoteOf('MERIT')?.price).toBe(413);
  // A whole list that comes meanwhile is newer than all of the answer.
  hear(414, 6);
  heard.get('stockUpdate')?.([stock({ price: 415, isHalted: true })], 1);
  late.answer();
  await moment();
  expect(quoteOf('MERIT')?.price).toBe(415);
  expect(late.shown()).toMatchObject([{ isHalted: true }]);
});

test('a halt that is pushed while an earlier state is fetched is not overwritten', async () => {
  await pageThatHasRead(stock());
  for (const [name, event, earlier, now] of [
    ['GET /marketState', 'market-state', { isHalted: false }, { isHalted: true }],
    ['GET /stocks', 'stockUpdate', [stock()], [stock({ isHalted: true })]],
  ] as const) {
    const late = await answeredLate(name, earlier);
    late.begin();
    heard.get(event)?.(now, 1);
    late.answer();
    await moment();
    expect(late.shown()).toEqual(now);
  }
});

test('the number of unread notifications that is pushed while an earlier one is fetched is not overwritten', async () => {
  await pageThatHasRead(stock());
  const { queryClient } = await import('./query.ts');
  let answer = (_unread: number) => {};
  const queryKey = ['unread notifications'];
  const counting = queryClient.fetchQuery({
    queryKey,
    queryFn: () => new Promise<number>((resolve) => (answer = resolve)),
  });
  counting.catch(() => {});
  await moment();
  heard.get('unread-count')?.({ unread: 0 }, 1);
  answer(3);
  await moment();
  expect(queryClient.getQueryData(queryKey)).toBe(0);
});

test('what happened while the page was without a socket is fetched with the next one, and counted', async () => {
  await pageThatHasRead(stock());
  const { callKey, queryClient } = await import('./query.ts');
  const { openSocket } = await import('./live-socket.ts');
  const [unread, orders] = [['unread notifications'], callKey('GET /getOrders', {})];
  const missedBy = (connect: () => void): boolean[] => {
    for (const queryKey of [unread, orders]) queryClient.setQueryData(queryKey, {});
    connect();
    return [unread, orders].map((queryKey) => queryClient.getQueryState(queryKey)!.isInvalidated);
  };
  const connectAnew = (): void => {
    openSocket(() => undefined);
    heard.get('connect')?.();
  };
  // Everything has just been read.
  expect(missedBy(() => heard.get('connect')?.())).toEqual([false, false]);
  // A page for paper has none, and stays open for minutes.
  expect(missedBy(connectAnew)).toEqual([true, true]);
});
