// The client of the calls: what it sends, one renewal for many expired calls, and the ways a login ends.
import { beforeEach, expect, test, vi } from 'vitest';
import { loginMessages } from '../contract/messages/login.ts';
import { callMessages } from '../contract/messages/call.ts';

class Storage {
  readonly items = new Map<string, string>();
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.items.set(key, value);
  removeItem = (key: string): void => void this.items.delete(key);
}

interface Sent {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

type Answer = [status: number, body: object];
let sent: Sent[] = [];
let answer: (call: Sent) => Answer | Promise<Answer>;

const fine = (data: unknown): Answer => [200, { success: true, message: 'Fine.', data, error: null }];
const refused = (status: number, message: string, fields?: object): Answer => [
  status,
  { success: false, message, data: null, error: { code: 'refused', fields } },
];
const tokenOf = (sub: string, number: number): string => `h.${btoa(JSON.stringify({ sub, number }))}.s`;

async function load() {
  vi.resetModules();
  const api = await import('./api.ts');
  const session = await import('./session.ts');
  session.beginSession({ token: tokenOf('7', 1), role: 'user', name: 'Asha', email: 'asha@example.com' });
  const ends: string[] = [];
  session.onSessionEnd((end) => ends.push(end));
  return { ...api, ...session, ends };
}

/** Since the page was opened. For the process it may be any time: this file need not be the first it runs. */
let openForMs = 0;

beforeEach(() => {
  sent = [];
  openForMs = 1_000;
  vi.stubGlobal('performance', { now: () => openForMs });
  vi.stubGlobal('ahead', undefined);
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('sessionStorage', new Storage());
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('location', { pathname: '/portfolio', search: '?page=2' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call: Sent = {
      path: url,
      method: init.method ?? '',
      headers: init.headers as Record<string, string>,
      body: init.body === undefined ? undefined : JSON.parse(init.body as string),
    };
    sent.push(call);
    const [status, body] = await answer(call);
    return new Response(JSON.stringify(body), { status });
  });
});

/** Soon, if at all. */
function hasEnded(underway: Promise<unknown>): Promise<boolean> {
  return Promise.race([underway.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 20, false))]);
}

test('path parameters, queries, bodies, the token and the key go where they belong', async () => {
  const { call } = await load();
  answer = () => fine(null);
  await call('POST /cancelOrder/{id}', { id: 'a/b' }, { idempotencyKey: 'k1' });
  await call('GET /getOrders', { page: 2, q: 'R&D' });
  await call('POST /login', { email: 'a@b.in', password: 'secret' });
  expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/cancelOrder/a%2Fb', {}],
    ['GET', '/getOrders?page=2&q=R%26D', undefined],
    ['POST', '/login', { email: 'a@b.in', password: 'secret' }],
  ]);
  expect(sent[0].headers).toMatchObject({ 'Idempotency-Key': 'k1', Authorization: `Bearer ${tokenOf('7', 1)}` });
  // Spec 7: authentication calls carry no auth header.
  expect(sent[2].headers.Authorization).toBeUndefined();
});

test('a refusal is a value with the sentence and the fields of the server', async () => {
  const { call } = await load();
  answer = () => refused(400, 'Choose a stock.', { symbol: 'Choose a stock.' });
  const reply = await call('GET /depth', { symbol: '' });
  expect(reply).toMatchObject({
    ok: false,
    status: 400,
    message: 'Choose a stock.',
    fields: { symbol: 'Choose a stock.' },
  });
});

test('no answer and no JSON are values too', async () => {
  const { call, ends } = await load();
  answer = () => Promise.reject(new TypeError('network'));
  expect(await call('GET /stocks', {})).toMatchObject({ ok: false, status: 0 });
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
  expect(await call('GET /stocks', {})).toMatchObject({ ok: false, status: 502, message: callMessages.failed });
  expect(ends).toEqual([]);
});

test('a refusal by a proxy is no answer, and ends no login: not of a call, nor of the renewal', async () => {
  const { call, freshToken, session, ends } = await load();
  const expired = JSON.stringify(refused(401, callMessages.tokenExpired)[1]);
  const pages = ['<html>Log in to this network</html>', '{"message":"Forbidden"}', '"Forbidden"', ''];
  for (const page of pages)
    for (const status of [401, 403]) {
      const said = `${status} ${page}`;
      vi.stubGlobal('fetch', async () => new Response(page, { status }));
      expect(await call('GET /stocks', {}), said).toMatchObject({ status: 0, code: 'no-answer' });
      expect(await freshToken(), said).toBe(tokenOf('7', 1));
      vi.stubGlobal('fetch', async (url: string) =>
        url === '/refresh' ? new Response(page, { status }) : new Response(expired, { status: 401 }),
      );
      expect(await call('GET /stocks', {}), said).toMatchObject({ status: 0, code: 'no-answer' });
    }
  vi.stubGlobal('fetch', async () => new Response('{"portal":"Log in to this network"}'));
  expect(await freshToken()).toBe(tokenOf('7', 1));
  expect([session()?.token, ends]).toEqual([tokenOf('7', 1), []]);
});

