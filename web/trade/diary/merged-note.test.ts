// A note that two windows have written: both texts are kept, and each tag and mood as the window that changed it left it.
import { expect, test } from 'vitest';
import { mergedNote } from './merged-note.ts';

const id = '2026-11-20';
const written = (notes: string, tags: string[] = [], mood: 'calm' | 'anxious' | null = null) => ({ notes, tags, mood });
const merged = (seen: string, theirs: string, mine: string): string =>
  mergedNote({ seen: written(seen), theirs: { id, ...written(theirs) }, mine: written(mine) }).notes;

test.each([
  [
    'both wrote on',
    'Waited.',
    'Waited. Sold early.',
    'Waited. Half the size.',
    'Waited. Sold early.\n\nHalf the size.',
  ],
  ['both began', '', 'From the phone', 'From the desk', 'From the phone\n\nFrom the desk'],
  ['this one began anew', 'Old', 'Old, and more', 'New', 'Old, and more\n\nNew'],
  ['only the other wrote', 'Same', 'Other', 'Same', 'Other'],
  ['only this one wrote', 'Same', 'Same', 'Mine', 'Mine'],
  ['the other has it already', 'a', 'a b c', 'a b', 'a b c'],
  ['this one has it already', 'a', 'a b', 'a b c', 'a b c'],
  ['the other emptied it', 'a', '', 'a b', 'a b'],
])('%s', (_, seen, theirs, mine, both) => expect(merged(seen, theirs, mine)).toBe(both));

test('tags and mood', () => {
  const seen = written('', ['early', 'late'], 'calm');
  const theirs = { id, ...written('', ['early', 'late', 'theirs'], 'anxious') };
  const both = (mine: typeof seen) => mergedNote({ seen, theirs, mine });
  expect(both(written('', ['early', 'mine'], 'calm'))).toEqual({
    id,
    ...written('', ['early', 'theirs', 'mine'], 'anxious'),
  });
  expect(both(written('', ['early', 'late'], null))).toEqual({ id, ...written('', ['early', 'late', 'theirs'], null) });
});
