// Signs the addresses to which a picture may be uploaded: bound to the key, the type, the largest size and the time.
import { createHmac } from 'node:crypto';
import { areEqualTexts } from '../equal-texts.ts';

interface Upload {
  key: string;
  /** Null: any type that is accepted. */
  contentType: string | null;
  expiresAt: number;
  mostBytes: number;
}

export interface SignedUpload extends Upload {
  signature: string;
}

export interface UploadSigner {
  /** The part of the address after the question mark. */
  query(upload: Upload): string;
  isValid(upload: SignedUpload): boolean;
}

export function createUploadSigner(secret: string): UploadSigner {
  const sign = ({ key, contentType, expiresAt, mostBytes }: Upload): string =>
    createHmac('sha256', secret)
      .update(['PUT', key, contentType ?? '*', expiresAt, mostBytes].join('\n'))
      .digest('base64url');

  return {
    query: (upload) =>
      new URLSearchParams({
        type: upload.contentType ?? '*',
        size: String(upload.mostBytes),
        expires: String(upload.expiresAt),
        signature: sign(upload),
      }).toString(),
    isValid: (upload) => areEqualTexts(upload.signature, sign(upload)),
  };
}
