// Receives one file as the body of a PUT to a signed address. Without a valid signature the body is not read; if it is too large, it is cut off.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callMessages } from '../../contract/messages/call.ts';
import { HttpError } from '../http-error.ts';
import { successReply } from './reply.ts';
import { send } from './serve.ts';

interface SignedParts {
  Params: { key: string };
  Querystring: Record<string, string | string[] | undefined>;
}

export type SignedRequest = FastifyRequest<SignedParts>;

export interface SignedUploads {
  /** With `:key` at its end. */
  readonly path: string;
  readonly mostBytes: number;
  /** The message for a body that is too large. */
  readonly tooLarge: string;
  /** Called before the body is read. @throws HttpError if the address is not valid, or the type is not the one it was issued for. */
  readonly check: (request: SignedRequest) => void;
  /** Returns the sentence for the person. @throws HttpError */
  readonly receive: (request: SignedRequest, bytes: Buffer) => Promise<string>;
}

/** In a scope of its own, because bodies are not parsed there. */
export function addSignedUploads(scope: FastifyInstance, uploads: SignedUploads): void {
  const { path, mostBytes } = uploads;
  const tooLarge = () => new HttpError(413, uploads.tooLarge);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
    done(null, body),
  );
  scope.put<SignedParts>(path, {
    bodyLimit: mostBytes,
    onRequest: (request, _reply, done) => {
      if (request.headers['content-encoding'] !== undefined)
        return done(new HttpError(415, callMessages.unsupportedMedia));
      uploads.check(request);
      if (Number(request.headers['content-length'] ?? 0) > mostBytes) return done(tooLarge());
      done();
    },
    errorHandler: (error) => {
      throw (error as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge() : error;
    },
    handler: async (request, reply) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const message = await uploads.receive(request, bytes);
      return send(reply, successReply({ data: null, message }, 200));
    },
  });
}

/** One query parameter; empty when it is missing or given twice. */
export function partOf({ query }: SignedRequest, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}
