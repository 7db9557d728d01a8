// Only the rows near the screen are drawn, and the space of the others is kept.
import { expect, test } from 'vitest';
import { rowsInView } from './visible-rows.ts';

test('at the top the first screen and the spare rows are drawn', () => {
  // 800 px show 20 rows of 40; 8 spare: 28.
  expect(rowsInView(500, 40, 0, 800)).toEqual({ from: 0, to: 28, before: 0, after: 472 * 40 });
});

test('in the middle the space above and below adds up to the whole list', () => {
  const rows = rowsInView(500, 40, -4000, 800);
  // Row 100 is at the top: 92 to 128.
  expect(rows).toEqual({ from: 92, to: 128, before: 92 * 40, after: 372 * 40 });
  expect(rows.before + (rows.to - rows.from) * 40 + rows.after).toBe(500 * 40);
});

test('past the end nothing is invented', () => {
  expect(rowsInView(10, 40, -9000, 800)).toEqual({ from: 10, to: 10, before: 400, after: 0 });
  expect(rowsInView(0, 40, 0, 800)).toEqual({ from: 0, to: 0, before: 0, after: 0 });
});
