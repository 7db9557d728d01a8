// What stands round every screen, logged in or not: the alert modal, the spoken page change, and the two pages for what went wrong.
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isReached } from '../reached.ts';
import { AlertHost } from '../ui/alert.tsx';
import { ErrorState } from '../ui/states.tsx';

/** Screen readers hear the new page's title after a change of page that loads no document. */
function PageChange() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = router.subscribe('onResolved', ({ pathChanged }) => {
      // The title is set when the screen has rendered, a moment after the route has resolved.
      if (pathChanged) timer = setTimeout(() => setTitle(document.title), 100);
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

async function retry(onResult: (isStillCut: boolean) => void): Promise<void> {
  const isCut = !(await isReached());
  onResult(isCut);
  if (!isCut) window.location.reload();
}

/** The router keeps what failed to load, and tries again once at most: a new start of the page is sure to. */
export function RouteError() {
  const [isStillCut, setStillCut] = useState(false);
  useEffect(() => {
    // What could not be loaded most often comes with the network.
    const onNetwork = (): void => void retry(setStillCut);
    window.addEventListener('online', onNetwork);
    return () => window.removeEventListener('online', onNetwork);
  }, []);
  return (
    <main className="mx-auto max-w-2xl px-4 py-16">
      <title>Page not shown - Istock</title>
      <h1 className="sr-only">Page not shown</h1>
      <ErrorState
        title="This page could not be shown"
        reason={isStillCut ? 'There is still no connection to Istock.' : 'Check your connection and try again.'}
        onRetry={() => void retry(setStillCut)}
      />
    </main>
  );
}
