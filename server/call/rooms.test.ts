// The rooms of calls by themselves: who gets a seat and keeps it, who hears what, and what strangers and floods cannot do.
import { expect, test } from 'vitest';
import { CHAT_SHOWN, CODE_LETTERS, readRoomCode, REJOIN_MS } from '../../contract/call.ts';
import type { CallPushName, CallPushOf } from '../../contract/call.ts';
import type { Effect } from './effects.ts';
import { newRoomCode } from './room-code.ts';
import { Rooms } from './rooms.ts';
import type { Outcome } from './rooms.ts';
import type { Entrant } from './seat.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T = Date.UTC(2026, 10, 20, 10);

const newRooms = (): Rooms => new Rooms({ newCode: newRoomCode, mostPeople: 6 });

/** Person n on socket `s<n>`, with one page. */
const person = (n: number, given: Partial<Entrant> = {}): Entrant => ({
  socket: `s${n}`,
  account: n,
  name: `Person ${n}`,
  isHost: false,
  page: `page${n}`,
  isMuted: false,
  hasCamera: true,
  media: { kind: 'mesh', iceServers: [] },
  ...given,
});

function effectsOf(outcome: Outcome): readonly Effect[] {
  if (outcome.refusal !== null) throw new Error(`refused: ${outcome.refusal}`);
  return outcome.effects;
}

/** The events of one kind that a socket received. */
function heard<E extends CallPushName>(effects: readonly Effect[], socket: string, event: E): CallPushOf<E>[] {
  return effects.flatMap((effect) =>
    effect.kind === 'push' && effect.socket === socket && effect.event === event
      ? [effect.payload as CallPushOf<E>]
      : [],
  );
}

/** `event to socket`, in order. */
const told = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => (effect.kind === 'push' ? [`${effect.event} ${effect.socket}`] : []));

/** A call by code of person 1, with others in it. */
function callOf(rooms: Rooms, ...others: number[]): string {
  const [{ roomCode }] = heard(effectsOf(rooms.create(person(1, { isHost: true }), T)), 's1', 'room-created');
  for (const n of others) effectsOf(join(rooms, roomCode, n));
  return roomCode;
}

function join(rooms: Rooms, code: string, n: number, given: Partial<Entrant> = {}, at = T): Outcome {
  const room = rooms.find(n, code, at);
  return typeof room === 'string' ? { refusal: room } : rooms.enter(room, person(n, given), at);
}

/** An act of the host, on a socket, on another person. */
function remove(rooms: Rooms, host: string, who: string): readonly Effect[] {
  const removal = rooms.removable(host, who, T);
  if (typeof removal === 'string') throw new Error(removal);
  return rooms.remove(removal, T);
}

const offer = { offer: { type: 'offer', sdp: 'v=0' } } as const;

test('codes have fifty bits of chance, and are read however they are typed', () => {
  const codes = new Set(Array.from({ length: 2_000 }, newRoomCode));
  expect(codes.size).toBe(2_000);
  const letters = new Set([...codes].join('').replaceAll('-', ''));
  expect([...letters].sort().join('')).toBe(CODE_LETTERS);
  expect(readRoomCode(' abcde 0ilo9 ')).toBe('ABCDE-01109');
  for (const wrong of ['', 'ABCDE', 'ABCDE-0110U', 'ABCDE-01109-1', '__proto__!'])
    expect(readRoomCode(wrong)).toBeNull();
});

