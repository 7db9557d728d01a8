// The way in with Google under the login and sign-up forms: absent where Google is not set up, and then not even loaded.
import { Suspense } from 'react';
import type { LoginData } from '../../contract/auth.ts';
import { lazyPart } from '../lazy-part.ts';
import { useConfig } from './config.ts';

export interface GoogleLoginProps {
  text: 'signin_with' | 'signup_with';
  /** As typed in the sign-up form; counts only for a new account. */
  referralCode?: string;
  /** Begins the login and goes on; answers the sentence when there is none. */
  onLogin: (data: LoginData) => Promise<string | null>;
}

const GoogleSignIn = lazyPart(async () => ({ default: (await import('./google-sign-in.tsx')).GoogleSignIn }));

export function GoogleLogin(props: GoogleLoginProps) {
  const config = useConfig();
  if (!config?.googleClientId) return null;
  return (
    <Suspense fallback={<div className="h-22" />}>
      <GoogleSignIn clientId={config.googleClientId} {...props} />
    </Suspense>
  );
}
