// When people are told how many seats a lesson still has, what goes back with a place, and when a running lesson ends.
import { expect, test } from 'vitest';
import { endsText, giveBackText, leaveText, seatsText } from './lesson-words.tsx';

test.each([
  [14, 0, null],
  [14, 8, null],
  [14, 9, '5 seats left'],
  [14, 12, '2 seats left'],
  [14, 13, '1 seat left'],
  [14, 14, 'Sold out'],
  // Sold before there was a limit.
  [14, 20, 'Sold out'],
  [5, 0, '5 seats left'],
])('of %i seats %i are taken: %s', (seats, enrolled, text) => expect(seatsText({ seats, enrolled })).toBe(text));

test.each([
  [0, 'Somebody else can have it then.'],
  [349.5, 'Somebody else can have it then, and the \u20b9349.50 you paid goes back to where it came from.'],
])('a place that has cost %d is given back', (paid, text) => expect(giveBackText(paid)).toBe(text));

const lesson = {
  id: 'a',
  topic: 'Stops',
  specialization: null,
  instructor_name: 'Meera',
  status: 'SCHEDULED',
} as const;
const times = { start_time: '2026-11-25T10:00:00Z', end_time: '2026-11-25T11:00:00Z' };

test('a buyer reads before whether the place can be given back', () => {
  const at = (time: string) => leaveText({ ...lesson, ...times }, Date.parse(`2026-11-25T${time}Z`));
  expect([at('09:44:59'), at('09:45:00'), at('10:59:00')]).toEqual([
    'A place can be given back until 15 minutes before the start.',
    'The door of this lesson is open already: the place cannot be given back.',
    'The door of this lesson is open already: the place cannot be given back.',
  ]);
});

test('who comes late reads how much is left', () => {
  const at = (time: string) => endsText({ ...lesson, ...times }, Date.parse(`2026-11-25T${time}Z`));
  expect([at('09:59:59'), at('10:00:00'), at('10:58:30'), at('11:00:00')]).toEqual([
    null,
    'ends in 1 hour',
    'ends in 2 minutes',
    null,
  ]);
  expect(endsText({ ...lesson, ...times, status: 'COMPLETED' }, Date.parse(times.start_time))).toBeNull();
});
