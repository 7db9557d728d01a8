// Seats in the rooms of calls: who gets one and keeps it, who hears whom, and what the host may do.
import { expect, test } from 'vitest';
import { REJOIN_MS } from '../../contract/call.ts';
import {
  callOf,
  effectsOf,
  heard,
  HOUR,
  join,
  MINUTE,
  newRooms,
  offer,
  person,
  remove,
  T,
  told,
} from '../../tests/scenes/rooms.ts';
import type { Effect } from './effects.ts';

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

test('a window that was cut off while another took its seat does not take the seat back by itself: it is told', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2);
  rooms.drop('s2', false, T);
  effectsOf(join(rooms, code, 2, { socket: 's2b', page: 'other' }));
  const returned = effectsOf(join(rooms, code, 2, { socket: 's2c' }));
  expect(told(returned)).toEqual(['call-ended s2c']);
  expect(heard(returned, 's2c', 'call-ended')).toEqual([{ roomCode: code, reason: 'elsewhere' }]);
  expect(rooms.relay('s2c', { event: 'offer', payload: offer }, T)).toEqual({ refusal: 'not-in-call' });
  // A program that has been told and asks again means it.
  expect(told(effectsOf(join(rooms, code, 2, { socket: 's2d' })))).toContain('call-ended s2b');
});

test('nor after the minute for which its seat was kept; if nobody else has come it goes on', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2);
  rooms.drop('s2', false, T);
  rooms.tick(T + REJOIN_MS);
  expect(told(effectsOf(join(rooms, code, 2, { socket: 's2b' }, T + MINUTE)))).toContain('room-joined s2b');
  rooms.drop('s2b', false, T + MINUTE);
  rooms.tick(T + MINUTE + REJOIN_MS);
  effectsOf(join(rooms, code, 2, { socket: 's2c', page: 'other' }, T + HOUR));
  expect(told(effectsOf(join(rooms, code, 2, { socket: 's2d' }, T + HOUR)))).toEqual(['call-ended s2d']);
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

test('a removal that is recorded only after its call has ended takes nobody out of another call', () => {
  const rooms = newRooms();
  const code = callOf(rooms, 2);
  const removal = rooms.removable('s1', 'p2', T);
  if (typeof removal === 'string') throw new Error(removal);
  effectsOf(rooms.end('s1', code, T));
  effectsOf(rooms.create(person(2, { isHost: true }), T));
  expect(rooms.remove(removal, T)).toEqual([]);
  expect(effectsOf(rooms.say('s2', { text: 'Still here' }, T))).toHaveLength(1);
});

test('a removal that is recorded only once the call of a lesson has begun anew applies to the new one', () => {
  const rooms = newRooms();
  const lesson = { id: 'a', title: 'A' };
  const enter = (n: number) => rooms.enter(rooms.openLesson(lesson, T + HOUR, T), person(n, { isHost: n === 1 }), T);
  for (const n of [1, 2]) effectsOf(enter(n));
  const removal = rooms.removable('s1', 'p2', T);
  if (typeof removal === 'string') throw new Error(removal);
  effectsOf(rooms.end('s1', removal.room.code, T));
  for (const n of [1, 2]) effectsOf(enter(n));
  const [end] = heard(rooms.remove(removal, T), 's2', 'call-ended');
  expect(end).toMatchObject({ reason: 'removed', roomCode: rooms.placeOf('s1')!.room.code });
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
