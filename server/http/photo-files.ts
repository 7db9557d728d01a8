// Serves the two addresses of profile photos that are no calls: a signed PUT takes one in, and its own path shows it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { photoMessages } from '../../contract/messages/account.ts';
import { callMessages } from '../../contract/messages/call.ts';
import { PHOTO_MAX_BYTES } from '../../contract/user.ts';
import { HttpError, notFound } from '../http-error.ts';
import { successReply } from './reply.ts';
import { send } from './serve.ts';

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

interface UploadRequest {
  Params: { key: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/** Nothing in the picture may ever run, wherever somebody opens it. */
const PHOTO_HEADERS = {
  'content-type': 'image/webp',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-disposition': 'inline; filename="photo.webp"',
  // A photo never changes under its name: the next one has another.
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
    scope.removeAllContentTypeParsers();
    // Read as it is, and cut off while it comes when it is more than a photo may have.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: PHOTO_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers(REPLY_HEADERS);
      done();
    });
    scope.put<UploadRequest>('/uploads/:key', {
      bodyLimit: PHOTO_MAX_BYTES,
      // Before the body is read: what is not signed is not listened to.
      onRequest: (request, _reply, done) => {
        if (request.headers['content-encoding'] !== undefined)
          return done(new HttpError(415, callMessages.unsupportedMedia));
        photos.check(uploadOf(request), request.headers['content-type']);
        if (Number(request.headers['content-length'] ?? 0) > PHOTO_MAX_BYTES) return done(tooLarge());
        done();
      },
      errorHandler: (error) => {
        throw (error as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge() : error;
      },
      handler: async (request, reply) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await photos.receive(request.params.key, request.headers['content-type'], bytes);
        return send(reply, successReply({ data: null, message: photoMessages.uploaded }, 200));
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

const tooLarge = () => new HttpError(413, photoMessages.tooLarge);

function uploadOf({ params, query }: FastifyRequest<UploadRequest>): SignedUpload {
  const text = (name: string): string => {
    const value = query[name];
    return typeof value === 'string' ? value : '';
  };
  const type = text('type');
  return {
    key: params.key,
    contentType: type === '*' ? null : type,
    expiresAt: Number(text('expires')),
    mostBytes: Number(text('size')),
    signature: text('signature'),
  };
}
