// Saves diary edits automatically, one call at a time with the newest text last, and reports the progress. Text that another window
// has written meanwhile is not overwritten: both texts are kept.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DiaryNote, TradeDiaryData } from '../../../contract/trade/diary.ts';
import { ANSWER_WITHIN_MS, call, newIdempotencyKey } from '../../api.ts';
import type { Refusal } from '../../api.ts';
import { isUncertain } from '../../call-once.ts';
import { callKey, invalidateCalls, queryClient } from '../../query.ts';
import { hasLapsed, session } from '../../session.ts';
import type { DiaryRange } from './diary-days.ts';
import { mergedNote } from './merged-note.ts';
import type { Written } from './merged-note.ts';
import { noteIn, withNote } from './with-note.ts';

const TYPING_MS = 700;
/** How often a note is sent again after the network or the server has failed. */
const RETRY_MS = 4_000;

/** `isMerged`: it now includes what another window has written meanwhile. */
export type Saving =
  | { state: 'typing' | 'saving' }
  | { state: 'saved'; isMerged: boolean }
  | { state: 'failed'; message: string; mayPass: boolean };

async function remember(note: DiaryNote): Promise<void> {
  // An answer from before the note was saved would bring the old one back.
  await queryClient.cancelQueries({ queryKey: callKey('GET /tradeDiary') });
  const loaded = queryClient.getQueriesData<TradeDiaryData>({ queryKey: callKey('GET /tradeDiary') });
  for (const [key, diary] of loaded)
    if (diary) queryClient.setQueryData(key, withNote(diary, note, key[1] as DiaryRange));
  void invalidateCalls('GET /diaryAnalytics');
}

/** The note as it is stored now. The id of a trade ends with its day, and the id of a day is the day. */
async function storedNote(id: string): Promise<DiaryNote | Refusal> {
  const day = id.slice(-10);
  const reply = await call('GET /tradeDiary', { from: day, to: day }, { timeoutMs: ANSWER_WITHIN_MS });
  return reply.ok ? noteIn(reply.data, id) : reply;
}

/** The note under way until there is an answer: sent again unchanged, so that it is known what is stored. */
interface SentNote {
  note: DiaryNote;
  was: Written;
  key: string;
}

interface Kept {
  /** The newest text, not sent yet. */
  wanted: DiaryNote | null;
  sent: SentNote | null;
  /** What is stored, as far as this window has seen. */
  seen: Written;
  isSending: boolean;
  timer: number;
  /** Whose note it is. */
  owner: string | undefined;
}

/** Left by their writers before they were stored, and still being sent. */
const leftUnsaved = new Set<Kept>();

function askToStay(event: BeforeUnloadEvent): void {
  const who = session()?.email;
  if ([...leftUnsaved].some(({ owner }) => who === undefined || who === owner)) event.preventDefault();
}

/** The browser asks before it discards unsaved notes, even on another screen. */
function holdPage(kept: Kept, isUnsaved: boolean): void {
  if (isUnsaved) leftUnsaved.add(kept);
  else leftUnsaved.delete(kept);
  if (leftUnsaved.size > 0) window.addEventListener('beforeunload', askToStay);
  else window.removeEventListener('beforeunload', askToStay);
}

function nextToSend(kept: Kept): SentNote | null {
  if (kept.sent === null && kept.wanted !== null) {
    kept.sent = { note: kept.wanted, was: kept.seen, key: newIdempotencyKey() };
    kept.wanted = null;
  }
  return kept.sent;
}

/** Told at once, before anything else follows: what is stored now, and the text that two windows have made together. */
interface Told {
  seen: (note: Written) => void;
  merged: (note: DiaryNote) => void;
}

/** Sends a note and takes in the answer. If another window's text is stored, both together are wanted next. */
async function sendOne(kept: Kept, { note, was, key }: SentNote, told: Told): Promise<'saved' | 'merged' | Refusal> {
  const options = { idempotencyKey: key, timeoutMs: ANSWER_WITHIN_MS };
  const reply = await call('POST /tradeDiary/note', { ...note, was }, options);
  if (!reply.ok && isUncertain(reply)) return reply;
  kept.sent = null;
  if (reply.ok) {
    told.seen(reply.data);
    await remember(reply.data);
    return 'saved';
  }
  // Newer text typed meanwhile replaces the text that failed.
  kept.wanted ??= note;
  if (reply.status !== 409) return reply;
  const theirs = await storedNote(note.id);
  if ('ok' in theirs) return theirs;
  kept.wanted = mergedNote({ seen: was, theirs, mine: kept.wanted });
  told.seen(theirs);
  told.merged(kept.wanted);
  return 'merged';
}

