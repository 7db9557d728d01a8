// A part of a screen that is fetched apart from it, and that the screen can do without for a while.
import { lazy } from 'react';
import { isReached } from './reached.ts';

const RETRY_MS = 5_000;

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
