// Saves what is typed into the diary by itself, one call at a time and the newest text last, and says how far it has come.
import { useEffect, useRef, useState } from 'react';
import type { DiaryNote } from '../../../contract/trade/diary.ts';
import type { DataOf } from '../../../contract/routes.ts';
import { call } from '../../api.ts';
import { callKey, queryClient } from '../../query.ts';

const TYPING_MS = 700;

export type Saving = { state: 'saved' | 'typing' | 'saving' } | { state: 'failed'; message: string };

type Diary = DataOf<'GET /tradeDiary'>;

/** The note in a diary that is already loaded, wherever it stands there. */
export function withNote(diary: Diary, note: DiaryNote): Diary {
  const { id, notes, tags, mood } = note;
  const isOfDay = /^\d{4}-\d\d-\d\d$/.test(id);
  const trades = diary.trades.map((day) =>
    day.details.some(({ _id }) => _id === id)
      ? { ...day, details: day.details.map((one) => (one._id === id ? { ...one, notes, tags, mood } : one)) }
      : day,
  );
  if (!isOfDay) return { ...diary, trades };
  const isEmpty = notes === '' && tags.length === 0 && mood === null;
  const others = diary.dayNotes.filter((one) => one.id !== id);
  return { ...diary, trades, dayNotes: isEmpty ? others : [...others, note] };
}

function remember(note: DiaryNote): void {
  queryClient.setQueriesData<Diary>(
    { queryKey: callKey('GET /tradeDiary') },
    (diary) => diary && withNote(diary, note),
  );
  void queryClient.invalidateQueries({ queryKey: callKey('GET /diaryAnalytics') });
}

export interface NoteSaver {
  saving: Saving;
  /** Saves soon; with `now` at once. */
  save: (note: DiaryNote, now?: boolean) => void;
  /** Sends again what failed. */
  retry: () => void;
}

export function useNoteSaver(): NoteSaver {
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });
  const kept = useRef<{ wanted: DiaryNote | null; isSending: boolean; timer: number }>({
    wanted: null,
    isSending: false,
    timer: 0,
  });

  async function send(): Promise<void> {
    const now = kept.current;
    window.clearTimeout(now.timer);
    if (now.isSending || now.wanted === null) return;
    now.isSending = true;
    while (now.wanted !== null) {
      const note: DiaryNote = now.wanted;
      now.wanted = null;
      setSaving({ state: 'saving' });
      const reply = await call('POST /tradeDiary/note', note);
      if (reply.ok) {
        remember(reply.data);
        continue;
      }
      // Newer text that was typed meanwhile goes before the one that failed.
      now.wanted ??= note;
      now.isSending = false;
      return setSaving({ state: 'failed', message: reply.message });
    }
    now.isSending = false;
    setSaving({ state: 'saved' });
  }

  // Whoever leaves in the middle of a word keeps it.
  const sendOnLeave = useRef(send);
  useEffect(() => {
    sendOnLeave.current = send;
  });
  useEffect(() => () => void sendOnLeave.current(), []);

  return {
    saving,
    save(note, now = false) {
      const waiting = kept.current;
      waiting.wanted = note;
      window.clearTimeout(waiting.timer);
      if (now) return void send();
      setSaving({ state: 'typing' });
      waiting.timer = window.setTimeout(() => void send(), TYPING_MS);
    },
    retry: () => void send(),
  };
}
