// Merges what two windows have written into one note: nothing is lost, and their common beginning occurs once.
import type { DiaryNote } from '../../../contract/trade/diary.ts';

/** What a note says, apart from what it belongs to. */
export type Written = Omit<DiaryNote, 'id'>;

export function isSameNote(one: Written, other: Written): boolean {
  return one.notes === other.notes && one.mood === other.mood && one.tags.join() === other.tags.join();
}

function mergedText(seen: string, theirs: string, mine: string): string {
  if (mine === seen || theirs.includes(mine)) return theirs;
  if (theirs === seen || mine.includes(theirs)) return mine;
  const added = seen !== '' && mine.startsWith(seen) ? mine.slice(seen.length) : mine;
  return `${theirs}\n\n${added.trimStart()}`;
}

/** `seen`: the note as it was when this window began to write. The stored text comes first; for tags and mood, the side that changed them wins. */
export function mergedNote({ seen, theirs, mine }: { seen: Written; theirs: DiaryNote; mine: Written }): DiaryNote {
  const removed = seen.tags.filter((tag) => !mine.tags.includes(tag));
  const added = mine.tags.filter((tag) => !seen.tags.includes(tag));
  return {
    id: theirs.id,
    notes: mergedText(seen.notes, theirs.notes, mine.notes),
    tags: [...new Set([...theirs.tags.filter((tag) => !removed.includes(tag)), ...added])],
    mood: mine.mood === seen.mood ? theirs.mood : mine.mood,
  };
}