test('two people: the host is told of the other, and makes the offer', () => {
  const rooms = newRooms();
  const code = callOf(rooms);
  const effects = effectsOf(join(rooms, code.toLowerCase().replace('-', ' '), 2));
  expect(told(effects)).toEqual(['room-joined s2', 'call-state s1', 'user-joined s1']);
  const [entry] = heard(effects, 's2', 'room-joined');
  expect(entry).toMatchObject({ roomCode: code, me: 'p2', media: { kind: 'mesh' } });
  expect(entry.state.people.map(({ id, isHost }) => [id, isHost])).toEqual([
    ['p1', true],
    ['p2', false],
  ]);
  // As a plain client sends it: no address, since there is only one other.
  const offered = effectsOf(rooms.relay('s1', { event: 'offer', payload: { roomCode: code, ...offer } }, T));
  expect(offered).toEqual([
    { kind: 'push', socket: 's2', event: 'offer', payload: { roomCode: code, from: 'p1', to: 'p2', ...offer } },
  ]);
});

test('an outsider is not relayed, and nobody speaks in another room by its code', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2);
  effectsOf(rooms.create(person(8, { isHost: true }), T));
  for (const socket of ['s8', 's9'])
    expect(rooms.relay(socket, { event: 'offer', payload: { roomCode: code, to: 'p1', ...offer } }, T)).toEqual({
      refusal: 'not-in-call',
    });
  for (const socket of ['s8', 's9']) {
    expect(rooms.end(socket, code, T)).toEqual({ refusal: 'not-in-call' });
    expect(rooms.leave(socket, code, T)).toEqual({ refusal: 'not-in-call' });
  }
  expect(rooms.say('s9', { text: 'hello' }, T)).toEqual({ refusal: 'not-in-call' });
  // Their own rooms have a p1 as well: an address never leads out of the sender's room.
  expect(rooms.relay('s8', { event: 'offer', payload: { to: 'p2', ...offer } }, T)).toEqual({
    refusal: 'nobody-there',
  });
});

test('three people: a message to one person reaches only that person, and without an address nobody', () => {
  const rooms = newRooms();
  callOf(rooms, 2, 3);
  const said = effectsOf(rooms.relay('s2', { event: 'offer', payload: { to: 'p3', ...offer } }, T));
  expect(told(said)).toEqual(['offer s3']);
  expect(rooms.relay('s2', { event: 'offer', payload: offer }, T)).toEqual({ refusal: 'nobody-there' });
  expect(rooms.relay('s2', { event: 'offer', payload: { to: 'p2', ...offer } }, T)).toEqual({
    refusal: 'nobody-there',
  });
});

test('six seats, of which one is kept for the host', () => {
  const rooms = newRooms();
  const lesson = { id: 'lesson', title: 'Candles' };
  const room = rooms.openLesson(lesson, T + HOUR, T);
  for (const n of [2, 3, 4, 5, 6]) effectsOf(rooms.enter(room, person(n), T));
  expect(rooms.enter(room, person(7), T)).toEqual({ refusal: 'full' });
  expect(effectsOf(rooms.enter(room, person(1, { isHost: true }), T)).length).toBeGreaterThan(0);
  effectsOf(rooms.leave('s2', undefined, T));
  expect(effectsOf(rooms.enter(room, person(7), T)).length).toBeGreaterThan(0);
});

test('a lost connection keeps its seat for a minute: the same page goes on, and nobody makes a new offer', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2);
  const dropped = rooms.drop('s2', false, T);
  expect(heard(dropped, 's1', 'call-state')[0].people[1]).toMatchObject({ id: 'p2', isAway: true });
  expect(rooms.relay('s1', { event: 'offer', payload: offer }, T)).toEqual({ refusal: 'nobody-there' });
  expect(rooms.tick(T + REJOIN_MS - 1)).toEqual([]);
  const back = effectsOf(join(rooms, code, 2, { socket: 's2b' }, T + REJOIN_MS - 1));
  expect(told(back)).toEqual(['room-joined s2b', 'call-state s1']);
  expect(heard(back, 's1', 'call-state')[0].people[1]).toMatchObject({ id: 'p2', isAway: false });
  expect(rooms.tick(T + HOUR)).toEqual([]);
});

