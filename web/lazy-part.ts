// A part of a screen that is fetched separately, and that the screen can do without for a while.
import { lazy, useEffect, useState } from 'react';
import { isReached } from './reached.ts';
import { showAlert } from './ui/alert.tsx';

const RETRY_MS = 5_000;
/** After whatever the first screen still needs. */
const FETCH_LATER_MS = 3_000;

const MISSING = 'A part of this page could not be loaded. Reload the page to see all of it.';

/** Without a network, the part arrives when the network does, and the screen stays as it is. */
export const lazyPart: typeof lazy = (load) =>
  lazy(async () => {
    const part = await withNetwork(load);
    return part ?? { default: Nothing as never };
  });

const Nothing = (): null => null;

/** Null for a part that can no longer be loaded, for example after an update of the site: what was typed elsewhere on the page stays. */
async function withNetwork<T>(load: () => Promise<T>): Promise<T | null> {
  // Not tried in vain: until July 2026 the HTML standard had a page remember that it could not fetch a script, and never ask again.
  // Firefox asks again since version 155 and Chromium since 156 at the latest; others may not yet.
  while (!navigator.onLine && !(await isReached())) await networkOrTime();
  for (;;) {
    try {
      return await load();
    } catch {
      if (await isReached()) return load().catch(sayMissing);
      await networkOrTime();
    }
  }
}

let isSaid = false;

export function sayMissing(): null {
  // Several missing parts are reported once; a later press for another part is reported again.
  if (!isSaid) void showAlert(MISSING, { label: 'Reload', act: () => location.reload() }).then(() => (isSaid = false));
  isSaid = true;
  return null;
}

/** Resolves when the network is back, or after a while: then it is worth trying again. */
export function networkOrTime(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, RETRY_MS);
    window.addEventListener('online', done);
    function done(): void {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    }
  });
}

/** Fetches a part in advance so that it is there when it is opened. `load` is always the same function. */
export function useFetchLater(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => navigator.onLine && void load().catch(() => {}), FETCH_LATER_MS);
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
