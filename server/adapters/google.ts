// Checks identity tokens of Google, or of another OpenID provider that the settings name. Owns the provider's side of jose.
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type RemoteJWKSet } from 'jose';

/** What the provider says of a person, once its signature has been checked. */
export interface GoogleIdentity {
  issuer: string;
  /** The person's key at the issuer: it stays when the address changes. */
  subject: string;
  email: string;
  name: string;
  isEmailVerified: boolean;
  /** The provider itself runs the mailbox, so it knows who owns the address now; another one only knows who owned it when it asked. */
  isEmailAuthoritative: boolean;
  nonce: string | null;
  tokenId: string | null;
  expiresAt: number;
}

export interface GoogleVerifier {
  readonly clientId: string;
  /** Null for an invalid token, whatever the reason. @throws ProviderUnreachable */
  verify(idToken: string): Promise<GoogleIdentity | null>;
}

/** The provider's keys could not be read: nothing is known of the token. */
export class ProviderUnreachable extends Error {}

export interface GoogleSettings {
  clientId: string;
  issuer: string;
}

const GOOGLE_ISSUER = 'https://accounts.google.com';
const GOOGLE_KEYS = 'https://www.googleapis.com/oauth2/v3/certs';
/** Google uses both as the issuer of its tokens. */
const GOOGLE_NAMES = [GOOGLE_ISSUER, 'accounts.google.com'];
const TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 10;
const KEYS_KEPT_MS = 3_600_000;

export function createGoogle({ clientId, issuer }: GoogleSettings, now: () => number = Date.now): GoogleVerifier {
  const names = issuer === GOOGLE_ISSUER ? GOOGLE_NAMES : [issuer];
  let keys: Promise<RemoteJWKSet> | null = null;

  const keysOf = (): Promise<RemoteJWKSet> => {
    keys ??= keysAddress(issuer).then((address) =>
      createRemoteJWKSet(address, { timeoutDuration: TIMEOUT_MS, cacheMaxAge: KEYS_KEPT_MS }),
    );
    // A failure is not kept: the next login asks again.
    keys.catch(() => (keys = null));
    return keys;
  };

  return {
    clientId,
    async verify(idToken) {
      try {
        const { payload } = await jwtVerify(idToken, await keysOf(), {
          algorithms: ['RS256'],
          issuer: names,
          audience: clientId,
          requiredClaims: ['sub', 'exp', 'iat', 'email'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate: new Date(now()),
        });
        return isForUs(payload, clientId) ? identityOf(payload, issuer) : null;
      } catch (error) {
        if (isUnreachable(error))
          throw new ProviderUnreachable('The keys of the provider cannot be read.', { cause: error });
        return null;
      }
    },
  };
}

/** Reads the provider's keys. @throws with the reason when they cannot be read */
export async function greetGoogle({ issuer }: Pick<GoogleSettings, 'issuer'>): Promise<void> {
  const reply = await fetch(await keysAddress(issuer), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { keys } = (await reply.json()) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new Error(`it answers ${reply.status} without keys`);
}

/** Google's address is fixed; any other provider is asked where its keys are (OpenID discovery). */
async function keysAddress(issuer: string): Promise<URL> {
  if (issuer === GOOGLE_ISSUER) return new URL(GOOGLE_KEYS);
  const reply = await fetch(`${issuer}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const document = (await reply.json()) as { issuer?: unknown; jwks_uri?: unknown };
  if (!reply.ok || document.issuer !== issuer || typeof document.jwks_uri !== 'string')
    throw new Error(`${issuer} does not describe itself as OpenID discovery asks.`);
  return new URL(document.jwks_uri);
}

/** A token for several audiences belongs to the client that requested it (`azp`). */
function isForUs({ aud, azp }: JWTPayload, clientId: string): boolean {
  return (azp === undefined || azp === clientId) && (!Array.isArray(aud) || aud.length === 1 || azp === clientId);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function identityOf(payload: JWTPayload, issuer: string): GoogleIdentity {
  const email = textOf(payload.email).normalize('NFKC').trim().toLowerCase();
  const isEmailVerified = payload.email_verified === true || payload.email_verified === 'true';
  return {
    issuer,
    subject: textOf(payload.sub),
    email,
    name: textOf(payload.name),
    isEmailVerified,
    // Google's own rule: addresses of Gmail, and those of a hosted domain.
    isEmailAuthoritative: isEmailVerified && (email.endsWith('@gmail.com') || textOf(payload.hd) !== ''),
    nonce: textOf(payload.nonce) || null,
    tokenId: textOf(payload.jti) || null,
    expiresAt: Number(payload.exp) * 1000,
  };
}

/** These errors of the library are about fetching the keys; an error that is not the library's comes from the network. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  return (
    error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC'
  );
}
