// Signs the addresses of materials: bound to what may be done, the file, its type and the time.
import { createHmac } from 'node:crypto';
import { areEqualTexts } from '../equal-texts.ts';

export interface MaterialAddress {
  readonly method: 'PUT' | 'GET';
  readonly key: string;
  /** The content type that the sender has declared; empty for reading. */
  readonly contentType: string;
  readonly expiresAt: number;
}

export interface SignedAddress extends MaterialAddress {
  readonly signature: string;
}

function signatureOf(secret: string, { method, key, contentType, expiresAt }: MaterialAddress): string {
  return createHmac('sha256', secret)
    .update(['material', method, key, contentType, expiresAt].join('\n'))
    .digest('base64url');
}

/** The part of the address after the question mark. */
export function addressQuery(secret: string, address: MaterialAddress): string {
  const query = new URLSearchParams({ expires: String(address.expiresAt), signature: signatureOf(secret, address) });
  if (address.contentType !== '') query.set('type', address.contentType);
  return query.toString();
}

export function isAddressValid(secret: string, address: SignedAddress, now: number): boolean {
  return areEqualTexts(address.signature, signatureOf(secret, address)) && address.expiresAt > now;
}
