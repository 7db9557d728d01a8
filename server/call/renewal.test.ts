// Credentials of relays end, calls go on: people who stay long get new ones in time, only while they are present, and only if there are newer ones.
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { CallEntry, CallPushOf } from '../../contract/call.ts';
import { iceServersOf, turnCredential } from '../adapters/ice-servers.ts';
import { callMedia } from '../adapters/media.ts';
import { Calls } from './calls.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SECRET = 'shared-with-the-relay';
const RELAY = { urls: ['turn:relay.example.org'] };

type Told = { socket: string; event: string; payload: unknown };

let at: number;
let told: Told[];

beforeEach(() => {
  at = Date.UTC(2026, 0, 5, 4);
  told = [];
});

function open(turnSecret: string | undefined): Calls {
  const iceServersFor = iceServersOf({ iceServers: [RELAY], turn: undefined }, turnSecret);
  const session = {
    title: 'Candles',
    startsAt: at,
    endsAt: at + 12 * HOUR,
    status: 'SCHEDULED',
    endedAt: null,
  } as const;
  return new Calls({
    lessons: {
      admission: async (_lesson, account) => ({
        part: account === 1 ? 'host' : 'learner',
        name: 'Asha Rao',
        isRemoved: false,
      }),
      times: async () => session,
      came: () => undefined,
      went: () => undefined,
      removed: async () => undefined,
      ended: () => undefined,
      reopened: async () => {},
      stored: async () => {},
    },
    report: async () => true,
    media: callMedia((account) => iceServersFor(account, at)),
    log: pino({ level: 'silent' }),
    now: () => at,
    push: (socket, event, payload) => told.push({ socket, event, payload }),
  });
}

async function enter(calls: Calls, socket: string, accountNo: number): Promise<CallEntry> {
  calls.connected(socket);
  const peer = { socket, caller: { accountNo, name: 'Asha Rao' } };
  expect(await calls.hear(peer, 'join-room', { session: 'LESSON', page: `page-${accountNo}` })).toEqual({ ok: true });
  return told.findLast((each) => each.socket === socket && each.event === 'room-joined')!.payload as CallEntry;
}

async function renewed(calls: Calls): Promise<(CallPushOf<'call-media'> & { socket: string })[]> {
  told = [];
  await calls.renewWays();
  return told
    .filter(({ event }) => event === 'call-media')
    .map(({ socket, payload }) => ({ socket, ...(payload as CallPushOf<'call-media'>) }));
}

test('before the end of the credentials there are others, again and again, and they are those of the relay', async () => {
  const calls = open(SECRET);
  const { roomCode, media } = await enter(calls, 'one', 1);
  const [{ username: first = '' }] = media.iceServers;
  at += 2 * HOUR;
  await enter(calls, 'two', 2);
  at += 3 * HOUR - 1;
  expect(await renewed(calls)).toEqual([]);
  at += 1;
  const fresh = { kind: 'mesh', iceServers: [{ ...RELAY, ...turnCredential(SECRET, 1, at) }] };
  expect(await renewed(calls)).toEqual([{ socket: 'one', roomCode, media: fresh }]);
  expect(Number(first.split(':')[0]) * 1_000 - at).toBe(HOUR);
  expect(await renewed(calls)).toEqual([]);
  at += 2 * HOUR;
  expect((await renewed(calls)).map(({ socket }) => socket)).toEqual(['two']);
  at += 3 * HOUR;
  expect((await renewed(calls)).map(({ socket }) => socket)).toEqual(['one']);
});

test('a disconnected person is told after reconnecting, and not twice', async () => {
  const calls = open(SECRET);
  await enter(calls, 'one', 1);
  at += 6 * HOUR;
  calls.gone('one', false);
  expect(await renewed(calls)).toEqual([]);
  const { media } = await enter(calls, 'again', 1);
  expect(media.iceServers).toEqual([{ ...RELAY, ...turnCredential(SECRET, 1, at) }]);
  expect(await renewed(calls)).toEqual([]);
});

test('servers without credentials that end are no news', async () => {
  const calls = open(undefined);
  await enter(calls, 'one', 1);
  at += 6 * HOUR;
  expect(await renewed(calls)).toEqual([]);
});
