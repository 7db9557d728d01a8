// How the options of the developers' commands are read.
import { expect, test } from 'vitest';
import { numberOf, refuseUnknown } from './command-line.ts';

test.each([
  ['0', 0],
  ['0.5', 0.5],
  ['1e3', 1000],
])('%s is a number', (given, number) => {
  expect(numberOf('minutes', given)).toBe(number);
});

test.each(['abc', '', ' ', '-1', 'Infinity', '5m'])('"%s" is none', (given) => {
  expect(() => numberOf('minutes', given)).toThrow(`--minutes takes a number, not "${given}"`);
});

test('an unknown name is reported, with the known ones', () => {
  refuseUnknown('part', ['book'], ['book', 'http']);
  expect(() => refuseUnknown('part', ['book', 'boook'], ['book', 'http'])).toThrow(
    'There is no part boook: there are book, http',
  );
});
