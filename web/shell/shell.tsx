// The frame of every screen behind login: header, content, bottom bar on phones, sidebar for administrators; runs the live connection.
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { lazyPart, useFetchLater, useShown } from '../lazy-part.ts';
import { startLive } from '../live.ts';
import { queryClient } from '../query.ts';
import { onSessionChange, session } from '../session.ts';
import type { Session } from '../session.ts';
import { classList } from '../ui/class-list.ts';
import { Coming } from '../ui/coming.tsx';
import { AdminSidebar } from './admin-sidebar.tsx';
import { useAlertRequest } from '../market/alert-dialog-state.ts';
import { useStockListsRequest } from '../market/stock-lists-state.ts';
import { useTicket } from '../trade/ticket.ts';
import { useTradeKeys } from '../trade/trade-keys.ts';
import { BottomBar } from './bottom-bar.tsx';
import { GuestHeader, Header } from './header.tsx';
import { HaltBanner } from './halt-banner.tsx';
import { usePaletteKeys, usePaletteOpen } from './palette/palette-state.ts';
import { PhaseSpace } from './phase-space.tsx';
import { placesOf } from './places.ts';
import { Toasts } from './toasts.tsx';

/** After the first screen's data, and before anybody has read it. */
const DIALOGS_LATER_MS = 1_000;
const TicketHost = lazyPart(async () => ({ default: (await import('../trade/ticket-host.tsx')).TicketHost }));
const loadPalette = () => import('./palette/command-palette.tsx');
const CommandPalette = lazyPart(async () => ({ default: (await loadPalette()).CommandPalette }));
const PhaseLine = lazyPart(async () => ({ default: (await import('./phase-line.tsx')).PhaseLine }));
const AlertDialogHost = lazyPart(async () => ({
  default: (await import('../market/alert-dialog.tsx')).AlertDialogHost,
}));
const StockListsHost = lazyPart(async () => ({
  default: (await import('../market/stock-lists-dialog.tsx')).StockListsHost,
}));
const WatchButton = lazyPart(async () => ({ default: (await import('../market/watch-button.tsx')).WatchButton }));

/** Who is logged in, without the token: renewing the token must not re-render the page. */
function useLogin(): Session | null {
  const login = useSyncExternalStore(onSessionChange, session);
  const [shown, setShown] = useState(login);
  const isSame = login?.email === shown?.email && login?.role === shown?.role && login?.name === shown?.name;
  if (!isSame) setShown(login);
  return isSame ? shown : login;
}

/** Here, not with the ticket, which loads later: a letter typed in the first second must not be lost. */
function TradeKeys(): null {
  useTradeKeys();
  return null;
}

function PaletteHost({ login }: { login: Session }) {
  usePaletteKeys();
  const isOpen = usePaletteOpen();
  // People start typing as soon as they open it: their letters must reach it.
  useFetchLater(loadPalette);
  return (
    isOpen && (
      <Suspense fallback={<Coming />}>
        <CommandPalette login={login} />
      </Suspense>
    )
  );
}

/** Fetched after the first screen, so that they are there before the first press on Buy; or at that press, if it comes earlier. */
function Dialogs() {
  const [isDue, setIsDue] = useState(false);
  const requests = [useTicket(), useAlertRequest(), useStockListsRequest()];
  const isAsked = requests.some((request) => request !== null);
  if (isAsked && !isDue) setIsDue(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), DIALOGS_LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isDue && (
      <Suspense fallback={isAsked && <Coming />}>
        <TicketHost mark={WatchButton} />
        <AlertDialogHost />
        <StockListsHost />
      </Suspense>
    )
  );
}

let hasBegun = false;

/** The first screen is rendered in short steps, between which the page responds: all at once would block a phone. */
export function Shell() {
  const isDue = useDeferredValue(true, hasBegun);
  useEffect(() => {
    hasBegun = true;
  }, []);
  return isDue && <Frame />;
}

/** The first picture does not need the socket, whose script would share the line with it. So the socket waits until what follows that picture has come, too. */
const SOCKET_AFTER_MS = 200;

function useLive(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      stop = startLive();
    }, SOCKET_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [isWanted]);
}

function Frame() {
  const login = useLogin();
  useLive(useShown() && login !== null);
  const bottom = login ? placesOf[login.role].bottom : [];
  return (
    <QueryClientProvider client={queryClient}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-box bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      {login ? <Header login={login} /> : <GuestHeader />}
      {login && <HaltBanner role={login.role} />}
      {login && (
        <Suspense fallback={<PhaseSpace />}>
          <PhaseLine />
        </Suspense>
      )}
      <div className="flex min-h-[calc(100dvh-3.5rem-1px)]">
        {login?.role === 'admin' && <AdminSidebar />}
        <main
          id="content"
          tabIndex={-1}
          className={classList('min-w-0 flex-1 outline-none', bottom.length > 0 && 'max-sm:pb-16')}
        >
          <Outlet />
        </main>
      </div>
      {bottom.length > 0 && <BottomBar places={bottom} />}
      {login && <PaletteHost login={login} />}
      {login && login.role !== 'admin' && <TradeKeys />}
      {login && login.role !== 'admin' && <Dialogs />}
      {login && login.role !== 'admin' && <Toasts />}
    </QueryClientProvider>
  );
}
