// Copies a practice session into a day's diary note on request: the only part of a practice that is ever sent.
import { ANSWER_WITHIN_MS, call } from '../../../api.ts';
import { invalidateCalls } from '../../../query.ts';
import { noteWith } from './practice-note.ts';

/** Returns why it could not be saved; null if it was. */
export async function copyToDiary(day: string, text: string): Promise<string | null> {
  const diary = await call('GET /tradeDiary', { from: day, to: day }, { timeoutMs: ANSWER_WITHIN_MS });
  if (!diary.ok) return diary.message;
  const { notes, tags, mood } = diary.data.dayNotes.find(({ id }) => id === day) ?? { notes: '', tags: [], mood: null };
  // Notes made meanwhile on another page must not be lost.
  const was = { notes, tags, mood };
  const note = noteWith({ id: day, ...was }, text);
  const reply = await call('POST /tradeDiary/note', { ...note, was }, { timeoutMs: ANSWER_WITHIN_MS });
  if (!reply.ok) return reply.message;
  void invalidateCalls('GET /tradeDiary');
  return null;
}
