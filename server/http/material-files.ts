// Serves the addresses of lesson materials, which are not calls: a signed PUT uploads a file, a signed GET downloads it.
import type { FastifyInstance } from 'fastify';
import { MATERIAL_MAX_BYTES } from '../../contract/learn.ts';
import { materialMessages } from '../../contract/messages/learn.ts';
import { HttpError, notFound } from '../http-error.ts';
import { addSignedUploads, partOf } from './signed-uploads.ts';
import type { SignedRequest } from './signed-uploads.ts';

interface SignedAddress {
  method: 'PUT' | 'GET';
  key: string;
  contentType: string;
  expiresAt: number;
  signature: string;
}

/** What the school does with them. */
export interface MaterialFiles {
  check(address: SignedAddress): void;
  receive(key: string, contentType: string, bytes: Buffer): Promise<void>;
  read(address: SignedAddress): Promise<{ bytes: Buffer; name: string; contentType: string } | null>;
}

/** Nothing in a file may ever run here, wherever it is opened. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

export async function serveMaterialFiles(app: FastifyInstance, materials: MaterialFiles): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers(HEADERS);
      done();
    });
    addSignedUploads(scope, {
      path: '/materials/:key',
      mostBytes: MATERIAL_MAX_BYTES,
      tooLarge: materialMessages.tooLarge,
      inUse: materialMessages.linkInvalid,
      check(request) {
        const address = addressOf(request, 'PUT');
        materials.check(address);
        if (request.headers['content-type'] !== address.contentType)
          throw new HttpError(400, materialMessages.typeInvalid, { code: 'wrong-type' });
      },
      async receive(request, bytes) {
        const { key, contentType } = addressOf(request, 'PUT');
        await materials.receive(key, contentType, bytes);
        return materialMessages.added;
      },
    });
    scope.get('/materials/:key', async (request: SignedRequest, reply) => {
      const file = await materials.read(addressOf(request, 'GET'));
      if (file === null) throw notFound();
      return reply
        .header('content-type', file.contentType)
        .header('content-disposition', dispositionOf(file.name, file.contentType))
        .send(file.bytes);
    });
  });
}

/** Pictures may be shown in the page; everything else can only be saved. The name is given in both forms of RFC 6266. */
function dispositionOf(name: string, contentType: string): string {
  const kind = contentType === 'image/webp' ? 'inline' : 'attachment';
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function addressOf(request: SignedRequest, method: 'PUT' | 'GET'): SignedAddress {
  return {
    method,
    key: request.params.key,
    contentType: method === 'PUT' ? partOf(request, 'type') : '',
    expiresAt: Number(partOf(request, 'expires')),
    signature: partOf(request, 'signature'),
  };
}
