// Asks, before the camera is requested, whether the host has removed this person from the lesson's call, or has ended it.
import { useEffect, useState } from 'react';
import { followSocket } from '../live.ts';
import type { LiveSocket } from '../live-socket.ts';
import { askLive } from './ask-live.ts';

/** Other reasons for a closed door show in the lesson itself, or are given on entering. */
export type DoorState = 'unknown' | 'open' | 'removed' | 'over';

/** Nobody waits longer than this for the answer: entering gives it then. */
const PATIENCE_MS = 3_000;
const ASK_AGAIN_MS = 5_000;

export function useDoor(lesson: string | undefined): DoorState {
  const [known, setKnown] = useState<{ lesson: string; state: DoorState } | null>(null);
  useEffect(() => {
    if (lesson === undefined) return;
    let isGone = false;
    let isShut = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const learn = (state: DoorState): void => {
      if (!isGone) setKnown({ lesson, state });
    };
    const patience = setTimeout(() => learn('open'), PATIENCE_MS);
    const askAt = (live: LiveSocket): void => {
      clearTimeout(again);
      void ask(live, lesson).then((state) => {
        if (isGone) return;
        if (state !== null) {
          clearTimeout(patience);
          isShut = state !== 'open';
          learn(state);
        }
        // Somebody who is readmitted, or whose host opens it again, finds the door open without reloading the page.
        if (isShut) again = setTimeout(() => askAt(live), ASK_AGAIN_MS);
      });
    };
    const stop = followSocket(askAt);
    return () => {
      isGone = true;
      clearTimeout(patience);
      clearTimeout(again);
      stop();
    };
  }, [lesson]);
  return known !== null && known.lesson === lesson ? known.state : 'unknown';
}

/** Null without an answer. */
async function ask(live: LiveSocket, session: string): Promise<Exclude<DoorState, 'unknown'> | null> {
  const answer = await askLive(live, { event: 'call-door', payload: { session }, withinMs: PATIENCE_MS });
  if (answer === null) return null;
  if (answer.reason === 'over') return 'over';
  return answer.reason === 'removed-from-class' ? 'removed' : 'open';
}