test('an answer that was cut off is none: the request may have been carried out', async () => {
  const { call } = await load();
  const cutOff = (failure: Error, status: number) => async () => {
    const body = new ReadableStream({
      pull(stream) {
        stream.enqueue(new TextEncoder().encode('{"success":'));
        stream.error(failure);
      },
    });
    return new Response(body, { status });
  };
  for (const status of [200, 403]) {
    vi.stubGlobal('fetch', cutOff(new TypeError('network'), status));
    expect(await call('POST /cancelOrder/{id}', { id: 'a' })).toMatchObject({ status: 0, code: 'no-answer' });
  }
  vi.stubGlobal('fetch', async () => new Response('<html>Log in to this network</html>'));
  expect(await call('GET /stocks', {})).toMatchObject({ status: 0, code: 'no-answer' });
  const abort = new AbortController();
  abort.abort();
  vi.stubGlobal('fetch', cutOff(new DOMException('aborted', 'AbortError'), 200));
  await expect(call('GET /stocks', {}, { signal: abort.signal })).rejects.toThrow('aborted');
});

test('a reply that the page has requested ahead is taken once, by its own person, and only at the beginning', async () => {
  const { call } = await load();
  const ahead = (token: string): void => {
    const answers = { '/stocks': Promise.resolve(new Response(JSON.stringify(fine(['ahead'])[1]))) };
    vi.stubGlobal('ahead', { token, answers });
  };
  answer = () => fine(['asked']);
  ahead(tokenOf('7', 1));
  expect(await call('GET /stocks', {})).toMatchObject({ ok: true, data: ['ahead'] });
  expect(await call('GET /stocks', {})).toMatchObject({ data: ['asked'] });
  ahead(tokenOf('8', 1));
  expect(await call('GET /stocks', {})).toMatchObject({ data: ['asked'] });
  openForMs = 15_000;
  ahead(tokenOf('7', 1));
  expect(await call('GET /stocks', {})).toMatchObject({ data: ['asked'] });
  expect(sent).toHaveLength(3);
});

test('a refused early request is repeated with a new token, and one that failed is none', async () => {
  const { call, session } = await load();
  answer = ({ path }) => (path === '/refresh' ? fine({ token: tokenOf('7', 2) }) : fine(['asked']));
  const expired = new Response(JSON.stringify(refused(401, callMessages.tokenExpired)[1]), { status: 401 });
  const answers = { '/stocks': Promise.resolve(expired), '/portfolio': Promise.reject(new TypeError('network')) };
  vi.stubGlobal('ahead', { token: tokenOf('7', 1), answers });
  expect(await call('GET /portfolio', {})).toMatchObject({ ok: false, status: 0 });
  expect(await call('GET /stocks', {})).toMatchObject({ ok: true, data: ['asked'] });
  expect(session()?.token).toBe(tokenOf('7', 2));
});

test('many expired calls share one renewal, and each is sent again with the new token', async () => {
  const { call, session } = await load();
  answer = ({ path, headers }) => {
    if (path === '/refresh') return fine({ token: tokenOf('7', 2) });
    return headers.Authorization === `Bearer ${tokenOf('7', 2)}` ? fine([]) : refused(401, callMessages.tokenExpired);
  };
  const replies = await Promise.all([
    call('GET /stocks', {}),
    call('GET /stocks', {}),
    call('GET /search', { q: 'a' }),
  ]);
  expect(replies.every((reply) => reply.ok)).toBe(true);
  expect(sent.filter(({ path }) => path === '/refresh')).toHaveLength(1);
  expect(session()?.token).toBe(tokenOf('7', 2));
});

