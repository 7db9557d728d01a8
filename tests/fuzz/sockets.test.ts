// The socket with everything a client can send, down to single frames: every event is answered in its form, strangers stay out, and nobody else notices.
import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { pushes, requests } from '../../contract/events.ts';
import type { PushName, RequestName } from '../../contract/events.ts';
import { Crew } from './crew.ts';
import { expiredToken, forgedTokens } from './forgeries.ts';
import { planLesson } from './furnish.ts';
import { halved, hostileValue } from './hostile-input.ts';
import { ask, beginCall, connect, enterCall, next } from './in-a-call.ts';
import { changedTables, pause, startWholeServer } from './whole-server.ts';
import type { Person, WholeServer } from './whole-server.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 40);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

let server: WholeServer;
let crew: Crew;
/** A person who is connected all the time, and must not notice. */
let bystander: Socket;
let lost = 0;
const opened: Socket[] = [];

beforeAll(async () => {
  server = await startWholeServer();
  crew = await Crew.settle(server);
  bystander = open((await server.signUp({ name: 'Bystander', email: 'bystander@example.com' })).token);
  bystander.on('disconnect', () => lost++);
  await next(bystander, 'stockUpdate');
  opened.length = 0;
}, 60_000);

afterEach(async () => {
  for (const socket of opened) socket.disconnect();
  opened.length = 0;
});

afterAll(() => {
  bystander.disconnect();
  return server.close();
});

function open(token: string | null): Socket {
  const socket = connect(server, token);
  opened.push(socket);
  return socket;
}

async function enter(token: string): Promise<Socket> {
  const socket = open(token);
  await next(socket, 'stockUpdate');
  return socket;
}

/** Every push, to anybody, has the form of the table. */
function watch(socket: Socket): string[] {
  const wrong: string[] = [];
  socket.onAny((event: string, payload: unknown) => {
    const schema = pushes[event as PushName]?.payload;
    if (!schema?.safeParse(payload).success) wrong.push(`${event} ${JSON.stringify(payload).slice(0, 300)}`);
  });
  return wrong;
}

async function proveWell(): Promise<void> {
  expect(await bystander.timeout(5_000).emitWithAck('requestPortfolioUpdate', null)).toEqual({ ok: true });
  expect(lost).toBe(0);
}

/** More people than browsers connect directly, so that the call goes over the media server. */
const LARGE = 7;
const MEDIA: readonly RequestName[] = ['media-join', 'media-answer'];
let people = 0;
/** A new person each time: how much one writes in a call, and how many codes one tries, is limited for each. */
const somebody = (role: 'user' | 'instructor'): Promise<Person> =>
  server.signUp({ name: 'Somebody', email: `caller-${++people}@example.com`, role });

interface OpenCall {
  /** The host, another participant, a stranger to the call, and an administrator, whom calls do not admit. */
  readonly sockets: readonly Socket[];
  readonly code: string;
  /** A lesson of the host's with the second person in it, open to be entered. */
  readonly lesson: string;
}

async function callOf(count: number): Promise<OpenCall> {
  const host = await somebody('instructor');
  const plan = { admin: crew.cast.admin, teacher: host, rate: 0, hoursAhead: 0.1, mark: 'call' };
  const { id: lesson } = await planLesson(server, plan);
  const sockets = [await enter(host.token)];
  const { roomCode: code } = await beginCall(sockets[0]);
  await ask(sockets[0], 'call-chat', { text: 'Who is there?' });
  while (sockets.length < count) {
    const guest = await somebody('user');
    if (sockets.length === 1) await server.granted('POST /enrol/{id}', { id: lesson }, guest.token);
    const socket = await enter(guest.token);
    await enterCall(socket, { roomCode: code });
    sockets.push(socket);
  }
  const stranger = await enter((await somebody('user')).token);
  return { sockets: [sockets[0], sockets[1], stranger, await enter(crew.token('admin'))], code, lesson };
}

const SDP = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n';
const candidate = { candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 };

/** Inputs that are granted to people in the call, by seat: the host is `p1`. Events that accept any input are left out. */
const fitting = (
  code: string,
  lesson: string,
): Partial<Record<RequestName, readonly [who: number, payload: unknown]>> => ({
  requestPortfolioUpdate: [0, null],
  subscribeWatchlist: [0, ['MERIT']],
  subscribeChart: [0, ['MERIT']],
  'create-room': [2, null],
  'join-room': [2, { roomCode: code }],
  'call-door': [1, { session: lesson }],
  offer: [1, { to: 'p1', offer: { type: 'offer', sdp: SDP } }],
  answer: [1, { to: 'p1', answer: { type: 'answer', sdp: SDP } }],
  'ice-candidate': [1, { to: 'p1', candidate }],
  'media-join': [1, null],
  'media-answer': [1, { sdp: SDP }],
  'call-ended': [1, null],
  'leave-room': [1, code],
  'call-me': [1, { isHandUp: true }],
  'call-chat': [1, { text: 'Here', key: 'one' }],
  'call-unsay': [0, { message: 1 }],
  'call-report': [1, { message: 1, reason: 'other' }],
  'call-host': [0, { act: 'mute', person: 'p2' }],
});

