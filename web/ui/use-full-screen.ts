// Makes a chart or a shared screen fill the window, and the window the screen where the browser allows it; Esc ends both.
import { useEffect, useState } from 'react';
import { isDialogOpen } from './dialog-open.ts';

/** style.css hides everything below, so that no key reaches it. */
export function coverPage(isCovered: boolean): void {
  document.documentElement.toggleAttribute('data-covered', isCovered);
}

export function useFullScreen(): [isFull: boolean, set: (isFull: boolean) => void] {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    if (!isFull) return;
    const root = document.documentElement;
    coverPage(true);
    // Some browsers do not offer it to pages, or need a separate press: filling the window is then enough.
    void root.requestFullscreen?.().catch(() => undefined);
    const onChange = (): void => {
      if (!document.fullscreenElement) setIsFull(false);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTaken = event.defaultPrevented || isDialogOpen();
      if (event.key === 'Escape' && !isTaken) setIsFull(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKeyDown);
      coverPage(false);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull]);
  return [isFull, setIsFull];
}
