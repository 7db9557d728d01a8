// Serves the two addresses of profile photos, which are not calls: a signed PUT uploads one, and its own path shows it.
import type { FastifyInstance } from 'fastify';
import { photoMessages } from '../../contract/messages/account.ts';
import { PHOTO_MAX_BYTES } from '../../contract/user.ts';
import { notFound } from '../http-error.ts';
import { addSignedUploads, partOf } from './signed-uploads.ts';
import type { SignedRequest } from './signed-uploads.ts';

/** What the profile does with them. */
export interface PhotoFiles {
  check(upload: SignedUpload, contentType: string | undefined): void;
  receive(key: string, contentType: string | undefined, bytes: Buffer): Promise<void>;
  read(key: string): Promise<Buffer | null>;
}

interface SignedUpload {
  key: string;
  contentType: string | null;
  expiresAt: number;
  mostBytes: number;
  signature: string;
}

/** Nothing in the picture may ever run, wherever it is opened. */
const PHOTO_HEADERS = {
  'content-type': 'image/webp',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-disposition': 'inline; filename="photo.webp"',
  // A photo never changes under its name: a new one gets a new name.
  'cache-control': 'private, max-age=31536000, immutable',
};

const REPLY_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};

export async function servePhotoFiles(app: FastifyInstance, photos: PhotoFiles): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers(REPLY_HEADERS);
      done();
    });
    addSignedUploads(scope, {
      path: '/uploads/:key',
      mostBytes: PHOTO_MAX_BYTES,
      tooLarge: photoMessages.tooLarge,
      inUse: photoMessages.linkInvalid,
      check: (request) => photos.check(uploadOf(request), request.headers['content-type']),
      async receive(request, bytes) {
        await photos.receive(request.params.key, request.headers['content-type'], bytes);
        return photoMessages.uploaded;
      },
    });
    scope.get<{ Params: { name: string } }>('/photos/:name', async (request, reply) => {
      const [, key] = /^([0-9a-f]{32})\.webp$/.exec(request.params.name) ?? [];
      const photo = key === undefined ? null : await photos.read(key);
      if (photo === null) throw notFound();
      return reply.headers(PHOTO_HEADERS).send(photo);
    });
  });
}

function uploadOf(request: SignedRequest): SignedUpload {
  const type = partOf(request, 'type');
  return {
    key: request.params.key,
    contentType: type === '*' ? null : type,
    expiresAt: Number(partOf(request, 'expires')),
    mostBytes: Number(partOf(request, 'size')),
    signature: partOf(request, 'signature'),
  };
}
