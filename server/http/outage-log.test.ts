// An outage is named once and counted; a fault of ours is always told.
import { expect, test } from 'vitest';
import { OutageLog } from './outage-log.ts';

const call = { request: 'r-1', method: 'GET', route: '/portfolio' };

function logged() {
  const lines: { text: string; alike?: number }[] = [];
  const clock = { at: 0 };
  const log = new OutageLog(
    { error: ({ alike }: { alike?: number }, text: string) => void lines.push({ text, alike }) } as never,
    () => clock.at,
  );
  return { lines, clock, log };
}

test('a thousand calls that fail alike are one line, and another one each minute with how many', () => {
  const { lines, clock, log } = logged();
  for (; clock.at < 120_000; clock.at += 120) log.unavailable(new Error('the database is away'), call);
  expect(lines.map(({ alike }) => alike)).toEqual([0, 499]);
});

test('another outage is named at once', () => {
  const { lines, clock, log } = logged();
  log.unavailable(new Error('the database is away'), call);
  clock.at += 9_000;
  log.unavailable(new Error('the database is away'), call);
  clock.at += 10_000;
  log.unavailable(new Error('the database is away'), call);
  expect(lines.map(({ alike }) => alike)).toEqual([0, 1]);
});

test('a clock that is set back silences nothing', () => {
  const { lines, clock, log } = logged();
  clock.at = 3_600_000;
  log.unavailable(new Error('the database is away'), call);
  clock.at = 0;
  log.unavailable(new Error('the database is away'), call);
  expect(lines.map(({ alike }) => alike)).toEqual([0, 0]);
});

test('a fault of ours is told each time, in an outage too', () => {
  const { lines, log } = logged();
  log.unavailable(new Error('the database is away'), call);
  for (let n = 0; n < 3; n++) log.failed(new TypeError('nothing was read'), call);
  expect(lines.map(({ text }) => text).slice(1)).toEqual(['a call failed', 'a call failed', 'a call failed']);
});
