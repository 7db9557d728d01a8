// Calls on real sockets for one test file: three people, lessons to enter, and requests of a plain client.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { CallEntry } from '../../contract/call.ts';
import { callMedia } from '../../server/adapters/media.ts';
import { Calls } from '../../server/call/calls.ts';
import { takeReport } from '../../server/call/reports.ts';
import { noteRemoval } from '../../server/learn/removals.ts';
import type { Caller } from '../../server/handler.ts';
import type { Visits } from '../../server/learn/visits.ts';
import { Live } from '../../server/live.ts';
import { startTrading, type Trading } from '../trading.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const ICE = [{ urls: ['stun:stun.example.org'] }];

type Person = Caller & { token: string };
interface Answer {
  ok: boolean;
  message?: string;
  reason?: string;
}

export let server: Trading;
let http: Server;
export let live: Live;
export let calls: Calls;
export let visits: Visits;
let port: number;
export let desk: Person;
export let meera: Person;
export let asha: Person;
export let ravi: Person;
export const people = new Map<string, Person>();
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
      removed: (what) => noteRemoval(server.database, what),
      ended: (...end) => visits.ended(...end),
      reopened: (id) => visits.reopened(id),
      stored: () => visits.save(),
    },
    report: (report) => takeReport(server.database, report),
    media: callMedia(() => ICE),
    log,
    now,
    push: (...push) => live.pushCall(...push),
  });
  server.learn.onChange(() => void calls.lookAtLessons());
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
  server.live.calls = calls;
  server.live.cut = (userId) => live.cut({ userId, loginId: null });
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

export async function connect(who: Person): Promise<Socket> {
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

export const ask = (socket: Socket, event: string, payload?: unknown): Promise<Answer> =>
  socket.timeout(15_000).emitWithAck(event, payload);

export function next<Payload>(socket: Socket, event: string): Promise<Payload> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event}`)), 15_000);
    socket.once(event, (payload: Payload) => {
      clearTimeout(timer);
      resolve(payload);
    });
  });
}

/** Every event of calls that a socket receives from now on. */
export function listen(socket: Socket): string[] {
  const heard: string[] = [];
  socket.onAny((event: string) => void heard.push(event));
  return heard;
}

/** Waits until everything that was sent has arrived. */
export const settle = (...sockets: Socket[]) => Promise.all(sockets.map((socket) => ask(socket, 'call-me', {})));

export async function create(socket: Socket): Promise<CallEntry> {
  const created = next<CallEntry>(socket, 'room-created');
  expect(await ask(socket, 'create-room')).toEqual({ ok: true });
  return created;
}

export async function enter(socket: Socket, payload: unknown): Promise<CallEntry> {
  const joined = next<CallEntry>(socket, 'room-joined');
  expect(await ask(socket, 'join-room', payload)).toEqual({ ok: true });
  return joined;
}

export const iso = (fromNow: number): string => new Date(server.clock.at + fromNow).toISOString();

/** A free lesson of Meera's with Asha in it; it begins in so many minutes. */
export async function lesson(startsIn = 0, lasts = 60): Promise<string> {
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

export const SDP = { type: 'offer', sdp: 'v=0\r\n' } as const;

export async function attendance(id: string, who: Person): Promise<unknown> {
  await visits.save();
  return (await server.call('GET /attendance/{id}', { id }, { token: who.token })).body.data;
}

export const statusOf = async (id: string): Promise<string> =>
  (await server.call('GET /getLesson/{id}', { id }, { token: meera.token })).body.data.status;
