// The way to the media server of a large call: asked for again while there is none, whatever becomes of the computer's clock.
import { afterEach, expect, test, vi } from 'vitest';
import { LargeCall } from './large-call.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('./livekit-link.ts');
});

const token = { roomCode: 'ABCDE-12345', url: 'wss://livekit.example', token: 't' };

test('a connection that has healed by itself is not replaced by the one that was asked for meanwhile', async () => {
  const made: Link[] = [];
  class Link {
    isConnected = false;
    isClosed = false;
    streams = new Map();
    constructor() {
      made.push(this);
    }
    async open(): Promise<void> {
      this.isConnected = true;
    }
    close(): void {
      this.isClosed = true;
    }
  }
  vi.doMock('./livekit-link.ts', () => ({ LiveKitLink: Link }));
  const large = largeCall();
  await large.admitted(token);
  made[0].isConnected = false;
  const asked = large.admitted(token);
  made[0].isConnected = true;
  await asked;
  expect(made).toMatchObject([{ isConnected: true, isClosed: false }]);
  made[0].isConnected = false;
  await large.admitted(token);
  expect(made).toMatchObject([{ isClosed: true }, { isConnected: true, isClosed: false }]);
  large.close();
});

const largeCall = (join = () => {}): LargeCall =>
  new LargeCall({
    iceServers: () => [],
    tracks: () => ({ sound: null, picture: null }),
    join,
    answer: () => {},
    onChange: () => {},
  });

test('a connection that stands is not asked for again, nor one that is broken for a moment', async () => {
  const link = { isConnected: true, streams: new Map(), open: async () => {}, close: () => {}, onChange: () => {} };
  function Link({ onChange }: { onChange: () => void }) {
    return Object.assign(link, { onChange });
  }
  vi.doMock('./livekit-link.ts', () => ({ LiveKitLink: Link }));
  await import('./livekit-link.ts');
  vi.useFakeTimers();
  let joins = 0;
  const large = largeCall(() => joins++);
  await large.admitted(token);
  const become = (isConnected: boolean): void => {
    link.isConnected = isConnected;
    link.onChange();
  };
  vi.advanceTimersByTime(60_000);
  large.returned();
  become(false);
  vi.advanceTimersByTime(5_000);
  become(true);
  vi.advanceTimersByTime(60_000);
  expect(joins).toBe(1);
  become(false);
  vi.advanceTimersByTime(8_000);
  expect(joins).toBe(2);
  large.returned();
  expect(joins).toBe(3);
  large.close();
});

test('a clock that is set back meanwhile keeps nobody from asking again', () => {
  vi.useFakeTimers();
  let joins = 0;
  const large = largeCall(() => joins++);
  expect(joins).toBe(1);
  vi.advanceTimersByTime(14_000);
  expect(joins).toBe(2);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(14_000);
  expect(joins).toBe(3);
  expect(large.isLost).toBe(true);
  large.close();
});
