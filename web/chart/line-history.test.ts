// Undo goes back step by step, however many moves a step was made of.
import { expect, test } from 'vitest';
import type { DrawnLine } from './drawn-lines.ts';
import { changed, newHistory, redone, settled, undone } from './line-history.ts';

const at = (price: number): DrawnLine[] => [{ id: 1, kind: 'horizontal', price }];

test('the moves of one drag are undone together, and done again', () => {
  const drawn = changed(newHistory([]), at(100), null);
  const dragged = changed(changed(drawn, at(101), 'change 1'), at(102), 'change 1');
  expect(undone(dragged).lines).toEqual(at(100));
  expect(redone(undone(dragged)).lines).toEqual(at(102));
  expect(undone(undone(dragged)).lines).toEqual([]);
});

test('a second drag of the same line is another step', () => {
  const drawn = changed(newHistory([]), at(100), null);
  const twice = changed(settled(changed(drawn, at(101), 'change 1')), at(102), 'change 1');
  expect(undone(twice).lines).toEqual(at(101));
});

test('a step after an undo replaces the undone ones', () => {
  const gone = undone(changed(newHistory(at(100)), [], null));
  const other = changed(gone, at(90), null);
  expect(other.future).toEqual([]);
  expect(redone(other).lines).toEqual(at(90));
});

test('at either end nothing happens, and no more than fifty steps are remembered', () => {
  expect(undone(newHistory(at(100))).lines).toEqual(at(100));
  expect(redone(newHistory(at(100))).lines).toEqual(at(100));
  let history = newHistory([]);
  for (let price = 1; price <= 60; price++) history = changed(history, at(price), null);
  for (let step = 0; step < 60; step++) history = undone(history);
  expect(history.lines).toEqual(at(10));
});
