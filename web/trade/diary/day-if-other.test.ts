// A contract note shows times alone; those of another day say which.
import { expect, test } from 'vitest';
import { dayIfOther } from './day-if-other.ts';

test('a time of another day says of which, in the market\u2019s zone', () => {
  // Half past midnight in India, and half an hour before.
  expect(dayIfOther('2026-11-25T19:00:00.000Z', '2026-11-26')).toBe(null);
  expect(dayIfOther('2026-11-25T18:00:00.000Z', '2026-11-26')).toBe('25 Nov 2026');
});
