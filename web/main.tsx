// Starts the web application: takes over a login of another tab, then shows the route of the address.
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './style.css';
import { router } from './routes.tsx';
import { adoptSession, onSessionEnd, session } from './session.ts';

// However a login ends, the way is the same: what it showed is forgotten with the page behind it, and /login comes.
onSessionEnd(() => void router.navigate({ to: '/login', replace: true }));

// A page that the browser has kept and shows again by the back button: if the login has ended meanwhile, it must not.
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

// What the browser knows of languages takes a phone some fifty milliseconds to open. The scripts of the screen are on their way meanwhile.
setTimeout(() => void new Intl.DateTimeFormat('en-IN'));
