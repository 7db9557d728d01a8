// Keeps the focus near where a dialog was opened if its opener is gone: a canceled order has no cancel button any more.
import { useEffect, useState } from 'react';
import { focusContentIfLost, focusPart, KEEPER, lastFocused, ROW } from './lost-focus.ts';

/** When the dialog has closed, and when the list behind it has been refreshed. */
const LOOK_AFTER_MS = [60, 1_000];
/** An alert about an action in a dialog opens while the dialog closes. */
const CLOSES_WITHIN_MS = 500;

interface Origin {
  opener: Element | null;
  row: Element | null;
  /** The rows beside it: one of them takes its place when it leaves the list. */
  beside: readonly (Element | null | undefined)[];
  /** The dialog it was opened from, which keeps the focus from the page behind it, or the part that has an element for it. */
  around: HTMLElement | null;
}

let lastClosed: (Origin & { at: number }) | null = null;

export function originNow(): Origin {
  const opener = document.activeElement;
  const row = (opener === document.body ? lastFocused.row : opener?.closest(ROW)) ?? null;
  return {
    opener,
    row,
    beside: [row?.nextElementSibling, row?.previousElementSibling],
    around: opener?.closest<HTMLElement>(`[role=dialog], [role=alertdialog], ${KEEPER}`) ?? null,
  };
}

export function useKeptFocus(): void {
  // Read while the dialog renders: by the time of an effect the focus is inside it.
  const [origin] = useState(originNow);
  useEffect(() => () => takeUpAfter(origin), [origin]);
}

/** A dialog that was opened here has closed. One that closes after it knows better where the focus belongs. */
export function takeUpAfter(origin: Origin): void {
  const closed = { ...origin, at: performance.now() };
  lastClosed = closed;
  for (const pauseMs of LOOK_AFTER_MS)
    setTimeout(() => {
      if (lastClosed === closed) takeUp(closed);
    }, pauseMs);
}

/** For an alert that was opened here at this time and has closed: back to where the dialog before it was opened, if there was one. */
export function takeUpAfterAlert(openedAt: number, origin: Origin): void {
  takeUp(lastClosed && lastClosed.at >= openedAt - CLOSES_WITHIN_MS ? lastClosed : origin);
}

function takeUp({ opener, row: openerRow, beside, around }: Origin): void {
  if (document.activeElement !== document.body) return;
  const row = openerRow?.isConnected ? openerRow : null;
  const next = !row && beside.find((each) => each?.isConnected && each.ariaHidden !== 'true');
  if (next) return focusPart(next as HTMLElement);
  // The row itself may have had the focus while its button was busy: it is no place to return to.
  const isOpenerThere = row !== opener && row?.contains(opener) && !opener!.matches(':disabled');
  const lastOf = (what: string): HTMLElement | undefined =>
    row ? [...row.querySelectorAll<HTMLElement>(what)].at(-1) : undefined;
  const left = isOpenerThere ? (opener as HTMLElement) : (lastOf('button:not(:disabled)') ?? lastOf('a[href]'));
  if (left) left.focus({ preventScroll: true });
  else if (around?.isConnected) focusPart(around);
  else focusContentIfLost();
}