test('a failed renewal ends the login and remembers where it was; a lost connection does not end it', async () => {
  const { call, session, beginSession, ends, takeReturnPath } = await load();
  const before = session();
  answer = ({ path }) =>
    path === '/refresh' ? refused(503, callMessages.unavailable) : refused(401, callMessages.tokenExpired);
  await call('GET /stocks', {});
  expect([session() !== null, ends]).toEqual([true, []]);
  answer = ({ path }) => refused(401, path === '/refresh' ? loginMessages.sessionExpired : callMessages.tokenExpired);
  await call('GET /stocks', {});
  expect([session(), ends]).toEqual([null, ['expired']]);
  if (before !== null) beginSession(before);
  expect(takeReturnPath()).toBe('/portfolio?page=2');
  expect(takeReturnPath()).toBeNull();
  // Storage may hold anything: nobody is sent to another site after logging in.
  for (const elsewhere of ['//evil.example/portfolio', 'https://evil.example', 'javascript:alert(1)', '']) {
    sessionStorage.setItem('istock.return', `7 ${elsewhere}`);
    expect(takeReturnPath()).toBeNull();
  }
});

test('a renewal without an answer makes the call one without an answer: it is asked again by itself, and its key is kept', async () => {
  const { call } = await load();
  const { callOnce, isUncertain } = await import('./call-once.ts');
  answer = ({ path }) =>
    path === '/refresh' ? refused(503, callMessages.unavailable) : refused(401, callMessages.tokenExpired);
  expect(await call('GET /stocks', {})).toMatchObject({ ok: false, status: 0, code: 'no-answer' });
  const away = (): Promise<Answer> => Promise.reject(new TypeError('Failed to fetch'));
  const once = callOnce();
  const message = { audience: 'all', message: 'Closed on Monday.' } as const;
  // Cut off after it was carried out; then the token expires, and the line breaks again; then all is well.
  const ways: ((call: Sent) => Answer | Promise<Answer>)[] = [
    away,
    ({ path }) => (path === '/refresh' ? away() : refused(401, callMessages.tokenExpired)),
    () => fine(null),
  ];
  for (const [at, way] of ways.entries()) {
    answer = way;
    const reply = await once('POST /sendMessage', message);
    expect(reply.ok ? 'answered' : isUncertain(reply), `try ${at}`).toBe(at === 2 ? 'answered' : true);
  }
  const keys = sent.filter(({ path }) => path === '/sendMessage').map(({ headers }) => headers['Idempotency-Key']);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
});

test('a renewal that brings the token of somebody else ends the login', async () => {
  const { call, session, ends } = await load();
  answer = ({ path }) =>
    path === '/refresh' ? fine({ token: tokenOf('8', 1) }) : refused(401, callMessages.tokenExpired);
  await call('GET /stocks', {});
  expect([session(), ends]).toEqual([null, ['expired']]);
});

test('a late refusal of one person neither ends the login of the next nor is sent again in their name', async () => {
  const { call, session, ends, endSession, beginSession } = await load();
  const next = { token: tokenOf('8', 1), role: 'user', name: 'Ravi', email: 'ravi@example.com' } as const;
  for (const late of [refused(401, callMessages.tokenExpired), refused(403, callMessages.blocked)]) {
    beginSession({ ...next, token: tokenOf('7', 1) });
    sent = [];
    let reply: (answer: Answer) => void = () => {};
    answer = () => new Promise((resolve) => (reply = resolve));
    const underway = call('POST /cancelOrder/{id}', { id: 'a' });
    endSession('logout');
    beginSession(next);
    reply(late);
    expect(await hasEnded(underway)).toBe(false);
    expect([session(), sent.length]).toEqual([next, 1]);
  }
  expect(ends).toEqual(['logout', 'logout']);
});

test('a call of a person who has logged out is not answered while another is logged in, so nothing follows it', async () => {
  const { call, beginSession, endSession } = await load();
  const isAnswered = async (next: string): Promise<boolean> => {
    let reply: (answer: Answer) => void = () => {};
    answer = () => new Promise((resolve) => (reply = resolve));
    const underway = call('POST /cancelOrder/{id}', { id: 'a' });
    endSession('logout');
    beginSession({ token: tokenOf(next, 1), role: 'user', name: 'Ben', email: 'ben@example.com' });
    reply(refused(422, 'This order cannot be canceled.'));
    return hasEnded(underway);
  };
  expect(await isAnswered('8')).toBe(false);
  // After logging in again the call is answered as usual.
  expect(await isAnswered('8')).toBe(true);
});

test('messages to one person are gone for the next', async () => {
  const { endSession } = await load();
  const { showAlert } = await import('./ui/alert.tsx');
  const read = showAlert('You cannot buy more than 10 units at a time.');
  endSession('expired');
  expect(await hasEnded(read)).toBe(true);
});

test('a blocked person is logged out once, however many calls say so', async () => {
  const { call, session, ends } = await load();
  answer = () => refused(403, callMessages.blocked);
  await Promise.all([call('GET /stocks', {}), call('GET /index', {})]);
  expect([session(), ends]).toEqual([null, ['blocked']]);
});

