// What is said in the rooms of calls, and what strangers and floods cannot do there.
import { expect, test } from 'vitest';
import { CHAT_SHOWN, CODE_LETTERS, readRoomCode } from '../../contract/call.ts';
import { callOf, effectsOf, heard, HOUR, join, MINUTE, newRooms, person, T, told } from '../../tests/scenes/rooms.ts';
import { newRoomCode } from './room-code.ts';
import { Rooms } from './rooms.ts';
import type { Outcome } from './rooms.ts';

test('codes have fifty bits of chance, and are read however they are typed', () => {
  const codes = new Set(Array.from({ length: 2_000 }, newRoomCode));
  expect(codes.size).toBe(2_000);
  const letters = new Set([...codes].join('').replaceAll('-', ''));
  expect([...letters].sort().join('')).toBe(CODE_LETTERS);
  expect(readRoomCode(' abcde 0ilo9 ')).toBe('ABCDE-01109');
  for (const wrong of ['', 'ABCDE', 'ABCDE-0110U', 'ABCDE-01109-1', '__proto__!'])
    expect(readRoomCode(wrong)).toBeNull();
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
  // Sending somebody away is written down, so that a flood of it would reach the database.
  const removals = Array.from({ length: 50 }, () => rooms.removable('s1', 'p2', T));
  expect(removals.filter((removal) => removal !== 'too-many')).toHaveLength(40);
});

test('ten reports an hour', () => {
  const rooms = newRooms();
  callOf(rooms, 2);
  const report = (at: number) => rooms.complaint('s2', { person: 'p1' }, at);
  expect(Array.from({ length: 11 }, () => report(T)).indexOf('too-many')).toBe(10);
  expect([report(T + 5 * MINUTE), report(T + 7 * MINUTE)]).toEqual(['too-many', expect.any(Object)]);
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

test('without rate limits people do everything as often as they like, except trying codes', () => {
  const rooms = new Rooms({ newCode: newRoomCode, mostPeople: 6, isUnlimited: true });
  const host = person(1, { isHost: true });
  for (let n = 0; n < 30; n++) {
    const { roomCode } = heard(effectsOf(rooms.create(host, T)), 's1', 'room-created')[0];
    effectsOf(join(rooms, roomCode, 2));
    effectsOf(rooms.say('s2', { text: `${n}` }, T));
    effectsOf(rooms.say('s2', { text: `${n} again` }, T));
    effectsOf(rooms.setOwn('s2', { isHandUp: true }, T));
    effectsOf(rooms.relay('s2', { event: 'ice-candidate', payload: { candidate: null } }, T));
    expect(rooms.complaint('s2', { person: 'p1' }, T)).toMatchObject({ account: 1 });
    effectsOf(rooms.end('s1', undefined, T));
  }
  const { roomCode } = heard(effectsOf(rooms.create(host, T)), 's1', 'room-created')[0];
  effectsOf(join(rooms, roomCode, 2));
  for (let n = 0; n < 30; n++) effectsOf(rooms.say('s2', { text: `${n}` }, T));
  const tries = Array.from({ length: 6 }, () => rooms.find(3, 'AAAAA-AAAAA', T));
  expect([tries[4], tries[5]]).toEqual(['not-found', 'too-many']);
});
