// Spans of time in words, and an instant with its zone.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { durationText, startText, untilText, zonedText, zoneText } from './lesson-time.tsx';

const MINUTE = 60_000;

test.each([
  [60, '1 hour'],
  [90, '1 hour 30 minutes'],
  [61, '1 hour 1 minute'],
  [45, '45 minutes'],
  [120, '2 hours'],
])('%i minutes last %s', (minutes, text) => expect(durationText(minutes * MINUTE)).toBe(text));

test.each([
  [-1, 'now'],
  [0, 'now'],
  [0.5, 'in 1 minute'],
  [59, 'in 59 minutes'],
  [60, 'in 1 hour'],
  [47 * 60, 'in 47 hours'],
  [72 * 60, 'in 3 days'],
])('%d minutes from now is %s', (minutes, text) => expect(untilText(minutes * MINUTE)).toBe(text));

test('an instant that stands alone says whose clock it is, by the zone of its own day', () => {
  for (const day of ['2027-01-14T12:00:00Z', '2027-07-14T12:00:00Z']) {
    const at = Date.parse(day);
    expect(zoneText(at)).not.toBe('');
    expect(zonedText(at)).toBe(`${startText(at)} ${zoneText(at)}`);
  }
});

describe('where the clocks change', () => {
  const zoneBefore = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = 'Europe/London';
    vi.resetModules();
  });
  afterAll(() => {
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
    vi.resetModules();
  });

  test('a lesson never seems shorter or longer than it is', async () => {
    const { spanText } = await import('./lesson-time.tsx');
    const span = (from: string, to: string) => spanText(Date.parse(from), Date.parse(to));
    expect(span('2027-10-30T09:00:00Z', '2027-10-30T10:30:00Z')).toBe('Sat, 30 Oct 2027, 10:00 \u2013 11:30 GMT+1');
    // 1:30 summer time to 2:00 winter time is an hour and a half.
    expect(span('2027-10-31T00:30:00Z', '2027-10-31T02:00:00Z')).toBe('Sun, 31 Oct 2027, 01:30 GMT+1 \u2013 02:00 GMT');
    expect(span('2027-03-27T23:30:00Z', '2027-03-28T01:30:00Z')).toBe(
      'Sat, 27 Mar 2027, 23:30 GMT \u2013 Sun, 28 Mar 2027, 02:30 GMT+1',
    );
  });

  test('among times of the current zone, one of another says so', async () => {
    const { markedClockText, ZONE, zoneText } = await import('./lesson-time.tsx');
    const [winter, summer] = [Date.parse('2027-01-10T10:00:00Z'), Date.parse('2027-07-10T10:00:00Z')];
    const marks = [winter, summer].map((at) => markedClockText(at).includes(zoneText(at)));
    expect(marks).toEqual([ZONE !== 'GMT', ZONE !== 'GMT+1']);
  });
});
