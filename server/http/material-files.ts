// Serves the address of a lesson's materials, which is no call: a signed PUT takes a file in, and a signed GET gives it out.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MATERIAL_MAX_BYTES } from '../../contract/learn.ts';
import { callMessages } from '../../contract/messages/call.ts';
import { materialMessages } from '../../contract/messages/learn.ts';
import { HttpError, notFound } from '../http-error.ts';
import { successReply } from './reply.ts';
import { send } from './serve.ts';

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

interface MaterialRequest {
  Params: { key: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/** Nothing in a file may ever run here, wherever somebody opens it. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

export async function serveMaterialFiles(app: FastifyInstance, materials: MaterialFiles): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MATERIAL_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers(HEADERS);
      done();
    });
    scope.put<MaterialRequest>('/materials/:key', {
      bodyLimit: MATERIAL_MAX_BYTES,
      // Before the body is read: what is not signed is not listened to.
      onRequest: (request, _reply, done) => {
        if (request.headers['content-encoding'] !== undefined)
          return done(new HttpError(415, callMessages.unsupportedMedia));
        const address = addressOf(request, 'PUT');
        materials.check(address);
        if (request.headers['content-type'] !== address.contentType)
          return done(new HttpError(400, materialMessages.typeInvalid, { code: 'wrong-type' }));
        if (Number(request.headers['content-length'] ?? 0) > MATERIAL_MAX_BYTES) return done(tooLarge());
        done();
      },
      errorHandler: (error) => {
        throw (error as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge() : error;
      },
      handler: async (request, reply) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { key, contentType } = addressOf(request, 'PUT');
        await materials.receive(key, contentType, bytes);
        return send(reply, successReply({ data: null, message: materialMessages.added }, 200));
      },
    });
    scope.get<MaterialRequest>('/materials/:key', async (request, reply) => {
      const file = await materials.read(addressOf(request, 'GET'));
      if (file === null) throw notFound();
      return reply
        .header('content-type', file.contentType)
        .header('content-disposition', dispositionOf(file.name, file.contentType))
        .send(file.bytes);
    });
  });
}

const tooLarge = () => new HttpError(413, materialMessages.tooLarge);

/** A picture may be looked at in the page; everything else is only ever saved. The name in both spellings of RFC 6266. */
function dispositionOf(name: string, contentType: string): string {
  const kind = contentType === 'image/webp' ? 'inline' : 'attachment';
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function addressOf({ params, query }: FastifyRequest<MaterialRequest>, method: 'PUT' | 'GET'): SignedAddress {
  const text = (name: string): string => {
    const value = query[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    method,
    key: params.key,
    contentType: method === 'PUT' ? text('type') : '',
    expiresAt: Number(text('expires')),
    signature: text('signature'),
  };
}
