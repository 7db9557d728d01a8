// Around a call: the live connection and the cache, but no menu, because a call has the whole window.
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { startLive } from '../live.ts';
import { queryClient } from '../query.ts';
import { onSessionChange, session } from '../session.ts';

export function CallShell({ children }: { children: ReactNode }) {
  const isLoggedIn = useSyncExternalStore(onSessionChange, () => session() !== null);
  useEffect(() => (isLoggedIn ? startLive() : undefined), [isLoggedIn]);
  return (
    <QueryClientProvider client={queryClient}>
      <main id="content" tabIndex={-1} className="min-h-dvh outline-none">
        {children}
      </main>
    </QueryClientProvider>
  );
}
