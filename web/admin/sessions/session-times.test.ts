// Date and time fields give back what was typed, in every zone, and a new start keeps the length of the session.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endFor, isoText, localText } from './session-times.ts';

describe.each(['Asia/Kolkata', 'Asia/Kathmandu', 'Europe/London', 'America/New_York'])('in %s', (zone) => {
  const zoneBefore = process.env.TZ;
  beforeAll(() => void (process.env.TZ = zone));
  afterAll(() => {
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
  });

  // What a field holds while the year is typed over, figure by figure.
  test.each(['0002-01-31T10:00', '0020-01-31T10:00', '0202-01-31T10:00', '2028-01-31T10:00'])('%s', (typed) => {
    expect(localText(isoText(typed))).toBe(typed);
  });

  test('nothing, and what is no time', () => {
    expect([isoText(''), isoText('2026-13-01T10:00'), localText(''), localText('soon')]).toEqual(['', '', '', '']);
  });
});

test('a new start keeps the length; without one before, a session lasts an hour', () => {
  const before = { start: '2027-01-31T04:30:00.000Z', end: '2027-01-31T06:30:00.000Z' };
  expect(endFor('2027-02-28T04:30:00.000Z', before)).toBe('2027-02-28T06:30:00.000Z');
  expect(endFor('2027-02-28T04:30:00.000Z', { start: '', end: '' })).toBe('2027-02-28T05:30:00.000Z');
  expect(endFor('2027-02-28T04:30:00.000Z', { start: before.end, end: before.start })).toBe('2027-02-28T05:30:00.000Z');
});
