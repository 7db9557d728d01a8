// Whether the command palette is open, and the keys that open it from anywhere: Ctrl+K, or Cmd+K on a Mac.
import { useEffect, useSyncExternalStore } from 'react';
import { onSessionEnd } from '../../session.ts';

let isOpen = false;
const listeners = new Set<() => void>();

function set(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Not over another dialog: what was typed there must not be lost by a jump to another page. Nor over a replay: it knows the prices of now. */
export function openPalette(): void {
  if (document.querySelector('.veil, dialog:modal, [data-covers=replay]') === null) set(true);
}

export function closePalette(): void {
  set(false);
}

// The next login must not find it open.
onSessionEnd(closePalette);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}

export const paletteKeys = /mac|iphone|ipad/i.test(navigator.platform) ? '\u2318K' : 'Ctrl K';

export function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

export function usePaletteKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      if (!isOpen) openPalette();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
