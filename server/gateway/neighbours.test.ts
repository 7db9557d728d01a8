// Messages of an earlier version are understood by this one word for word, and messages of this one have everything that the earlier one reads.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { AccessControl } from '../auth/access.ts';
import type { Bus } from '../bus/bus.ts';
import { LocalHub } from '../../tests/local-bus.ts';
import { subjectsOf } from '../bus/subjects.ts';
import { createLog } from '../log.ts';
import { Beacon } from './beacon.ts';
import { PROTOCOL } from './beat.ts';
import { CallDesk } from './call-desk.ts';
import { FarSockets } from './far-sockets.ts';
import { Lookout } from './lookout.ts';
import { NearSockets } from './near-sockets.ts';
import { RemoteCalls } from './remote-calls.ts';

/** Of protocol 1, as the first version with gateways wrote it. Those of the protocol before ours stay here; older ones may go. */
const SITTER = { id: 'u', accountNo: 7, role: 'user', name: 'Asha', loginId: 'l' };
const CALL = {
  call: 'GET /depth',
  user: { ...SITTER, email: 'a@b.co' },
  ip: '10.0.0.1',
  idempotencyKey: 'key',
  cookies: { refresh: 'r' },
  userAgent: 'agent',
  origin: 'https://istock.example',
  isCrossSite: false,
  wantsHtml: true,
};
const BEAT = { epoch: 3, line: '3-1', protocol: 1, version: '0.1.0', isRunning: true, isLeaving: false };
const DETAILS = { code: 'conflict', fields: { price: 'Too low.' }, headers: { 'Retry-After': '2' }, cookies: [] };
const GATEWAY = { gateway: 'earlier', socket: 's' };

const subjects = subjectsOf('a secret', 1);
const line = subjects.line(BEAT.line);
const log = createLog({ logLevel: 'silent' });
const say = (head: object, body = ''): string => `${JSON.stringify(head)}\n${body}`;
const headOf = (text: string): Record<string, unknown> => JSON.parse(text.slice(0, text.indexOf('\n'))) as never;
const bodyOf = (text: string): string => text.slice(text.indexOf('\n') + 1);

let hub: LocalHub;
/** A process that sends the messages of the earlier version. */
let earlier: Bus;
let ended: (() => unknown)[];

beforeEach(() => {
  hub = new LocalHub();
  earlier = hub.join();
  ended = [];
});
afterEach(async () => {
  for (const end of ended.toReversed()) await end();
});

test('the earlier version is a neighbour', () => {
  expect(Math.abs(PROTOCOL - BEAT.protocol)).toBeLessThanOrEqual(1);
});

