// Files removed one after the other: one that stays is passed over, and a store that does not work is not asked for each.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { FilesAway, removeEach } from './file-store.ts';

const log = pino({ level: 'silent' });
const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** What was asked for, where only some of the files can be removed. */
async function removed(canBe: (key: string) => boolean): Promise<{ asked: string; isAway: boolean }> {
  const asked: string[] = [];
  const remove = async (key: string): Promise<void> => {
    asked.push(key);
    if (!canBe(key)) throw new FilesAway('it stays');
  };
  const isAway = await removeEach(keys, remove, log).then(
    () => false,
    () => true,
  );
  return { asked: asked.join(''), isAway };
}

test('files that cannot be removed keep no others', async () => {
  expect(await removed((key) => !'abdf'.includes(key))).toEqual({ asked: 'abcdefg', isAway: false });
});

test('a store that does not work is asked three times', async () => {
  expect(await removed((key) => key === 'a')).toEqual({ asked: 'abcd', isAway: true });
});
