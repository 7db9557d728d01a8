// Two people on one server: no reply or push to one contains anything of the other's, whatever the first requests.
import fc from 'fast-check';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requests } from '../../contract/events.ts';
import type { RequestName } from '../../contract/events.ts';
import { routeNames, routes } from '../../contract/routes.ts';
import type { RouteName } from '../../contract/routes.ts';
import { unzip } from '../unzip.ts';
import { buyLesson, planLesson, settleTrader } from './furnish.ts';
import { hostileInput, hostileValue } from './hostile-input.ts';
import type { Known } from './hostile-input.ts';
import { inputAs, pause, startWholeServer } from './whole-server.ts';
import type { Person, WholeServer } from './whole-server.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 12);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** Contained in every text that Bela writes or that is written about her. */
const MARK = 'canary7b';

let server: WholeServer;
let asha: Person;
let guru: Person;
let bela: Person;
/** Values that only Bela, and people responsible for her, may see. */
let secrets: string[];
/** Her ids, for others to use in requests. */
let ids: string[];
const heard: string[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startWholeServer();
  const { granted } = server;
  const admin = await server.admin();
  asha = await server.signUp({ name: 'Asha', email: 'asha@example.com' });
  guru = await server.signUp({ name: 'Guru', email: 'guru@example.com', role: 'instructor' });
  const tara = await server.signUp({ name: 'Tara', email: 'tara@example.com', role: 'instructor' });
  // The person whose code she used earns by her, and learns nothing else about her.
  const { referralCode } = await granted('GET /Userprofile', {}, asha.token);
  bela = await server.signUp({ name: `Bela ${MARK}`, email: `${MARK}@example.com`, referralCode });
  await settleTrader(server, asha, 'mine');
  await settleTrader(server, guru, 'mine');
  for (const person of [asha, guru, tara]) await listen(person);
  const { filled, resting } = await settleTrader(server, bela, MARK);
  const plan = { admin, teacher: tara, rate: 500, mark: 'stops' };
  const lesson = await planLesson(server, { ...plan, hoursAhead: 30 });
  await buyLesson(server, lesson.id, bela.token);
  await planLesson(server, { ...plan, teacher: guru, hoursAhead: 40 });
  await granted('POST /sendMessage', { audience: 'user', userId: bela.id, message: `Hello ${MARK}` }, admin.token);
  await tradeWithEachOther();
  const logins = await granted('GET /logins', {}, bela.token);
  const { orders } = await granted('GET /getOrders', { limit: 100 }, bela.token);
  const { url } = await granted('GET /getMaterial/{id}', { id: lesson.material }, bela.token);
  const profile = await granted('GET /Userprofile', {}, bela.token);
  const lists = await granted('GET /watchlists', {}, bela.token);
  // Her drawn lines.
  secrets = ['12345678.91', MARK, bela.id, profile.referralCode, ...logins.map(({ _id }) => _id), new URL(url).search];
  ids = [
    bela.id,
    filled,
    resting,
    lesson.id,
    lesson.material,
    ...logins.map(({ _id }) => _id),
    ...orders.map(({ _id }) => _id),
    ...lists.map(({ _id }) => _id),
  ];
}, 60_000);

afterAll(() => {
  for (const socket of sockets) socket.disconnect();
  return server.close();
});

async function listen(person: Person): Promise<void> {
  const socket = io(server.url, {
    auth: { token: person.token },
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
  });
  sockets.push(socket);
  socket.onAny((event: string, payload: unknown) => heard.push(`${event} ${JSON.stringify(payload)}`));
  await new Promise<void>((resolve) => socket.once('stockUpdate', () => resolve()));
}

