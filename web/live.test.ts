// The socket of a login: opened only while it is wanted, and not reconnected once the login has ended.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Listener = (...given: unknown[]) => void;

/** A socket whose server answers as told. */
class FakeSocket {
  active = false;
  connects = 0;
  disconnects = 0;
  #listeners: { event: string; listener: Listener }[] = [];
  readonly #present: () => void;
  constructor(present: () => void) {
    this.#present = present;
    present();
  }
  on(event: string, listener: Listener): void {
    this.#listeners.push({ event, listener });
  }
  hear(event: string, ...given: unknown[]): void {
    for (const each of this.#listeners) if (each.event === event) each.listener(...given);
  }
  off(): void {
    this.#listeners = [];
  }
  emit(): void {}
  connect(): this {
    this.connects++;
    this.#present();
    return this;
  }
  disconnect(): this {
    this.disconnects++;
    return this;
  }
}

let opened: FakeSocket[];

function open({ auth }: { auth?: (give: () => void) => void } = {}): FakeSocket {
  const socket = new FakeSocket(() => auth?.(() => {}));
  opened.push(socket);
  return socket;
}

const TOKEN = 'h.e30.s';
/** The token of this tab. */
let token: string;
/** What becomes of the token when it is to be renewed. */
let renewed: string;
/** Whether the server answers, whatever becomes of its scripts. */
let isThere: boolean;

async function load() {
  vi.resetModules();
  vi.doMock('socket.io-client', () => ({ io: open }));
  vi.doMock('./api.ts', () => ({
    call: async () => ({ ok: false }),
    freshToken: async () => renewed,
    ANSWER_WITHIN_MS: 15_000,
  }));
  return import('./live.ts');
}

beforeEach(() => {
  opened = [];
  isThere = false;
  token = TOKEN;
  renewed = 'h.e31.s';
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('Failed to fetch');
    return new Response();
  });
  const page = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} }, title: '' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => (key === 'token' ? token : null) });
});

afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('socket.io-client');
  vi.doUnmock('./live-socket.ts');
  vi.doUnmock('./api.ts');
  vi.doUnmock('./ui/alert.tsx');
  vi.doUnmock('react');
  vi.unstubAllGlobals();
});

test('a screen that is left before the script of the socket has come opens none', async () => {
  const { startLive } = await load();
  startLive()();
  await vi.dynamicImportSettled();
  expect(opened).toEqual([]);
  const stop = startLive();
  await expect.poll(() => opened.length).toBe(1);
  stop();
});

test('a socket that was refused comes back after a pause, unless its login has ended by then', async () => {
  const { startLive } = await load();
  for (const isOver of [false, true]) {
    const stop = startLive();
    await expect.poll(() => opened.length).toBe(isOver ? 2 : 1);
    const socket = opened[isOver ? 1 : 0];
    vi.useFakeTimers();
    socket.hear('connect_error', new Error('Too many connections'));
    await vi.advanceTimersByTimeAsync(1);
    if (isOver) stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.connects).toBe(isOver ? 0 : 1);
    vi.useRealTimers();
    stop();
  }
});

