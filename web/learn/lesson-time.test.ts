// Spans of time in words, and an instant with its zone.
import { expect, test } from 'vitest';
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