/** Asha sells to Bela, inside the spread. */
async function tradeWithEachOther(): Promise<void> {
  const { asks, bids } = await server.granted('GET /depth', { symbol: 'MERIT' }, asha.token);
  const price = Math.max(asks[0].price - 0.05, bids[0].price + 0.05);
  const order = { stock: 'MERIT', orderType: 'LIMIT', quantity: 2, price: Number(price.toFixed(2)) };
  await server.granted('POST /orders', { ...order, type: 'SELL' }, asha.token);
  await server.granted('POST /orders', { ...order, type: 'BUY' }, bela.token);
}

/** The built-in mailbox is open to every client of a server that only this machine can reach. */
const openToAll: readonly RouteName[] = ['GET /dev/mailbox'];
const names = routeNames.filter((name) => routes[name].role !== 'admin' && !openToAll.includes(name));

const known = (): Known => {
  const often = [...ids, ...ids];
  return {
    id: often,
    ids,
    userId: [bela.id],
    course_id: often,
    email: [bela.email],
    q: [MARK, 'bela'],
    roomCode: [MARK],
    session: ids,
    person: ['p1', 'p2'],
  };
};

/** `text` contains nothing of hers that was not in the request. */
function leaksIn(text: string, asked: string): string[] {
  const [low, given] = [text.toLowerCase(), asked.toLowerCase()];
  return secrets
    .map((secret) => secret.toLowerCase())
    .filter((secret) => low.includes(secret) && !given.includes(secret));
}

async function crawl(name: RouteName, person: Person): Promise<{ leaks: string[]; texts: string[] }> {
  const leaks: string[] = [];
  const texts: string[] = [];
  const property = fc.asyncProperty(hostileInput(name, known()), async (input) => {
    const sent = inputAs(name, input, person.token);
    const reply = await server.send(sent);
    const isZip = reply.headers['content-type'] === 'application/zip';
    const text = `${JSON.stringify(reply.headers)} ${isZip ? [...unzip(reply.bytes).values()].join('\n') : reply.body}`;
    texts.push(text);
    leaks.push(...leaksIn(text, `${decodeURIComponent(sent.path.replaceAll('+', ' '))} ${String(sent.body ?? '')}`));
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
  return { leaks, texts };
}

/** Would end the logins that the test uses. */
const isFatal = (name: RouteName): boolean =>
  /[lL]ogins?\b|endLogin|logout|Password|delete/.test(name) && name !== 'GET /logins';

test.each(names.filter((name) => !isFatal(name)))('%s', { timeout: 3_600_000 }, async (name) => {
  expect((await crawl(name, asha)).leaks).toEqual([]);
  expect((await crawl(name, guru)).leaks).toEqual([]);
});

test('the same requests show Bela her own data: the check can find it', { timeout: 3_600_000 }, async () => {
  const found: string[] = [];
  for (const name of [
    'GET /Userprofile',
    'GET /logins',
    'GET /tradeDiary',
    'GET /notifications',
    'GET /exportData',
  ] as const) {
    const { texts } = await crawl(name, bela);
    if (texts.some((text) => leaksIn(text, '').length > 0)) found.push(name);
  }
  expect(found).toEqual([
    'GET /Userprofile',
    'GET /logins',
    'GET /tradeDiary',
    'GET /notifications',
    'GET /exportData',
  ]);
});

test.each(Object.keys(requests) as RequestName[])('asking by the socket: %s', { timeout: 3_600_000 }, async (event) => {
  const property = fc.asyncProperty(hostileValue(requests[event].payload, known()), fc.nat(2), async (payload, who) => {
    const answer: unknown = await sockets[who].timeout(5_000).emitWithAck(event, payload);
    expect(answer).toMatchObject({ ok: expect.any(Boolean) });
  });
  await expect(fc.assert(property, { numRuns: RUNS, seed: SEED })).resolves.toBeUndefined();
});

test('nobody has received anything of hers', async () => {
  await pause(1_500);
  expect(heard.length).toBeGreaterThan(10);
  expect(heard.filter((text) => leaksIn(text, '').length > 0)).toEqual([]);
});
