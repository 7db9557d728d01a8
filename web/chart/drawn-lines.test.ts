// Stored lines are read with care: a browser's storage can hold anything.
import { expect, test } from 'vitest';
import { MOST_LINES, readLines } from './drawn-lines.ts';

test('prices come back in their order', () => {
  expect(readLines('[412.35,400]').map(({ price }) => price)).toEqual([412.35, 400]);
  expect(readLines(null)).toEqual([]);
});

test.each(['', 'x', '{}', '"412"', 'null', '[null]', '["412"]', '[-1]', '[0]', '[1e12]', '[{"price":1}]'])(
  'what is not a list of prices (%s) draws nothing',
  (text) => expect(readLines(text)).toEqual([]),
);

test('no more are taken than a chart bears, each with its own number', () => {
  const lines = readLines(JSON.stringify(Array.from({ length: 100 }, (_, index) => index + 1)));
  expect(lines).toHaveLength(MOST_LINES);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(MOST_LINES);
});
