// Calls over real sockets: a plain client of two, one seat for each person, and what attackers try.
import { expect, test } from 'vitest';
import type { CallState } from '../../contract/call.ts';
import {
  asha,
  ask,
  connect,
  create,
  desk,
  enter,
  ICE,
  listen,
  live,
  meera,
  next,
  people,
  ravi,
  SDP,
  settle,
} from '../../tests/scenes/calls.ts';

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
  expect(heard[0]).toEqual(['user-left', 'call-state']);
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
  const send = (count: number): void => {
    for (let n = 0; n < count; n++) guest.emit('ice-candidate', { roomCode, candidate: null });
  };
  const relayed = (): number => heard.filter((event) => event === 'ice-candidate').length;
  // Fewer than a socket may send, and more than a room relays.
  send(450);
  await settle(guest, host);
  expect(relayed()).toBe(400);
  const gone = next(guest, 'disconnect');
  send(5_000);
  await gone;
  await settle(host);
  expect(relayed()).toBe(400);
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

test('administrators are in no call', async () => {
  people.set(desk.token, desk);
  const socket = await connect(desk);
  expect(await ask(socket, 'create-room')).toEqual({ ok: false, message: 'Forbidden' });
});