export interface NoteSaver {
  saving: Saving;
  /** What is stored, as far as this window has seen. */
  seen: Written;
  /** Saves soon; with `now` at once. */
  save: (note: DiaryNote, now?: boolean) => void;
  /** Sends the failed note again. */
  retry: () => void;
  /** Called with another window's note while nothing is being written here. */
  adopt: (note: Written) => void;
}

/** Sends a note again some time after the network or the server has failed. */
function useRetry(saving: Saving, send: () => Promise<void>): void {
  const sendAgain = useEffectEvent(send);
  // Runs after each failure: each is a new object, so that one is noticed even if it follows another at once.
  useEffect(() => {
    if (saving.state !== 'failed' || !saving.mayPass) return;
    const timer = setTimeout(sendAgain, RETRY_MS);
    return () => clearTimeout(timer);
  }, [saving]);
}

/** The browser asks before it discards unsaved notes. A phone does not ask, so a note is sent at once when the page is hidden. */
function useNothingLost(isUnsaved: boolean, send: () => Promise<void>): void {
  const sendNow = useEffectEvent(send);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    const sendHidden = (): void => {
      if (document.hidden) void sendNow();
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
}

/** `onMerged`: called with the new content of the fields. `isUnsaved`: the fields already differ from `opened`. */
export function useNoteSaver(opened: Written, onMerged: (note: DiaryNote) => void, isUnsaved: boolean): NoteSaver {
  const [saving, setSaving] = useState<Saving>(isUnsaved ? { state: 'typing' } : { state: 'saved', isMerged: false });
  const [seen, setSeen] = useState(opened);
  const owner = session()?.email;
  const kept = useRef<Kept>({
    wanted: null,
    sent: null,
    seen: opened,
    isSending: false,
    timer: 0,
    owner,
  });

  function see(note: Written): void {
    kept.current.seen = note;
    setSeen(note);
  }

  function sendLater(): void {
    kept.current.timer = window.setTimeout(() => void send(), RETRY_MS);
  }

  async function send(): Promise<void> {
    const now = kept.current;
    window.clearTimeout(now.timer);
    const who = session()?.email;
    if (who !== now.owner) {
      // A note that was left waits for its writer to log in again. It is never sent in the name of the next person who logs in.
      const mayReturn = who === undefined && hasLapsed() && leftUnsaved.has(now);
      return mayReturn ? sendLater() : holdPage(now, false);
    }
    if (now.isSending || nextToSend(now) === null) return;
    now.isSending = true;
    let isMerged = false;
    for (let next = nextToSend(now); next !== null; next = nextToSend(now)) {
      setSaving({ state: 'saving' });
      const outcome = await sendOne(now, next, { seen: see, merged: onMerged });
      isMerged ||= outcome === 'merged';
      if (typeof outcome === 'string') continue;
      now.isSending = false;
      // On the screen `useRetry` sends it again.
      const isSentAgain = leftUnsaved.has(now) && (isUncertain(outcome) || session()?.email !== now.owner);
      if (isSentAgain) sendLater();
      else holdPage(now, false);
      return setSaving({ state: 'failed', message: outcome.message, mayPass: isUncertain(outcome) });
    }
    now.isSending = false;
    holdPage(now, false);
    setSaving({ state: 'saved', isMerged });
  }

  useEffect(() => {
    const now = kept.current;
    holdPage(now, false);
    return () => {
      // Until it is stored; what is unsaved is sent at once. What a lapsed login takes from the screen is kept by `kept-note.ts`.
      holdPage(now, session()?.email === now.owner && (now.wanted !== null || now.sent !== null));
    };
  }, []);
  useRetry(saving, send);
  useNothingLost(saving.state !== 'saved', send);

  return {
    saving,
    seen,
    adopt: see,
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
