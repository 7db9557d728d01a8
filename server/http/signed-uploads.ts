// Receives one file as the body of a PUT to a signed address. Without a valid signature nothing of the body is kept; if it is too large, it is cut off.
import type { IncomingMessage } from 'node:http';
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
  /** The message while another request sends to the same address. */
  readonly inUse: string;
  /** Called before the body is read. @throws HttpError if the address is not valid, or the type is not the one it was issued for. */
  readonly check: (request: SignedRequest) => void;
  /** Returns the sentence for the person. @throws HttpError */
  readonly receive: (request: SignedRequest, bytes: Buffer) => Promise<string>;
}

/** A large file takes longer than a call on a slow line: this is enough for the largest one at 300 kbit/s. */
const READ_MS = 5 * 60_000;

const uploading = new WeakSet<object>();

/** Whether a signed file is coming by this connection, whose time is measured here and not by the server's limit for requests. */
export function isUploading(socket: object): boolean {
  return uploading.has(socket);
}

/** What has come of a body waits in memory for the rest: of all bodies together at most this much. */
const MOST_READ_BYTES = 200 * 1024 * 1024;

/** In a scope of its own, because bodies are not parsed there. */
export function addSignedUploads(scope: FastifyInstance, uploads: SignedUploads): void {
  const { path, mostBytes } = uploads;
  const read = readings(Math.floor(MOST_READ_BYTES / mostBytes));
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
      done(read.begin(request.params.key, request.raw) ? undefined : new HttpError(403, uploads.inUse));
    },
    preHandler: (request, _reply, done) => {
      read.end(request.params.key, request.raw);
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

interface Readings {
  /** False while another request sends to this address. */
  begin(key: string, request: IncomingMessage): boolean;
  end(key: string, request: IncomingMessage): void;
}

/**
 * The bodies that are being read, the oldest first. One address takes one, however many would send to it at once; and when there are
 * more than the most, the oldest is cut off: it has had the longest time.
 */
function readings(most: number): Readings {
  const requests = new Map<string, IncomingMessage>();
  const end: Readings['end'] = (key, request) => {
    if (requests.get(key) !== request) return;
    requests.delete(key);
    uploading.delete(request.socket);
  };
  return {
    begin(key, request) {
      if (requests.has(key)) return false;
      for (const [oldest, late] of requests) {
        if (requests.size < most) break;
        requests.delete(oldest);
        late.destroy();
      }
      requests.set(key, request);
      uploading.add(request.socket);
      const late = setTimeout(() => request.destroy(), READ_MS).unref();
      request.once('close', () => {
        clearTimeout(late);
        end(key, request);
      });
      return true;
    },
    end,
  };
}

/** One query parameter; empty when it is missing or given twice. */
export function partOf({ query }: SignedRequest, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}
