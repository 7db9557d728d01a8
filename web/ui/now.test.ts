// The server's time, on a machine whose clock is wrong.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { now, onTimeCorrected, takeServerTime } from './now.ts';

const SERVER = Date.UTC(2026, 10, 22, 6, 0, 0);
const DAY = 86_400_000;
const said = (at: number): string => new Date(at).toUTCString();

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(SERVER);
  takeServerTime(said(SERVER));
});
afterEach(() => vi.useRealTimers());

test.each([DAY, -DAY, 400 * DAY, -40_000])('a clock that is %d ms ahead is put right, and goes on', (ahead) => {
  vi.setSystemTime(SERVER + ahead);
  takeServerTime(said(SERVER));
  expect(now()).toBe(SERVER);
  vi.advanceTimersByTime(5_000);
  expect(now()).toBe(SERVER + 5_000);
  // The machine is put right itself: the next answer ends the correction.
  vi.setSystemTime(SERVER + 10_000);
  takeServerTime(said(SERVER + 10_000));
  expect(now()).toBe(SERVER + 10_000);
});

test('an answer that was under way for a while corrects nothing, and tells nobody', () => {
  let times = 0;
  const stop = onTimeCorrected(() => times++);
  vi.setSystemTime(SERVER + 20_000);
  takeServerTime(said(SERVER));
  expect([now(), times]).toEqual([SERVER + 20_000, 0]);
  vi.setSystemTime(SERVER + DAY);
  takeServerTime(said(SERVER));
  // The same difference, give or take the way here.
  vi.setSystemTime(SERVER + DAY + 3_000);
  takeServerTime(said(SERVER + 1_000));
  expect([now(), times]).toEqual([SERVER + 3_000, 1]);
  stop();
});

test.each([null, '', 'yesterday'])('%s is no time', (date) => {
  takeServerTime(date);
  expect(now()).toBe(SERVER);
});
