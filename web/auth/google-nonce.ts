// The secret that ties a sign-in with Google to this page: Google gets its hash, our server the secret itself.
import { GOOGLE_NONCE_PREFIX } from '../../contract/auth.ts';

export interface Nonce {
  /** Stays in the page until the token arrives. */
  secret: string;
  /** Sent to Google, which puts it into the token. */
  hash: string;
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** Null where the browser offers no hashing: over plain http from another machine, where Google does not work either. */
export async function makeNonce(): Promise<Nonce | null> {
  if (!globalThis.isSecureContext) return null;
  const secret = base64url(crypto.getRandomValues(new Uint8Array(24)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return { secret, hash: GOOGLE_NONCE_PREFIX + base64url(new Uint8Array(digest)) };
}
