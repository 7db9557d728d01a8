// Copies a practice session into a day's diary note on request: the only part of a practice that is ever sent.
import type { DiaryNote } from '../../../../contract/trade/diary.ts';
import { ANSWER_WITHIN_MS, call } from '../../../api.ts';
import { invalidateCalls } from '../../../query.ts';
import { noteWith } from './practice-note.ts';

/** Returns why it could not be saved; null if it was. */
export async function copyToDiary(day: string, text: string): Promise<string | null> {
  // Notes made meanwhile on another page must not be lost.
  const diary = await call('GET /tradeDiary', { from: day, to: day }, { timeoutMs: ANSWER_WITHIN_MS });
  if (!diary.ok) return diary.message;
  const empty: DiaryNote = { id: day, notes: '', tags: [], mood: null };
  const note = noteWith(diary.data.dayNotes.find(({ id }) => id === day) ?? empty, text);
  const reply = await call('POST /tradeDiary/note', note, { timeoutMs: ANSWER_WITHIN_MS });
  if (!reply.ok) return reply.message;
  void invalidateCalls('GET /tradeDiary');
  return null;
}
