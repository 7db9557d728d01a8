// Whether the command palette is open, and the keys that open it from anywhere: Ctrl+K, or Cmd+K on a Mac.
import { useEffect, useSyncExternalStore } from 'react';
import { onSessionEnd } from '../../session.ts';
import { latinKey } from '../../ui/latin-key.ts';

let isOpen = false;
/** Letters typed before the palette has loaded: it is fetched at its first use, and some people type faster. */
let ahead = '';
/** When it was opened by its keys, on the clock of events. */
let openedAt = -Infinity;
/** A palette that has not loaded by then may never load, and must not take letters typed elsewhere. */
const COMES_WITHIN_MS = 3_000;
const listeners = new Set<() => void>();

function set(open: boolean): void {
  isOpen = open;
  ahead = '';
  for (const listener of listeners) listener();
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Not over another dialog, whose text would be lost by a jump to another page; and not over a replay, because it shows current prices. */
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

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
export const paletteKeys = isMac ? '\u2318K' : 'Ctrl K';

export function isPaletteKey(press: KeyPress): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = press;
  return (ctrlKey || metaKey) && !altKey && !shiftKey && latinKey(press) === 'k';
}

/** The letters typed ahead, for the palette's field. */
export function takeAhead(): string {
  const taken = ahead;
  ahead = '';
  return taken;
}

/** Reload, back, a menu: no key that writes. AltGr does write, though some systems call it Ctrl and Alt, and so does Option on a Mac. */
function isForBrowser(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (event.getModifierState('AltGraph')) return false;
  return ctrlKey || metaKey || (altKey && !isMac) || /^F\d/.test(key);
}

function keepAhead(key: string): void {
  if (key === 'Escape') closePalette();
  else if (key === 'Backspace') ahead = ahead.slice(0, -1);
  else if (key.length === 1) ahead += key;
}

/** Listens until the returned function is called. */
export function listenForPaletteKeys(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const isWaiting =
      isOpen && event.timeStamp - openedAt < COMES_WITHIN_MS && document.querySelector('dialog:modal') === null;
    if (isWaiting) {
      // No button, field or shortcut of the page is meant.
      event.stopImmediatePropagation();
      if (!isPaletteKey(event)) {
        if (isForBrowser(event)) return;
        keepAhead(event.key);
      }
    } else if (!isPaletteKey(event)) return;
    else if (!isOpen) {
      openPalette();
      openedAt = event.timeStamp;
    }
    event.preventDefault();
  };
  window.addEventListener('keydown', onKey, true);
  return () => window.removeEventListener('keydown', onKey, true);
}

export function usePaletteKeys(): void {
  useEffect(listenForPaletteKeys, []);
}
