// New rows are counted from when paging began, and never those of another search.
import { expect, test } from 'vitest';
import { begunAfter, newRows } from './new-rows.ts';
import type { BegunList, ShownList } from './new-rows.ts';

/** What is counted at each step: the search, the page, the rows (a name for each answer) and the total. */
function counted(...steps: readonly [key: string, page: number, rows: string, total: number | undefined][]): number[] {
  let begun: BegunList = { key: '', rows: undefined, total: undefined };
  return steps.map(([key, page, rows, total]) => {
    const shown: ShownList = { key, page, rows, total };
    begun = begunAfter(begun, shown);
    expect(begunAfter(begun, shown)).toBe(begun);
    return newRows(begun, shown);
  });
}

test('what comes while page 1 is shown is not new, and what comes later is', () => {
  expect(
    counted(
      ['', 1, 'a', 30],
      ['', 1, 'b', 31],
      ['', 2, 'b', 31],
      ['', 2, 'c', 31],
      ['', 2, 'd', 33],
      ['', 3, 'e', 34],
      ['', 1, 'f', 34],
    ),
  ).toEqual([0, 0, 0, 0, 2, 3, 0]);
});

test('an address that names page 3 counts from its first answer', () => {
  expect(counted(['', 3, 'a', undefined], ['', 3, 'b', 40], ['', 3, 'c', 41])).toEqual([0, 0, 1]);
});

test('back on page 2 of another search, whose rows have not come yet, nothing is new', () => {
  expect(counted(['rohan', 1, 'a', 4], ['', 2, 'a', 4], ['', 2, 'b', 900], ['', 2, 'c', 901])).toEqual([0, 0, 0, 1]);
});

test('a list that has become shorter counts from there', () => {
  expect(counted(['', 1, 'a', 30], ['', 2, 'b', 28], ['', 2, 'c', 29])).toEqual([0, 0, 1]);
});
