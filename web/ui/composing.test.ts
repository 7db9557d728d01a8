// Keys that belong to an input method.
import { expect, test } from 'vitest';
import { isComposing } from './composing.ts';

test('Enter that accepts a word belongs to the input method, also where the word is complete before the key is reported', () => {
  const enter = (composing: boolean, keyCode: number) =>
    isComposing({ nativeEvent: { isComposing: composing, keyCode } });
  expect([enter(true, 229), enter(true, 13), enter(false, 229)]).toEqual([true, true, true]);
  expect(enter(false, 13)).toBe(false);
});