test('a block is shown in every tab, once in each', async () => {
  const told: string[] = [];
  vi.doMock('./ui/alert.tsx', () => ({
    showAlert: async (text: string) => void told.push(text),
    closeAlerts: () => {},
  }));
  let hear = (_: { data: object }): void => {};
  class Channel {
    set onmessage(listener: typeof hear) {
      hear = listener;
    }
    postMessage(): void {}
  }
  vi.stubGlobal('BroadcastChannel', Channel);
  const { call, session } = await load();
  vi.doUnmock('./ui/alert.tsx');
  let reply: (answer: Answer) => void = () => {};
  answer = () => new Promise((resolve) => (reply = resolve));
  const underway = call('GET /portfolio', {});
  hear({ data: { kind: 'ended', end: 'blocked', email: 'asha@example.com' } });
  expect([session(), told]).toEqual([null, [loginMessages.blockedAlert]]);
  reply(refused(403, callMessages.blocked));
  await underway;
  expect(told).toHaveLength(1);
});

test('simultaneous reads go out one by one, in order; actions do not wait for them', async () => {
  const { call } = await load();
  answer = () => fine([]);
  const paths = () => sent.map(({ path }) => path);
  const reads = [
    call('GET /stocks', {}),
    call('GET /index', {}),
    call('GET /portfolio', {}),
    call('GET /watchlists', {}),
  ];
  const act = call('POST /cancelOrder/{id}', { id: 'a' });
  expect(paths()).toEqual(['/stocks', '/cancelOrder/a']);
  await Promise.resolve();
  expect(sent).toHaveLength(2);
  await Promise.all([...reads, act]);
  expect(paths().slice(2)).toEqual(['/index', '/portfolio', '/watchlists']);
  await call('GET /stocks', {});
  expect(sent).toHaveLength(6);
});

test('an aborted call throws, for it is no answer', async () => {
  const { call } = await load();
  const abort = new AbortController();
  answer = () => {
    abort.abort();
    throw new DOMException('aborted', 'AbortError');
  };
  await expect(call('GET /stocks', {}, { signal: abort.signal })).rejects.toThrow('aborted');
});

test('a call on a dead line is given up, unless the caller can stop it', async () => {
  const { call } = await load();
  answer = () => fine(null);
  const limits = vi.spyOn(AbortSignal, 'timeout');
  await call('POST /cancelOrder/{id}', { id: 'a' });
  await call('POST /cancelOrder/{id}', { id: 'a' }, { timeoutMs: 15_000 });
  await call('POST /cancelOrder/{id}', { id: 'a' }, { signal: new AbortController().signal });
  await call('GET /stocks', {});
  await call('GET /stocks', {}, { signal: new AbortController().signal });
  expect(limits.mock.calls).toEqual([[45_000], [15_000], [45_000]]);
  limits.mockRestore();
});

test('a logout and a renewal say whose they are: the browser may keep logins of others, who have other windows', async () => {
  vi.doMock('./ui/alert.tsx', () => ({ showAlert: async () => {}, closeAlerts: () => {} }));
  const { freshToken, logOut } = await load();
  vi.doUnmock('./ui/alert.tsx');
  answer = ({ path }) => fine(path === '/refresh' ? { token: tokenOf('7', 2) } : null);
  await freshToken();
  await logOut();
  expect(sent.map(({ path, body, headers }) => [path, body, headers.Authorization])).toEqual([
    ['/refresh', { userId: '7' }, undefined],
    ['/logout', { userId: '7' }, `Bearer ${tokenOf('7', 2)}`],
  ]);
});

test('a reply as spec 7 writes it, without the envelope, is a reply; one that says that it failed is none', async () => {
  const { call } = await load();
  const credentials = { email: 'a@b.in', password: 'secret' };
  answer = () => [200, { data: {} }];
  expect(await call('POST /login', credentials)).toMatchObject({ ok: true, data: {} });
  answer = () => [200, { response: 'A limit order waits.' }];
  expect(await call('POST /generate', { prompt: 'What is a limit order?' })).toMatchObject({
    ok: true,
    data: { response: 'A limit order waits.' },
  });
  answer = () => [200, { success: false }];
  expect(await call('POST /login', credentials)).toMatchObject({
    ok: false,
    status: 200,
    message: callMessages.failed,
  });
  answer = () => [500, {}];
  expect(await call('POST /login', credentials)).toMatchObject({ ok: false, status: 500 });
});
