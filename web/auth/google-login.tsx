// Google's login button below the login and sign-up forms. Not even loaded if Google sign-in is not set up.
import { Suspense } from 'react';
import type { LoginData } from '../../contract/auth.ts';
import { lazyPart } from '../lazy-part.ts';
import { useConfig } from './config.ts';

export interface GoogleLoginProps {
  text: 'signin_with' | 'signup_with';
  /** From the sign-up form; counts only for a new account. */
  referralCode?: string;
  /** Begins the login and continues; returns the sentence to show if it failed. */
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