/** The stored traces of an event that was granted; the rest of a call by code is only in memory. */
const STORED: Partial<Record<RequestName, readonly string[]>> = { 'call-report': ['reports'], 'join-room': ['visits'] };

/** Who has left a call, or was removed from it, or has tried too often, is refused everything that follows: a new one begins, with other people. */
const LEAVING: readonly RequestName[] = ['call-ended', 'leave-room'];
const isRemoval = (event: RequestName, payload: unknown): boolean =>
  event === 'call-host' && (payload as { act?: unknown }).act === 'remove';

test.each(Object.keys(requests) as RequestName[])('%s', { timeout: 3_600_000 }, async (event) => {
  await server.call('POST /haltMarket', { isHalted: true }, { token: crew.token('admin') });
  const wrong: string[][] = [];
  const begin = async (): Promise<OpenCall & { readonly before: Map<string, string> }> => {
    const call = await callOf(MEDIA.includes(event) ? LARGE : 2);
    wrong.push(...opened.slice(wrong.length).map(watch));
    return { ...call, before: await server.state() };
  };
  const changed: string[] = [];
  const compare = async ({ before }: { before: Map<string, string> }): Promise<void> =>
    void changed.push(...changedTables(before, await server.state()));
  let call = await begin();
  const { code, lesson } = call;
  const [who, granted] = fitting(code, lesson)[event]!;
  const grant = (): Promise<void> => ask(call.sockets[who], event, fitting(call.code, call.lesson)[event]![1]);
  if (event === 'media-answer') await ask(call.sockets[who], 'media-join', null);
  await grant();
  const again = async (): Promise<void> => {
    await compare(call);
    call = await begin();
  };
  if (LEAVING.includes(event)) await again();
  const words = {
    ...{ roomCode: [code, 'AAAAA-AAAAA'], code: [code], session: [lesson], page: ['page-1'] },
    ...{ to: ['p1', 'p2'], person: ['p1', 'p2'], message: [1, 2] },
  };
  const payloads = hostileValue(requests[event].payload, words, [granted]);
  const throwIn = async (payload: unknown, place: number): Promise<void> => {
    const answer: unknown = await call.sockets[place].timeout(5_000).emitWithAck(event, payload);
    const { ok, message, reason, ...more } = answer as { ok: boolean; message?: string; reason?: string };
    expect([typeof ok, typeof message]).toEqual(['boolean', ok ? 'undefined' : 'string']);
    expect(more).toEqual({});
    expect(JSON.stringify(answer)).not.toMatch(/node_modules|\.ts:\d|at async|zod|ZodError/);
    if (ok ? LEAVING.includes(event) || isRemoval(event, payload) : reason === 'too-many') await again();
  };
  for (const half of halved(granted)) await throwIn(half, who);
  // Mostly by the one who may: others are refused whatever they send.
  const by = fc.oneof({ arbitrary: fc.constant(who), weight: 2 }, { arbitrary: fc.nat(3), weight: 1 });
  const property = fc.asyncProperty(payloads, by, throwIn);
  await expect(fc.assert(property, { numRuns: RUNS, seed: SEED })).resolves.toBeUndefined();
  // If it were not granted any more, most of these would have been refused at the door.
  await grant();
  await compare(call);
  expect(changed.filter((table) => !STORED[event]?.includes(table))).toEqual([]);
  expect(wrong.flat()).toEqual([]);
  await proveWell();
});

test('no token of a stranger opens a socket, and neither does an expired one', async () => {
  const { user } = crew.cast;
  const { sub, login } = JSON.parse(Buffer.from(crew.token('instructor').split('.')[1], 'base64url').toString());
  for (const [name, token] of Object.entries(forgedTokens(user.token, server.secrets.jwt, { sub, login }))) {
    const refusal = (await next(open(token), 'connect_error')) as Error;
    expect([name, refusal.message]).toEqual([name, 'Unauthorized']);
  }
  const late = (await next(open(expiredToken(user.token, server.secrets.jwt)), 'connect_error')) as Error;
  expect(late.message).toBe('Token expired');
}, 60_000);

test.each([
  'connect',
  'disconnect',
  'disconnecting',
  'error',
  'connection',
  'newListener',
  'stockUpdate',
  'portfolioUpdate',
  '__proto__',
  'constructor',
  'toString',
  '',
  'x'.repeat(10_000),
])('an event that is none: %j', async (event) => {
  const socket = await enter(crew.token('user'));
  // The library cannot send reserved names, so they are sent as the frame they would be.
  const raw = socket.io.engine;
  raw.send(`2${JSON.stringify([event, { a: 1 }])}`);
  raw.send(`27${JSON.stringify([event, { a: 1 }])}`);
  await proveWell();
});

