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

test('nothing at all can be too few', () => {
  expect(numberOf('runs', '1', 1)).toBe(1);
  expect(() => numberOf('runs', '0', 1)).toThrow('--runs takes a number of 1 or more, not "0"');
});

test('an unknown name is reported, with the known ones', () => {
  refuseUnknown('part', ['book'], ['book', 'http']);
  expect(() => refuseUnknown('part', ['book', 'boook'], ['book', 'http'])).toThrow(
    'There is no part boook: there are book, http',
  );
});
