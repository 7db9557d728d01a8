// Keeps the focus near where a dialog was opened if its opener is gone: a canceled order has no cancel button any more.
import { useEffect, useState } from 'react';
import { focusPart, KEEPER, lastFocused, ROW } from './lost-focus.ts';

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
  useEffect(
    () => () => {
      lastClosed = { ...origin, at: performance.now() };
      for (const pauseMs of LOOK_AFTER_MS) setTimeout(() => takeUp(origin), pauseMs);
    },
    [origin],
  );
}

/** For an alert that was opened here at this time and has closed: back to where the dialog before it was opened, if there was one. */
export function takeUpAfterAlert(openedAt: number, origin: Origin): void {
  const isOfDialog = lastClosed !== null && lastClosed.at >= openedAt - CLOSES_WITHIN_MS;
  takeUp(isOfDialog ? lastClosed : origin);
}

function takeUp(origin: Origin | null): void {
  if (document.activeElement !== document.body) return;
  const row = origin?.row?.isConnected ? origin.row : null;
  const next = !row && origin?.beside.find((each) => each?.isConnected && each.ariaHidden !== 'true');
  if (next) return focusPart(next as HTMLElement);
  // The row itself may have had the focus while its button was busy: it is no place to return to.
  const isOpenerThere =
    row !== origin?.opener && row?.contains(origin!.opener) && !origin!.opener!.matches(':disabled');
  const lastOf = (what: string): HTMLElement | undefined =>
    row ? [...row.querySelectorAll<HTMLElement>(what)].at(-1) : undefined;
  const left = isOpenerThere ? (origin!.opener as HTMLElement) : (lastOf('button:not(:disabled)') ?? lastOf('a[href]'));
  if (left) left.focus({ preventScroll: true });
  else if (origin?.around?.isConnected) focusPart(origin.around);
  else document.getElementById('content')?.focus({ preventScroll: true });
}
