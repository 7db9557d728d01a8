// Keeps the focus near where a dialog was opened if its opener is gone: a canceled order has no cancel button any more.
import { useEffect, useState } from 'react';

/** When the dialog has gone, and when the list behind it has come anew. */
const LOOK_AFTER_MS = [60, 1_000];

export function useKeptFocus(): void {
  // Read while the dialog is made: by the time of an effect the focus is inside.
  const [row] = useState(() => document.activeElement?.closest('tr, li') ?? null);
  useEffect(
    () => () => {
      for (const pauseMs of LOOK_AFTER_MS) setTimeout(() => takeUp(row), pauseMs);
    },
    [row],
  );
}

function takeUp(row: Element | null): void {
  if (document.activeElement !== document.body) return;
  const left = row?.isConnected ? [...row.querySelectorAll<HTMLElement>('button:not(:disabled)')].at(-1) : undefined;
  (left ?? document.getElementById('content'))?.focus({ preventScroll: true });
}
