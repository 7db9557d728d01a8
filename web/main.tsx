// Starts the web application: takes over another tab's login, then shows the screen for the address.
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './style.css';
import { router } from './routes.tsx';
import { adoptSession, onSessionEnd, session } from './session.ts';
// Follows the system's colours on every screen, also where nothing else asks for them.
import './ui/theme.ts';

// However a login ends, the same happens: the page and all that it showed are discarded, and /login opens.
onSessionEnd(() => void router.navigate({ to: '/login', replace: true }));

// The back button may bring up a page that the browser kept; if the login has ended since, it must not be shown.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && !session()) location.reload();
});

async function start(): Promise<void> {
  await adoptSession();
  const root = document.getElementById('app');
  if (!root) throw new Error('index.html has no #app');
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

void start();

// Loading the browser's language data takes a phone about fifty milliseconds; the screen's scripts are already on their way meanwhile.
setTimeout(() => void new Intl.DateTimeFormat('en-IN'));
