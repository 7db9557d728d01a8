// Calls over real sockets: a plain client of two, lessons with their doors and attendance, and what attackers try.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallEntry, CallState } from '../../contract/call.ts';
import { startTrading, type Trading } from '../../tests/trading.ts';
import { callMedia } from '../adapters/media.ts';
import type { Caller } from '../handler.ts';
import { Visits } from '../learn/visits.ts';
import { Live } from '../live.ts';
import { Calls } from './calls.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ICE = [{ urls: ['stun:stun.example.org'] }];

type Person = Caller & { token: string };
interface Answer {
  ok: boolean;
  message?: string;
  reason?: string;
}

let server: Trading;
let http: Server;
let live: Live;
let calls: Calls;
let visits: Visits;
let port: number;
let desk: Person;
let meera: Person;
let asha: Person;
let ravi: Person;
const people = new Map<string, Person>();
let opened: Socket[] = [];

beforeAll(async () => {
  server = await startTrading();
  desk = await server.admin();
  http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  ({ port } = http.address() as AddressInfo);
  visits = server.learn.visits;
  const now = () => server.clock.at;
  const log = pino({ level: 'silent' });
  calls = new Calls({
    lessons: {
      admission: server.learn.admission,
      times: server.learn.lessonTimes,
      came: (...visit) => visits.came(...visit),
      went: (...visit) => visits.went(...visit),
      ended: (...end) => visits.ended(...end),
    },
    media: callMedia(() => ICE),
    log,
    now,
    push: (...push) => live.pushCall(...push),
  });
  live = new Live({
    server: http,
    session: async (token) => ({ caller: people.get(token)!, expiresAt: server.clock.at + HOUR }),
    log,
    now,
    hasRateLimit: true,
    onConnected: () => {},
    onPortfolioRequest: () => {},
    onWatchlist: () => {},
    calls,
  });
});

afterAll(async () => {
  await live.close();
  await visits.close();
  await server.close();
});

beforeEach(async () => {
  [meera, asha, ravi] = [await server.instructor(), await server.trader(), await server.trader()];
  for (const one of [meera, asha, ravi]) people.set(one.token, one);
});

afterEach(async () => {
  for (const socket of opened) socket.disconnect();
  opened = [];
  while (live.count > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});

async function connect(who: Person): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}`, {
    auth: { token: who.token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  opened.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

const ask = (socket: Socket, event: string, payload?: unknown): Promise<Answer> =>
  socket.timeout(15_000).emitWithAck(event, payload);

function next<Payload>(socket: Socket, event: string): Promise<Payload> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event}`)), 15_000);
    socket.once(event, (payload: Payload) => {
      clearTimeout(timer);
      resolve(payload);
    });
  });
}

/** Everything of calls that a socket hears from now on. */
function listen(socket: Socket): string[] {
  const heard: string[] = [];
  socket.onAny((event: string) => void heard.push(event));
  return heard;
}

/** What was on its way has arrived. */
const settle = (...sockets: Socket[]) => Promise.all(sockets.map((socket) => ask(socket, 'call-me', {})));

async function create(socket: Socket): Promise<CallEntry> {
  const created = next<CallEntry>(socket, 'room-created');
  expect(await ask(socket, 'create-room')).toEqual({ ok: true });
  return created;
}

async function enter(socket: Socket, payload: unknown): Promise<CallEntry> {
  const joined = next<CallEntry>(socket, 'room-joined');
  expect(await ask(socket, 'join-room', payload)).toEqual({ ok: true });
  return joined;
}

const iso = (fromNow: number): string => new Date(server.clock.at + fromNow).toISOString();

/** A free lesson of Meera with Asha in it; minutes from now. */
async function lesson(startsIn = 0, lasts = 60): Promise<string> {
  const form = {
    instructor_name: 'Meera Iyer',
    instructor_email: meera.email,
    topic: 'Candles',
    hourly_rate: 0,
    start_time: iso(startsIn * MINUTE),
    end_time: iso((startsIn + lasts) * MINUTE),
  };
  const { id } = (await server.call('POST /createSession', form, { token: desk.token })).body.data;
  expect((await server.call('POST /enrol/{id}', { id }, { token: asha.token })).status).toBe(200);
  return id;
}

const SDP = { type: 'offer', sdp: 'v=0\r\n' } as const;

