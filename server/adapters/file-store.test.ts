// Files removed one after the other: one that cannot be removed is skipped, and a store that fails is not tried for each.
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { FilesAway, Removals } from './file-store.ts';

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const PATIENCE_MS = 600;

/** A store in which only some files can be removed, and failures take a while. */
function removing(canBe: (key: string) => boolean, failingMs = 0) {
  const asked: string[] = [];
  const named: string[] = [];
  const log = pino({}, { write: (line) => void named.push((JSON.parse(line) as { key: string }).key) });
  const remove = async (key: string): Promise<void> => {
    asked.push(key);
    if (canBe(key)) return;
    await sleep(failingMs);
    throw new FilesAway('it stays');
  };
  const removals = new Removals({ remove, log, mostFailingMs: PATIENCE_MS });
  /** The files that were to be removed. */
  const round = async (of: readonly string[] = keys): Promise<{ asked: string; isAway: boolean }> => {
    const isAway = await removals.removeEach(of).then(
      () => false,
      () => true,
    );
    return { asked: asked.splice(0).join(''), isAway };
  };
  return { round, named, removals };
}

test('files that cannot be removed keep no others, and each is named once', async () => {
  let staying = 'abcdf';
  const { round, named } = removing((key) => !staying.includes(key));
  expect(await round()).toEqual({ asked: 'abcdefg', isAway: false });
  expect(await round([...staying, 'h', 'i'])).toEqual({ asked: 'hiabcdf', isAway: false });
  expect(named.join('')).toBe('abcdf');
  // A file that could be removed after all is forgotten.
  staying = '';
  await round();
  staying = 'a';
  await round();
  expect(named.join('')).toBe('abcdfa');
});

test('a store that does not answer is not tried for every file, and the next round begins with those not tried', async () => {
  const { round } = removing((key) => key === 'g', 0.6 * PATIENCE_MS);
  expect(await round()).toEqual({ asked: 'ab', isAway: true });
  expect(await round()).toEqual({ asked: 'cd', isAway: true });
  expect(await round()).toEqual({ asked: 'ef', isAway: true });
  expect(await round()).toEqual({ asked: 'gab', isAway: true });
  expect(await round()).toEqual({ asked: 'gcd', isAway: true });
});

test('a round goes on until all are gone that can be removed', async () => {
  const left = new Set(keys);
  const { removals } = removing((key) => key !== 'b' && left.delete(key));
  await removals.removeAll(async () => [...left].slice(0, 3));
  expect([...left]).toEqual(['b']);
});