test('after a minute the seat is free, and the others hear it', () => {
  const rooms = newRooms();
  callOf(rooms, 2);
  rooms.drop('s2', false, T);
  const effects = rooms.tick(T + REJOIN_MS);
  expect(told(effects)).toEqual(['user-left s1', 'call-state s1']);
  expect(heard(effects, 's1', 'call-state')[0].people).toHaveLength(1);
});

test('the same account in another window takes its seat over; the window before is told', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2);
  effectsOf(rooms.setOwn('s2', { isSharing: true }, T));
  const effects = effectsOf(join(rooms, code, 2, { socket: 's2b', page: 'other' }));
  expect(told(effects)).toEqual(['call-ended s2', 'room-joined s2b', 'call-state s1', 'user-joined s1']);
  expect(heard(effects, 's2', 'call-ended')).toEqual([{ roomCode: code, reason: 'elsewhere' }]);
  // The other window's shared screen is gone with it.
  expect(heard(effects, 's1', 'call-state')[0].people).toMatchObject([{ id: 'p1' }, { id: 'p2', isSharing: false }]);
  expect(rooms.relay('s2', { event: 'offer', payload: offer }, T)).toEqual({ refusal: 'not-in-call' });
});

test('only the host ends it for all; anybody else who ends it leaves', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2, 3);
  const left = effectsOf(rooms.end('s2', code, T));
  expect(told(left)).toEqual(['user-left s1', 'user-left s3', 'call-state s1', 'call-state s3']);
  const ended = effectsOf(rooms.end('s1', code, T));
  expect(told(ended)).toEqual(['call-ended s3']);
  expect(join(rooms, code, 3)).toEqual({ refusal: 'not-found' });
  expect(rooms.count).toBe(0);
});

test('the host may leave without ending, and comes back as the host', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2);
  expect(told(effectsOf(rooms.leave('s1', code, T)))).toEqual(['user-left s2', 'call-state s2']);
  const back = effectsOf(rooms.create(person(1, { isHost: true, socket: 's1b' }), T + MINUTE));
  expect(heard(back, 's1b', 'room-created')[0]).toMatchObject({ roomCode: code, me: 'p3' });
});

test('the host mutes, lowers a hand and sends away for good; others may not', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2, 3);
  for (const at of [T, T + MINUTE]) effectsOf(rooms.setOwn('s2', { isHandUp: true }, at));
  for (const act of ['mute', 'mute-all', 'lower-hand'] as const)
    expect(rooms.moderate('s3', { act, person: 'p2' }, T)).toEqual({ refusal: 'not-host' });
  expect(rooms.removable('s3', 'p2', T)).toBe('not-host');
  const muted = effectsOf(rooms.moderate('s1', { act: 'mute', person: 'p2' }, T));
  expect(heard(muted, 's2', 'call-muted')).toHaveLength(1);
  expect(heard(muted, 's3', 'call-state')[0].people[1]).toMatchObject({
    isMuted: true,
    handUpAt: new Date(T).toISOString(),
  });
  const lowered = effectsOf(rooms.moderate('s1', { act: 'lower-hand', person: 'p2' }, T));
  expect(heard(lowered, 's2', 'call-state')[0].people[1].handUpAt).toBeNull();
  const removed = remove(rooms, 's1', 'p2');
  expect(heard(removed, 's2', 'call-ended')).toEqual([{ roomCode: code, reason: 'removed' }]);
  const left = { roomCode: code, from: 'p2', name: 'Person 2' };
  expect(heard(removed, 's3', 'user-left')).toEqual([{ ...left, isRemoved: true }]);
  expect(rooms.relay('s2', { event: 'offer', payload: { to: 'p1', ...offer } }, T)).toEqual({ refusal: 'not-in-call' });
  expect(join(rooms, code, 2, { socket: 's2b', page: 'new' })).toEqual({ refusal: 'removed' });
  effectsOf(join(rooms, code, 4, { isHost: true }));
  for (const person of ['p1', 'p4']) expect(rooms.removable('s1', person, T)).toBe('nobody-there');
});

