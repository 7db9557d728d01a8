// Waiting until a part that could not be fetched is worth trying again.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let listening: number;

class Window extends EventTarget {
  override addEventListener(...given: Parameters<EventTarget['addEventListener']>): void {
    listening++;
    super.addEventListener(...given);
  }
  override removeEventListener(...given: Parameters<EventTarget['removeEventListener']>): void {
    listening--;
    super.removeEventListener(...given);
  }
}

beforeEach(() => {
  listening = 0;
  vi.useFakeTimers();
  vi.stubGlobal('window', new Window());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['the network is back', () => void window.dispatchEvent(new Event('online'))],
  ['five seconds are over', () => void vi.advanceTimersByTime(5_000)],
])('ends when %s, and leaves nothing behind that waits', async (_, happen) => {
  const { networkOrTime } = await import('./lazy-part.ts');
  const waiting = networkOrTime();
  expect([listening, vi.getTimerCount()]).toEqual([1, 1]);
  happen();
  await waiting;
  expect([listening, vi.getTimerCount()]).toEqual([0, 0]);
});
