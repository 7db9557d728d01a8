// How a gateway knows the exchange by its beats: which one it follows, and when it takes it to be gone.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bus } from '../bus/bus.ts';
import { pack } from '../bus/bus.ts';
import { subjectsOf } from '../bus/subjects.ts';
import { createLog } from '../log.ts';
import { BEAT_MS, PROTOCOL } from './beat.ts';
import { Lookout } from './lookout.ts';

let lookout: Lookout;
let hear: (text: string) => void;
/** The names of the lines, null where one broke. */
let lines: (string | null)[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  lines = [];
  const bus: Bus = {
    isConnected: true,
    publish: () => {},
    subscribe: (_subject, heard) => {
      hear = heard;
      return { end: () => {} };
    },
    request: () => Promise.reject(new Error('nobody asks')),
    answer: () => ({ end: () => {} }),
    onChange: () => {},
    close: async () => {},
  };
  const log = createLog({ logLevel: 'silent' });
  const onLine = (line: { name: string } | null) => void lines.push(line && line.name);
  lookout = new Lookout({ bus, subjects: subjectsOf('site', 1), log, onLine });
});
afterEach(() => {
  lookout.close();
  vi.useRealTimers();
});

function beat(epoch: number, changes: { isLeaving?: boolean; protocol?: number } = {}): void {
  const at = performance.now();
  const usual = { line: `line-${epoch}`, protocol: PROTOCOL, version: '1', at, isRunning: true, isLeaving: false };
  hear(pack({ epoch, ...usual, ...changes }));
}

test('silence of two and a half seconds breaks the line, and the next beat mends it', () => {
  beat(1);
  vi.advanceTimersByTime(2_500);
  expect(lines).toEqual(['line-1']);
  vi.advanceTimersByTime(BEAT_MS);
  expect(lines).toEqual(['line-1', null]);
  beat(1);
  expect(lines).toEqual(['line-1', null, 'line-1']);
});

test('after a pause of its own the exchange was not silent: what it has said is still to be read', () => {
  beat(1);
  // The process stood still: the timer fires once, long after it was due.
  const before = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(before + 20_000);
  vi.advanceTimersToNextTimer();
  expect(lines).toEqual(['line-1']);
  // Still nothing at the next look, which comes in time.
  vi.mocked(performance.now).mockReturnValue(before + 20_000 + BEAT_MS / 2);
  vi.advanceTimersToNextTimer();
  expect(lines).toEqual(['line-1', null]);
  vi.restoreAllMocks();
});

test('a superseded exchange is not followed while the newer one is there, and is ten seconds after it was last heard', () => {
  beat(2);
  beat(1);
  vi.advanceTimersByTime(9_999);
  beat(1);
  expect(lines).toEqual(['line-2', null]);
  vi.advanceTimersByTime(1);
  // Such as after a database restored from a backup, which starts with older takeovers.
  beat(1);
  expect(lines).toEqual(['line-2', null, 'line-1']);
});

test('one that leaves, or speaks another protocol, has no line, and says why', () => {
  beat(1);
  beat(1, { isLeaving: true });
  expect(lines).toEqual(['line-1', null]);
  expect(lookout.waitingFor).toEqual(['no exchange answers']);
  beat(2, { protocol: PROTOCOL + 1 });
  beat(3, { protocol: PROTOCOL + 2 });
  expect(lines).toEqual(['line-1', null, 'line-2', null]);
  expect(lookout.waitingFor).toEqual([`the exchange speaks protocol ${PROTOCOL + 2}, which is too far from ours`]);
});