test('whom the host mutes while the connection is lost is muted on coming back, in the window that has not heard it', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2, 3);
  // Of the second nobody has noticed yet that the connection is gone; of the third everybody has.
  rooms.drop('s3', false, T);
  const muted = effectsOf(rooms.moderate('s1', { act: 'mute-all' }, T));
  expect(heard(muted, 's1', 'call-state')[0].people).toMatchObject([{}, { isMuted: true }, { isMuted: true }]);
  for (const n of [2, 3]) {
    const back = effectsOf(join(rooms, code, n, { socket: `s${n}b` }, T + 5000));
    // Before all else: what the browser says of itself from here on is true.
    expect(told(back).slice(0, 2)).toEqual([`call-muted s${n}b`, `room-joined s${n}b`]);
    expect(heard(back, 's1', 'call-state')[0].people[n - 1]).toMatchObject({ isMuted: true });
  }
  // A person who has heard it and speaks again was allowed to; so was one who chooses a microphone in a new window.
  effectsOf(rooms.setOwn('s2b', { isMuted: false }, T + 6000));
  expect(told(effectsOf(join(rooms, code, 2, { socket: 's2c' }, T + 7000)))).not.toContain('call-muted s2c');
  expect(told(effectsOf(join(rooms, code, 3, { socket: 's3c', page: 'new' }, T + 7000)))).not.toContain(
    'call-muted s3c',
  );
});

test('a person who leaves and comes back while the host removes them is out; in a lesson the room itself remembers nobody', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2);
  const removal = rooms.removable('s1', 'p2', T);
  if (typeof removal === 'string') throw new Error(removal);
  effectsOf(rooms.leave('s2', code, T));
  effectsOf(join(rooms, code, 2));
  expect(heard(rooms.remove(removal, T), 's2', 'call-ended')).toEqual([{ roomCode: code, reason: 'removed' }]);
  expect(rooms.remove(removal, T)).toEqual([]);
  expect(join(rooms, code, 2)).toEqual({ refusal: 'removed' });
  const lesson = rooms.openLesson({ id: 'lesson-1', title: 'Candles' }, T + HOUR, T);
  effectsOf(rooms.enter(lesson, person(5, { isHost: true }), T));
  effectsOf(rooms.enter(lesson, person(6), T));
  expect(heard(remove(rooms, 's5', 'p2'), 's6', 'call-ended')).toHaveLength(1);
  expect(rooms.refusalAt(lesson, { account: 6, isHost: false })).toBeNull();
});

test('a message reaches everybody, is kept for later participants, and their number is limited', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2);
  const said = effectsOf(rooms.say('s2', { text: 'Good morning' }, T));
  expect(told(said)).toEqual(['call-chat s1', 'call-chat s2']);
  expect(heard(effectsOf(join(rooms, code, 3)), 's3', 'room-joined')[0].chat).toMatchObject([
    { from: 'p2', name: 'Person 2', text: 'Good morning' },
  ]);
  const more = Array.from({ length: 12 }, () => rooms.say('s2', { text: 'again' }, T).refusal);
  expect(more.filter((refusal) => refusal === 'too-many')).toHaveLength(3);
  expect(rooms.say('s2', { text: 'later' }, T + 2_000).refusal).toBeNull();
  for (let n = 1; n <= CHAT_SHOWN; n++) effectsOf(rooms.say('s1', { text: `${n}` }, T + n * MINUTE));
  const { chat } = heard(effectsOf(join(rooms, code, 4)), 's4', 'room-joined')[0];
  expect([chat.length, chat[0].text]).toEqual([CHAT_SHOWN, '1']);
  // What nobody is shown any more can be deleted and reported all the same: many words hide nothing.
  expect(rooms.complaint('s1', { message: 1 }, T + HOUR)).toMatchObject({ message: { text: 'Good morning' } });
  expect(told(effectsOf(rooms.unsay('s2', 1, T + HOUR)))).toContain('call-unsaid s1');
});

