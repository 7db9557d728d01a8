// A number before the title of every screen in the browser's tab: how many things wait for attention.
import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

export function showCount(next: number): void {
  if (next === count) return;
  count = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `(3) Stocks - Istock`, while there are three. */
export function useCountedTitle(title: string): string {
  const shown = useSyncExternalStore(subscribe, () => count);
  return shown > 0 ? `(${shown > 99 ? '99+' : shown}) ${title}` : title;
}