test('an exchange of this version with a gateway of the earlier one', async () => {
  const bus = hub.join();
  const asked: unknown[] = [];
  const desk = new CallDesk({
    bus,
    performerOf: (name) =>
      name !== 'GET /depth'
        ? undefined
        : ({ given, user, idempotencyKey, cookies, wantsHtml }) => {
            asked.push({ given, account: user?.accountNo, idempotencyKey, cookies, wantsHtml });
            return { status: 200, body: '{"data":1}', cookies: [{ name: 'c', value: 'v', lifetimeSeconds: 1 }] };
          },
    payments: null,
    log,
    now: Date.now,
    hasRateLimit: false,
    onCalled: () => {},
  });
  const heard: string[] = [];
  const far = new FarSockets({
    bus,
    onConnected: ({ id }) => void heard.push(`connected ${id}`),
    onPortfolioRequest: (account) => void heard.push(`portfolio ${account}`),
    onWatchlist: () => {},
    calls: {
      connected: (socket) => void heard.push(`entered ${socket}`),
      hear: async ({ caller }, event) => ({ ok: true, message: `${event} of ${caller.name}` }),
      gone: (socket, isCut) => void heard.push(`left ${socket} ${isCut}`),
    },
  });
  const beats: string[] = [];
  earlier.subscribe(subjects.beats, (text) => beats.push(text));
  const exchange = { epoch: BEAT.epoch, isRunning: true, isOutOfTouch: false };
  const serve = () => {
    const served = [desk.serve(line), far.serve(line)];
    return { end: () => served.forEach((each) => each.end()) };
  };
  const beacon = new Beacon({ bus, subjects, exchange, version: '9', now: Date.now, serve });
  ended.push(
    () => far.close(),
    () => desk.close(),
    () => beacon.close(),
  );

  earlier.publish(subjects.hail, '{}');
  await expect.poll(() => beats.length).toBeGreaterThan(1);
  expect(headOf(beats[0])).toMatchObject({ ...BEAT, version: '9', at: expect.any(Number), protocol: PROTOCOL });

  const by = Date.now() + 60_000;
  const reply = await earlier.request(line.calls, say({ ...CALL, by }, '{"symbol":"MERIT"}'), 10_000);
  expect(headOf(reply)).toMatchObject({
    kind: 'reply',
    status: 200,
    cookies: [{ name: 'c', value: 'v', lifetimeSeconds: 1 }],
  });
  expect(bodyOf(reply)).toBe('{"data":1}');
  const { idempotencyKey, cookies, wantsHtml } = CALL;
  expect(asked).toEqual([{ given: { symbol: 'MERIT' }, account: 7, idempotencyKey, cookies, wantsHtml }]);
  const refused = await earlier.request(line.calls, say({ ...CALL, by }, '{}'), 10_000);
  expect(headOf(refused)).toMatchObject({ kind: 'error', status: 400, message: expect.any(String) });
  expect(headOf(refused).details).toMatchObject({ code: expect.any(String), headers: {}, cookies: [] });
  const late = await earlier.request(line.calls, say({ ...CALL, by: Date.now() - 1 }, '{}'), 10_000);
  expect(headOf(late)).toEqual({ kind: 'late' });
  const unknown = await earlier.request(line.calls, say({ ...CALL, call: 'GET /no-more', by }, '{}'), 10_000);
  expect(headOf(unknown)).toEqual({ kind: 'unknown' });
  expect(headOf(await earlier.request(line.calls, say({ more: 'x' }), 10_000))).toEqual({ kind: 'unknown' });
  expect(headOf(await earlier.request(line.calls, say({ news: 'x', by }), 10_000))).toEqual({ kind: 'unknown' });

  for (const nonsense of ['', 'null', '[]', '{"by":"x"}', say({ ...CALL, by, user: { id: 'u' } }), say({ ...CALL })])
    expect(headOf(await earlier.request(line.calls, nonsense, 10_000))).toEqual({ kind: 'unknown' });
  const noInput = await earlier.request(line.calls, say({ ...CALL, by }, '{"symbol"'), 10_000);
  expect(headOf(noInput)).toMatchObject({ kind: 'error', status: 400 });
  expect(asked.length).toBe(1);

  const pushed: string[] = [];
  for (const subject of [line.gateway('earlier'), line.everyone, line.market, line.trader(7), line.symbol('MERIT')])
    earlier.subscribe(subject, (text) => pushed.push(text));
  const socketSays = (head: object, body = ''): Promise<string> =>
    earlier.request(line.sockets, say({ ...GATEWAY, ...head }, body), 10_000);
  const ok = { ok: true };
  expect(headOf(await socketSays({ kind: 'entered', sitter: SITTER }))).toMatchObject(ok);
  expect(headOf(await socketSays({ kind: 'ready' }))).toMatchObject(ok);
  expect(headOf(await socketSays({ kind: 'watchlist', symbols: ['MERIT'] }, 'null'))).toMatchObject(ok);
  expect(headOf(await socketSays({ kind: 'charts', symbols: ['MERIT'] }, 'null'))).toMatchObject(ok);
  expect(headOf(await socketSays({ kind: 'portfolio', account: 7 }))).toMatchObject(ok);
  const inCall = await socketSays({ kind: 'call', event: 'create-room' }, '{}');
  expect(headOf(inCall)).toMatchObject({ ok: true, message: 'create-room of Asha' });
  const portfolioOf = (account: unknown): string => say({ kind: 'portfolio', gateway: 'earlier', account });
  for (const nonsense of [
    '',
    'null',
    portfolioOf('7'),
    portfolioOf(7.5),
    say({ ...GATEWAY, kind: 'left', gateway: 'a.>', isCut: true }),
  ])
    expect(headOf(await earlier.request(line.sockets, nonsense, 10_000))).toMatchObject({ ok: false });
  far.pushMarket('stockUpdate', []);
  far.pushTrader(7, 'unread-count', { unread: 1 });
  far.pushSymbol('MERIT', 'barUpdate' as never, [] as never);
  far.pushSocket({ id: 's' } as never, 'stockUpdate', []);
  far.forget('u');
  far.cut({ userId: 'u', loginId: 'l' });
  await socketSays({ kind: 'count', sockets: 2 });
  await expect.poll(() => pushed.length).toBe(7);
  expect(pushed.map(headOf)).toMatchObject([
    { kind: 'push', event: 'stockUpdate', version: 1 },
    { kind: 'push', event: 'unread-count', version: 1 },
    { kind: 'push', event: 'barUpdate', version: 1 },
    { kind: 'to', socket: 's', event: 'stockUpdate', version: 1 },
    { kind: 'forget', userId: 'u' },
    { kind: 'cut', userId: 'u', loginId: 'l' },
    { kind: 'again' },
  ]);
  expect(pushed.slice(0, 2).map(bodyOf)).toEqual(['[]', '{"unread":1}']);
  expect(heard).toEqual(['entered s', 'connected s', 'portfolio 7', 'left s true']);
});

