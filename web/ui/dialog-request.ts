// Opens a dialog from anywhere: stores what it is about, for the one place that shows it.
import { useSyncExternalStore } from 'react';

/** Every opening is a new dialog, even about the same. */
type Requested<About> = About & { number: number };

interface DialogRequests<About> {
  open: (about: About) => void;
  close: () => void;
  /** What the dialog is about; null while it is closed. */
  use: () => Requested<About> | null;
}

export function dialogRequests<About extends object>(): DialogRequests<About> {
  let asked: Requested<About> | null = null;
  let opened = 0;
  const listeners = new Set<() => void>();
  const set = (next: Requested<About> | null): void => {
    asked = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    open(about) {
      opened += 1;
      set({ ...about, number: opened });
    },
    close: () => set(null),
    use: () => useSyncExternalStore(subscribe, () => asked),
  };
}
