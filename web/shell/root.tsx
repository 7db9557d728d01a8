// What stands round every screen, logged in or not: the alert modal, the spoken page change, and the two pages for what went wrong.
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isReached } from '../reached.ts';
import { session } from '../session.ts';
import { AlertHost } from '../ui/alert.tsx';
import { focusContentIfLost } from '../ui/lost-focus.ts';
import { ErrorState } from '../ui/states.tsx';

/** Screen readers hear the new page's title after a change of page that loads no document, and keys go on in what has come. */
function PageChange() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      if (!pathChanged) return;
      // The title is set when the screen has rendered, a moment after the route has resolved.
      timer = setTimeout(() => {
        setTitle(document.title);
        if (fromLocation) focusContentIfLost();
      }, 100);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [router]);
  return (
    <div aria-live="polite" className="sr-only">
      {title}
    </div>
  );
}

export function Root() {
  return (
    <>
      <Outlet />
      <PageChange />
      <AlertHost />
    </>
  );
}

const WATCH_MS = 3_000;

async function retry(onResult: (isStillCut: boolean) => void): Promise<void> {
  const isCut = !(await isReached());
  onResult(isCut);
  if (!isCut) window.location.reload();
}

/** The router keeps what failed to load, and tries again once at most: a new start of the page is sure to. */
export function RouteError() {
  const [isStillCut, setStillCut] = useState(false);
  useEffect(() => {
    // What could not be loaded most often comes with the network, or with a server that is back: of that no event tells.
    const again = (): void => void retry(setStillCut);
    let timer: ReturnType<typeof setTimeout>;
    const watch = async (isFirst: boolean): Promise<void> => {
      if (!(await isReached())) timer = setTimeout(() => void watch(false), WATCH_MS);
      // Reached at first, it fails for another reason, and would without end.
      else if (!isFirst) again();
    };
    void watch(true);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, []);
  // In the frame of the other screens it stands in their main part already.
  const Frame = session() ? 'div' : 'main';
  return (
    <Frame className="mx-auto max-w-2xl px-4 py-16">
      <title>Page not shown - Istock</title>
      <h1 className="sr-only">Page not shown</h1>
      <ErrorState
        title="This page could not be shown"
        reason={isStillCut ? 'There is still no connection to Istock.' : 'Check your connection and try again.'}
        onRetry={() => void retry(setStillCut)}
      />
    </Frame>
  );
}
