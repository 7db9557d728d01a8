// The door of a lesson's call, in the order of its rules: canceled, strangers, the removed, the hours, and a call that its host has ended.
import { expect, test } from 'vitest';
import { passDoor } from './lesson-door.ts';
import type { CallAdmission, LessonTimes } from './lesson-door.ts';

const MINUTE = 60_000;
const START = 100 * MINUTE;
const times: LessonTimes = {
  title: 'Gaps',
  startsAt: START,
  endsAt: START + 60 * MINUTE,
  status: 'SCHEDULED',
  endedAt: null,
};
const learner: CallAdmission = { part: 'learner', name: 'Asha', isRemoved: false };
const host: CallAdmission = { ...learner, part: 'host' };

/** A host and a learner at the same door. */
function bothAt(at: number, lesson: LessonTimes | null, isRunning = false, isRemoved = false) {
  return [host, learner].map((each) => {
    const passed = passDoor({ times: lesson, admitted: { ...each, isRemoved }, isRunning, isSeated: false }, at);
    return typeof passed === 'string' ? passed : passed.isHost ? 'host' : 'learner';
  });
}

test.each([
  ['in time', START, times, false, ['host', 'learner']],
  ['an hour early', START - 60 * MINUTE, times, false, ['host', 'early']],
  ['hours late', START + 300 * MINUTE, times, false, ['over', 'over']],
  ['canceled', START, { ...times, status: 'CANCELED' as const }, false, ['canceled', 'canceled']],
  ['no such lesson', START, null, false, ['stranger', 'stranger']],
  ['ended by the host', START, { ...times, endedAt: START }, false, ['host', 'over']],
  ['ended, and open again before that is written down', START, { ...times, endedAt: START }, true, ['host', 'learner']],
])('%s', (_, at, lesson, isRunning, expected) => {
  expect(bothAt(at, lesson, isRunning)).toEqual(expected);
});

test('a removal keeps a learner out, and not the person who teaches now', () => {
  expect(bothAt(START, times, false, true)).toEqual(['host', 'removed-from-class']);
});

test('who sits in the call returns to it, although the lesson begins later now', () => {
  const inside = { times, admitted: learner, isRunning: true, isSeated: true };
  expect(passDoor(inside, START - 60 * MINUTE)).toMatchObject({ isHost: false });
  expect(passDoor({ ...inside, admitted: { ...learner, isRemoved: true } }, START - 60 * MINUTE)).toBe(
    'removed-from-class',
  );
});

test('without a part in the lesson nobody passes', () => {
  expect(passDoor({ times, admitted: null, isRunning: true, isSeated: true }, START)).toBe('stranger');
});