test('with a renewed token a socket comes back at once, but not with one that nobody could renew', async () => {
  const { startLive } = await load();
  const stop = startLive();
  await expect.poll(() => opened.length).toBe(1);
  const [socket] = opened;
  vi.useFakeTimers();
  socket.hear('connect_error', new Error('Token expired'));
  await vi.advanceTimersByTimeAsync(1);
  expect(socket.connects).toBe(1);
  renewed = TOKEN;
  socket.hear('connect_error', new Error('Token expired'));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(socket.connects).toBe(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(socket.connects).toBe(2);
  // Another call has renewed it while the server looked at the one before.
  token = 'h.e32.s';
  renewed = token;
  socket.hear('connect_error', new Error('Token expired'));
  await vi.advanceTimersByTimeAsync(1);
  expect(socket.connects).toBe(3);
  stop();
});

test('a screen that is left can still say so: its socket closes a moment later, and brings nothing any more', async () => {
  const { followSocket, startLive } = await load();
  const stop = startLive();
  await expect.poll(() => opened.length).toBe(1);
  const [socket] = opened;
  const followed = vi.fn<() => void>();
  followSocket(followed);
  vi.useFakeTimers();
  stop();
  expect(socket.disconnects).toBe(0);
  socket.hear('connect');
  expect(followed).not.toHaveBeenCalled();
  expect(document.documentElement.dataset.connection).not.toBe('live');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(socket.disconnects).toBe(1);
});

test('cut off by the server, as when its token expires, a hidden page waits, and one with a call returns at once', async () => {
  const { followSocket, startLive } = await load();
  Object.assign(document, { hidden: true });
  for (const isInCall of [false, true]) {
    const before = opened.length;
    const stop = startLive();
    await expect.poll(() => opened.length).toBe(before + 1);
    const socket = opened[before];
    const leave = isInCall ? followSocket(() => {}) : () => {};
    vi.useFakeTimers({ now: Date.now() + (isInCall ? 900_000 : 0) });
    socket.hear('disconnect', 'io server disconnect');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(socket.connects).toBe(isInCall ? 1 : 0);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(socket.connects).toBeGreaterThan(0);
    vi.useRealTimers();
    leave();
    stop();
  }
});

test('a script that could not be fetched is requested again after a pause, and at once when the network is back', async () => {
  for (const isBack of [false, true]) {
    const { startLive } = await load();
    const before = opened.length;
    const fetches = vi
      .fn<() => Promise<object>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue({ openSocket: open });
    vi.doMock('./live-socket.ts', fetches);
    vi.useFakeTimers();
    const stop = startLive();
    await vi.dynamicImportSettled();
    expect(fetches).toHaveBeenCalledOnce();
    expect(document.documentElement.dataset.connection).toBe('delayed');
    await vi.advanceTimersByTimeAsync(0);
    if (isBack) window.dispatchEvent(new Event('online'));
    else await vi.advanceTimersByTimeAsync(5_000);
    await vi.dynamicImportSettled();
    vi.useRealTimers();
    await expect.poll(() => opened.length).toBe(before + 1);
    stop();
  }
});

test('a login that has ended meanwhile asks for the script no more', async () => {
  const { startLive } = await load();
  vi.doMock('./live-socket.ts', () => Promise.reject(new TypeError('Failed to fetch')));
  startLive()();
  await vi.dynamicImportSettled();
  expect(document.documentElement.dataset.connection).not.toBe('delayed');
});

test('a script that a working server does not send is reported as missing, once, and still requested again', async () => {
  const told: string[] = [];
  vi.doMock('./ui/alert.tsx', () => ({ showAlert: async (text: string) => void told.push(text) }));
  const { startLive } = await load();
  isThere = true;
  const fetches = vi.fn<() => Promise<object>>().mockRejectedValue(new TypeError('Failed to fetch'));
  vi.doMock('./live-socket.ts', fetches);
  vi.useFakeTimers();
  const stop = startLive();
  for (let seconds = 0; seconds < 20; seconds++) {
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(1_000);
    // At first it may come by itself, as soon as a server that starts anew has its files.
    if (seconds === 8) expect(told).toEqual([]);
  }
  expect(told).toEqual(['A part of this page could not be loaded. Reload the page to see all of it.']);
  const before = fetches.mock.calls.length;
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.dynamicImportSettled();
  expect(fetches.mock.calls.length).toBeGreaterThan(before);
  stop();
});

test('what one login was shown is gone before the next: prices, worth, the index, and all that was read', async () => {
  // Read without a page.
  vi.doMock('react', () => ({ useSyncExternalStore: (_: unknown, read: () => unknown) => read() }));
  await load();
  const { endSession } = await import('./session.ts');
  const { queryClient } = await import('./query.ts');
  const { quoteOf, takeIndex, takeQuotes, takeSummary, ...others } = await import('./quotes.ts');
  const { useIndex: indexNow, usePortfolioSummary: worthNow } = others;
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => (key === 'token' ? token : null), removeItem() {} });
  vi.stubGlobal('localStorage', { removeItem() {} });
  const portfolio = ['GET /portfolio', {}];
  const shown = () => [quoteOf('MERIT'), indexNow(), worthNow(), queryClient.getQueryData(portfolio)];
  takeQuotes([{ symbol: 'MERIT' } as never]);
  takeIndex({ symbol: 'INDEX' } as never);
  takeSummary({ totalPortfolioValue: 5 } as never);
  queryClient.setQueryData(portfolio, { balance: 5 });
  expect(shown()).not.toContain(undefined);
  endSession('logout');
  expect(shown()).toEqual([undefined, undefined, undefined, undefined]);
});
