// The brake on failures, with a clock moved by hand.
import { beforeEach, expect, test } from 'vitest';
import { createBrake, tryUnder, type Brake } from './brake.ts';

let at = 0;
let brake: Brake;
beforeEach(() => {
  at = 1_000_000;
  brake = createBrake({ freeFailures: 3, longestPauseMs: 60_000, mostUnderway: 5, now: () => at });
});

function fail(key = 'a'): number {
  const pause = brake.begin(key);
  if (pause === 0) brake.failed(key);
  return pause;
}

test('after the free failures the pauses double up to the longest', () => {
  for (let n = 0; n < 3; n++) expect(fail()).toBe(0);
  const pauses: number[] = [];
  for (let n = 0; n < 9; n++) {
    const pause = brake.begin('a');
    pauses.push(pause);
    at += pause;
    fail();
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

test('nobody else waits, a success forgives, and an hour forgets', () => {
  for (let n = 0; n < 4; n++) fail();
  expect(brake.begin('a')).toBeGreaterThan(0);
  expect(brake.begin('b')).toBe(0);
  at += 1000;
  expect(brake.begin('a')).toBe(0);
  brake.succeeded('a');
  expect(brake.delay('a')).toBe(0);
  for (let n = 0; n < 5; n++) fail('c');
  at += 3_600_000;
  expect(fail('c')).toBe(0);
  expect(fail('c')).toBe(0);
});

test('fifty thousand other keys end no pause', () => {
  for (let n = 0; n < 10; n++) {
    at += 60_000;
    fail('a');
  }
  for (let n = 0; n < 50_000; n++) fail(`key ${n}`);
  expect([brake.delay('a'), fail('a')]).toEqual([60_000, 60_000]);
});

test('tries at once: five while nothing has failed, one at a time after the free failures', () => {
  expect(Array.from({ length: 7 }, () => brake.begin('a'))).toEqual([0, 0, 0, 0, 0, 1000, 1000]);
  brake.canceled('a');
  expect(brake.begin('a')).toBe(0);
  for (let n = 0; n < 5; n++) brake.failed('a');
  at += 60_000;
  expect([brake.begin('a'), brake.begin('a')]).toEqual([0, 1000]);
});

test('a clock that is set back makes no pause longer than the longest', () => {
  for (let n = 0; n < 4; n++) fail();
  at -= 3_600_000;
  expect([brake.delay('a'), brake.begin('a')]).toEqual([60_000, 60_000]);
  at += 60_000;
  expect([brake.delay('a'), brake.begin('a')]).toEqual([0, 0]);
});

test('a try counts by its result, and not at all if the result is unknown', async () => {
  const right = async () => true;
  const wrong = async () => false;
  const away = () => Promise.reject(new Error('away'));
  for (let n = 0; n < 20; n++) await expect(tryUnder(brake, 'a', away)).rejects.toThrow('away');
  for (let n = 0; n < 3; n++) expect(await tryUnder(brake, 'a', wrong)).toBe(false);
  await expect(tryUnder(brake, 'a', right)).rejects.toMatchObject({ status: 429 });
  at += 1000;
  expect(await tryUnder(brake, 'a', right)).toBe(true);
  expect(await tryUnder(brake, 'a', wrong)).toBe(false);
  for (let n = 0; n < 20; n++) expect(await tryUnder(null, 'a', wrong)).toBe(false);
});
