// A part of a screen that is fetched apart from it, and that the screen can do without for a while.
import { lazy, useEffect, useState } from 'react';
import { isReached } from './reached.ts';

const RETRY_MS = 5_000;
/** Behind whatever the first screen still needs. */
const FETCH_LATER_MS = 3_000;

/** Without a network it comes with the network, and the screen stays as it is. */
export const lazyPart: typeof lazy = (load) => lazy(() => withNetwork(load));

async function withNetwork<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      // After an update of the site the files of the old one are gone for good: then it fails, and the page says so.
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

/** Fetches a part that is shown at a press, so that the press finds it there. `load` is always the same function. */
export function useFetchLater(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), FETCH_LATER_MS);
    return () => clearTimeout(timer);
  }, [load]);
}

let hasShown = false;

/** False until the first screen has been shown once: what can come after it must not keep the line busy before. */
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
