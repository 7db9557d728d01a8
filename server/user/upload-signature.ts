// Signs the addresses that take a picture: bound to the key, the type, the largest size and the time.
import { createHmac, timingSafeEqual } from 'node:crypto';

interface Upload {
  key: string;
  /** Null: any type that is taken. */
  contentType: string | null;
  expiresAt: number;
  mostBytes: number;
}

export interface SignedUpload extends Upload {
  signature: string;
}

export interface UploadSigner {
  /** What stands behind the question mark. */
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
    isValid(upload) {
      const right = Buffer.from(sign(upload));
      const given = Buffer.from(upload.signature);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
