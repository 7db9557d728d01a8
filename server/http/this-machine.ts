// Whether a request really comes from this machine and not through a proxy: some calls are allowed to this machine only.
import type { FastifyRequest } from 'fastify';
import { isLoopbackName } from '../setting-reader.ts';

/** The headers with which proxies say whom they speak for, each in its own way. */
const PROXY_MARKS = [
  'forwarded',
  'via',
  'x-real-ip',
  'cf-connecting-ip',
  ...['for', 'host', 'proto', 'port', 'server'].map((what) => `x-forwarded-${what}`),
];

/**
 * A proxy on this machine speaks for others, so a forwarded request is not this machine's own. Nor is a request under the name of
 * another site, which may point that name at this machine and have a browser here read the answer. Nor is one in HTTP/1.0: nginx before
 * 1.29.7 forwards in it by default, under the name of this machine and without any header that would tell. A newer one forwards in
 * HTTP/1.1, and cannot be told from this machine: what others must never read is not left to this alone (`checkMailbox` in config.ts).
 */
export function isFromHere({ headers, socket, raw }: Pick<FastifyRequest, 'headers' | 'socket' | 'raw'>): boolean {
  if (raw.httpVersion === '1.0') return false;
  if (PROXY_MARKS.some((name) => headers[name] !== undefined)) return false;
  if (!/^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')) return false;
  return isNameOfHere(headers.host);
}

function isNameOfHere(host: string | undefined): boolean {
  if (host === undefined) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  return isLoopbackName(new URL(`http://${host}`).hostname);
}
