// In a demo, the way to its people; elsewhere nothing, and nothing of it is loaded.
import { Suspense } from 'react';
import type { Credentials } from '../../contract/login.ts';
import { lazyPart } from '../lazy-part.ts';
import { useConfig } from './config.ts';
import type { Problem } from './log-in.ts';

const DemoLogins = lazyPart(async () => ({ default: (await import('./demo-logins.tsx')).DemoLogins }));

/** `logIn` answers what to show when it did not work. */
export function DemoCorner({ logIn }: { logIn: (credentials: Credentials) => Promise<Problem | null> }) {
  const config = useConfig();
  if (!config || config.demoLogins.length === 0) return null;
  return (
    <Suspense>
      <DemoLogins people={config.demoLogins} logIn={logIn} />
    </Suspense>
  );
}
