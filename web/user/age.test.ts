// Spec 9: the age of a notification in words.
import { expect, test } from 'vitest';
import { ageText } from './age.tsx';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, 'Just now'],
  [59 * SECOND, 'Just now'],
  [MINUTE, '1m ago'],
  [59 * MINUTE + 59 * SECOND, '59m ago'],
  [HOUR, '1h ago'],
  [DAY - 1, '23h ago'],
  [DAY, '1d ago'],
  [400 * DAY, '400d ago'],
  // The server's clock may be a little ahead.
  [-5 * SECOND, 'Just now'],
])('%d ms: %s', (age, words) => {
  expect(ageText(1_800_000_000_000 - age, 1_800_000_000_000)).toBe(words);
});
