// Whether a request really comes from this machine and not through a proxy: some calls are allowed to this machine only.
import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../setting-reader.ts';

/** The headers with which proxies say whom they speak for, each in its own way. */
const PROXY_MARKS = [
  'forwarded',
  'via',
  'x-real-ip',
  'cf-connecting-ip',
  ...['for', 'host', 'proto', 'port', 'server'].map((what) => `x-forwarded-${what}`),
];

/**
 * A proxy on this machine speaks for others: what it forwards is not this machine's own question. Nor is what a browser here asks
 * under the name of another site, which may point that name at this machine and read the answer. Nor is what comes in HTTP/1.0: nginx, as
 * it is set up without a word, forwards in it, under the name of this machine and without a mark.
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
  const { hostname } = new URL(`http://${host}`);
  return isLoopbackHost(hostname.replace(/^\[|\]$/g, '')) || hostname.endsWith('.localhost');
}
