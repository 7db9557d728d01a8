// Only the rows near the screen are drawn, and the space of the others is kept.
import { expect, test } from 'vitest';
import { firstRows, rowsInView } from './visible-rows.ts';

test('at the top the first screen and the spare rows are drawn', () => {
  // 800 px show 20 rows of 40; 480 px more are 12 rows.
  expect(rowsInView(500, 40, 0, 800)).toEqual({ from: 0, to: 32, before: 0, after: 468 * 40 });
});

test('in the middle the space above and below adds up to the whole list', () => {
  const rows = rowsInView(500, 40, -4000, 800);
  // Row 100 is at the top: 88 to 132.
  expect(rows).toEqual({ from: 88, to: 132, before: 88 * 40, after: 368 * 40 });
  expect(rows.before + (rows.to - rows.from) * 40 + rows.after).toBe(500 * 40);
});

test('low rows come four together, high ones each alone', () => {
  expect(rowsInView(500, 40, -4040, 800).from).toBe(88);
  expect(rowsInView(500, 40, -4160, 800).from).toBe(92);
  expect(rowsInView(125, 168, -1680, 800).from).toBe(7);
  expect(rowsInView(125, 168, -1848, 800).from).toBe(8);
});

test('past the end nothing is invented', () => {
  expect(rowsInView(10, 40, -9000, 800)).toEqual({ from: 10, to: 10, before: 400, after: 0 });
  expect(rowsInView(0, 40, 0, 800)).toEqual({ from: 0, to: 0, before: 0, after: 0 });
});

test('a short list begins with its first screen, and keeps the space of the rest', () => {
  // 900 px begin 6 rows of 168.
  expect(firstRows(15, 168, 900)).toEqual({ from: 0, to: 6, before: 0, after: 9 * 168 });
  expect(firstRows(15, 168, 15 * 168)).toEqual({ from: 0, to: 15, before: 0, after: 0 });
  expect(firstRows(0, 168, 900)).toEqual({ from: 0, to: 0, before: 0, after: 0 });
});
