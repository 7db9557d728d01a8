// In a demo, the list of its people to log in as; elsewhere nothing, and nothing is loaded.
import { Suspense } from 'react';
import type { Credentials } from '../../contract/login.ts';
import { lazyPart } from '../lazy-part.ts';
import { useConfig } from './config.ts';
import type { Problem } from './log-in.ts';

const DemoLogins = lazyPart(async () => ({ default: (await import('./demo-logins.tsx')).DemoLogins }));

/** `logIn` returns what to show if it failed. */
export function DemoCorner({ logIn }: { logIn: (credentials: Credentials) => Promise<Problem | null> }) {
  const config = useConfig();
  if (!config || config.demoLogins.length === 0) return null;
  return (
    <Suspense>
      <DemoLogins people={config.demoLogins} logIn={logIn} />
    </Suspense>
  );
}
