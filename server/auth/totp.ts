// Codes of authenticator apps (RFC 6238): six digits, changing every thirty seconds. Owns the library that makes them.
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** A phone's clock may be half a minute off. */
const WINDOW = 1;

/** 160 bits, in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

function totpOf(email: string, secret: string): TOTP {
  return new TOTP({ issuer: 'Istock', label: email, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
}

/** The address that authenticator apps open. */
export function totpUri(email: string, secret: string): string {
  return totpOf(email, secret).toString();
}

/** The time step a code belongs to, counted from 1970; null if it belongs to none near `at` (epoch ms). */
export function totpStep(secret: string, code: string, at: number): number | null {
  const delta = totpOf('', secret).validate({ token: code, timestamp: at, window: WINDOW });
  return delta === null ? null : Math.floor(at / 1000 / PERIOD_SECONDS) + delta;
}
