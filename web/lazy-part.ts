// A part of a screen that is fetched separately, and that the screen can do without for a while.
import { lazy, useEffect, useState } from 'react';
import { isReached } from './reached.ts';

const RETRY_MS = 5_000;
/** After whatever the first screen still needs. */
const FETCH_LATER_MS = 3_000;

/** Without a network, the part arrives when the network does, and the screen stays as it is. */
export const lazyPart: typeof lazy = (load) => lazy(() => withNetwork(load));

async function withNetwork<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      // After an update of the site the old files are gone for good: loading fails, and the page says so.
      if (await isReached()) return load();
      await networkOrTime();
    }
  }
}

function networkOrTime(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true });
    setTimeout(resolve, RETRY_MS);
  });
}

/** Fetches a part in advance so that it is there when it is opened. `load` is always the same function. */
export function useFetchLater(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), FETCH_LATER_MS);
    return () => clearTimeout(timer);
  }, [load]);
}

let hasShown = false;

/** False until the first screen has been shown: what can wait must not use up the connection before that. */
export function useShown(): boolean {
  const [isShown, setIsShown] = useState(hasShown);
  useEffect(() => {
    if (hasShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        hasShown = true;
        setIsShown(true);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isShown;
}