test('one person can write so much in a call, and no more; others are not kept from it', () => {
  const rooms = newRooms();
  callOf(rooms, 2);
  const flood = Array.from({ length: 300 }, (_, n) =>
    rooms.say('s2', { text: 'x'.repeat(1_000), key: `k${n}` }, T + n * MINUTE),
  );
  expect(flood.filter(({ refusal }) => refusal === null)).toHaveLength(181);
  expect(flood.at(-1)).toEqual({ refusal: 'said-enough' });
  expect(rooms.say('s1', { text: 'Enough' }, T + 300 * MINUTE).refusal).toBeNull();
  expect(rooms.complaint('s1', { message: 1 }, T + 300 * MINUTE)).toMatchObject({ message: { id: 1 } });
});

test('a person who has left can still be reported', () => {
  const rooms = newRooms();
  callOf(rooms, 2);
  effectsOf(rooms.leave('s2', undefined, T));
  expect(rooms.complaint('s1', { person: 'p2' }, T)).toMatchObject({ account: 2, message: null });
  expect(rooms.complaint('s1', { person: 'p1' }, T)).toBe('yourself');
});

test('a flood of candidates is dropped, and flows again after a while', () => {
  const rooms = newRooms();
  callOf(rooms, 2);
  const send = (at: number) => rooms.relay('s1', { event: 'ice-candidate', payload: { candidate: null } }, at).refusal;
  const answers = Array.from({ length: 100_000 }, () => send(T));
  expect(answers.filter((refusal) => refusal === null)).toHaveLength(400);
  expect(send(T + 1_000)).toBeNull();
});

test('five wrong codes a minute, and then not even the right one', () => {
  const rooms = newRooms();
  const code = callOf(rooms);
  for (let n = 0; n < 9; n++) expect(rooms.find(9, code, T)).toMatchObject({ code });
  const guess = () => rooms.find(9, newRoomCode(), T);
  expect(Array.from({ length: 7 }, guess)).toEqual([...Array(5).fill('not-found'), 'too-many', 'too-many']);
  expect(rooms.find(9, code, T)).toBe('too-many');
  expect(rooms.find(8, code, T)).not.toBe('too-many');
  expect(rooms.find(9, code, T + 13_000)).toMatchObject({ code });
});

test('one live room for each host, ten an hour', () => {
  const rooms = newRooms();
  const host = person(1, { isHost: true });
  effectsOf(rooms.create(host, T));
  effectsOf(rooms.create(host, T));
  expect(rooms.count).toBe(1);
  effectsOf(rooms.end('s1', undefined, T));
  for (let n = 2; n <= 10; n++) {
    effectsOf(rooms.create(host, T));
    effectsOf(rooms.end('s1', undefined, T));
  }
  expect(rooms.create(host, T)).toEqual({ refusal: 'too-many' });
});

test('the clock ends a call; an empty one is forgotten; one who enters another call leaves the first', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2);
  const ended = rooms.tick(T + 4 * HOUR);
  expect(heard(ended, 's2', 'call-ended')).toEqual([{ roomCode: code, reason: 'time' }]);
  const second = callOf(rooms, 2);
  effectsOf(rooms.create(person(2, { isHost: true }), T));
  expect(heard(effectsOf(join(rooms, second, 2)), 's1', 'user-joined')).toHaveLength(1);
  effectsOf(rooms.leave('s1', undefined, T));
  effectsOf(rooms.leave('s2', undefined, T));
  rooms.tick(T + 10 * MINUTE);
  expect(rooms.count).toBe(0);
});

