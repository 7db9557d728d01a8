// The chart over the whole window, and the window over the whole screen where the browser lets it: Esc brings both back.
import { useEffect, useState } from 'react';

/** style.css hides what lies below, so that no key gets there. */
export function coverPage(isCovered: boolean): void {
  document.documentElement.toggleAttribute('data-covered', isCovered);
}

export function useFullScreen(): [isFull: boolean, set: (isFull: boolean) => void] {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    if (!isFull) return;
    const root = document.documentElement;
    coverPage(true);
    // Some browsers have none for pages, or ask for a press of their own: the window alone is then enough.
    void root.requestFullscreen?.().catch(() => undefined);
    const onChange = (): void => {
      if (!document.fullscreenElement) setIsFull(false);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTaken = event.defaultPrevented || document.querySelector('.veil, dialog:modal, [role=dialog]') !== null;
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
