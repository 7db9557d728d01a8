// How many recovery codes are left, in singular, plural and without any.
import { expect, test } from 'vitest';
import { codesLeftText } from './codes-left.ts';

test.each([
  [10, '10 recovery codes are left.'],
  [1, '1 recovery code is left.'],
  [0, 'No recovery code is left: make new ones.'],
])('%d left', (left, text) => {
  expect(codesLeftText(left)).toBe(text);
});