test('a gateway of this version with an exchange of the earlier one', async () => {
  const bus = hub.join();
  const lookout: Lookout = new Lookout({ bus, subjects, log, onLine: (found) => near.setLine(found) });
  const calls = new RemoteCalls({ bus, line: () => lookout.line, deadline: (ms) => lookout.deadline(ms) });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const forgotten: string[] = [];
  const caller = { ...SITTER, role: 'user', email: 'a@b.co' } as const;
  const access: AccessControl = {
    authenticate: () => Promise.reject(new Error('no calls here')),
    session: async () => ({ caller, expiresAt: Date.now() + 60_000 }),
    watch: () => () => {},
    forget: (userId) => void forgotten.push(userId),
    forgetAll: () => {},
  };
  const near = new NearSockets({ bus, server, access, log, now: Date.now, hasRateLimit: false });
  ended.push(
    () => server.close(),
    () => near.close(),
    () => lookout.close(),
  );

  const said: string[] = [];
  const replies: string[] = [];
  earlier.answer(line.calls, (text) => {
    said.push(text);
    return replies.shift()!;
  });
  const told: Record<string, unknown>[] = [];
  earlier.answer(line.sockets, (text) => {
    told.push(headOf(text));
    return say({ ok: true });
  });
  const beat = setInterval(() => earlier.publish(subjects.beats, say({ ...BEAT, at: Date.now() })), 50);
  ended.push(() => clearInterval(beat));
  await expect.poll(() => lookout.waitingFor).toEqual([]);

  const { call, ...from } = CALL;
  const ask = (reply: string) => {
    replies.push(reply);
    const given = { symbol: 'MERIT' };
    return Promise.resolve(calls.performerOf(call as 'GET /depth')({ ...from, user: caller, given, input: given }));
  };
  expect(await ask(say({ kind: 'reply', status: 201 }, '{"data":1}'))).toMatchObject({
    status: 201,
    body: '{"data":1}',
  });
  expect(headOf(said[0])).toMatchObject({ ...CALL, by: expect.any(Number) });
  expect(bodyOf(said[0])).toBe('{"symbol":"MERIT"}');
  expect(await ask(say({ kind: 'html' }, '<p>'))).toMatchObject({ html: '<p>' });
  expect(await ask(say({ kind: 'file', name: 'a.csv', type: 'text/csv' }, 'a,b'))).toMatchObject({
    file: { text: 'a,b' },
  });
  const error = ask(say({ kind: 'error', status: 409, message: 'No.', details: DETAILS }));
  await expect(error).rejects.toMatchObject({ status: 409, message: 'No.', ...DETAILS });
  await expect(ask(say({ kind: 'late' }))).rejects.toMatchObject({ status: 503 });
  const header = { kind: 'file', name: 'a.csv"\r\nset-cookie: a=b', type: 'text/csv' };
  for (const nonsense of ['', say({ kind: 'reply', status: '200' }), say({ kind: 'reply', status: 99 }), say(header)])
    await expect(ask(nonsense)).rejects.toMatchObject({ status: 503 });
  await expect(ask(say({ kind: 'unknown' }))).rejects.toMatchObject({ status: 503 });
  const { download } = await ask(say({ kind: 'download', name: 'a.zip', type: 'application/zip', id: 'x' }));
  replies.push(say({ kind: 'piece' }, Buffer.from('abc').toString('base64')), say({ kind: 'piece' }));
  const pieces: Uint8Array[] = [];
  for await (const piece of download!.chunks) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe('abc');
  expect(headOf(said.at(-1)!)).toMatchObject({ more: 'x' });

  const { port } = server.address() as AddressInfo;
  const socket: Socket = io(`http://127.0.0.1:${port}`, {
    auth: { token: 't' },
    transports: ['websocket'],
    forceNew: true,
  });
  ended.push(() => socket.disconnect());
  await new Promise<void>((resolve) => socket.on('connect', resolve));
  const heard: unknown[] = [];
  socket.onAny((event, payload, version) => heard.push([event, payload, version]));
  await expect.poll(() => told.map(({ kind }) => kind)).toContain('ready');
  const entered = told.find(({ kind }) => kind === 'entered')!;
  expect(entered).toMatchObject({ gateway: expect.any(String), socket: socket.id, sitter: SITTER });
  const gateway = line.gateway(entered.gateway as string);
  for (const nonsense of ['', 'null', say({ kind: 'push', event: 'stockUpdate' }, '[]')])
    earlier.publish(line.market, nonsense);
  for (const nonsense of ['', '[]', say({ kind: 'close' }), say({ kind: 'cut', userId: 'u' })])
    earlier.publish(gateway, nonsense);
  earlier.publish(line.market, say({ kind: 'push', event: 'stockUpdate', version: 4 }, '[]'));
  earlier.publish(line.trader(7), say({ kind: 'push', event: 'unread-count', version: 5 }, '{"unread":1}'));
  earlier.publish(gateway, say({ kind: 'to', socket: socket.id, event: 'unread-count', version: 6 }, '{"unread":2}'));
  await expect.poll(() => heard.length).toBe(3);
  expect(heard).toEqual([
    ['stockUpdate', [], 4],
    ['unread-count', { unread: 1 }, 5],
    ['unread-count', { unread: 2 }, 6],
  ]);
  earlier.publish(line.everyone, say({ kind: 'forget', userId: 'u' }));
  await expect.poll(() => forgotten).toEqual(['u']);
  await expect.poll(() => told.find(({ kind }) => kind === 'count')).toMatchObject({ sockets: 1 });
  earlier.publish(line.everyone, say({ kind: 'cut', userId: 'u', loginId: 'l' }));
  await expect
    .poll(() => told.find(({ kind }) => kind === 'left'))
    .toMatchObject({ socket: entered.socket, isCut: true });
});
