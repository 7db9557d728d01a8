// Which marks of fills have room for their words.
import { expect, test } from 'vitest';
import { withRoom } from './mark-layer.ts';
import type { FillMark } from './marks.ts';

const mark = (second: number, text = 'B 44'): FillMark => ({ second, side: 'BUY', text });
const words = (marks: readonly FillMark[], y: (second: number) => number = () => 0): string[] =>
  withRoom(marks, ({ second }) => ({ x: second, y: y(second) })).map(({ text }) => text);

test('words beside each other stay: four letters of seven pixels reach fourteen to each side', () => {
  expect(words([mark(0), mark(28)])).toEqual(['B 44', 'B 44']);
});

test('of words over each other the newest stays, and what it covers keeps its arrow', () => {
  expect(words([mark(0), mark(27)])).toEqual(['', 'B 44']);
  // The first has room again, since the second has lost its word.
  expect(words([mark(0), mark(20), mark(40)])).toEqual(['B 44', '', 'B 44']);
});

test('a longer word needs more room', () => {
  expect(words([mark(0, 'B 1,000'), mark(28)])).toEqual(['', 'B 44']);
});

test('words at other heights do not cover each other, unless the arrow of the other is there', () => {
  // The arrow of a buy is a line above its word: at 28 the older one's is just below the newer word, at 27 it reaches into it.
  expect(words([mark(0), mark(5)], (second) => (second === 0 ? 28 : 0))).toEqual(['B 44', 'B 44']);
  expect(words([mark(0), mark(5)], (second) => (second === 0 ? 27 : 0))).toEqual(['B 44', '']);
});

test('before anything is laid out all have their words', () => {
  expect(withRoom([mark(0), mark(1)], () => null)).toEqual([mark(0), mark(1)]);
});
