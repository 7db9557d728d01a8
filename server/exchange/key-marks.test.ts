// Marks of keys: every added key is found, hardly any other is, and old ones are forgotten.
import { expect, test } from 'vitest';
import { KeyMarks } from './key-marks.ts';

const COUNT = 50_000;

test('every key that was added is found, and of those that were not hardly any', () => {
  const marks = new KeyMarks();
  for (let n = 0; n < COUNT; n++) marks.add(`1:order:${n}`);
  const missed = Array.from({ length: COUNT }, (_, n) => n).filter((n) => !marks.mayHave(`1:order:${n}`));
  expect(missed).toEqual([]);
  const mistaken = Array.from({ length: COUNT }, (_, n) => n).filter((n) => marks.mayHave(`2:order:${n}`));
  // One in a thousand, in each of six parts at most.
  expect(mistaken.length).toBeLessThan(COUNT / 100);
});

test('keys are forgotten when they are older than asked for, and not before', () => {
  const marks = new KeyMarks();
  marks.add('old');
  marks.forget(-72, 0);
  marks.add('young');
  marks.forget(-71, 1);
  expect([marks.mayHave('old'), marks.mayHave('young')]).toEqual([true, true]);
  marks.forget(1, 73);
  expect([marks.mayHave('old'), marks.mayHave('young')]).toEqual([false, true]);
  marks.forget(2, 74);
  expect(marks.mayHave('young')).toBe(false);
});
