// The way to the media server of a large call: asked for again while there is none, whatever becomes of the computer's clock.
import { afterEach, expect, test, vi } from 'vitest';
import { LargeCall } from './large-call.ts';

afterEach(() => vi.useRealTimers());

test('a clock that is set back meanwhile keeps nobody from asking again', () => {
  vi.useFakeTimers();
  let joins = 0;
  const large = new LargeCall({
    iceServers: () => [],
    tracks: () => ({ sound: null, picture: null }),
    join: () => joins++,
    answer: () => {},
    onChange: () => {},
  });
  expect(joins).toBe(1);
  vi.advanceTimersByTime(14_000);
  expect(joins).toBe(2);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(14_000);
  expect(joins).toBe(3);
  expect(large.isLost).toBe(true);
  large.close();
});
