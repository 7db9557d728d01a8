// Takes one file as the body of a PUT to a signed address. Without a good signature the body is not read; one that is too large is cut off.
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
  /** The sentence for what has more. */
  readonly tooLarge: string;
  /** Before the body is read. @throws HttpError for an address that is not good, or another type than it was given for. */
  readonly check: (request: SignedRequest) => void;
  /** Answers the sentence for the person. @throws HttpError */
  readonly receive: (request: SignedRequest, bytes: Buffer) => Promise<string>;
}

/** In a scope of its own, because bodies are parsed in no other way there. */
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

/** A part of the address behind the question mark; empty when it is missing, or there twice. */
export function partOf({ query }: SignedRequest, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}
