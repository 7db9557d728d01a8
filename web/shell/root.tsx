// What surrounds every screen, logged in or not: the alert modal, announced page changes, and the two pages for errors.
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFetchLater } from '../lazy-part.ts';
import { isReached, NOT_REACHED, onceBack } from '../reached.ts';
import { session } from '../session.ts';
import { AlertHost } from '../ui/alert.tsx';
import { focusContentIfLost } from '../ui/lost-focus.ts';
import { ErrorState } from '../ui/states.tsx';

const HEARD_MS = 1_500;

/** After a page change without a document load, screen readers hear the new title, and the focus moves to the new content. */
function PageChange() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      // The first page's title is read out by itself.
      if (!pathChanged || !fromLocation) return;
      clearTimeout(timer);
      // The title is set when the screen has rendered, a moment after the route has resolved.
      timer = setTimeout(() => {
        setTitle(document.title);
        focusContentIfLost();
        // Once read out, it must not be a second heading for people who read or search the page.
        timer = setTimeout(() => setTitle(''), HEARD_MS);
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

/** What was pressed has been heard, also where the line takes a while to bring the script of its screen. A border, which every palette shows. */
function Arriving() {
  const isComing = useRouterState({ select: ({ isLoading, resolvedLocation }) => isLoading && !!resolvedLocation });
  return (
    isComing && <div aria-hidden="true" className="arriving fixed inset-x-0 top-0 z-50 border-t-4 border-accent" />
  );
}

const keepFocusInLists = async () => (await import('../ui/row-focus.ts')).keepFocusInLists();

/** Also at the first key: with the keyboard a row can be removed before that time is over. */
function useFocusInLists(): void {
  useFetchLater(keepFocusInLists);
  useEffect(() => {
    const fetchNow = (): void => void keepFocusInLists().catch(() => {});
    // On its way down: parts that use a key, such as the chart, do not let it up again.
    const once = { once: true, capture: true };
    window.addEventListener('keydown', fetchNow, once);
    return () => window.removeEventListener('keydown', fetchNow, once);
  }, []);
}

export function Root() {
  useFocusInLists();
  return (
    <>
      <Arriving />
      <Outlet />
      <PageChange />
      <AlertHost />
    </>
  );
}

/** The router remembers what failed to load and retries at most once; restarting the page is sure to retry. */
export function RouteError({ error }: ErrorComponentProps) {
  const [reason, setReason] = useState(
    error instanceof Error && error.message === NOT_REACHED
      ? `${NOT_REACHED} This page comes by itself as soon as there is.`
      : 'Please try again.',
  );
  const isLeft = useRef(false);

  async function retry(): Promise<void> {
    const isCut = !(await isReached());
    if (isLeft.current) return;
    if (isCut) setReason('There is still no connection to Istock.');
    else window.location.reload();
  }

  const again = useEffectEvent(() => void retry());
  useEffect(() => {
    isLeft.current = false;
    // What could not be loaded usually arrives with the network, or once the server is back.
    const onOnline = (): void => again();
    const stop = onceBack(() => again());
    window.addEventListener('online', onOnline);
    return () => {
      isLeft.current = true;
      stop();
      window.removeEventListener('online', onOnline);
    };
  }, []);
  // Inside the usual frame it is already in the main part.
  const Frame = session() ? 'div' : 'main';
  return (
    <Frame className="mx-auto max-w-2xl px-4 py-16">
      <title>Page not shown - Istock</title>
      <h1 className="sr-only">Page not shown</h1>
      <ErrorState title="This page could not be shown" reason={reason} onRetry={() => void retry()} />
    </Frame>
  );
}