test('presence of a lesson: each stay from coming to going, also over a drop and the end', () => {
  const rooms = newRooms();
  const room = rooms.openLesson({ id: 'L', title: 'Candles' }, T + HOUR, T);
  const stays = (effects: readonly Effect[]) =>
    effects.flatMap((effect) => (effect.kind === 'push' ? [] : [{ ...effect }]));
  expect(stays(effectsOf(rooms.enter(room, person(1, { isHost: true }), T)))).toEqual([
    { kind: 'came', lesson: 'L', account: 1, at: T },
  ]);
  effectsOf(rooms.enter(room, person(2), T));
  expect(stays(rooms.drop('s2', false, T + 5))).toEqual([{ kind: 'went', lesson: 'L', account: 2, at: T + 5 }]);
  expect(stays(effectsOf(rooms.enter(room, person(2, { socket: 's2b' }), T + 9)))).toEqual([
    { kind: 'came', lesson: 'L', account: 2, at: T + 9 },
  ]);
  rooms.drop('s2b', false, T + 20);
  // Left at the drop: the minute of the kept seat is nobody's presence.
  expect(stays(rooms.tick(T + 20 + REJOIN_MS))).toEqual([]);
  expect(stays(effectsOf(rooms.end('s1', undefined, T + 2 * MINUTE)))).toEqual([
    { kind: 'went', lesson: 'L', account: 1, at: T + 2 * MINUTE },
    { kind: 'ended', lesson: 'L', reason: 'host', at: T + 2 * MINUTE },
  ]);
});

test('too many flips of a switch are not passed on, and neither is a flip that changes nothing', () => {
  const rooms = newRooms();
  callOf(rooms, 2, 3);
  expect(effectsOf(rooms.setOwn('s2', { isMuted: false, isHandUp: false }, T))).toEqual([]);
  const flips = (most: number, at = T): Outcome[] =>
    Array.from({ length: most }, (_, n) => rooms.setOwn('s2', { isHandUp: n % 2 === 0 }, at));
  const told = flips(500).filter((outcome) => outcome.refusal === null && outcome.effects.length > 0);
  expect(told).toHaveLength(40);
  expect(rooms.setOwn('s2', { isSharing: true }, T)).toEqual({ refusal: 'too-many' });
  // Others are not kept from it, and after a rest nor is the one who was.
  expect(effectsOf(rooms.setOwn('s3', { isHandUp: true }, T))).toHaveLength(3);
  expect(effectsOf(rooms.setOwn('s2', { isSharing: true }, T + MINUTE))).toHaveLength(3);
});

test('a person who comes and goes too often is refused at some point', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 3);
  const comeAndGo = (at: number): boolean => {
    const { refusal } = join(rooms, code, 2, {}, at);
    if (refusal === null) effectsOf(rooms.leave('s2', code, at));
    return refusal === null;
  };
  expect(Array.from({ length: 200 }, () => comeAndGo(T)).filter(Boolean)).toHaveLength(20);
  expect(join(rooms, code, 2, {}, T)).toEqual({ refusal: 'too-many' });
  expect(effectsOf(join(rooms, code, 4)).length).toBeGreaterThan(0);
  expect(comeAndGo(T + MINUTE)).toBe(true);
});

test('a message that is sent again with its key is said once; another person may have the same key', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2);
  const say = (socket: string, key?: string) => effectsOf(rooms.say(socket, { text: 'Hello.', key }, T));
  expect(say('s2', 'k1')).toHaveLength(2);
  expect(say('s2', 'k1')).toEqual([]);
  // Also on the next connection, in another seat.
  effectsOf(rooms.leave('s2', code, T));
  effectsOf(join(rooms, code, 2, { socket: 's22' }));
  expect(say('s22', 'k1')).toEqual([]);
  expect(say('s1', 'k1')).toHaveLength(2);
  expect([...say('s22'), ...say('s22')]).toHaveLength(4);
  const [{ chat }] = heard(effectsOf(join(rooms, code, 5)), 's5', 'room-joined');
  expect(chat).toHaveLength(4);
});
