// Copies a practice into the note of a day, for whoever wants to keep it: the only thing of a practice that is ever sent, at a press.
import type { DiaryNote } from '../../../../contract/trade/diary.ts';
import { ANSWER_WITHIN_MS, call } from '../../../api.ts';
import { invalidateCalls } from '../../../query.ts';
import { noteWith } from './practice-note.ts';

/** Answers why it could not be noted; null when it is. */
export async function copyToDiary(day: string, text: string): Promise<string | null> {
  // What another page has noted meanwhile must not be lost.
  const diary = await call('GET /tradeDiary', { from: day, to: day }, { timeoutMs: ANSWER_WITHIN_MS });
  if (!diary.ok) return diary.message;
  const empty: DiaryNote = { id: day, notes: '', tags: [], mood: null };
  const note = noteWith(diary.data.dayNotes.find(({ id }) => id === day) ?? empty, text);
  const reply = await call('POST /tradeDiary/note', note, { timeoutMs: ANSWER_WITHIN_MS });
  if (!reply.ok) return reply.message;
  void invalidateCalls('GET /tradeDiary');
  return null;
}
