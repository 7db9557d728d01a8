// Whether a media query matches now, for the few places where a style sheet cannot decide.
import { useCallback, useState, useSyncExternalStore } from 'react';

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

const isUnderDialog = (): boolean => document.querySelector('.veil') !== null;

/**
 * Like `useMediaQuery`, for content with two layouts: while a dialog is open the layout does not change, because a question that was
 * asked from one of its rows would disappear with the row.
 */
export function useLayoutQuery(query: string): boolean {
  const [list] = useState(() => matchMedia(query));
  const [shown] = useState(() => ({ matches: list.matches }));
  const subscribe = useCallback(
    (onChange: () => void) => {
      const look = (): void => {
        if (shown.matches === list.matches || isUnderDialog()) return;
        shown.matches = list.matches;
        onChange();
      };
      // An open dialog is the last element of the page, and is removed when it closes.
      const dialogs = new MutationObserver(look);
      dialogs.observe(document.body, { childList: true });
      list.addEventListener('change', look);
      return () => {
        dialogs.disconnect();
        list.removeEventListener('change', look);
      };
    },
    [list, shown],
  );
  return useSyncExternalStore(subscribe, () => shown.matches);
}
