// Which dialog of the practice is open; and that nothing ends a practice before its summary has been seen.
import { useState } from 'react';
import { useBackCloses } from '../../../ui/back-closes.ts';
import type { PracticeEnd } from './practice-report.tsx';
import type { OwnPractice } from './use-practice.ts';

type PracticeDialog = { kind: 'exits' } | { kind: 'report'; end: PracticeEnd | null };

export interface PracticeDialogs {
  open: PracticeDialog | null;
  show: (open: PracticeDialog | null) => void;
  /** Does it at once where nothing was practised; else when the summary has been read. */
  end: (label: string, act: () => void) => void;
}

/** `onShow`: nothing plays on behind a dialog. */
export function usePracticeDialogs({ now }: OwnPractice, onShow: () => void): PracticeDialogs {
  const [open, setOpen] = useState<PracticeDialog | null>(null);
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

/** The button of the browser that goes back leaves a replay: with a practice in it, as its own button does. */
export function useBackLeaves(leave: () => void, { now }: OwnPractice): void {
  useBackCloses(leave, now.fills.length === 0);
}
