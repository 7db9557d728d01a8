// The back button closes what is open over the page, and stays on the page: on a phone nobody looks for a cross. Esc does so if nothing has the focus.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

interface Open {
  close: () => void;
}

/** What is open, topmost last. */
const open: Open[] = [];

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