/** One Engine.IO connection by hand: `40{token}` enters, and then come the frames. */
async function sendFrames(token: string | null, frames: readonly (string | Buffer)[]): Promise<void> {
  const address = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.once('message', resolve);
    socket.once('error', reject);
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  if (token !== null) socket.send(`40${JSON.stringify({ token })}`);
  await pause(5);
  for (const frame of frames) if (socket.readyState === WebSocket.OPEN) socket.send(frame);
  await Promise.race([closed, pause(15)]);
  socket.terminate();
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Input for broken parsers, in one protocol or the other. */
const broken: Record<string, readonly (string | Buffer)[]> = {
  empty: [''],
  'no type that is known': ['9', '8x', 'x', '\u0000', '😀'],
  'Engine.IO packets of the server': ['0{"sid":"x"}', '1', '3', '5', '6'],
  'a second handshake': ['40{}', '40', '40{"token":"x"}'],
  'namespaces that are not there': [
    '40/admin,{}',
    '42/admin,["x"]',
    '40/__proto__,',
    '40/../,{}',
    `40/${'n'.repeat(5_000)},`,
  ],
  'events that are no list': [
    '42',
    '42{}',
    '42null',
    '42[]',
    '42[null]',
    '42[1]',
    '42[{}]',
    '42[["x"]]',
    '42"x"',
    '42[',
    '42[""]',
  ],
  'acknowledgements of nothing': [
    '431[]',
    '43999999999999999999[]',
    '43[]',
    '43-1[]',
    '42999999999999999999999["requestPortfolioUpdate"]',
    '42-1["requestPortfolioUpdate"]',
  ],
  'binary that is promised': [
    '451-["x",{"_placeholder":true,"num":0}]',
    '45999999999-["x"]',
    '450-["x"]',
    '451-["x",{"_placeholder":true,"num":99}]',
    '45-["x"]',
    '461-[]',
    '452-["a",{"_placeholder":true,"num":-1}]',
  ],
  'binary that was not promised': [Buffer.from([1, 2, 3]), Buffer.alloc(0), Buffer.alloc(60_000)],
  'binary twice': [
    '451-["subscribeWatchlist",{"_placeholder":true,"num":0}]',
    Buffer.from('x'),
    '451-["call-chat",{"_placeholder":true,"num":0}]',
    '42["x"]',
  ],
  'names that reach into objects': [
    '42["__proto__",{}]',
    '42["constructor"]',
    '42["subscribeWatchlist",{"__proto__":{"length":3}}]',
    '42["hasOwnProperty",1]',
  ],
  deep: [`42["x",${nested(2_000)}]`, `42["subscribeWatchlist",${nested(20_000)}]`],
  'too large': [`42["call-chat",{"text":"${'x'.repeat(70_000)}"}]`, 'x'.repeat(2_000_000)],
  'close, and then more': ['41', '42["requestPortfolioUpdate"]', '1'],
  'pings without end': Array.from({ length: 500 }, () => '2'),
  'many at once': Array.from({ length: 2_000 }, (_, number) => `42${number}["requestPortfolioUpdate"]`),
};

test.each(Object.keys(broken))('frames: %s', async (name) => {
  await sendFrames(crew.token('user'), broken[name]);
  await sendFrames(null, broken[name]);
  await proveWell();
});

test('random frames, with and without a login', { timeout: 3_600_000 }, async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .tuple(
        fc.constantFrom('4', '40', '42', '421', '43', '44', '45', '451-', '46', '2', '6'),
        fc.json({ maxDepth: 3 }),
      )
      .map(([head, rest]) => head + rest),
    fc
      .tuple(fc.constantFrom(...Object.keys(requests)), fc.json({ maxDepth: 3 }), fc.nat(99))
      .map(([event, payload, id]) => `42${id}["${event}",${payload}]`),
  );
  const frame = fc.oneof(
    { arbitrary: text, weight: 4 },
    { arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
  );
  const property = fc.asyncProperty(
    fc.array(frame, { minLength: 20, maxLength: 60 }),
    fc.boolean(),
    async (frames, isIn) => sendFrames(isIn ? crew.token('user') : null, frames),
  );
  await expect(fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true })).resolves.toBeUndefined();
  await proveWell();
});

test('invalid addresses of the transport are refused without an internal error', async () => {
  for (const query of [
    '',
    'EIO=4',
    'EIO=3&transport=polling',
    'EIO=4&transport=x',
    'EIO=4&transport=polling&sid=__proto__',
    'EIO=4&transport=polling&sid=constructor',
    'EIO=4&transport=websocket&sid=x',
    'EIO=4&transport=webtransport',
  ]) {
    for (const method of ['GET', 'POST', 'OPTIONS', 'PUT', 'DELETE']) {
      const { status, body } = await server.send({
        method,
        path: `/socket.io/?${query}`,
        body: method === 'GET' ? undefined : '4',
      });
      expect([query, method, status < 500]).toEqual([query, method, true]);
      expect(body).not.toMatch(/node_modules|at /);
    }
  }
  await proveWell();
});
