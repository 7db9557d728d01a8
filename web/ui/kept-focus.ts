// Keeps the focus near where a dialog was opened if its opener is gone: a canceled order has no cancel button any more.
import { useEffect, useState } from 'react';
import { focusPart } from './lost-focus.ts';

/** When the dialog has closed, and when the list behind it has been refreshed. */
const LOOK_AFTER_MS = [60, 1_000];
/** An alert about an action in a dialog opens while the dialog closes. */
const CLOSES_WITHIN_MS = 500;

interface Origin {
  opener: Element | null;
  row: Element | null;
  /** The rows beside it: one of them takes its place when it leaves the list. */
  beside: readonly (Element | null | undefined)[];
  /** The dialog it was opened from, which keeps the focus from the page behind it. */
  dialog: HTMLElement | null;
}

let lastClosed: (Origin & { at: number }) | null = null;

function originNow(): Origin {
  const opener = document.activeElement;
  const row = opener?.closest('tr, li') ?? null;
  return {
    opener,
    row,
    beside: [row?.nextElementSibling, row?.previousElementSibling],
    dialog: opener?.closest<HTMLElement>('[role=dialog], [role=alertdialog]') ?? null,
  };
}

export function useKeptFocus(): void {
  // Read while the dialog renders: by the time of an effect the focus is inside it.
  const [origin] = useState(originNow);
  useEffect(
    () => () => {
      lastClosed = { ...origin, at: performance.now() };
      for (const pauseMs of LOOK_AFTER_MS) setTimeout(() => takeUp(origin), pauseMs);
    },
    [origin],
  );
}

/** For an alert that was opened at this time and has closed: back to where the dialog before it was opened, if there was one. */
export function takeUpAfterAlert(openedAt: number): void {
  const isOfDialog = lastClosed !== null && lastClosed.at >= openedAt - CLOSES_WITHIN_MS;
  takeUp(isOfDialog ? lastClosed : null);
}

function takeUp(origin: Origin | null): void {
  if (document.activeElement !== document.body) return;
  const row = origin?.row?.isConnected ? origin.row : null;
  const next = !row && origin?.beside.find((each) => each?.isConnected && each.ariaHidden !== 'true');
  if (next) return focusPart(next as HTMLElement);
  const isOpenerThere = row?.contains(origin!.opener) && !origin!.opener!.matches(':disabled');
  const lastOf = (what: string): HTMLElement | undefined =>
    row ? [...row.querySelectorAll<HTMLElement>(what)].at(-1) : undefined;
  const left = isOpenerThere ? (origin!.opener as HTMLElement) : (lastOf('button:not(:disabled)') ?? lastOf('a[href]'));
  const around = origin?.dialog?.isConnected ? origin.dialog : document.getElementById('content');
  (left ?? around)?.focus({ preventScroll: true });
}