test('a plain client of two: create, join by code, offer, answer, candidates, end', async () => {
  const [host, guest] = [await connect(meera), await connect(asha)];
  const { roomCode, media } = await create(host);
  expect(roomCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(media).toEqual({ kind: 'mesh', iceServers: ICE });
  const told = next<{ from: string; name: string }>(host, 'user-joined');
  await enter(guest, roomCode);
  const { from, name } = await told;
  expect(name).toBe(asha.name);
  const offered = next(guest, 'offer');
  host.emit('offer', { roomCode, offer: SDP });
  expect(await offered).toEqual({ roomCode, from: 'p1', to: from, offer: SDP });
  const answered = next(host, 'answer');
  guest.emit('answer', { roomCode, answer: { type: 'answer', sdp: 'v=0\r\n' } });
  expect(await answered).toMatchObject({ from, to: 'p1', answer: { type: 'answer' } });
  const candidate = { candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 };
  const heard = next(host, 'ice-candidate');
  guest.emit('ice-candidate', { roomCode, candidate: { ...candidate, extra: 'dropped' } });
  expect(await heard).toEqual({ roomCode, from, to: 'p1', candidate });
  const ended = next(guest, 'call-ended');
  host.emit('call-ended', { roomCode });
  expect(await ended).toEqual({ roomCode, reason: 'host' });
  expect(await ask(guest, 'join-room', roomCode)).toEqual({
    ok: false,
    message: 'Room not found',
    reason: 'not-found',
  });
});

test('attackers: no room, a forged room, the words of another, an end that is not theirs, nonsense', async () => {
  const [host, guest, stranger] = [await connect(meera), await connect(asha), await connect(ravi)];
  const { roomCode } = await create(host);
  await enter(guest, roomCode);
  const heard = [listen(host), listen(guest)];
  await settle(host, guest);
  for (const each of heard) each.length = 0;
  const refused = { ok: false, message: 'You are not in this call.', reason: 'not-in-call' };
  for (const [event, payload] of [
    ['offer', { roomCode, to: 'p1', offer: SDP }],
    ['answer', { roomCode, to: 'p1', answer: { type: 'answer', sdp: 'v=0' } }],
    ['ice-candidate', { roomCode, to: 'p1', candidate: null }],
    ['call-ended', { roomCode }],
    ['leave-room', roomCode],
    ['call-chat', { text: 'hello' }],
    ['call-host', { act: 'remove', person: 'p2' }],
    ['call-me', { isMuted: true }],
  ] as const)
    expect(await ask(stranger, event, payload), event).toEqual(refused);
  // From a room of one's own, too.
  await create(stranger);
  expect(await ask(stranger, 'offer', { roomCode, to: 'p2', offer: SDP })).toEqual(refused);
  expect(await ask(stranger, 'call-ended', { roomCode })).toEqual(refused);
  for (const payload of [
    null,
    7,
    [],
    { roomCode: {} },
    { offer: 'v=0' },
    { offer: { type: 'rollback', sdp: '' } },
    { to: '__proto__', offer: SDP },
    { offer: { ...SDP, sdp: 'x'.repeat(33_000) } },
  ])
    expect(await ask(stranger, 'offer', payload), JSON.stringify(payload)?.slice(0, 80)).toMatchObject({ ok: false });
  // A guest who ends the call leaves it; the others go on.
  expect(heard.flat()).toEqual([]);
  expect(await ask(guest, 'call-host', { act: 'mute-all' })).toMatchObject({ reason: 'not-host' });
  expect(await ask(guest, 'call-ended', { roomCode })).toEqual({ ok: true });
  await settle(host);
  expect(heard[0]).toEqual(['user-left', 'call-state', 'call-state']);
  await enter(guest, roomCode);
});

test('a description of one megabyte ends the connection of its sender, and nobody else notices', async () => {
  const [host, guest] = [await connect(meera), await connect(asha)];
  const { roomCode } = await create(host);
  await enter(guest, roomCode);
  await settle(host);
  const gone = next(guest, 'disconnect');
  const away = next<CallState>(host, 'call-state');
  guest.emit('offer', { roomCode, offer: { ...SDP, sdp: 'x'.repeat(1024 * 1024) } });
  await gone;
  expect((await away).people).toMatchObject([{ isAway: false }, { isAway: true }]);
  expect(host.connected).toBe(true);
});

test('a flood ends the connection of its sender; the other has not been sent more than the room lets through', async () => {
  const [host, guest] = [await connect(meera), await connect(asha)];
  const { roomCode } = await create(host);
  await enter(guest, roomCode);
  const heard = listen(host);
  const gone = next(guest, 'disconnect');
  for (let n = 0; n < 5_000; n++) guest.emit('ice-candidate', { roomCode, candidate: null });
  await gone;
  await settle(host);
  expect(heard.filter((event) => event === 'ice-candidate').length).toBeLessThanOrEqual(400);
});

test('a blocked person is out at once: no seat is kept for them', async () => {
  const [host, guest] = [await connect(meera), await connect(asha)];
  const { roomCode } = await create(host);
  await enter(guest, roomCode);
  const left = next(host, 'user-left');
  live.cut({ userId: asha.id, loginId: null });
  expect(await left).toMatchObject({ from: 'p2' });
});

test('one account in two windows has one seat, the newer one', async () => {
  const [host, first, second] = [await connect(meera), await connect(asha), await connect(asha)];
  const { roomCode } = await create(host);
  await enter(first, { roomCode, page: 'one' });
  const ended = next(first, 'call-ended');
  const { state } = await enter(second, { roomCode, page: 'two' });
  expect(await ended).toEqual({ roomCode, reason: 'elsewhere' });
  expect(state.people.map(({ name, page }) => [name, page])).toEqual([
    [meera.name, expect.any(String)],
    [asha.name, 'two'],
  ]);
  expect(await ask(first, 'call-chat', { text: 'me too' })).toMatchObject({ reason: 'not-in-call' });
});

test('the door of a lesson: not yet, only for its people, and not by an overheard code', async () => {
  const id = await lesson(60);
  const [host, guest, stranger] = [await connect(meera), await connect(asha), await connect(ravi)];
  expect(await ask(guest, 'join-room', { session: id })).toMatchObject({ reason: 'early' });
  expect(await ask(stranger, 'join-room', { session: id })).toMatchObject({ reason: 'stranger' });
  for (const session of ['nonsense', '00000000-0000-4000-8000-000000000000'])
    expect(await ask(guest, 'join-room', { session })).toMatchObject({ reason: 'stranger' });
  const { roomCode, state } = await enter(host, { session: id });
  expect(state).toMatchObject({ session: id, title: 'Candles', people: [{ isHost: true }] });
  expect(await ask(guest, 'join-room', roomCode)).toMatchObject({ reason: 'early' });
  expect(await ask(stranger, 'join-room', roomCode)).toMatchObject({ reason: 'stranger' });
  server.clock.at += 45 * MINUTE;
  expect((await enter(guest, { session: id })).roomCode).toBe(roomCode);
  server.clock.at -= 45 * MINUTE;
});

async function attendance(id: string, who: Person): Promise<unknown> {
  await visits.save();
  return (await server.call('GET /attendance/{id}', { id }, { token: who.token })).body.data;
}

const statusOf = async (id: string): Promise<string> =>
  (await server.call('GET /getLesson/{id}', { id }, { token: meera.token })).body.data.status;

test('a lesson is held: who came and how long, and COMPLETED when the host ends it', async () => {
  const id = await lesson(0);
  const startedAt = server.clock.at;
  const [host, guest] = [await connect(meera), await connect(asha)];
  await enter(host, { session: id });
  server.clock.at += 5 * MINUTE;
  await enter(guest, { session: id, page: 'one' });
  server.clock.at += 20 * MINUTE;
  expect(await attendance(id, meera)).toEqual([
    {
      name: meera.name,
      part: 'host',
      isPresent: true,
      joinedAt: iso(-25 * MINUTE),
      leftAt: null,
      minutes: 25,
      visits: 1,
    },
    {
      name: asha.name,
      part: 'learner',
      isPresent: true,
      joinedAt: iso(-20 * MINUTE),
      leftAt: null,
      minutes: 20,
      visits: 1,
    },
  ]);
  await settle(host);
  const away = next(host, 'call-state');
  guest.disconnect();
  await away;
  server.clock.at += MINUTE;
  const again = await connect(asha);
  await enter(again, { session: id, page: 'one' });
  server.clock.at += 10 * MINUTE;
  const ended = next(again, 'call-ended');
  expect(await ask(host, 'call-ended')).toEqual({ ok: true });
  await ended;
  expect(await attendance(id, desk)).toMatchObject([
    { minutes: 36, visits: 1, isPresent: false },
    {
      minutes: 30,
      visits: 2,
      isPresent: false,
      joinedAt: new Date(startedAt + 5 * MINUTE).toISOString(),
      leftAt: iso(0),
    },
  ]);
  expect(await statusOf(id)).toBe('COMPLETED');
  // Over for learners, until the host opens it anew.
  expect(await ask(again, 'join-room', { session: id })).toMatchObject({ reason: 'over' });
  await enter(host, { session: id });
  await enter(again, { session: id });
  for (const who of [asha, ravi])
    expect((await server.call('GET /attendance/{id}', { id }, { token: who.token })).status).toBe(404);
});

test('ended before its start it can still be held; the clock ends it half an hour after its end', async () => {
  const id = await lesson(30, 30);
  const [host, guest] = [await connect(meera), await connect(asha)];
  await enter(host, { session: id });
  expect(await ask(host, 'call-ended')).toEqual({ ok: true });
  await visits.save();
  expect(await statusOf(id)).toBe('SCHEDULED');
  server.clock.at += 20 * MINUTE;
  await enter(guest, { session: id });
  server.clock.at += 40 * MINUTE;
  expect(await statusOf(id)).toBe('COMPLETED');
  // The class runs over, and who falls out comes back.
  expect(await ask(guest, 'leave-room')).toEqual({ ok: true });
  await enter(guest, { session: id });
  const ended = next(guest, 'call-ended');
  server.clock.at += 30 * MINUTE;
  calls.tick();
  expect(await ended).toMatchObject({ reason: 'time' });
  expect(await ask(guest, 'join-room', { session: id })).toMatchObject({ reason: 'over' });
});

test('a canceled lesson ends while it is held', async () => {
  const id = await lesson(0);
  const host = await connect(meera);
  await enter(host, { session: id });
  const ended = next(host, 'call-ended');
  await server.call('POST /cancelSession/{id}', { id, status: 'CANCELED' }, { token: desk.token });
  await calls.lookAtLessons();
  expect(await ended).toMatchObject({ reason: 'canceled' });
  expect(await ask(host, 'join-room', { session: id })).toMatchObject({ reason: 'canceled' });
});

test('a lesson that is given to another instructor while it is held has that one for its host', async () => {
  const id = await lesson(0);
  const other = await server.instructor();
  people.set(other.token, other);
  const [host, guest, newHost] = [await connect(meera), await connect(asha), await connect(other)];
  await enter(host, { session: id });
  await enter(guest, { session: id });
  const given = { instructor_name: 'Leela Menon', instructor_email: other.email, hourly_rate: 0 };
  const times = { start_time: iso(0), end_time: iso(HOUR) };
  await server.call('POST /updateSession/{id}', { id, ...given, ...times }, { token: desk.token });
  const ended = next(host, 'call-ended');
  await calls.lookAtLessons();
  expect(await ended).toMatchObject({ reason: 'unassigned' });
  expect(await ask(host, 'join-room', { session: id })).toMatchObject({ reason: 'stranger' });
  const { state } = await enter(newHost, { session: id });
  expect(state.people.map(({ name, isHost }) => [name, isHost])).toEqual([
    [asha.name, false],
    [other.name, true],
  ]);
  expect(await ask(newHost, 'call-host', { act: 'mute-all' })).toEqual({ ok: true });
});

test('attendance outlives a crash: who was there left when last seen', async () => {
  const id = await lesson(0);
  const host = await connect(meera);
  await enter(host, { session: id });
  server.clock.at += 10 * MINUTE;
  await visits.beat();
  server.clock.at += 20 * MINUTE;
  // What another process finds at its start.
  await new Visits({ db: server.database, log: pino({ level: 'silent' }), now: () => server.clock.at }).recover();
  expect(await server.call('GET /attendance/{id}', { id }, { token: meera.token })).toMatchObject({
    body: {
      data: [
        { part: 'host', isPresent: false, minutes: 10 },
        { part: 'learner', joinedAt: null, minutes: 0 },
      ],
    },
  });
});

test('attendance waits while the database is away, and is stored when it is back', async () => {
  const id = await lesson(0);
  let isAway = true;
  const query: typeof server.database.query = (...asked) =>
    isAway ? Promise.reject(new Error('away')) : server.database.query(...asked);
  const waiting = new Visits({ db: { query }, log: pino({ level: 'silent' }), now: () => server.clock.at });
  waiting.came(id, asha.accountNo, server.clock.at);
  server.clock.at += 7 * MINUTE;
  waiting.went(id, asha.accountNo, server.clock.at);
  waiting.ended(id, server.clock.at);
  await waiting.save();
  expect(await statusOf(id)).toBe('SCHEDULED');
  isAway = false;
  await waiting.beat();
  expect(await attendance(id, meera)).toMatchObject([{ minutes: 0 }, { minutes: 7, visits: 1, isPresent: false }]);
  expect(await statusOf(id)).toBe('COMPLETED');
});

test('administrators are in no call', async () => {
  people.set(desk.token, desk);
  const socket = await connect(desk);
  expect(await ask(socket, 'create-room')).toEqual({ ok: false, message: 'Forbidden' });
});
