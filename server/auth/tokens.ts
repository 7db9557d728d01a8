// Issues and checks access tokens, and issues refresh tokens. Owns jose.
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { isUuid } from '../db/uuid.ts';
import { areEqualTexts } from '../equal-texts.ts';
import { tokenExpired, unauthorized } from '../http-error.ts';
import { decrypt, encrypt } from './encryption.ts';

const ACCESS_TOKEN_SECONDS = 15 * 60;
const ISSUER = 'istock';

interface AccessClaims {
  userId: string;
  loginId: string;
  expiresAt: number;
}

export interface Tokens {
  sign(userId: string, loginId: string): Promise<string>;
  /** @throws HttpError 401: `Token expired` only for a token of ours that was valid until it expired. */
  verify(token: string): Promise<AccessClaims>;
}

export function createTokens(secret: string, now: () => number): Tokens {
  const key = new TextEncoder().encode(secret);
  return {
    sign(userId, loginId) {
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT({ login: loginId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(key);
    },
    async verify(token) {
      if (!endsAsSigned(token)) throw unauthorized();
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          requiredClaims: ['sub', 'exp', 'login'],
          currentDate: new Date(now()),
        });
        const { sub: userId, login: loginId } = payload;
        if (!isId(userId) || !isId(loginId)) throw unauthorized();
        return { userId, loginId, expiresAt: Number(payload.exp) * 1000 };
      } catch (error) {
        throw error instanceof errors.JWTExpired ? tokenExpired() : unauthorized();
      }
    },
  };
}

/** The last letter of a signature has spare bits, and padding is ignored: jose accepts several spellings, we only ours. */
function endsAsSigned(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

const isId = (claim: unknown): claim is string => typeof claim === 'string' && isUuid(claim);

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** `login id . 256 random bits . proof that we made it`: an invented token ends no login, an old one of ours does. */
export function newRefreshToken(secret: string, loginId: string): string {
  const random = randomBytes(32).toString('base64url');
  return `${loginId}.${random}.${proofOf(secret, `${loginId}.${random}`)}`;
}

/** 132 bits, which only this server can compute. */
export function proofOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}

/** The login a token belongs to; null for one we did not make. */
export function loginOfRefreshToken(secret: string, token: string): string | null {
  const [loginId, random, proof, ...more] = token.split('.');
  if (loginId === undefined || random === undefined || proof === undefined || more.length > 0) return null;
  return areEqualTexts(proof, proofOf(secret, `${loginId}.${random}`)) ? loginId : null;
}

const sealKey = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'refresh successor', 32));

/** Encrypts the next token with the one before it: the database alone cannot read it. */
export function seal(next: string, before: string): Buffer {
  return encrypt(next, sealKey(before));
}

export function unseal(sealed: Buffer, before: string): string {
  return decrypt(sealed, sealKey(before));
}
