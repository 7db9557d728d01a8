// Lists of balances by parts: the same text and the same numbers as of the whole at once.
import { expect, test } from 'vitest';
import { numbersOf, textOf } from './balance-lists.ts';

test.each([0, 1, 20_000, 20_001, 45_000])('%i numbers become the text of all at once, and come back', async (count) => {
  const numbers = Array.from({ length: count }, (_, n) => (n % 3 === 1 ? -n : n * 1_000_000_007));
  let text = '';
  for await (const part of textOf(numbers)) text += part;
  expect(text).toBe(numbers.join(','));
  expect(await numbersOf(text)).toEqual(numbers);
});

test('a number that no number can carry is refused, in any part', async () => {
  const list = `${'1,'.repeat(150_000)}9007199254740993`;
  await expect(numbersOf(list)).rejects.toThrow('which no number can carry exactly');
});
