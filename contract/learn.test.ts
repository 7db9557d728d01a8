// When a lesson's door is open, what a lesson is called, and which times a form may write.
import { expect, test } from 'vitest';
import { doorOf, lessonForm, lessonTitle } from './learn.ts';
import { lessonMessages } from './messages/learn.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 25, 3, 30);
const lesson = { startsAt: START, endsAt: START + 60 * MINUTE, status: 'SCHEDULED' as const };

test.each([
  [-16, 'early'],
  [-15, 'open'],
  [0, 'open'],
  [60, 'open'],
  // Half an hour for a class that runs over.
  [89, 'open'],
  [90, 'over'],
] as const)('%i minutes from the start the door is %s', (minutes, door) => {
  expect(doorOf(lesson, START + minutes * MINUTE)).toBe(door);
  expect(doorOf({ ...lesson, status: 'CANCELED' }, START + minutes * MINUTE)).toBe('canceled');
});

test('the topic names a lesson, then its field, then nothing in particular', () => {
  expect(lessonTitle({ topic: 'Candles', specialization: 'technical' })).toBe('Candles');
  expect(lessonTitle({ topic: '', specialization: 'risk' })).toBe('Risk Management');
  expect(lessonTitle({ topic: '', specialization: null })).toBe('Trading lesson');
});

const form = {
  instructor_name: 'Meera',
  instructor_email: ' Meera@Example.com ',
  hourly_rate: 500,
  start_time: '2026-11-25T09:00',
  end_time: '2026-11-25T10:00',
};

test.each([
  ['2026-11-25T09:00', START],
  ['2026-11-25T09:00:00.000', START],
  ['2026-11-25T03:30:00Z', START],
  ['2026-11-25T04:30:00+01:00', START],
  ['2026-02-29T09:00', null],
  ['2026-13-01T09:00', null],
  ['2026-11-25T25:00', null],
  ['2026-11-25', null],
  ['1700000000000', null],
  ['2126-11-25T09:00', null],
])('a start of %s', (start_time, instant) => {
  const parsed = lessonForm.safeParse({ ...form, start_time });
  expect(parsed.success ? parsed.data.start_time : null).toBe(instant);
});

test('an address has one spelling, a price is paise, and what is left out is nothing', () => {
  expect(lessonForm.parse({ ...form, hourly_rate: '799.50' })).toEqual({
    instructor_name: 'Meera',
    instructor_email: 'meera@example.com',
    hourly_rate: 799_50,
    start_time: START,
    end_time: START + 60 * MINUTE,
  });
});

test.each([
  [undefined, lessonMessages.rateRequired],
  [null, lessonMessages.rateRequired],
  ['', lessonMessages.rateRequired],
  [Number.NaN, lessonMessages.rateInvalid],
  ['1e', lessonMessages.rateInvalid],
  ['five hundred', lessonMessages.rateInvalid],
  [true, lessonMessages.rateInvalid],
  [-1, lessonMessages.rateTooSmall],
])('a rate of %s is refused for what it is', (hourly_rate, message) => {
  const parsed = lessonForm.safeParse({ ...form, hourly_rate });
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message]);
});
