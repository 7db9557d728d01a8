// Saves diary edits automatically, one call at a time with the newest text last, and reports the progress.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DiaryNote } from '../../../contract/trade/diary.ts';
import type { TradeDiaryData } from '../../../contract/trade.ts';
import { ANSWER_WITHIN_MS, call } from '../../api.ts';
import { callKey, invalidateCalls, queryClient } from '../../query.ts';
import type { DiaryRange } from './diary-days.ts';
import { withNote } from './with-note.ts';

const TYPING_MS = 700;
/** How often a note is sent again that the network or the server could not take. */
const RETRY_MS = 4_000;

export type Saving = { state: 'saved' | 'typing' | 'saving' } | { state: 'failed'; message: string; mayPass: boolean };

function remember(note: DiaryNote): void {
  const loaded = queryClient.getQueriesData<TradeDiaryData>({ queryKey: callKey('GET /tradeDiary') });
  for (const [key, diary] of loaded)
    if (diary) queryClient.setQueryData(key, withNote(diary, note, key[1] as DiaryRange));
  void invalidateCalls('GET /diaryAnalytics');
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
      const reply = await call('POST /tradeDiary/note', note, { timeoutMs: ANSWER_WITHIN_MS });
      if (reply.ok) {
        remember(reply.data);
        continue;
      }
      // Newer text typed meanwhile replaces the text that failed.
      now.wanted ??= note;
      now.isSending = false;
      return setSaving({ state: 'failed', message: reply.message, mayPass: reply.status === 0 || reply.status >= 500 });
    }
    now.isSending = false;
    setSaving({ state: 'saved' });
  }

  const sendAgain = useEffectEvent(() => void send());
  // After each failure, each of which is an object of its own: without a network one can follow another unseen.
  useEffect(() => {
    if (saving.state !== 'failed' || !saving.mayPass) return;
    const timer = setTimeout(sendAgain, RETRY_MS);
    return () => clearTimeout(timer);
  }, [saving]);

  const isUnsaved = saving.state !== 'saved';

  // The browser asks before it discards what exists nowhere else; a phone asks nothing, so what is hidden is sent at once.
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    const sendHidden = (): void => {
      if (document.hidden) sendAgain();
    };
    window.addEventListener('beforeunload', ask);
    document.addEventListener('visibilitychange', sendHidden);
    return () => {
      window.removeEventListener('beforeunload', ask);
      document.removeEventListener('visibilitychange', sendHidden);
    };
  }, [isUnsaved]);

  // Leaving in the middle of a word still saves it.
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
