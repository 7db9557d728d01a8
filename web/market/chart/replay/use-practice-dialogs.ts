// Which dialog of the practice is open; makes sure that a practice does not end before its summary has been seen.
import { useEffect, useState } from 'react';
import { useBackCloses, useEntryBelow } from '../../../ui/back-closes.ts';
import type { PracticeEnd } from './practice-report.tsx';
import type { OwnPractice } from './use-practice.ts';

type PracticeDialog = { kind: 'exits' } | { kind: 'report'; end: PracticeEnd | null };

export interface PracticeDialogs {
  open: PracticeDialog | null;
  show: (open: PracticeDialog | null) => void;
  /** Acts at once if nothing was practised, otherwise after the summary has been read. */
  end: (label: string, act: () => void) => void;
}

/** `onShow`: playing stops behind a dialog. */
export function usePracticeDialogs({ now }: OwnPractice, onShow: () => void): PracticeDialogs {
  const [open, setOpen] = useState<PracticeDialog | null>(null);
  const isLost = now.fills.length > 0;
  // The page alone holds it, so the browser asks before a reload, too.
  useEffect(() => {
    if (!isLost) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isLost]);
  const show = (next: PracticeDialog | null): void => {
    if (next) onShow();
    setOpen(next);
  };
  return {
    open,
    show,
    end: (label, act) => {
      if (now.fills.length === 0) act();
      else show({ kind: 'report', end: { label, act } });
    },
  };
}

/** The browser's back button leaves a replay; with a practice in it, or on the page of a stock, that works like its own leave button. */
export function useBackLeaves(leave: () => void, { now }: OwnPractice): void {
  // The address of a stock's page knows nothing of its replay: going back would leave the page.
  const isInAddress = new URLSearchParams(location.search).has('replay');
  const leavesItself = isInAddress && now.fills.length === 0;
  useEntryBelow(leavesItself);
  useBackCloses(leave, leavesItself);
}
