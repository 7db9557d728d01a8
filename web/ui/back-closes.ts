// The back button closes what is open over the page, and stays on the page: on a phone nobody looks for a cross. Esc does so if nothing has the focus.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Above the same address. */
    isAgain?: true;
  }
}

interface Open {
  close: () => void;
}

/** What is open, topmost last. */
const open: Open[] = [];

/**
 * Below the first address of a visit there is nothing of ours, and back would leave the site, whatever is open: the same address is put
 * above it once more. Not for a message, which often comes together with the next address.
 */
export function useEntryBelow(isInAddress: boolean): void {
  const router = useRouter();
  useEffect(() => {
    // A page that is being left has its next address soon.
    if (isInAddress || router.history.canGoBack() || router.state.status !== 'idle') return;
    void router.navigate({ to: '.', search: true, hash: true, resetScroll: false, state: { isAgain: true } });
  }, [router, isInAddress]);
}

/** `isInAddress`: it is open because the address says so, and going back closes it anyway. */
export function useBackCloses(onBack: () => void, isInAddress: boolean): void {
  const { history } = useRouter();
  const close = useEffectEvent(onBack);
  // Read when back is pressed: an effect that followed the value would run too late.
  const closesItself = useEffectEvent(() => isInAddress);
  useEffect(() => {
    const own: Open = { close: () => close() };
    open.push(own);
    const stop = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK' || closesItself()) return false;
        open.at(-1)?.close();
        return true;
      },
    });
    // A button disabled by its own press gives the focus to the page, where no dialog hears a key.
    const onKey = ({ key, target }: KeyboardEvent): void => {
      if (
        key === 'Escape' &&
        target === document.body &&
        open.at(-1) === own &&
        !document.querySelector('dialog[open]')
      )
        close();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      stop();
      document.removeEventListener('keydown', onKey);
      open.splice(open.indexOf(own), 1);
    };
  }, [history]);
}
