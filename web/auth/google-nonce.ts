// The secret that ties a sign-in with Google to this page: Google gets its hash, our server the secret.
import { GOOGLE_NONCE_PREFIX } from '../../contract/auth.ts';

export interface Nonce {
  /** Stays in the page until the token comes. */
  secret: string;
  /** Goes to Google, which puts it into the token. */
  hash: string;
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** Null where the browser does not hash for pages: on plain http away from this machine, where Google does not work either. */
export async function makeNonce(): Promise<Nonce | null> {
  if (!globalThis.isSecureContext) return null;
  const secret = base64url(crypto.getRandomValues(new Uint8Array(24)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return { secret, hash: GOOGLE_NONCE_PREFIX + base64url(new Uint8Array(digest)) };
}
