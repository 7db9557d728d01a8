// Spans of time in words.
import { expect, test } from 'vitest';
import { durationText, untilText } from './lesson-time.tsx';

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
