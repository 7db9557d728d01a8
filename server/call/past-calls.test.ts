// After a call: for a day its participants can report messages and people; nobody else can, nothing that they could not read, and not without limits.
import type { Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { REPORT_AFTER_MS } from '../../contract/call.ts';
import type { ChatMessage, MediaWay, PastCall, PastCallData } from '../../contract/call.ts';
import {
  asha,
  ask,
  calls,
  connect,
  create,
  desk,
  enter,
  HOUR,
  lesson,
  meera,
  next,
  ravi,
  server,
  settle,
} from '../../tests/scenes/calls.ts';
import { PastCalls } from './past-calls.ts';
import { newRoom } from './room.ts';
import { newRoomCode } from './room-code.ts';
import { Rooms } from './rooms.ts';

type Person = typeof asha;

const say = async (socket: Socket, text: string): Promise<number> => {
  const said = next<ChatMessage>(socket, 'call-chat');
  expect(await ask(socket, 'call-chat', { text })).toEqual({ ok: true });
  return (await said).id;
};
const pastOf = async ({ token }: Person): Promise<PastCall[]> =>
  (await server.call('GET /pastCalls', {}, { token })).body.data;
const whole = async ({ token }: Person, id: string): Promise<PastCallData> =>
  (await server.call('GET /pastCall/{id}', { id }, { token })).body.data;
const report = (id: string, about: object, { token }: Person) =>
  server.call('POST /reportPastCall/{id}', { id, reason: 'insult', ...about }, { token });
const stored = async (of: Person) =>
  (await server.call('GET /reports', { q: of.email }, { token: desk.token })).body.data.reports;

/** Meera's lesson, in which Asha has insulted Ravi and deleted it, and which Meera has ended. */
async function ended() {
  const id = await lesson(0);
  await server.call('POST /enrol/{id}', { id }, { token: ravi.token });
  const [host, guest, other] = [await connect(meera), await connect(asha), await connect(ravi)];
  for (const socket of [host, guest]) await enter(socket, { session: id });
  const { roomCode } = await enter(other, { session: id });
  const message = await say(guest, 'You fool');
  await ask(guest, 'call-unsay', { message });
  await settle(host, guest, other);
  await ask(host, 'call-ended', { roomCode });
  return { id, roomCode, message };
}

test('a message is reported after the end, once, with its words; and deleted by the desk', async () => {
  const { id, roomCode, message } = await ended();
  expect(await pastOf(ravi)).toEqual([
    expect.objectContaining({ _id: roomCode, session: id, title: 'Candles', endedAt: expect.any(String) }),
  ]);
  const { people, chat } = await whole(ravi, roomCode);
  expect(people).toEqual([
    { id: 'p1', name: meera.name, isHost: true },
    { id: 'p2', name: asha.name, isHost: false },
  ]);
  expect(chat).toMatchObject([{ id: message, from: 'p2', text: '', isDeleted: true }]);
  const told = await report(roomCode, { message, words: 'In front of all.\nTwice.' }, ravi);
  expect(told.body).toMatchObject({
    message: 'Thank you. An administrator will look at it. Nobody in the call is told.',
  });
  expect((await report(roomCode, { message }, ravi)).status).toBe(200);
  expect((await report(roomCode, { person: 'p2', reason: 'threat' }, meera)).status).toBe(200);
  const words = 'In front of all.\nTwice.';
  const call = { session: id, call: 'Candles', status: 'OPEN', reported: { name: asha.name } };
  expect(await stored(asha)).toMatchObject([
    { ...call, message: null, reporter: { name: meera.name } },
    { ...call, message: { text: 'You fool' }, words, reporter: { name: ravi.name } },
  ]);
  const [{ _id }] = (await stored(asha)).slice(1);
  expect(
    (await server.call('POST /closeReport/{id}', { id: _id, decision: 'deleted' }, { token: desk.token })).status,
  ).toBe(200);
});

test('nobody else learns of it, and a missing message cannot be reported', async () => {
  const { roomCode, message } = await ended();
  const stranger = await server.trader();
  const before = await server.stateHash();
  expect(await pastOf(stranger)).toEqual([]);
  for (const id of [roomCode, 'ABCDE-12345', '__proto__'])
    for (const { status } of [
      await server.call('GET /pastCall/{id}', { id }, { token: stranger.token }),
      await report(id, { message }, stranger),
    ])
      expect(status).toBe(404);
  expect((await report(roomCode, { message }, asha)).status).toBe(409);
  expect((await report(roomCode, { person: 'p2' }, asha)).status).toBe(409);
  expect((await report(roomCode, { message: 99 }, ravi)).status).toBe(404);
  expect((await report(roomCode, { person: 'p99' }, ravi)).status).toBe(404);
  for (const wrong of [
    {},
    { message, person: 'p2' },
    { message, reason: 'boredom' },
    { message, words: 'x'.repeat(501) },
  ])
    expect((await report(roomCode, wrong, ravi)).status).toBe(400);
  await server.database.query('update users set is_blocked = true where id = $1', [ravi.id]);
  expect((await report(roomCode, { message }, ravi)).status).toBe(404);
  await server.database.query('update users set is_blocked = false where id = $1', [ravi.id]);
  expect(await server.stateHash()).toBe(before);
});

test('a removed person can report at once, and learns neither what is said later nor who comes', async () => {
  const [host, guest, other] = [await connect(meera), await connect(asha), await connect(ravi)];
  const { roomCode } = await create(host);
  await enter(guest, roomCode);
  const insult = await say(host, 'Out with you');
  server.clock.at += 1_000;
  const away = next(guest, 'call-ended');
  expect(await ask(host, 'call-host', { act: 'remove', person: 'p2' })).toEqual({ ok: true });
  await away;
  server.clock.at += 1_000;
  await enter(other, roomCode);
  const later = await say(host, 'Now we are among ourselves');
  expect(await pastOf(asha)).toMatchObject([{ _id: roomCode, session: null, title: null, endedAt: null }]);
  const { people, chat } = await whole(asha, roomCode);
  expect(people.map(({ name }) => name)).toEqual([meera.name]);
  expect(chat.map(({ id, isHost }) => [id, isHost])).toEqual([[insult, true]]);
  expect((await report(roomCode, { person: 'p3' }, asha)).status).toBe(404);
  expect((await report(roomCode, { message: later }, asha)).status).toBe(404);
  expect((await report(roomCode, { message: insult }, asha)).status).toBe(200);
  expect((await report(roomCode, { person: 'p1' }, asha)).status).toBe(200);
  expect(await stored(meera)).toHaveLength(2);
});

test('ten in an hour, in calls and after them together; and after a day the call is forgotten', async () => {
  const { roomCode, message } = await ended();
  const answers = await Promise.all(Array.from({ length: 15 }, () => report(roomCode, { message }, ravi)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  server.clock.at += REPORT_AFTER_MS - HOUR;
  calls.tick();
  expect(await pastOf(ravi)).toHaveLength(1);
  server.clock.at += HOUR;
  calls.tick();
  expect(await pastOf(ravi)).toEqual([]);
  expect((await report(roomCode, { message }, ravi)).status).toBe(404);
});

test('of an account that was closed meanwhile nothing is kept', async () => {
  const { roomCode, message } = await ended();
  await server.database.query('update users set deleted_at = $2 where id = $1', [asha.id, server.clock.at]);
  expect((await report(roomCode, { message }, ravi)).status).toBe(200);
  const { rows } = await server.database.query('select 1 from reports where room = $1', [roomCode]);
  expect(rows).toEqual([]);
});

test('a limited number of calls is remembered, the newest longest; a call without others is not', () => {
  const rooms = new Rooms({ newCode: newRoomCode, mostPeople: 6 });
  const media: MediaWay = { kind: 'mesh', iceServers: [] };
  const person = (n: number) => ({ socket: `s${n}`, account: n, name: `P${n}`, page: `p${n}`, media });
  const open = (...people: number[]) => {
    const [first, ...others] = people;
    const own = { isMuted: false, hasCamera: false };
    rooms.create({ ...person(first), ...own, isHost: true }, 0);
    const { room } = rooms.placeOf(`s${first}`)!;
    for (const n of others) rooms.enter(room, { ...person(n), ...own, isHost: false }, 0);
    for (let n = 0; n < 9; n++) rooms.say(`s${first}`, { text: 'x'.repeat(900) }, 0);
    return room;
  };
  const past = new PastCalls(25_000);
  const kept = [open(1, 2), open(3, 4), open(5, 6), open(7)];
  for (const room of kept) past.keep(room, 0);
  expect(kept.map(({ code }) => past.get(code) !== undefined)).toEqual([false, true, true, false]);
});

test('calls are listed by when they began, the newest first, also the one that goes on', () => {
  const past = new PastCalls();
  const [early, going, late] = ['EARLY', 'GOING', 'LATER'].map((code, n) => {
    const room = newRoom({ code, lesson: null, creator: 1, closesAt: 9, mostPeople: 6 }, n);
    for (const account of [1, 2])
      room.sitters.set(`p${account}`, { account, name: `P${account}`, isHost: account === 1, cameAt: n, wentAt: null });
    return room;
  });
  past.keep(late, 8);
  past.keep(early, 5);
  const listed = past.of(2, [going]).map(({ room, endedAt }) => [room.code, endedAt]);
  expect(listed).toEqual([
    ['LATER', 8],
    ['GOING', null],
    ['EARLY', 5],
  ]);
  expect(past.of(3, [going])).toEqual([]);
});
