// When people are told how many seats a lesson still has.
import { expect, test } from 'vitest';
import { seatsText } from './lesson-words.tsx';

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
