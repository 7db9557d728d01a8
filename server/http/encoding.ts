// Compresses the long answers of the market with an encoding that the client accepts.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { PlainReply } from './reply.ts';

/** Shorter answers are sent in one packet anyway. */
const WORTH_BYTES = 1400;
/** Size matters on a phone's line, but the last tenth of it would cost five times the work. */
const LEAST_WORK = { level: 1 };

const compress = promisify(gzip);

/** A listed encoding is acceptable unless its weight is zero, which refuses it. */
export function doesTake(accepted: string, encoding: string): boolean {
  return new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted);
}

/** Sends an answer, compressed if that is worth it and the client accepts it. */
export function sendSmaller(reply: FastifyReply, { status, body }: PlainReply): FastifyReply | Promise<FastifyReply> {
  const accepted = reply.request.headers['accept-encoding'] ?? '';
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('vary', 'Accept, Accept-Encoding');
  if (body.length < WORTH_BYTES || !doesTake(accepted, 'gzip')) return reply.send(body);
  return compress(body, LEAST_WORK).then((smaller) => reply.header('content-encoding', 'gzip').send(smaller));
}
