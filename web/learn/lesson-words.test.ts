// When people are told how many seats a lesson still has, and what goes back with a place.
import { expect, test } from 'vitest';
import { giveBackText, seatsText } from './lesson-words.tsx';

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
