// Cutting tears no letter, in whatever script.
import { expect, test } from 'vitest';
import { cutText, firstLetter } from './cut-text.ts';

const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';

test.each([
  ['Ravi', 4, 'Ravi'],
  ['Ravi', 3, 'Rav'],
  ['ab\u{1f600}', 3, 'ab'],
  [`ab${FAMILY}`, 9, 'ab'],
  [`ab${FAMILY}c`, 10, `ab${FAMILY}`],
  ['x\u0301\u0327y', 2, ''],
  ['\u0ba4\u0bae\u0bbf\u0bb4', 2, '\u0ba4'],
  ['', 0, ''],
])('%j cut to %i is %j', (text, most, expected) => {
  expect(cutText(text, most)).toBe(expected);
});

test.each([
  ['Ravi', 'R'],
  [`${FAMILY} Rao`, FAMILY],
  ['\u{1f1ee}\u{1f1f3} Rao', '\u{1f1ee}\u{1f1f3}'],
  ['\u0ba4\u0bbf\u0bb0\u0bc1', '\u0ba4\u0bbf'],
  ['', ''],
])('the first letter of %j is %j', (text, expected) => {
  expect(firstLetter(text)).toBe(expected);
});
