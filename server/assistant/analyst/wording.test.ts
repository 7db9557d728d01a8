// How the analyst writes instants: a trade of years ago is not taken for one of this year.
import { expect, test } from 'vitest';
import { timeWords } from './wording.ts';

test('an instant has its year, and the day and the time that it had in India', () => {
  expect(timeWords('2024-02-28T18:40:00.000Z')).toBe('29 Feb 2024, 00:10');
  expect(timeWords('2025-12-31T18:29:59.999Z')).toBe('31 Dec 2025, 23:59');
});
