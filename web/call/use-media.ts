// One's own devices while a screen needs them, and a view of a store that changes.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { LocalMedia } from './local-media.ts';

export function useLocalMedia(isWanted: boolean): LocalMedia | null {
  const [media, setMedia] = useState<LocalMedia | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const opened = new LocalMedia();
    setMedia(opened);
    void opened.open();
    return () => {
      opened.close();
      setMedia(null);
    };
  }, [isWanted]);
  return media;
}

export function useView<View>(store: { subscribe: (listener: () => void) => () => void; readonly view: View }): View {
  return useSyncExternalStore(store.subscribe, () => store.view);
}
