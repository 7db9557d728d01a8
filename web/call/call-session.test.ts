// A call as its page keeps it, over a line on which answers and news come as told.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallPerson, CallState } from '../../contract/call.ts';
import type { Acknowledgement } from '../../contract/events.ts';
import { callRefusals } from '../../contract/messages/live-call.ts';
import { callMessages } from '../../contract/messages/call.ts';
import type { CallSession } from './call-session.ts';

type Listener = (...given: unknown[]) => void;

/** A socket whose server says what the test has it say. */
class Line {
  active = true;
  connected = false;
  readonly asked: { event: string; payload: unknown }[] = [];
  #listeners: { event: string; listener: Listener }[] = [];
  on(event: string, listener: Listener): void {
    this.#listeners.push({ event, listener });
  }
  off(event?: string, listener?: Listener): void {
    this.#listeners = this.#listeners.filter((each) => event && (each.event !== event || each.listener !== listener));
  }
  emit(): void {}
  timeout(): this {
    return this;
  }
  answer: Acknowledgement = { ok: true };
  emitWithAck(event: string, payload: unknown): Promise<Acknowledgement> {
    this.asked.push({ event, payload });
    return Promise.resolve(this.answer);
  }
  disconnect(): void {}
  hear(event: string, ...given: unknown[]): void {
    if (event === 'connect' || event === 'disconnect') this.connected = event === 'connect';
    for (const each of [...this.#listeners]) if (each.event === event) each.listener(...given);
  }
  /** What was asked of this kind. */
  of(event: string): unknown[] {
    return this.asked.filter((each) => each.event === event).map(({ payload }) => payload);
  }
}

class Track extends EventTarget {
  readonly kind: string;
  enabled = true;
  constructor(kind: string) {
    super();
    this.kind = kind;
  }
  stop(): void {}
}

const me: CallPerson = {
  id: 'p1',
  page: 'page',
  name: 'Asha',
  isHost: true,
  isAway: false,
  isMuted: false,
  hasCamera: true,
  isSharing: false,
  handUpAt: null,
};

const stateWith = (own: Partial<CallPerson>, given: Partial<CallState> = {}): CallState => ({
  roomCode: 'ABCDE-12345',
  session: null,
  title: null,
  openedAt: '2026-11-20T10:00:00.000Z',
  closesAt: '2026-11-20T14:00:00.000Z',
  mostPeople: 15,
  isLarge: false,
  people: [{ ...me, ...own }],
  ...given,
});

let line: Line;
let session: CallSession;
let begin: () => void;
let leave: () => void;

const entered = (state: CallState): void =>
  line.hear('room-created', {
    roomCode: state.roomCode,
    me: 'p1',
    state,
    chat: [],
    media: { kind: 'mesh', iceServers: [] },
  });

beforeEach(async () => {
  vi.resetModules();
  line = new Line();
  vi.doMock('socket.io-client', () => ({ io: () => line }));
  vi.stubGlobal('fetch', async () => new Response());
  const page = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} }, title: '' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => (key === 'token' ? 'h.e30.s' : null) });
  const devices = Object.assign(new EventTarget(), {
    getUserMedia: async () => ({
      getAudioTracks: () => [new Track('audio')],
      getVideoTracks: () => [new Track('video')],
    }),
    enumerateDevices: async () => [],
  });
  vi.stubGlobal('navigator', { onLine: true, mediaDevices: devices });
  const { startLive } = await import('../live.ts');
  const { LocalMedia } = await import('./local-media.ts');
  const Session = (await import('./call-session.ts')).CallSession;
  const stop = startLive();
  const media = new LocalMedia();
  await media.open();
  await vi.dynamicImportSettled();
  line.hear('connect');
  begin = () => (session = new Session({ kind: 'new' }, media));
  leave = () => {
    session?.close();
    media.close();
    stop();
  };
});

afterEach(() => {
  leave();
  vi.doUnmock('socket.io-client');
  vi.unstubAllGlobals();
});

test('a call that has grown large while this page was without a line is asked for one way, not for two', () => {
  begin();
  entered(stateWith({}));
  line.hear('disconnect', 'transport close');
  line.hear('connect');
  expect(line.of('join-room')).toHaveLength(1);
  entered(stateWith({}, { isLarge: true }));
  expect(line.of('media-join')).toHaveLength(1);
  // The one after that has perhaps missed an offer.
  line.hear('disconnect', 'transport close');
  line.hear('connect');
  entered(stateWith({}, { isLarge: true }));
  expect(line.of('media-join')).toHaveLength(2);
});

test('a microphone that is off only until the room has heard of it is on for the others, too', async () => {
  begin();
  entered(stateWith({}));
  await session.setMicrophone(false);
  await session.setMicrophone(true);
  expect(line.of('call-me')).toEqual([{ isMuted: true, hasCamera: true, isSharing: false }]);
  line.hear('call-state', stateWith({ isMuted: true }));
  expect(line.of('call-me').at(-1)).toEqual({ isMuted: false, hasCamera: true, isSharing: false });
  line.hear('call-state', stateWith({ isMuted: false }));
  expect(line.of('call-me')).toHaveLength(2);
});

test('where it remains open whether the seat was taken, it is given up again', async () => {
  line.answer = { ok: false, message: callMessages.unavailable };
  begin();
  await vi.waitFor(() => expect(session.view.phase.kind).toBe('refused'));
  expect(line.asked.map(({ event }) => event)).toEqual(['create-room', 'leave-room']);
});

const over = () => session.view.phase;

test('a host whose end was not answered has ended the call, if it is gone when asked again', async () => {
  begin();
  entered(stateWith({}));
  line.answer = { ok: false, message: callMessages.unavailable };
  expect(await session.end()).toEqual(line.answer);
  expect(over().kind).toBe('inside');
  line.answer = { ok: false, message: callRefusals['not-in-call'], reason: 'not-in-call' };
  expect(await session.end()).toMatchObject({ ok: true });
  expect(over()).toEqual({ kind: 'ended', reason: 'done' });
});

test('an end that was lost with the line is said again over the next one, but not once the host has gone on', async () => {
  for (const pauseMs of [1_000, 60_000, -3_600_000]) {
    begin();
    entered(stateWith({}));
    line.answer = { ok: false };
    await session.end();
    line.answer = { ok: true };
    const asked = line.of('call-ended').length;
    vi.useFakeTimers({ now: Date.now() + pauseMs, toFake: ['Date'] });
    entered(stateWith({}));
    vi.useRealTimers();
    const isAgain = pauseMs === 1_000;
    expect(line.of('call-ended')).toHaveLength(asked + Number(isAgain));
    await vi.waitFor(() => expect(over().kind).toBe(isAgain ? 'ended' : 'inside'));
    if (isAgain) continue;
    // The next end is a new one: a refusal does not confirm the one of then.
    line.answer = { ok: false, message: callRefusals['not-in-call'], reason: 'not-in-call' };
    expect(await session.end()).toEqual(line.answer);
  }
});

test('an end that could not even be sent is not said later, when the host has gone on', async () => {
  begin();
  entered(stateWith({}));
  line.hear('disconnect', 'transport close');
  expect(await session.end()).toEqual({ ok: false });
  line.hear('connect');
  entered(stateWith({}));
  expect(line.of('call-ended')).toEqual([]);
});
